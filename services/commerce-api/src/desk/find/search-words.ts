import { readLabelCode, type LabelName } from '@newsstand/contracts/desk-post';
import { readAccountRef } from '../../account/account-ref.ts';

/** More words than this make nothing rarer. */
const MOST = 6;
/** Trigrams need as many letters; shorter words narrow what longer ones found. */
export const LEAST = 3;

const SHORTEST_TRACKING = 8;

/** What callers say between the words that are known of them: `Kowalska, somewhere in Ohio`. */
const BETWEEN = new Set([
  'a',
  'an',
  'and',
  'at',
  'by',
  'for',
  'from',
  'in',
  'is',
  'near',
  'of',
  'on',
  'or',
  'somewhere',
  'something',
  'the',
  'with',
  'mr',
  'mrs',
  'ms',
  'dr',
]);

/**
 * What stands between words and around them, where a scrap is copied out of a letter; what an address or a number has
 * in it stays.
 */
const BETWEEN_WORDS = /[\s,;|/()[\]{}<>"“”„«»…]+/;
const bare = (word: string): string => word.replace(/^[.:!?*'‚‘-]+|[.:!?*'‚‘-]+$/g, '');

/** What is said before a number, and is no part of it. */
const SAID_BEFORE = new Set(['order', 'receipt', 'invoice', 'label', 'reader', 'number', 'no', 'nr', 'ref', 'reference', 'po']);

/** What the number of a purchase order may stand as, where it is told with or without what it begins with. */
const asPurchaseOrders = (legacy: readonly string[]): string[] =>
  legacy.flatMap((word) => [word, `po${word}`, ...(/^po[\s#./_-]*\d/i.test(word) ? [word.slice(2)] : [])]);

/**
 * A postcode of Canada or of Britain that was typed without its space, as its two parts: addresses have it with one.
 */
function partsOfPostcode(word: string): string[] {
  const isWhole = /^([a-z]\d[a-z]\d[a-z]\d|[a-z]{1,2}\d[a-z\d]?\d[a-z]{2})$/i.test(word);
  return isWhole ? [word.slice(0, -3), word.slice(-3)] : [word];
}

/**
 * The words with the first five digits of each ZIP code of nine, which is all that most addresses have; null where none
 * is one.
 */
export function withShortZips(words: readonly string[]): string[] | null {
  const short = words.map((word) => (/^\d{5}-\d{4}$/.test(word) ? word.slice(0, 5) : word));
  return short.some((word, at) => word !== words[at]) ? short : null;
}

/** The mailboxes among the words, where several were copied at once: nobody has them all in one place. */
export function mailboxesOf(words: readonly string[]): string[] {
  const mailboxes = words.filter((word) => word.includes('@'));
  return mailboxes.length > 1 ? mailboxes : [];
}

/**
 * The words that say something, where those that do not are among them and one of the others is long enough to be
 * looked for; null otherwise.
 */
export function tellingWords(words: readonly string[]): string[] | null {
  const telling = words.filter((word) => !BETWEEN.has(word.toLowerCase().replace(/\.$/, '')));
  return telling.length < words.length && telling.some((word) => [...word].length >= LEAST) ? telling : null;
}

/**
 * What was typed, as it is looked for: its words, and the numbers of orders, invoices, a label, an account's reference,
 * a credit note, a purchase order and of another system that it may be.
 */
export type Scrap = {
  words: string[];
  orders: string[];
  invoices: number[];
  label: LabelName | null;
  ref: string | null;
  credit: number | null;
  /** What may be the number of another system: all that was typed, and each word of it with a digit. */
  legacy: string[];
  /** What may be a carrier's number of a parcel. */
  tracking: string[];
  /** What may be a purchase order's number. */
  purchases: string[];
};

const NO_NUMBERS = { orders: [], invoices: [], label: null, ref: null, credit: null, legacy: [], tracking: [], purchases: [] };

/**
 * Reads a scrap: `4711`, `EXR-4711` and `exr4711` may be the order EXR-4711, and with the invoices' prefix or without
 * any the invoice 4711. No words where none is long enough to look for.
 */
export function readScrap(typed: string, prefixes: { receipt: string; invoice: string }): Scrap {
  const told = typed
    .normalize('NFKC')
    .replaceAll('’', "'")
    // As typeset pages and PDFs print it, and links of mail programs begin.
    .replaceAll(/[‐‑‒–—−]/g, '-')
    .replaceAll(/\bmailto:/gi, '')
    .split(BETWEEN_WORDS)
    .map(bare)
    .filter((word) => word !== '');
  const parts = /\d/.test(told.at(-1) ?? '') ? told.slice(told.findLastIndex((word) => SAID_BEFORE.has(word.toLowerCase())) + 1) : told;
  const whole = parts.join(' ');
  const label = readLabelCode(whole);
  const ref = readAccountRef(whole);
  if (label !== null || ref !== null) return { ...NO_NUMBERS, words: [], label, ref };
  const words = parts.flatMap(partsOfPostcode).slice(0, MOST);
  const isSearchable = words.some((word) => [...word].length >= LEAST);
  const legacy = [...new Set([whole, ...parts])].filter((word) => /\d/.test(word)).slice(0, MOST);
  const purchases = asPurchaseOrders(legacy);
  // Shorter ones are postcodes, days and numbers of ours.
  const tracking = legacy.filter((word) => word.replaceAll(/[^a-z0-9]/gi, '').length >= SHORTEST_TRACKING);
  const [, prefix, digits] = /^([a-z]*)[-\s#]*(\d{1,9})$/i.exec(whole.replace(/^#/, '')) ?? [];
  if (prefix === undefined || digits === undefined) return { ...NO_NUMBERS, words: isSearchable ? words : [], legacy, tracking, purchases };
  const named = prefix.toUpperCase();
  const number = Number(digits);
  return {
    words: isSearchable ? words : [],
    orders: named === prefixes.invoice && named !== prefixes.receipt ? [] : [`${named === '' ? prefixes.receipt : named}-${number}`],
    invoices: named === '' || named === prefixes.invoice ? [number] : [],
    label: null,
    ref: null,
    credit: named === 'CN' ? number : null,
    legacy,
    tracking,
    purchases,
  };
}
