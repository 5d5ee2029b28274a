/** Rows as CSV (RFC 4180). */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

const MONTH = '(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?)\\.?';
const FORMULA = /^[=+\-@\t\r]/;
/**
 * What a spreadsheet takes for a number, a day or a time, and saves as another text: it drops the zeros of 00123,
 * writes long numbers as 1.2E+15, reads 1E5 as 100000, and 1/2, 3-4, DEC10 or September 2027 as days.
 */
const CHANGED = [
  /^0\d+$/,
  /^\d{12,}$/,
  /^\d+(\.\d+)?e[+-]?\d+$/i,
  /^\d{1,4}([-/]\d{1,4}){1,2}([ T]\d.*)?$/,
  /^\d{1,4}\.\d{1,2}\.\d{0,4}([ T]\d.*)?$/,
  /^\d{1,2}:\d\d(:\d\d)?$/,
  new RegExp(`^(\\d{1,4}[-/ ]?)?${MONTH}[-/ ]?\\d{1,4}$`, 'i'),
  new RegExp(`^${MONTH}[-/ ]?\\d{1,2}(, ?| )\\d{4}$`, 'i'),
  new RegExp(`^\\d{1,4}[-/ ]?${MONTH}([-/ ,]+\\d{2,4})?$`, 'i'),
];
const isChanged = (text: string): boolean => CHANGED.some((one) => one.test(text));

/**
 * Readers write some of these texts, and a spreadsheet runs what begins with =, +, - or @: such a cell is marked as
 * text. A negative number is none.
 */
function cell(text: string): string {
  const safe = FORMULA.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * A text for a file that is mended in a spreadsheet and read again (`withoutMark`): marked as text where that would
 * make another one of it.
 */
export const asText = (text: string): string => (isChanged(text) ? `'${text}` : text);

/** What a cell says without a spreadsheet's mark that it is text; an apostrophe before anything else is its own. */
export const withoutMark = (text: string): string =>
  text.startsWith("'") && (FORMULA.test(text.slice(1)) || isChanged(text.slice(1).trim())) ? text.slice(1) : text;
