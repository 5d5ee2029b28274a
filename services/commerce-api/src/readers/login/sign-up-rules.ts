import { NewPassword } from '@newsstand/contracts/access';
import type { CheckoutBody } from '@newsstand/contracts/checkout';
import { Email } from '@newsstand/contracts/email';
import { asksPassword } from '@newsstand/contracts/asks-password';
import * as v from 'valibot';
import type { Settings } from '../../publication/publication-schema.ts';
import { apiText } from '../../platform/http/api-text.ts';
import { fieldErrors, IN_CODES } from '../../platform/http/field-errors.ts';
import { newPasswordProblem } from './new-password-rules.ts';
import type { FieldTexts } from '../../platform/http/refusal.ts';

/** How readers of a publication log in. */
export type LoginSettings = { settings: Pick<Settings, 'logins'> };

/** The account block of a form, as far as it was sent. */
export type AccountBlock = Pick<CheckoutBody, 'name' | 'email' | 'password'>;

/**
 * What keeps an account block from becoming an account, by field (section 5: full name, email, password and confirm
 * password are required). No password is asked for, nor looked at, where the publication's `logins` have none.
 */
export function signUpProblems({ name, email: typed, password: chosen }: AccountBlock, { settings }: LoginSettings): FieldTexts {
  const email = v.safeParse(v.object({ email: Email }), { email: typed }, IN_CODES);
  const wrongEmail: FieldTexts = email.success ? {} : fieldErrors(email.issues);
  if (!asksPassword(settings.logins)) return wrongEmail;
  const { password = '', confirm = '' } = chosen ?? {};
  const schema = v.safeParse(v.object({ password: v.object({ password: NewPassword }) }), { password: { password } }, IN_CODES);
  const weak = schema.success ? newPasswordProblem(password, { name, email: email.success ? email.output.email : typed }) : null;
  const differs = confirm === '' ? apiText('blank') : password === confirm ? null : apiText('passwords_differ');
  return {
    ...wrongEmail,
    ...(!schema.success && fieldErrors(schema.issues)),
    ...(weak !== null && { 'password.password': weak }),
    ...(differs !== null && { 'password.confirm': differs }),
  };
}
