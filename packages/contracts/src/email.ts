import * as v from 'valibot';
import { mustNotBeBlank } from './blank.ts';
import { tooLong } from './bounded.ts';
import { says } from './schema-message.ts';

export const NOT_AN_ADDRESS = 'Enter an email address such as name@example.org.';

/**
 * What stands before the @: RFC 5322's atoms, and letters of any script, with dots anywhere, as Japanese telephone
 * companies gave them away (`a..b@`, `a.@`). No quotes, brackets or characters that hide or turn what is beside them.
 */
const LOCAL = String.raw`[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_\u0060{|}~-]{1,64}`;
/** One part of a domain: it neither begins nor ends with a hyphen. */
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`;
const TOP_LABEL = String.raw`\p{L}(?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])`;
const ADDRESS = new RegExp(`^${LOCAL}@(?:${LABEL}\\.)+${TOP_LABEL}$`, 'u');

/**
 * An e-mail address, wherever one is typed: the one rule for accounts, guests, the mailing list and staff. Its one
 * spelling is NFKC, trimmed, lower case, and it is made so before it is looked at: a full-width ＠ checked first and
 * folded later is a second address in the same field.
 */
export const Email = v.pipe(
  v.string(mustNotBeBlank),
  v.transform(spelling),
  v.nonEmpty(mustNotBeBlank),
  v.maxLength(254, tooLong),
  v.regex(ADDRESS, says('email', NOT_AN_ADDRESS)),
);

/** Lower case can come apart (İ) and fold anew: what is folded once stays as it is. */
function spelling(typed: string): string {
  return typed.normalize('NFKC').trim().toLowerCase().normalize('NFKC');
}

/**
 * Whether this is who a letter can be from, such as `The Magazine <post@magazine.example>`: the address by the same
 * rule.
 */
export function isSender(text: string): boolean {
  return v.is(Email, /^[^<>\p{Cc}]+ <([^<>]+)>$/u.exec(text)?.[1]);
}
