import { apiText } from '../../platform/http/api-text.ts';
import { dictionary } from '@zxcvbn-ts/language-common';
import type { CodedText } from '../../platform/http/coded-text.ts';

const COMMON = apiText('password_common');
const PERSONAL = apiText('password_personal');

let common: ReadonlySet<string> | undefined;

/** Why a password may not be chosen, or null. Length is the schema's business; there are no rules of composition. */
export function newPasswordProblem(password: string, { email, name }: { email: string; name: string }): CodedText | null {
  common ??= new Set(dictionary['passwords-common']);
  const folded = password.normalize('NFKC').toLowerCase();
  if (common.has(folded) || isOneThing(folded)) return COMMON;
  const own = [email, email.split('@')[0] ?? '', name.trim().toLowerCase(), name.toLowerCase().replaceAll(/\s/g, '')];
  return own.includes(folded) ? PERSONAL : null;
}

/** `aaaaaaaa`, `12341234`: a short word again and again, or a run of the keyboard's digits. */
function isOneThing(text: string): boolean {
  return /^(.{1,4})\1+$/.test(text) || '01234567890123456789'.includes(text) || '98765432109876543210'.includes(text);
}
