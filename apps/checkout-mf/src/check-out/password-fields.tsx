import { MIN_PASSWORD } from '@newsstand/contracts/new-password';
import { PasswordField } from '@newsstand/ui/password-field';
import type { T } from '../page-texts.ts';

export type Passwords = { password: string; confirm: string };

type Props = {
  typed: Passwords;
  /** By wire name: `password.confirm`. */
  errors: Readonly<Record<string, string>>;
  onChange(field: keyof Passwords, value: string): void;
  t: T;
};

/** The password of a new account, twice (section 5). */
export const PasswordFields = ({ typed, errors, onChange, t }: Props) => {
  const field = (name: keyof Passwords, hint?: string) => (
    <PasswordField
      label={t(`checkout.${name}`)}
      name={name}
      autoComplete="new-password"
      required
      hint={hint}
      value={typed[name]}
      onChange={(value) => onChange(name, value)}
      error={errors[`password.${name}`]}
    />
  );
  return (
    <>
      {field('password', t('checkout.password_hint', { n: MIN_PASSWORD }))}
      {field('confirm')}
    </>
  );
};
