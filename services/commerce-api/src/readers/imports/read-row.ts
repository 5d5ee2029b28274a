import { LONGEST_NOTE } from '@newsstand/contracts/desk-history';
import { Address, AddressForm, eachPart, required, type TypedAddress } from '@newsstand/contracts/address';
import { Deliverable, Level, Term } from '@newsstand/contracts/cart';
import { withoutMark } from '@newsstand/contracts/csv';
import { deliverableOf, LEVEL_NAMES } from '@newsstand/contracts/deliverable';
import type { ImportColumns, ImportField } from '@newsstand/contracts/desk-imports';
import { Email } from '@newsstand/contracts/email';
import { Shipcode } from '@newsstand/contracts/shipcode';
import { ISSUES_PER_YEAR } from '@newsstand/contracts/term';
import * as v from 'valibot';
import { DAY } from '../../platform/duration.ts';
import { fieldErrors, IN_CODES } from '../../platform/http/field-errors.ts';
import type { CodedText } from '../../platform/http/coded-text.ts';
import type { Names } from '../../publication/names-of.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import type { Zones } from '../../publication/zones-schema.ts';
import { checkAddress } from '../../rules/checkout/check-address.ts';
import { withZeros } from '../../rules/checkout/postcode-rules.ts';
import { planIn, quantityIn } from './guess-columns.ts';
import { ListTags } from '../join-list.ts';
import { isApart, placeOf, whoseCopy, type Copy, type Payer } from './whose-copy.ts';

/** What is taken over of a row that is well. */
export const ImportedRow = v.object({
  reader: v.string(),
  name: v.string(),
  email: v.nullable(v.string()),
  /** It is somebody else's than the person's with whose mailbox or number it came, and comes without them. */
  apart: v.optional(v.boolean()),
  /** So it is though the file does not say who pays. */
  unsure: v.optional(v.boolean()),
  /** Its person has an account here with another address. */
  moved: v.optional(v.boolean()),
  /** It goes to whoever pays for it: the file says so. */
  payers: v.optional(v.boolean()),
  address: v.nullable(Address),
  shipcode: v.nullable(Shipcode),
  deliverable: Deliverable,
  level: Level,
  term: Term,
  issues: v.nullable(v.number()),
  copies: v.number(),
  value: v.number(),
  /** It has an address to which nothing is posted. */
  unposted: v.optional(v.boolean()),
  /** The mailing lists that its mailbox is on. */
  lists: v.optional(v.array(v.string())),
  note: v.optional(v.string()),
});
export type ImportedRow = v.InferOutput<typeof ImportedRow>;

/** Whose a row is that was read, as other rows of the same person are looked at by it: also where it is refused. */
export const Person = v.object({ reader: v.string(), email: v.nullable(v.string()), name: v.string(), place: v.nullable(v.string()) });
export type Person = v.InferOutput<typeof Person>;

/** What is posted by a row that is well, and for whom. */
export const copyOf = ({ name, address, payers }: ImportedRow): Copy => {
  const place = address && placeOf(address);
  return { name, place, payer: payers === true ? { name, place } : null };
};

type Problem = { field: string; told: CodedText };
/**
 * `person`: null of a gift, which says nothing of its payer; `until`: the day until which issues are owed, where the
 * row says that instead of how many.
 */
type Read = { person: Person | null } & (
  | { type: 'well'; legacyId: string; data: ImportedRow; until: Date | null }
  | { type: 'ended'; legacyId: string }
  | { type: 'refused'; legacyId: string | null; problems: Problem[] }
);

/** What the publication says of rows: where things are posted, and what it calls its levels. */
export type Rules = { zones: Zones; levels: Names['levels']; now: Date };

const SHIPPING = 'shipping_';
const MOST_ISSUES = 80;
const MOST_COPIES = 500;
const MOST_VALUE = 10_000_000;
/** An amount whose only separator may be one of thousands or of cents. */
const TWO_WAYS = /^\d{1,3}[.,]\d{3}$/;
const MOST_NUMBER = 60;
/** A copy that its payer's mailbox leads nobody to. */
const GIVEN = { email: null, apart: true } as const;

/** The whole of what is said: where it is a part of something else (Extended), somebody says which. */
const ENDED = /^(wc-)?(cancel+ed|expired|ended|trash(ed)?|on[- ]?hold|suspend(ed)?|switched|lapsed|inactive|pending|x|c|e)$/i;
const RUNS = /^(wc-)?(active|pending-?cancel(l?ation)?|running|current|paid|ok|a)$/i;

type Cell = (field: ImportField) => string;
/** What a row says; `billed`: of whoever pays, where the file says that beside it. */
type Cells = { cell: Cell; billed: Cell | null };
type Spellings = ReadonlyMap<string, string>;
/** What is the same for all rows of a file. */
type File = {
  columns: ImportColumns;
  rules: Rules;
  plans: ReadonlyMap<string, ImportColumns['plans'][number]>;
  countries: Spellings;
  states: ReadonlyMap<string, Spellings>;
};

/** Reads one row by what was said of the columns: the very rules of the check-out for name, mailbox and address. */
export function rowReader(header: readonly string[], columns: ImportColumns, rules: Rules): (cells: readonly string[]) => Read {
  const cellOf = cellReader(header, columns);
  const { a, b, c, states } = rules.zones;
  const file: File = {
    columns,
    rules,
    plans: new Map(columns.plans.map((plan) => [plan.value, plan])),
    countries: spellingsOf([a, b, c].flatMap(({ countries }) => countries)),
    states: new Map(Object.entries(states).map(([country, all]) => [country, spellingsOf(all ?? [])])),
  };
  return (cells) => {
    const read = cellOf(cells);
    return readRow(read.cell, file, payerOf(read, file));
  };
}

/** Finds what a row says in the column of a field. */
function cellReader(header: readonly string[], columns: ImportColumns): (cells: readonly string[]) => Cells {
  const places = new Map(Object.entries(columns.fields).map(([field, name]) => [field, header.indexOf(name)]));
  // A shop that posts nothing of an order, or posts it to whoever pays, writes it once.
  const billed = new Map(
    [...places].map(([field, place]) => {
      const other = header.indexOf((header[place] ?? '').replace(SHIPPING, 'billing_'));
      return [field, header[place]?.startsWith(SHIPPING) && other >= 0 ? other : place];
    }),
  );
  const shipped = [...places.values()].filter((place) => header[place]?.startsWith(SHIPPING));
  const saysWhoPays = [...places].some(([field, place]) => billed.get(field) !== place);
  return (cells) => {
    // Cells of files that were read before marks were taken off.
    const at = (place = -1) => withoutMark((cells[place] ?? '').normalize('NFC')).trim();
    const isBilled = shipped.every((place) => cells[place]?.trim() === '');
    const payer: Cell = (field) => at(billed.get(field));
    return { cell: isBilled ? payer : (field) => at(places.get(field)), billed: saysWhoPays ? payer : null };
  };
}

const nameIn = (cell: Cell): string => cell('name') || [cell('first_name'), cell('last_name')].filter(Boolean).join(' ');

/** Where a row says that something is, whether it is posted there or not, and as well as it says it. */
function placeIn(cell: Cell, file: File): string | null {
  return cell('line1') === '' ? null : placeOf(formOf(cell, file));
}

function payerOf({ billed }: Cells, file: File): Payer | null {
  const name = billed === null ? '' : nameIn(billed);
  return billed === null || name === '' ? null : { name, place: placeIn(billed, file) };
}

function readRow(cell: Cell, file: File, payer: Payer | null): Read {
  const problems = problemsOf();
  const legacyId = numberOf(cell, problems);
  const readerId = cell('reader_id').slice(0, 60);
  // A shop's guests are all its customer 0.
  const reader = readerId === '' || readerId === '0' ? `#${legacyId}` : readerId;
  const place = placeIn(cell, file);
  const typed = v.safeParse(Email, cell('email'));
  const person: Person = { reader, email: typed.success ? typed.output : null, name: nameIn(cell), place };
  const isGift = isApart(whoseCopy({ name: person.name, place, payer }, []));
  const refused = (): Read => {
    return { type: 'refused', legacyId: legacyId === '' ? null : legacyId, problems: problems.found, person: isGift ? null : person };
  };
  const ended = (): Read => ({ type: 'ended', legacyId, person: isGift ? null : person });

  const status = cell('status');
  if (status !== '' && !RUNS.test(status)) {
    if (ENDED.test(status)) return legacyId === '' ? refused() : ended();
    problems.refuse('status', deskText('row_status', { typed: status }));
  }
  const name = problems.checked('name', required(120), nameIn(cell));
  const email = cell('email') === '' ? null : problems.checked('email', Email, cell('email'));
  const { plan, level, copies, value } = boughtOf(cell, file, problems);
  const { lists, note } = listsAndNoteOf(cell, problems);
  const owed = owedOf(cell, file.columns.dates, file.rules.now);
  if (owed.type === 'refused') problems.refuse(owed.field, owed.told);
  const { address, shipcode } = plan?.medium === 'print' ? destinationOf(cell, file, problems) : { address: null, shipcode: null };
  if (plan && plan.medium !== 'print' && cell('email') === '') problems.refuse('email', deskText('files_need_email'));

  if (owed.type === 'ended' && problems.found.length === 0) return ended();
  if (
    problems.found.length > 0 ||
    owed.type !== 'owed' ||
    !plan ||
    name === null ||
    level === null ||
    copies === null ||
    value === null ||
    lists === null
  ) {
    return refused();
  }
  const { term, issues, until } = owed;
  const deliverable = deliverableOf(plan.medium, shipcode ?? 'a');
  const copy = { name, place: address && placeOf(address), payer };
  const apart = isApart(whoseCopy(copy, []));
  return {
    type: 'well',
    legacyId,
    until,
    person: apart ? null : { ...person, place: copy.place ?? place },
    data: {
      ...(apart ? { ...GIVEN, reader: `#${legacyId}` } : { reader, email }),
      name,
      address,
      shipcode,
      deliverable,
      level,
      term,
      issues,
      copies,
      value,
      ...(!apart && payer !== null && { payers: true }),
      ...(plan.medium !== 'print' && cell('line1') !== '' && { unposted: true }),
      ...(lists.length > 0 && { lists }),
      ...(note !== '' && { note }),
    },
  };
}

type Problems = ReturnType<typeof problemsOf>;

/** What is wrong with a row, in the order in which it is found. */
function problemsOf() {
  const found: Problem[] = [];
  const refuse = (field: string, told: CodedText): void => void found.push({ field, told });
  return {
    found,
    refuse,
    /** What a schema makes of a value; null where it refuses it. `say`: in other words than the schema's. */
    checked: <Schema extends v.GenericSchema>(
      field: string,
      schema: Schema,
      value: unknown,
      say: (field: string, told: CodedText) => CodedText = (_field, told) => told,
    ): v.InferOutput<Schema> | null => {
      const result = v.safeParse(schema, value, IN_CODES);
      if (result.success) return result.output;
      for (const [inner, told] of Object.entries(fieldErrors(result.issues))) refuse(inner === 'general' ? field : inner, say(inner, told));
      return null;
    },
  };
}

/** The number that the row has in the other system; nothing where it has none. */
function numberOf(cell: Cell, { refuse }: Problems): string {
  const legacyId = cell('legacy_id');
  if (legacyId === '') refuse('legacy_id', deskText('row_without_number'));
  else if (legacyId.length > MOST_NUMBER) refuse('legacy_id', deskText('row_number_too_long', { most: MOST_NUMBER }));
  return legacyId;
}

/** What was bought: print or digital, which level, how many of it, and what of its price is still owed, in cents. */
function boughtOf(cell: Cell, { columns, plans, rules }: File, { refuse }: Problems) {
  const planCell = cell('plan');
  const plan = planCell === '' ? { medium: columns.medium, level: columns.level } : plans.get(planIn(planCell));
  if (!plan) refuse('plan', deskText('row_plan', { typed: planIn(planCell) }));
  const level = levelOf(cell('level'), plan?.level ?? columns.level, rules.levels);
  if (level === null) refuse('level', deskText('row_level', { typed: cell('level'), low: rules.levels.low, high: rules.levels.high }));

  const copies = whole(cell('copies') || quantityIn(planCell) || '1', 1, MOST_COPIES);
  if (copies === null) refuse('copies', deskText('row_copies', { typed: cell('copies'), most: MOST_COPIES }));
  const value = centsOf(cell('value_left'));
  if (value === null) refuse('value_left', deskText('row_value_left', { typed: cell('value_left') }));
  return { plan, level, copies, value };
}

function listsAndNoteOf(cell: Cell, { refuse }: Problems) {
  const lists = listsOf(cell('list'));
  if (lists === null) refuse('list', deskText('row_list', { typed: cell('list').slice(0, 60) }));
  else if (lists.length > 0 && cell('email') === '') refuse('list', deskText('row_list_without_email'));
  const note = cell('note');
  if (note.length > LONGEST_NOTE) refuse('note', deskText('row_note_too_long', { most: LONGEST_NOTE }));
  return { lists, note };
}

/** Where print goes, by the rules of the check-out; nowhere where they refuse it. */
function destinationOf(cell: Cell, file: File, { checked, refuse }: Problems): Pick<ImportedRow, 'address' | 'shipcode'> {
  const { columns, rules } = file;
  // Where the check-out asks for another choice, whoever mends a file has no list to choose from.
  const choice = (field: string, told: CodedText): CodedText => {
    const [country, state] = [cell('country') || columns.country, cell('state')];
    if (field === 'country' && country !== '') return deskText('row_country', { typed: country });
    return field === 'state' && state !== '' ? deskText('row_state', { typed: state, country }) : told;
  };
  const typed = checked('address', AddressForm, formOf(cell, file), (field, told) => (field === 'country' ? choice(field, told) : told));
  const goes = typed && checkAddress(typed, 'a', true, rules.zones);
  if (goes?.type === 'destination') return goes.destination;
  for (const [field, told] of Object.entries(goes?.errors ?? {})) {
    const part = field.replace('address.', '');
    refuse(part, choice(part, told));
  }
  return { address: null, shipcode: null };
}

/** What is left of it: so many issues, or as many as come until its day. */
function owedOf(
  cell: Cell,
  dates: ImportColumns['dates'],
  now: Date,
):
  | { type: 'owed'; term: Term; issues: number | null; until: Date | null }
  | { type: 'ended' }
  | { type: 'refused'; field: string; told: CodedText } {
  const left = cell('issues_left');
  if (/^(life(time)?|forever|perpetual)$/i.test(left)) return { type: 'owed', term: 'lifetime', issues: null, until: null };
  if (left !== '') {
    const issues = whole(left, 0, MOST_ISSUES);
    if (issues === null) {
      return { type: 'refused', field: 'issues_left', told: deskText('row_issues_left', { typed: left, most: MOST_ISSUES }) };
    }
    return issues === 0 ? { type: 'ended' } : { type: 'owed', term: '1year', issues, until: null };
  }
  const field = cell('expires') !== '' && cell('expires') !== '0' ? 'expires' : 'ends';
  const raw = cell(field);
  if (raw === '' || raw === '0') {
    return { type: 'refused', field: 'expires', told: deskText('row_nothing_owed') };
  }
  const until = dayOf(raw, dates);
  if (until === null) {
    const other = dates === 'mdy' ? 'dmy' : 'mdy';
    const turned = dates === 'mdy' ? 'row_no_day_month_first' : 'row_no_day_day_first';
    return { type: 'refused', field, told: deskText(dayOf(raw, other) === null ? 'row_no_day' : turned, { typed: raw }) };
  }
  if (until <= now) return { type: 'ended' };
  const issues = issuesUntil(until, now);
  if (issues > MOST_ISSUES) return { type: 'refused', field, told: deskText('row_day_too_far', { typed: raw }) };
  return { type: 'owed', term: '1year', issues, until };
}

/**
 * A quarter that has begun has its issue, but for three weeks: a year that was paid yesterday is four, and so is one
 * that was paid tomorrow.
 */
export function issuesUntil(until: Date, now: Date): number {
  const quarters = ((until.getTime() - now.getTime()) / (365.25 * DAY)) * ISSUES_PER_YEAR;
  return Math.max(1, Math.ceil(quarters - 0.25));
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * A day as sources write it: 2027-03-31, with a time or without, 3/31/2027 or 31.3.2027 by `dates`, 31-Mar-27, March
 * 31, 2027, Mar 2027, 2027-03, or Mar-27 as a spreadsheet saves that. Null for what is none.
 */
export function dayOf(raw: string, dates: 'mdy' | 'dmy'): Date | null {
  const text = raw.trim().replace(/[T ]\d{1,2}:\d{2}(:\d{2})?(\.\d+)?( ?[AP]M)?(Z|[+-]\d{2}:?\d{2})?$/i, '');
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(text);
  if (iso) return date(iso[1], iso[2], iso[3]);
  const month = /^(\d{4})-(\d{1,2})$/.exec(text);
  // The month's last day.
  if (month) return lastOf(Number(month[1]), Number(month[2]));
  const named = /^([a-z]{3})[a-z]*\.?(?: (\d{4})|-(\d{4}|\d{2}))$/i.exec(text);
  if (named) return lastOf(Number(named[2] ?? yearOf(named[3])), monthOf(named[1]));
  const dayFirst = /^(\d{1,2})[- ]([a-z]{3})[a-z]*\.?[- ,]+(\d{4}|\d{2})$/i.exec(text);
  if (dayFirst) return date(yearOf(dayFirst[3]), String(monthOf(dayFirst[2])), dayFirst[1]);
  const monthFirst = /^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})$/i.exec(text);
  if (monthFirst) return date(monthFirst[3], String(monthOf(monthFirst[1])), monthFirst[2]);
  const parts = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(text);
  if (!parts) return null;
  const year = yearOf(parts[3]);
  return dates === 'mdy' ? date(year, parts[1], parts[2]) : date(year, parts[2], parts[1]);
}

/** From 1; 0 is none. */
const monthOf = (name = ''): number => MONTHS.indexOf(name.toLowerCase()) + 1;
const yearOf = (raw = ''): string => (raw.length === 2 ? `20${raw}` : raw);

function date(year = '', month = '', day = ''): Date | null {
  const made = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return made.getUTCMonth() === Number(month) - 1 && made.getUTCDate() === Number(day) ? made : null;
}

function lastOf(year: number, month: number): Date | null {
  return month >= 1 && month <= 12 ? new Date(Date.UTC(year, month, 0)) : null;
}

function whole(raw: string, least: number, most: number): number | null {
  const number = /^\d{1,6}(\.0+)?$/.test(raw) ? Number(raw) : Number.NaN;
  return number >= least && number <= most ? number : null;
}

/**
 * Cents of an amount such as 39.00, $1,039.00, 39,00 or 39.00 USD; nothing is nothing. In another currency it is no
 * amount: what is owed is owed in ours.
 */
export function centsOf(raw: string): number | null {
  const text = raw.replace(/^((US)?\$|USD)\s?|\s?USD$/i, '').trim();
  if (text === '') return 0;
  // Thirty-nine dollars, which a spreadsheet divided, and not thirty-nine thousand; or the other way round.
  if (TWO_WAYS.test(text)) return null;
  const parts = /^(\d{1,3}(?:[,.']\d{3})+|\d+)(?:[.,](\d{1,2}))?$/.exec(text);
  if (!parts) return null;
  const cents = Number((parts[1] ?? '').replace(/[,.']/g, '')) * 100 + Number((parts[2] ?? '').padEnd(2, '0'));
  return cents <= MOST_VALUE ? cents : null;
}

/** What a cell says of mailing lists: their tags. Null where it is something else. */
function listsOf(raw: string): string[] | null {
  if (/^(|no|none|n|0|false|unsubscribed)$/i.test(raw)) return [];
  const tags = raw
    .toLowerCase()
    .split(/[\s,;|]+/)
    .filter((tag) => tag !== '');
  return v.is(ListTags, tags) ? [...new Set(tags)] : null;
}

/** The publication's own names come first: what it calls its dearer level may be what others call the other. */
function levelOf(raw: string, otherwise: Level, own: Names['levels']): Level | null {
  if (raw === '') return otherwise;
  const word = raw.toLowerCase();
  const isOf = (names: Names['levels'], level: Level) => names[level].toLowerCase() === word;
  for (const names of [own, LEVEL_NAMES]) {
    if (isOf(names, 'low')) return 'low';
    if (isOf(names, 'high')) return 'high';
  }
  return v.is(Level, word) ? word : null;
}

const spelling = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[.\s]+/g, ' ')
    .trim();

function spellingsOf(options: readonly { code: string; names: readonly string[] }[]): Spellings {
  return new Map(options.flatMap(({ code, names }) => [...names, code].map((name) => [spelling(name), code])));
}

/** What ISO has as countries and the United States' post as its own. */
const TERRITORIES: ReadonlySet<string> = new Set(['AS', 'GU', 'MP', 'PR', 'VI']);

/**
 * An address as the check-out's form would send it: countries and states by their codes, whichever way they are
 * written.
 */
function formOf(cell: Cell, { columns, countries, states }: File): TypedAddress {
  const raw = cell('country') || columns.country;
  const named = countries.get(spelling(raw)) ?? raw;
  // Shops have the territories as countries; their post, and so the check-out, has them as states.
  const ofStates = states.get('US');
  const territory = [raw, named].map((one) => ofStates?.get(spelling(one)) ?? '').find((code) => TERRITORIES.has(code));
  const country = territory === undefined ? named : 'US';
  const state = territory ?? states.get(country)?.get(spelling(cell('state'))) ?? cell('state');
  return { ...eachPart(cell), state, postcode: withZeros({ postcode: cell('postcode'), country }), country };
}
