import { createHmac } from 'node:crypto';
import { isSame } from '../platform/secrets.ts';

/**
 * The envelope's sender of one letter (VERP): `bounces@magazine.example` becomes
 * `bounces+<letter>-<signature>@magazine.example`, so that what comes back says of which letter it is, and nobody can
 * make one up. All in lower case: mail servers fold it.
 */
export function returnAddress(base: string, secret: string, id: string): string {
  const at = base.lastIndexOf('@');
  const letter = id.replaceAll('-', '');
  return `${base.slice(0, at)}+${letter}-${signature(secret, letter)}${base.slice(at)}`;
}

/** The letter whose return address this is, or null where it is not signed by us. */
export function letterReturned(secret: string, address: string): string | null {
  const [, letter, signed] = /\+([0-9a-f]{32})-([0-9a-f]{32})@/.exec(address.toLowerCase()) ?? [];
  if (letter === undefined || signed === undefined || !isSame(signed, signature(secret, letter))) return null;
  return letter.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function signature(secret: string, letter: string): string {
  return createHmac('sha256', secret).update(`return\0${letter}`).digest('hex').slice(0, 32);
}
