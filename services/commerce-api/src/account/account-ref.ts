import { createHash } from 'node:crypto';

/** No letter or digit that is mistaken for another when it is read aloud. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTVWXYZ0';

/** What a reader may name in a letter to the support: the same for an account for good, and it says nothing about it. */
export function accountRef(id: string): string {
  const digest = createHash('sha256').update(`ref\0${id}`).digest().subarray(0, 8);
  return `R-${Array.from(digest, (byte) => LETTERS[byte % LETTERS.length]).join('')}`;
}
