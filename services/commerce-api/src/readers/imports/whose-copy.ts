import { streetLines, type TypedAddress } from '@newsstand/contracts/address';

/** Whoever pays for a copy, as the file says; `place`: null where it does not say where they are. */
export type Payer = { name: string; place: string | null };
/** What a row has posted: to whom, where (null: it is read in files), and who pays for it, where the file says so. */
export type Copy = { name: string; place: string | null; payer: Payer | null };
/**
 * What else is known of a row's person: under which name, and where. `beside`: the same system posts there, too, as
 * long as it posts this one.
 */
export type Known = { name: string; place: string | null; beside: boolean };

/**
 * `own`: the person's; `moved`: theirs, though they are known by another address; `gift`: somebody else's, as the file
 * says who pays; `elsewhere`: it goes to another address than the person is known by, or to another name there, and
 * nothing says that it is theirs.
 */
export type Whose = 'own' | 'moved' | 'gift' | 'elsewhere';

/**
 * Whose a copy is that came with somebody's mailbox or number (the desk's design, section 3.4). A gift comes into
 * nobody's account: behind what its payer has it would not be posted until that is over, and the payer would see and be
 * written to of a stranger's address. Who gets it, or is its payer after all, adds it by its number and postal code.
 */
export function whoseCopy({ name, place, payer }: Copy, known: readonly Known[]): Whose {
  if (place === null) return 'own';
  if (payer !== null && payer.place !== place && !isSameName(payer.name, name)) return 'gift';
  const isCalledSo = known.some((one) => isSameName(one.name, name));
  const there = known.filter((one) => one.place === place);
  // What goes to two names, or to two addresses, at once goes on doing so.
  if (there.length > 0) return isCalledSo || there.some(({ beside }) => !beside) ? 'own' : 'elsewhere';
  if (known.some((one) => one.beside && one.place !== null)) return 'elsewhere';
  const isTheirs = payer !== null || known.length === 0 || isCalledSo;
  if (!isTheirs) return 'elsewhere';
  return known.some((one) => one.place !== null) ? 'moved' : 'own';
}

export const isApart = (whose: Whose): boolean => whose === 'gift' || whose === 'elsewhere';

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** What tells an address from others, however it is written: its lines and postal code, else its town. */
export function placeOf({ city, postcode, ...lines }: Omit<TypedAddress, 'state' | 'country'>): string {
  const [code, town] = [postcode.replace(/^(\d{5})[- ]?\d{4}$/, '$1'), city].map((part) => wordsOf(part).join(''));
  return `${wordsOf(streetLines(lines).join(' ')).join(' ')}|${code || town}`;
}

/** J. Payer, Payer, Paul and Dr. Paul Payer are Paul Payer. */
export function isSameName(one: string, other: string): boolean {
  const [fewer = [], more = []] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.length - b.length);
  const isIn = (word: string) => more.some((full) => full === word || (word.length === 1 && full.startsWith(word)) || full === word[0]);
  return fewer.some((word) => word.length > 1 && more.includes(word)) && fewer.every(isIn);
}
