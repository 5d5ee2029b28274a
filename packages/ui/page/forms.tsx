import { useState } from 'react';
import { Button } from '../src/button.tsx';
import { Checkbox } from '../src/checkbox.tsx';
import { Field } from '../src/field.tsx';
import { PasswordField } from '../src/password-field.tsx';
import { scrollToFirstError } from '../src/form-errors.ts';
import { Quantity } from '../src/quantity.tsx';
import { RadioGroup } from '../src/radio-group.tsx';
import { Tabs } from '../src/tabs.tsx';
import { Example, Row } from './example.tsx';

export const Forms = () => {
  const [size, setSize] = useState<'s' | 'm' | 'l' | null>('s');
  const [zone, setZone] = useState<'a' | 'b' | null>(null);
  const [tab, setTab] = useState<'password' | 'code' | 'google'>('password');
  const [quantity, setQuantity] = useState(3);
  const [sent, setSent] = useState(0);
  return (
    <>
      <Example name="Field" about="Label, required mark, hint and error around a native input. Errors are announced when they come.">
        <Field label="Full name" name="name" required autoComplete="name" />
        <Field
          label="Email"
          name="email"
          type="email"
          defaultValue="ada@"
          required
          error="Enter an email address such as name@example.org."
        />
        <Field label="Line 2" name="line2" hint="Flat, floor or care of. You may leave this blank." />
        <Field label="Country" name="country" defaultValue="United States" disabled />
      </Example>
      <Example name="PasswordField" about="Can be looked at while it is typed; its form is sent with it hidden.">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            setSent((count) => count + 1);
          }}
        >
          <PasswordField label="Your secret" name="password" autoComplete="current-password" required hint="At least 8 characters." />
          <Button type="submit" kind="secondary">
            Send it
          </Button>
          <output>Sent {sent} times</output>
        </form>
      </Example>
      <Example name="Checkbox" about="The whole line can be tapped.">
        <Checkbox label="Save this card for later" name="save" />
        <Checkbox label="I have read the terms" name="terms" required error="Must not be blank." />
        <Checkbox label="Send it as a gift (not for digital issues)" name="gift" disabled />
      </Example>
      <Example name="RadioGroup" about="One of a few. What cannot be chosen says why.">
        <RadioGroup
          label="Size"
          name="size"
          layout="row"
          value={size}
          onChange={setSize}
          options={[
            { value: 's', label: 'Small' },
            { value: 'm', label: 'Medium', hint: 'ONLY 4 LEFT' },
            { value: 'l', label: 'Large', hint: 'OUT OF STOCK', disabled: true },
          ]}
        />
        <RadioGroup
          label="Shipping"
          name="zone"
          required
          value={zone}
          onChange={setZone}
          error={zone === null ? 'Must not be blank.' : undefined}
          options={[
            { value: 'a', label: 'United States', hint: '$5.00' },
            { value: 'b', label: 'Canada', hint: '$9.00' },
          ]}
        />
      </Example>
      <Example name="Quantity" about="A number to type or to step. What is typed counts when the field is left, clamped.">
        <Row>
          <Quantity label="Quantity of Mug" value={quantity} min={1} max={9} onChange={setQuantity} />
          <Quantity label="Quantity of last one" value={2} min={1} max={9} canIncrease={false} onChange={setQuantity} />
          <Quantity label="Quantity of sold-out shirt" value={1} min={1} max={9} onChange={setQuantity} disabled />
        </Row>
      </Example>
      <Example name="Tabs" about="Arrow keys move between tabs; Tab goes into the panel.">
        <Tabs
          label="Ways to log in"
          selected={tab}
          onSelect={setTab}
          tabs={[
            { id: 'password', label: 'Password Login', panel: <Field label="Code" name="code" /> },
            { id: 'code', label: 'Email Code', panel: <p>We send you a code.</p> },
            { id: 'google', label: 'Google Account', panel: <Button kind="secondary">Continue with Google</Button> },
          ]}
        />
      </Example>
      <Example
        name="scrollToFirstError"
        about="Scrolls to the first field with an error and puts the focus there (136 px below the top at checkout)."
      >
        <Row>
          <Button kind="secondary" onClick={() => scrollToFirstError(document.body, 136)}>
            Go to the first error
          </Button>
        </Row>
      </Example>
    </>
  );
};
