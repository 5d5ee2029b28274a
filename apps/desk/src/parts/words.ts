import { Level } from '@newsstand/contracts/cart';
import { displayDate, displayMoment } from '@newsstand/contracts/display-date';
import type { DeskAction } from '@newsstand/contracts/desk-history';
import type { InvoiceState } from '@newsstand/contracts/desk-invoices';
import type { DeskTerm } from '@newsstand/contracts/desk-reader';
import type { BankInquiry, DeskList, DeskPageOfWork } from '@newsstand/contracts/desk-lists';
import type { OrderKind } from '@newsstand/contracts/desk-orders';
import { LAPSED_WITHIN, type ReaderFlag, type ReaderSegment, type ReaderSort } from '@newsstand/contracts/desk-readers';
import type { RefundMethod, RefundState } from '@newsstand/contracts/desk-refund';
import type { DeskSession } from '@newsstand/contracts/desk-staff';
import type { DeskReason } from '@newsstand/contracts/desk-verbs';
import type { Unprintable } from '@newsstand/contracts/label-sheets';
import { formatCents } from '@newsstand/contracts/money';
import type { MoneyBackState } from '@newsstand/contracts/money-back';
import { Shipcode } from '@newsstand/contracts/shipcode';
import { EXPIRING_ISSUES } from '@newsstand/contracts/subscription';
import * as v from 'valibot';

/** A day as readers read it, too: `11.2.2026`. */
export const day = (instant: string): string => displayDate(instant);

/** A date without a time, `2026-12-01`, as staff read it. */
export const date = (iso: string): string => day(`${iso}T12:00:00`);

/** Cents of what was typed as dollars; null for what is no sum. */
export function centsOf(typed: string): number | null {
  const sum = typed.trim().replace(/^\$\s*/, '');
  // As a check has it, with a comma before each three digits; one that stands for a point is not guessed at.
  const digits = /^\d{1,3}(,\d{3})+(\.|$)/.test(sum) ? sum.replaceAll(',', '') : sum;
  return /^\d{1,7}(\.\d{1,2})?$/.test(digits) ? Math.round(Number(digits) * 100) : null;
}

/** A day and its time, where the time says something. */
export const moment = (instant: string): string => displayMoment(instant);

/** A zone by the place that it is named for: `New York`. */
export const zoneWords = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');

/** A moment by the publication's clock, for what is planned by it: `12.1.2026, 9:00 AM (New York)`. */
export const momentIn = (instant: string, zone: string): string => `${displayMoment(instant, zone)} (${zoneWords(zone)})`;

/** `service, shop or accountant`. */
export const listed = (words: readonly string[], last: 'and' | 'or'): string =>
  new Intl.ListFormat('en-GB', { type: last === 'and' ? 'conjunction' : 'disjunction' }).format(words);

const MINUTE = 60_000;
const ofDay = (at: Date): number => Date.UTC(at.getFullYear(), at.getMonth(), at.getDate());

/** For how many days something has waited, by the calendar of whoever looks: `today`, `yesterday`, `3 days`. */
export function ageWords(instant: string, now: Date): string {
  const days = Math.round((ofDay(now) - ofDay(new Date(instant))) / (24 * 60 * MINUTE));
  return days <= 0 ? 'today' : days === 1 ? 'yesterday' : `${days.toLocaleString('en')} days`;
}

/** How long ago something was: `now`, `2 min`, `3:22 PM` of the same day, and the moment of any other. */
export function agoWords(instant: string, now: Date): string {
  const at = new Date(instant);
  const minutes = Math.floor((now.getTime() - at.getTime()) / MINUTE);
  if (minutes < 1) return 'now';
  if (minutes < 60) return `${minutes} min`;
  return ofDay(at) === ofDay(now) ? displayMoment(instant).split(', ').slice(1).join(', ') : moment(instant);
}

/** What the publication calls its zones, levels and lists: here as on readers' own pages. */
export type Names = Pick<DeskSession, 'zones' | 'levels' | 'lists'>;

/** A zone by its name; one that is not known, as it is written. */
export const zoneName = (zone: string, { zones }: Names): string => (v.is(Shipcode, zone) ? zones[zone] : zone);
export const levelName = (level: string, { levels }: Names): string => (v.is(Level, level) ? levels[level] : level);

/** A mailing list as whoever signs up reads it, and its tag, as files have it. */
export const listName = (tag: string, { lists = {} }: Names): string => (Object.hasOwn(lists, tag) ? `${lists[tag]} (${tag})` : tag);
const listWord = (tag: string | undefined, names: Names): string =>
  tag === undefined ? 'a mailing list' : `the list ${listName(tag, names)}`;

export const deliverableName = (deliverable: string, names: Names): string =>
  deliverable === 'digital' ? 'Digital' : deliverable.replace(/^print-(.)$/, (_, zone: string) => `Print, ${zoneName(zone, names)}`);

/** A list of what is posted: the first of its zone, or one of who was late for it. */
export const postListName = (zone: string, part: number, names: Names): string =>
  `${zoneName(zone, names)}${part > 1 ? `, late ${part - 1}` : ''}`;

/** Whose they are: labels, parcels or letters by what stands on them, and the names that no PDF can write. */
export const whoseWords = ({ count, first }: Unprintable): string =>
  `${first.map(({ label, name }) => `${label} (${name})`).join(', ')}${count > first.length ? ` and ${count - first.length} more` : ''}`;

const TERMS: Record<string, string> = { '1year': '1 year', '2year': '2 years', '3year': '3 years', lifetime: 'lifetime' };
export const termName = (term: string): string => TERMS[term] ?? term;

export const issuesWords = (issues: number): string => (issues === 1 ? 'one issue' : `${issues} issues`);
const WHOLE: Record<string, number> = { '1year': 4, '2year': 8, '3year': 12 };

/** A term in a line, by the names that its reader knows. What was given as so many issues is no year. */
export const termWords = (
  { deliverable, level, term, copies, paid }: Pick<DeskTerm, 'deliverable' | 'level' | 'term' | 'copies' | 'paid'>,
  names: Names,
): string => {
  const length = paid === null || paid === WHOLE[term] ? termName(term) : issuesWords(paid);
  return `${deliverableName(deliverable, names)}, ${levelName(level, names)}, ${length}${copies > 1 ? `, ${copies} copies` : ''}`;
};

/** `print-a, low, 1 issues`, as the history keeps what was given. */
const givenWords = (what: string, names: Names): string =>
  what
    .split(', ')
    .map((part) => (part === '1 issues' ? issuesWords(1) : termName(levelName(deliverableName(part, names), names))))
    .join(', ');

/** The lists of work: what each is called, and what is to be done with whoever is on it. */
const LISTS: Record<DeskList | DeskPageOfWork, { name: string; hint: string }> = {
  parcels: { name: 'Parcels to send', hint: '' },
  'low-stock': { name: 'Low stock', hint: '' },
  jobs: { name: 'Jobs that failed', hint: '' },
  books: { name: 'Books that do not add up', hint: '' },
  'no-address': { name: 'Owed a copy, no address', hint: 'Ask them where it goes: the next list leaves them out.' },
  undeliverable: {
    name: 'Copies come back',
    hint: 'Nothing is posted to them before there is another address: ask them where it goes. A late list has what they are owed.',
  },
  'email-fails': {
    name: 'E-mail that fails',
    hint: 'Letters come back. Another way to reach them may be among their addresses and notes.',
  },
  'to-erase': {
    name: 'Readers to erase',
    hint: 'Somebody asked for it. Another person does it within seven days, on the reader’s page, or wants the reader to stay.',
  },
  'refunds-to-approve': {
    name: 'Refunds to approve',
    hint: 'More than one person may pay back of an order in a day. Another one allows it, or does not.',
  },
  'refunded-elsewhere': {
    name: 'Refunded elsewhere: decide',
    hint: 'Money went back at the provider’s or their bank’s. Decide what of the order it takes away, or that nothing is.',
  },
  'refund-failed': {
    name: 'Refunds that failed',
    hint: 'The provider refused, or the money came back to us. Pay it in another way, or give back what was taken away.',
  },
  'paid-back-held': {
    name: 'Paid back, goods still held',
    hint: 'All that they cost went back, and they are not sent. Take them away, and they are in stock again.',
  },
  disputes: {
    name: 'Disputes',
    hint: 'Answer an open one, or what a bank only asks, in the provider’s dashboard, before the bank’s day; what an open one’s order paid for is taken away on the order’s page. Of one that was won, decide whether what was taken away is given back.',
  },
  'charge-fails': { name: 'Cards that fail', hint: 'It is tried again by itself. A login link leads its reader to their card.' },
  'invoice-past-due': { name: 'Invoices past due', hint: 'Whoever was billed has not paid yet.' },
};
export const listWords = (list: string): { name: string; hint: string } =>
  Object.entries(LISTS).find(([name]) => name === list)?.[1] ?? { name: 'List', hint: '' };

/** `17 pdf` as `17: PDF`. */
const fileOfIssue = (what: string) =>
  what.replace(/ (pdf|epub)$/, (_, format: string) => `: ${format.toUpperCase()}`).replace(/ cover$/, ': cover');

/** What of an action's `to` its sentence tells: that of an erased reader, and of before it was kept, tells nothing. */
const Outcome = v.object({
  amount: v.fallback(v.optional(v.number()), undefined),
  total: v.fallback(v.optional(v.number()), undefined),
  number: v.fallback(v.optional(v.string()), undefined),
  waived: v.fallback(v.optional(v.number()), undefined),
  invoices: v.fallback(v.optional(v.array(v.string())), undefined),
  billed: v.fallback(v.optional(v.string()), undefined),
  waits: v.fallback(v.optional(v.boolean()), undefined),
  approved: v.fallback(v.optional(v.boolean()), undefined),
  takes: v.fallback(v.optional(v.boolean()), undefined),
  won: v.fallback(v.optional(v.boolean()), undefined),
  state: v.fallback(v.optional(v.string()), undefined),
  method: v.fallback(v.optional(v.string()), undefined),
  note: v.fallback(v.optional(v.string()), undefined),
  list: v.fallback(v.optional(v.string()), undefined),
  roles: v.fallback(v.optional(v.array(v.string())), undefined),
  disabled: v.fallback(v.nullish(v.string()), undefined),
  reader: v.fallback(v.optional(v.string()), undefined),
});
type Outcome = v.InferOutput<typeof Outcome>;
const outcomeOf = (to: unknown): Outcome => {
  const read = v.safeParse(Outcome, to);
  return read.success ? read.output : {};
};

/** The unpaid invoices that it cancelled. */
export const cancelledBy = ({ to }: Pick<DeskAction, 'to'>): readonly string[] => outcomeOf(to).invoices ?? [];

/** What whoever did it noted of it. */
export const notedOf = ({ to }: Pick<DeskAction, 'to'>): string => outcomeOf(to).note ?? '';

const sum = (cents: number | undefined, otherwise: string): string => (cents === undefined ? otherwise : formatCents(cents));
/** `, $12.00` */
const ofSum = (cents: number | undefined): string => (cents === undefined ? '' : `, ${formatCents(cents)}`);
/** `, which cancelled EXC-003` */
const cancelledWith = (invoices: readonly string[] = []): string =>
  invoices.length === 0 ? '' : `, which cancelled ${listed(invoices, 'and')}`;
export const BY: Record<string, string> = { check: ' by check', wire: ' by wire', card: '' };

const MISSED: Record<string, string> = { refused: 'was refused', failed: 'did not arrive' };

/** Money that was paid back, or that somebody asked for and another person has to allow. */
function refundWords(order: string, { amount, waits, method, invoices, state = '' }: Outcome): string {
  const also = cancelledWith(invoices);
  if (amount === 0) return `took away what order ${order} had brought, with no money back${also}`;
  if (waits || (waits === undefined && state === 'to-approve'))
    return `asked for ${sum(amount, 'money')} of order ${order} to be paid back${state === '' || state === 'to-approve' ? ', which waits for another person' : ''}${also}`;
  if (state in MISSED) return `tried to pay back ${sum(amount, 'money')} of order ${order}, which ${MISSED[state]}${also}`;
  return `${amount === undefined ? `paid back order ${order}` : `paid back ${formatCents(amount)} of order ${order}${BY[method ?? ''] ?? ''}`}${also}`;
}

/** A refund that did not arrive. */
function retryWords(order: string, { amount, method, state = '' }: Outcome): string {
  if (method === 'none') return `left a refund of order ${order} that did not arrive`;
  if (state in MISSED) return `tried to pay ${sum(amount, 'a refund')} of order ${order} once more, which ${MISSED[state]}`;
  return method === undefined
    ? `saw to a refund of order ${order} that did not arrive`
    : `paid ${sum(amount, 'a refund')} of order ${order} that did not arrive${method === 'card' ? ' once more' : BY[method]}`;
}

/** Somebody who works here: whether they still do, and as what. */
function staffWords(who: string, _names: Names, { roles = [], disabled }: Outcome, was: Outcome): string {
  if (disabled != null && was.disabled == null) return `shut ${who} out of the desk`;
  if (disabled == null && was.disabled != null) return `let ${who} in again`;
  const before = was.roles ?? [];
  const [more, less] = [roles.filter((role) => !before.includes(role)), before.filter((role) => !roles.includes(role))];
  const changes = [
    ...(more.length > 0 ? [`made ${who} ${listed(more, 'and')}`] : []),
    ...(less.length > 0 ? [`took ${listed(less, 'and')} from ${who}`] : []),
  ];
  return changes.length === 0 ? `changed what ${who} may do` : changes.join(', and ');
}

/** A verb of the history, as a sentence goes on after a name: `wrote note`. */
export const VERBS: Record<string, (subject: string, names: Names, outcome: Outcome, was: Outcome) => string> = {
  writeNote: () => 'wrote a note',
  compSubscription: (what, names) => `gave ${givenWords(what, names)}`,
  takeBackComp: () => 'took back what was given',
  endDonationFor: (_, _names, { amount }) => `ended a monthly donation${ofSum(amount)}`,
  leaveListFor: (_, names, { list }) => `took the address off ${listWord(list, names)}`,
  takeBackLeaving: (_, names, { list }) => `put the address on ${listWord(list, names)} again`,
  endEverybodysSessions: () => 'logged everybody out',
  seeAsReader: () => 'looked at the account as its reader',
  askToErase: () => 'asked for the reader to be erased',
  takeBackErasure: () => 'wants the reader to stay',
  eraseReader: () => 'erased the reader',
  takeBackNote: () => 'took a note back',
  changeStaff: staffWords,
  inviteStaff: (who) => `invited ${who}`,
  mailKeyLink: (who) => `mailed ${who} a link for a further passkey`,
  replaceKeys: (who) => `had the passkeys of ${who} replaced`,
  takeBackKeyLink: (who) => `took back the link by which ${who} would have made a passkey`,
  makeKey: (which) => (which === '' ? 'made their first passkey' : `made a passkey, ${which}`),
  changeAddressFor: (zone, names, { billed, total, waived, invoices }) => {
    const name = zoneName(zone.replace('zone ', ''), names);
    if (waived !== undefined)
      return `moved to ${name}${waived === 0 ? '' : `, and waived ${formatCents(waived)} for it`}${cancelledWith(invoices)}`;
    return billed === undefined
      ? `changed the address, ${name}`
      : `billed a move to ${name}${ofSum(total)}, which waits for invoice ${billed} to be paid`;
  },
  switchAutorenewFor: (what) => (what === 'on' ? 'had it renew by itself' : 'stopped renewing'),
  cancelSubscription: (_, _names, { invoices }) => `ended a subscription${cancelledWith(invoices)}`,
  refundOrder: (order, _names, outcome) => refundWords(order, outcome),
  approveRefund: (order, _names, { approved, amount }) =>
    approved === undefined
      ? `decided about a refund of order ${order}`
      : `${approved ? 'allowed' : 'did not allow'} ${sum(amount, 'money')} of order ${order} to be paid back`,
  retryRefund: (order, _names, outcome) => retryWords(order, outcome),
  undoRefund: (order) => `gave back what a refund of order ${order} had taken away`,
  decideMoneyBack: (order, _names, { takes, amount, won }) => {
    if (won) return `left away what was taken away for a dispute about order ${order} that was won`;
    const back = `${sum(amount, 'money')} of order ${order} that went back elsewhere`;
    return takes === undefined
      ? `decided what ${back} takes away`
      : `decided that ${back} ${takes ? 'takes away what it had paid for' : 'takes nothing away'}`;
  },
  restoreSubscription: () => 'let a subscription go on',
  endSessionsFor: () => 'logged the reader out everywhere',
  resendLetter: () => 'sent a letter again',
  sendLogin: () => 'mailed a login link',
  makeBatch: () => 'packed a batch of parcels',
  dissolveBatch: (batch) => `unpacked ${batch}`,
  exportBatch: (batch) => `took a carrier’s file of ${batch}`,
  printBatch: (batch) => `took ${batch} to print`,
  dispatchGoods: (order) => `sent a parcel of order ${order}`,
  takeBackParcel: (order) => `a parcel of order ${order}`,
  adjustStock: (what) => `changed the stock: ${what}`,
  takeBackMove: (what) => `a change of stock: ${what}`,
  sendCopy: (what, _names, { number }) =>
    what.startsWith('issue ')
      ? `sent another copy of ${what}`
      : `sent goods of order ${what} once more${number === undefined ? '' : `, as order ${number}`}`,
  takeBackCopy: (what) => (what.startsWith('issue ') ? `took back another copy of ${what}` : `took back what order ${what} sent once more`),
  exportRecords: (what) => `took a file of ${what}`,
  exportPeople: (whom) => `took a file of ${whom}`,
  exportReader: () => 'mailed the reader what is kept of them',
  planRelease: (number) => `planned issue ${number}`,
  returnToSender: (label) => `noted that ${label} came back`,
  takeBackReturn: (label) => `that ${label} came back`,
  makePostLists: (issue) => `made lists of ${issue} for the post`,
  exportLabels: (what, names) => `took the labels of ${what.replace(/\bzone ([abc])\b/g, (_, zone: string) => zoneName(zone, names))}`,
  uploadIssueFile: (what) => `changed a file of issue ${fileOfIssue(what)}`,
  stopRelease: (number) => `stopped issue ${number}`,
  uploadImport: (name) => `brought the file ${name}`,
  checkImport: (name) => `had the file ${name} checked`,
  applyImport: (name, _names, { reader }) =>
    reader === 'changed' ? `had ${name} taken over, which changed name or address` : `had the readers of ${name} taken over`,
  pauseImport: (name) => `held the import of ${name}`,
  resumeImport: (name) => `let the import of ${name} go on`,
  writeToImported: (name) => `wrote to the readers of ${name}`,
  stopImported: (name) => `stopped the letters to the readers of ${name}`,
  takeRefused: (name) => `took the refused rows of ${name}`,
  withdrawImport: (name) => `took back what ${name} had brought`,
  discardImport: (name) => `threw the file ${name} away`,
  writeInvoice: (whom, _names, { number, total }) =>
    `wrote ${number === undefined ? 'an invoice' : `invoice ${number}`} for ${whom}${ofSum(total)}`,
  recordPayment: (number, _names, { amount }) => `recorded the payment of ${number}${ofSum(amount)}`,
  correctPayment: (number) => `corrected the payment of ${number}`,
  retryJob: () => 'had a failed job tried again',
  releaseIssue: (issue) => `began to give out ${issue}`,
  runRenewals: () => 'began to charge what is due',
  replayWebhooks: (which) => `sent messages to the publisher’s systems again: ${which}`,
  applyPublication: (name) => `applied the files of ${name}`,
  writeToDonors: (year) => `wrote to the donors of ${year}`,
  takeBackLetters: (year) => `stopped the letters to the donors of ${year}`,
  takeDonorLetters: (year) => `took the letters to the donors of ${year} as PDF`,
  closeMonth: (month) => `closed ${displayDate(month)}`,
  cancelInvoice: (number, _names, { amount }) => `cancelled ${number}${ofSum(amount)}`,
};
type Told = Pick<DeskAction, 'verb' | 'subject'> & Partial<Pick<DeskAction, 'from' | 'to'>>;
export const verbWords = ({ verb, subject, from, to }: Told, names: Names): string =>
  VERBS[verb]?.(subject, names, outcomeOf(to), outcomeOf(from)) ?? `${verb} ${subject}`;

/** Verbs of taking back whose words say so themselves. */
const SAYS_SO = [
  'undoRefund',
  'takeBackComp',
  'takeBackErasure',
  'takeBackNote',
  'takeBackLeaving',
  'takeBackCopy',
  'takeBackLetters',
  'stopImported',
  'restoreSubscription',
];

/** What somebody did, as it goes on after their name: `took back: changed the address, Canada`. */
export const doneWords = (action: Told & Pick<DeskAction, 'undoes'>, names: Names): string =>
  `${action.undoes && !SAYS_SO.includes(action.verb) ? 'took back: ' : ''}${verbWords(action, names)}`;

/** Why something was done. */
export const REASONS: Record<DeskReason, string> = {
  asked: 'The reader asked for it',
  'came-back': 'Post came back',
  mended: 'A mistake is mended',
  lost: 'A copy was lost in the post',
  damaged: 'A copy came damaged',
  courtesy: 'A courtesy',
  deceased: 'The reader died',
  legal: 'The law asks for it',
  withdrawal: 'The reader withdraws from it',
  disputed: 'The bank took the money back',
  unpaid: 'Nobody paid it',
};

/**
 * The same as it stands in the history; of what asks for no reason, as an Undo, and of one that only another release
 * has, it is empty.
 */
export const reasonOf = ({ reason, undoes }: Pick<DeskAction, 'reason' | 'undoes'>): string =>
  isReason(reason) && !undoes ? REASONS[reason] : '';
const isReason = (reason: string): reason is DeskReason => Object.hasOwn(REASONS, reason);

/** `receipt-gift` as `receipt gift`. */
export const letterName = (kind: string): string => kind.replaceAll('-', ' ');

/** What became of money that goes back. */
export const MONEY_BACK: Record<MoneyBackState, string> = {
  pending: 'Refund on its way',
  refunded: 'Refunded',
  failed: 'Refund failed, the money is with us',
  open: 'Disputed, taken by the bank',
  lost: 'Dispute lost',
  won: 'Dispute won, the money is with us',
};

export const ORDER_KIND_NAMES: Record<OrderKind, string> = {
  subscription: 'Subscriptions',
  gift: 'Gifts',
  upgrade: 'Upgrades',
  donation: 'Donations',
  goods: 'Goods',
};
export const ORDER_STATES = { processing: 'On its way', paid: 'Paid', fulfilled: 'Fulfilled', cancelled: 'Cancelled' };

export const SEGMENTS: Record<ReaderSegment, string> = {
  running: 'Who has something that runs',
  expiring: `1 to ${EXPIRING_ISSUES} issues left`,
  lapsed: `Lapsed within ${LAPSED_WITHIN} issues`,
  lifetime: 'Lifetime',
  free: 'Free copies',
  'no-address': 'Print without an address',
  undeliverable: 'Copies come back',
  'email-fails': 'E-mail that fails',
  'card-fails': 'Cards that fail',
  imported: 'Taken over from another system',
  listed: 'On a mailing list',
};

export const READER_SORTS: Record<ReaderSort, string> = { newest: 'Newest first', oldest: 'Longest first', name: 'By name' };

/** What of a reader a list can be narrowed to, beside what runs. */
export const READER_FLAGS: Record<ReaderFlag, string> = {
  renews: 'Renews by itself',
  'does-not-renew': 'Does not renew',
  'email-fails': 'E-mail fails',
  undeliverable: 'Copies come back',
  noted: 'Has a note',
};

export const INVOICE_STATES: Record<InvoiceState, string> = {
  open: 'Open',
  'past-due': 'Past due',
  'on-its-way': 'On its way',
  paid: 'Paid',
  cancelled: 'Cancelled',
};

export const REFUND_METHODS: Record<RefundMethod, string> = { card: 'To where it came from', check: 'By check', wire: 'By wire' };

/** How a refund of the desk stands. */
/** What a bank asks about and has not taken, and until when it wants an answer. */
export const askedWords = ({ due, answered }: BankInquiry): string =>
  answered
    ? 'The bank asks, no money was taken; it is answered'
    : `The bank asks, no money was taken${due === null ? '' : `; answer by ${day(due)}`}`;

export const REFUND_STATES: Record<RefundState, string> = {
  'to-approve': 'Waits for another person to approve it',
  asked: 'The provider is being asked',
  pending: 'With the provider, on its way',
  sent: 'Paid back',
  refused: 'Not paid back',
  failed: 'Refund failed, the money is with us',
};
