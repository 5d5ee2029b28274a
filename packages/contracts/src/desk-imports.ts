import * as v from 'valibot';
import { ADDRESS_PARTS } from './address.ts';
import { mustNotBeBlank } from './blank.ts';
import { upTo } from './bounded.ts';
import { Level, Medium } from './cart.ts';
import { ActionId, DeskAction } from './desk-history.ts';

/** What is taken over of a file's columns (design, the desk's section 3.4). */
export const IMPORT_FIELDS = [
  'legacy_id',
  'reader_id',
  'name',
  'first_name',
  'last_name',
  'email',
  ...ADDRESS_PARTS,
  'plan',
  'level',
  'status',
  'copies',
  'issues_left',
  'expires',
  'ends',
  'value_left',
  'list',
  'note',
] as const;
export const ImportField = v.picklist(IMPORT_FIELDS);
export type ImportField = v.InferOutput<typeof ImportField>;

/** What each is called, on the page and in the file of what was refused. */
export const IMPORT_FIELD_NAMES: Record<ImportField, string> = {
  legacy_id: 'Number of the subscription',
  reader_id: 'Number of the person',
  name: 'Name',
  first_name: 'First name',
  last_name: 'Last name',
  email: 'E-mail',
  line1: 'Address, first line',
  line2: 'Address, second line',
  city: 'City',
  state: 'State',
  postcode: 'Postal code',
  country: 'Country',
  plan: 'What is subscribed to',
  level: 'Level',
  status: 'Runs or has ended',
  copies: 'Copies of each issue',
  issues_left: 'Issues left',
  expires: 'Paid until',
  ends: 'Ends, where nothing says until when it is paid',
  value_left: 'Money not served yet',
  list: 'Mailing lists',
  note: 'Note',
};
const isField = (field: string): field is ImportField => Object.hasOwn(IMPORT_FIELD_NAMES, field);
export const importFieldName = (field: string): string => (isField(field) ? IMPORT_FIELD_NAMES[field] : field);

/** How many different plans a file may name: each is told what it is. */
export const MOST_PLANS = 50;
/** In bytes, and in rows with the heading. */
export const MOST_BYTES = 50 * 1024 * 1024;
export const MOST_ROWS = 200_000;

const Header = upTo(200);
/** A name of what a file calls a subscription, and what it is here. */
export const ImportPlan = v.object({ value: upTo(200), medium: Medium, level: Level });
export type ImportPlan = v.InferOutput<typeof ImportPlan>;

/**
 * What somebody said of a file's columns: which is what; what each plan is; what is meant where a row says nothing; and
 * how its days are written.
 */
export const ImportColumns = v.object({
  fields: v.record(ImportField, Header),
  plans: v.pipe(v.array(ImportPlan), v.maxLength(MOST_PLANS)),
  medium: Medium,
  level: Level,
  /** Of rows without one, by its code; empty: such rows are refused. */
  country: v.pipe(v.string(), v.regex(/^([A-Z]{2})?$/)),
  dates: v.picklist(['mdy', 'dmy']),
  /**
   * Whether those whom the column of lists names had agreed to be written to: nobody is taken over to a list who had
   * not.
   */
  consented: v.optional(v.boolean(), false),
});
export type ImportColumns = v.InferOutput<typeof ImportColumns>;

export const IMPORT_STATES = [
  'reading',
  'columns',
  'checking',
  'checked',
  'applying',
  'applied',
  'stopped',
  'withdrawing',
  'withdrawn',
] as const;
export const ImportState = v.picklist(IMPORT_STATES);
export type ImportState = v.InferOutput<typeof ImportState>;

/**
 * What a state means: its file is being read, staff are asked, the service is at work on its rows, what it brought is
 * there, or was taken back.
 */
const STANDINGS = {
  reading: 'read',
  columns: 'asked',
  checking: 'at-work',
  checked: 'asked',
  applying: 'at-work',
  applied: 'there',
  stopped: 'there',
  withdrawing: 'at-work',
  withdrawn: 'taken-back',
} as const satisfies Record<ImportState, string>;
type Standing = (typeof STANDINGS)[ImportState];
type StateOf<Is extends Standing> = { [State in ImportState]: (typeof STANDINGS)[State] extends Is ? State : never }[ImportState];

/** Whether an import stands so, and the states in which it does. */
export const importStands = <const Is extends Standing>(state: ImportState, ...standings: readonly Is[]): state is StateOf<Is> =>
  standings.some((is) => is === STANDINGS[state]);
export const importStates = <const Is extends Standing>(...standings: readonly Is[]): StateOf<Is>[] =>
  IMPORT_STATES.filter((state) => importStands(state, ...standings));

/**
 * `new`: is taken over; `same`: was before; `changed`: was, and its name or address is another; `ended`: nothing is
 * owed; `refused`: something of it is wrong.
 */
export const IMPORT_VERDICTS = ['new', 'same', 'changed', 'ended', 'refused'] as const;
export const ImportVerdict = v.picklist(IMPORT_VERDICTS);
export type ImportVerdict = v.InferOutput<typeof ImportVerdict>;

const count = v.number();
/**
 * What a check found. `accounts`: new rows whose mailbox has an account here that is proved; `unproved`: one that is
 * not; `apart`: what is somebody else's than whose mailbox or number it came with, and so in nobody's account.
 */
export const ImportCounts = v.object({
  new: count,
  same: count,
  changed: count,
  ended: count,
  refused: count,
  mailboxes: count,
  accounts: count,
  unproved: count,
  apart: count,
  /** Of those, how many are so as far as can be told, since the file does not say who pays; and some of these rows. */
  unsure: v.optional(count, 0),
  unsure_rows: v.optional(v.array(count), []),
  /** How many are of somebody who has an account here with another address. */
  moved: v.optional(count, 0),
  printed: count,
  copies: count,
  lifetimes: count,
  issues: count,
  value: count,
  /** How many have an address to which nothing is posted. */
  unposted: v.optional(count, 0),
  /** How many come to a mailing list, and how many notes. */
  lists: v.optional(count, 0),
  notes: v.optional(count, 0),
  /**
   * Of those that are here already, how many owe more, and how many less, by this file than was taken over, which stays
   * as it is; and the first of them, the more before the less. Issues, null for life.
   */
  more: v.optional(count, 0),
  less: v.optional(count, 0),
  otherwise: v.optional(v.array(v.object({ row: count, number: v.string(), had: v.nullable(count), says: v.nullable(count) })), []),
  /**
   * How many new ones have the number of one that was taken over before, but for zeros in front, which a spreadsheet
   * takes away.
   */
  without_zeros: v.optional(count, 0),
  /**
   * Other systems that were taken over, and how many of the new rows have a number, a mailbox, or a name with its
   * address of theirs; none of which the numbers alone are the same, as two systems may both have a number 17.
   */
  taken_before: v.optional(v.array(v.object({ source: v.string(), numbers: count, mailboxes: count, people: count })), []),
  /** Mailing lists on which nobody is yet. */
  new_lists: v.optional(v.array(v.string()), []),
});
export type ImportCounts = v.InferOutput<typeof ImportCounts>;

export const ImportMistake = v.object({ field: v.string(), text: v.string(), count, rows: v.array(count) });
export type ImportMistake = v.InferOutput<typeof ImportMistake>;

export const DeskImport = v.object({
  id: v.string(),
  source: v.string(),
  name: v.string(),
  state: ImportState,
  rows: count,
  /** How many of `total` are done of what is under way. */
  done: count,
  total: count,
  header: v.array(v.string()),
  /** The first rows. */
  sample: v.array(v.array(v.string())),
  columns: ImportColumns,
  /** Whether somebody said so of this file, or of one with the same columns. */
  remembered: v.boolean(),
  /** What stands in the column of plans, the commonest first. */
  plans: v.array(v.object({ value: v.string(), count })),
  counts: v.nullable(ImportCounts),
  mistakes: v.array(ImportMistake),
  failure: v.nullable(v.string()),
  created: v.string(),
  applied: v.nullable(v.string()),
  /** How many subscriptions that it brought are there. */
  brought: count,
  /** Whether somebody holds it. */
  paused: v.optional(v.boolean(), false),
  withdrawable: v.boolean(),
  /** That its readers were written to, newest first, by whom and whether the rest can still be stopped. */
  letters: v.optional(v.array(DeskAction), []),
});
export type DeskImport = v.InferOutput<typeof DeskImport>;

/** `sources`: what systems were called before, the last one first. */
export const DeskImports = v.object({
  sources: v.optional(v.array(v.string()), []),
  imports: v.array(
    v.object({ id: v.string(), source: v.string(), name: v.string(), state: ImportState, rows: count, created: v.string() }),
  ),
});
export type DeskImports = v.InferOutput<typeof DeskImports>;

/** What says whose numbers they are: two systems may both have a number 17. */
export const ImportSource = v.pipe(
  v.string(mustNotBeBlank),
  v.trim(),
  v.toLowerCase(),
  v.regex(/^[a-z0-9-]{1,40}$/, 'Use letters, digits and hyphens.'),
);

/** The query of an upload, whose body is the file itself. */
export const UploadImport = { action: ActionId, name: upTo(200), source: ImportSource };
export const ImportUploaded = v.object({ id: v.string(), rows: count });
export type ImportUploaded = v.InferOutput<typeof ImportUploaded>;

export const CheckImport = v.object({ action: ActionId, columns: ImportColumns });
export const ImportChecked = v.object({ rows: count });
export type ImportChecked = v.InferOutput<typeof ImportChecked>;

/** `rows`: how many the check said would be taken over or changed: whoever applies has seen that check. */
export const ApplyImport = v.object({ action: ActionId, rows: count });
/** `soon`: the next issue that is given to readers within a week: whoever is here before that is given it. */
export const ImportApplied = v.object({
  counts: ImportCounts,
  soon: v.optional(v.nullable(v.object({ issue: count, at: v.string() })), null),
});
export type ImportApplied = v.InferOutput<typeof ImportApplied>;

export const WithdrawImport = v.object({ action: ActionId });
/**
 * `mailed`: to how many of those that go a letter said that their subscription is here; `stopped`: to how many one
 * waits still, which is not sent.
 */
export const ImportWithdrawn = v.object({ untouched: count, used: count, mailed: v.optional(count), stopped: v.optional(count) });
export type ImportWithdrawn = v.InferOutput<typeof ImportWithdrawn>;

/** `paused`: what it shall be. */
export const PauseImport = v.object({ action: ActionId, paused: v.boolean() });
export const ImportPaused = v.object({ paused: v.boolean() });
export type ImportPaused = v.InferOutput<typeof ImportPaused>;

/** The rows that were refused, as a file. */
export const TakeRefused = v.object({ action: ActionId });
export const RefusedTaken = v.object({ name: v.string(), rows: count, csv: v.string() });
export type RefusedTaken = v.InferOutput<typeof RefusedTaken>;

export const DiscardImport = v.object({ action: ActionId });
export const ImportDiscarded = v.object({ rows: count });
export type ImportDiscarded = v.InferOutput<typeof ImportDiscarded>;

/** `readers`: how many were shown; null where it is only tried. */
export const WriteToImported = v.object({ action: ActionId, readers: v.nullable(v.number()) });
/**
 * `minutes`: for how long they go out, from ten minutes on; `begins`: in how many minutes they begin, where those of
 * other files go first.
 */
export const ImportedWritten = v.object({ letters: v.number(), minutes: v.number(), begins: v.optional(v.number()) });
export type ImportedWritten = v.InferOutput<typeof ImportedWritten>;
