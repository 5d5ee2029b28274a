import { Field } from '@newsstand/ui/field';
import type { T } from '../page-texts.ts';
import { Block } from './block.tsx';
import type { FormProps } from './form-props.ts';

/** Who orders (section 2, account block for guests). A subscriber is known already. */
export const AccountBlock = ({
  form,
  errors,
  onChange,
  t,
  account,
}: FormProps & { account: { name: string; email: string } | null; t: T }) => {
  if (account) {
    return (
      <Block title={t('checkout.about_you')}>
        <p>{t('checkout.signed_in_as', account)}</p>
      </Block>
    );
  }
  return (
    <Block title={t('checkout.about_you')}>
      <Field
        label={t('checkout.name')}
        name="name"
        autoComplete="name"
        required
        value={form.name}
        onChange={(value) => onChange('name', value)}
        error={errors['name']}
      />
      <Field
        label={t('checkout.email')}
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        required
        hint={t('checkout.about_you_note')}
        value={form.email}
        onChange={(value) => onChange('email', value)}
        error={errors['email']}
      />
    </Block>
  );
};
