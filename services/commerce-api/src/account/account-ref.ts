import { createHash } from 'node:crypto';
import { Prisma } from '../../generated/prisma/client.ts';

/** No letter or digit that is mistaken for another when it is read aloud. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTVWXYZ0';

/**
 * What a reader may name in a letter to the support: the same for an account for good, and it says nothing about it.
 */
export function accountRef(id: string): string {
  const digest = createHash('sha256').update(`ref\0${id}`).digest().subarray(0, 8);
  return `R-${Array.from(digest, (byte) => LETTERS[byte % LETTERS.length]).join('')}`;
}

const REF = new RegExp(`^R[-\\s]([${LETTERS}]{8})$`, 'i');

/** A reference as it was written, told or typed, in its own form; null for anything else. */
export function readAccountRef(typed: string): string | null {
  const [, letters] = REF.exec(typed.trim()) ?? [];
  return letters === undefined ? null : `R-${letters.toUpperCase()}`;
}

/**
 * SQL: whether the account `a` has this reference, worked out of each account's id: a search that is rare has no index.
 */
export function hasRef(ref: string): Prisma.Sql {
  const digest = Prisma.sql`sha256('\\x72656600'::bytea || convert_to(a.id::text, 'UTF8'))`;
  const letters = Array.from(ref.slice('R-'.length), (letter) => LETTERS.indexOf(letter));
  return Prisma.join(
    letters.map((place, index) => Prisma.sql`get_byte(${digest}, ${index}::int) % ${LETTERS.length}::int = ${place}::int`),
    ' and ',
  );
}
