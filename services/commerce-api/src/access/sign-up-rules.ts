import { MUST_NOT_BE_BLANK } from '@newsstand/contracts/blank';
import { NewPassword, PASSWORDS_DIFFER } from '@newsstand/contracts/access';
import type { CheckoutBody } from '@newsstand/contracts/checkout';
import { AccountEmail } from '@newsstand/contracts/email';
import * as v from 'valibot';
import { newPasswordProblem } from './new-password-rules.ts';

/** The account block of a form, as far as it was sent. */
export type AccountBlock = Pick<CheckoutBody, 'name' | 'email' | 'password'>;

/** What keeps an account block from becoming an account, by field (section 5: full name, email, password and confirm password are required). */
export function signUpProblems({ name, email: typed, password: chosen }: AccountBlock): Record<string, string> {
  const email = v.safeParse(AccountEmail, typed);
  const { password = '', confirm = '' } = chosen ?? {};
  const schema = v.safeParse(NewPassword, password);
  const weak = schema.success
    ? newPasswordProblem(password, { name, email: email.success ? email.output : typed })
    : schema.issues[0].message;
  const differs = confirm === '' ? MUST_NOT_BE_BLANK : password === confirm ? null : PASSWORDS_DIFFER;
  return {
    ...(!email.success && { email: email.issues[0].message }),
    ...(weak !== null && { 'password.password': weak }),
    ...(differs !== null && { 'password.confirm': differs }),
  };
}
