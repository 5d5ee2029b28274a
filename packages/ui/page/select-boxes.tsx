import { useState } from 'react';
import { shippingConfig } from '@newsstand/contracts/fixtures/shipping';
import { Button } from '../src/button.tsx';
import { SelectBox } from '../src/select-box.tsx';
import { Example, Row } from './example.tsx';

const COUNTRIES = [
  { code: 'UM', names: ['U.S. Outlying Islands', 'United States Minor Outlying Islands'] },
  ...shippingConfig.a.countries,
  ...shippingConfig.b.countries,
  ...shippingConfig.c.countries,
  { code: 'NL', names: ['Netherlands', 'Holland'] },
  { code: 'NO', names: ['Norway'] },
  { code: 'NE', names: ['Niger'] },
  { code: 'NG', names: ['Nigeria'] },
];
const STATES = [
  { code: 'WV', names: ['West Virginia', 'Virginia, West'] },
  { code: 'VA', names: ['Virginia'] },
  { code: 'NY', names: ['New York'] },
  { code: 'NJ', names: ['New Jersey'] },
];

export const SelectBoxes = () => {
  const [country, setCountry] = useState<string | null>('US');
  const [state, setState] = useState<string | null>(null);
  const [city, setCity] = useState<string | null>(null);
  return (
    <Example
      name="SelectBox"
      about="Type the beginning of a name. On leaving, the text must be an option's name, ignoring case; if not, nothing is selected. Free mode takes any text, fixed mode none."
    >
      <SelectBox
        label="Country of delivery"
        name="country"
        options={COUNTRIES}
        value={country}
        onChange={setCountry}
        required
        autoComplete="country-name"
      />
      <p>
        Chosen: <output aria-label="Chosen country">{country ?? 'none'}</output>
      </p>
      <Row>
        <Button kind="secondary" onClick={() => setCountry('DE')}>
          Set Germany from outside
        </Button>
      </Row>
      <SelectBox label="State" name="state" options={STATES} value={state} onChange={setState} error="Must not be blank." />
      <SelectBox label="City" name="city" mode="free" options={[{ code: 'Paris', names: ['Paris'] }]} value={city} onChange={setCity} />
      <p>
        Chosen: <output aria-label="Chosen city">{city ?? 'none'}</output>
      </p>
      <SelectBox label="Institution" name="institution" mode="fixed" options={COUNTRIES} value="NL" onChange={setCountry} />
    </Example>
  );
};
