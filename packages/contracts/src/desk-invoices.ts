import * as v from 'valibot';
import { CalendarDay } from './calendar-day.ts';
import { TypedAddress } from './address.ts';
import { upTo } from './bounded.ts';
import { After, ActionId, DeskAction } from './desk-history.ts';
import { GoesTo } from './desk-orders.ts';
import { Cents } from './money.ts';

/** How an invoice stands. `past-due`: it is open, and its day has passed; `on-its-way`: a bank is moving its money. */
export const INVOICE_STATES = ['open', 'past-due', 'on-its-way', 'paid', 'cancelled'] as const;
export const InvoiceState = v.picklist(INVOICE_STATES);
export type InvoiceState = v.InferOutput<typeof InvoiceState>;

/** What a state means: it is owed, a bank moves its money, it is paid, or nobody is to pay it any more. */
const STANDINGS: Record<InvoiceState, 'owed' | 'on-its-way' | 'paid' | 'given-up'> = {
  open: 'owed',
  'past-due': 'owed',
  'on-its-way': 'on-its-way',
  paid: 'paid',
  cancelled: 'given-up',
};
export const isOwed = (state: InvoiceState): boolean => STANDINGS[state] === 'owed';
export const OWED_STATES: readonly InvoiceState[] = INVOICE_STATES.filter(isOwed);

/** `open` has those that are past due as well. */
export const InvoicesAsked = { state: v.optional(InvoiceState), after: After };

export const ListedInvoice = v.object({
  number: v.string(),
  billed_to: v.string(),
  name: v.string(),
  state: InvoiceState,
  total: Cents,
  /** Cents of it that went back. */
  back: Cents,
  created: v.string(),
  /** A date. */
  due: v.string(),
});
export type ListedInvoice = v.InferOutput<typeof ListedInvoice>;
export const DeskInvoices = v.object({ invoices: v.array(ListedInvoice), next: v.nullable(v.string()) });
export type DeskInvoices = v.InferOutput<typeof DeskInvoices>;

/** An invoice's number, as it says it. */
export const InvoiceNo = upTo(40);

/** How a payment came that was no card's, or a card's. `received` is a date; `by`: who wrote it down. */
export const InvoicePaid = v.object({
  method: v.picklist(['card', 'check', 'wire']),
  received: v.string(),
  reference: v.nullable(v.string()),
  by: v.nullable(v.string()),
});

/** One invoice. `version`: of what is shown, for whoever changes it; `owner`: the reader whose account it is for. */
export const DeskInvoice = v.object({
  ...ListedInvoice.entries,
  version: v.string(),
  owner: v.nullable(v.string()),
  email: v.string(),
  email_to: v.nullable(v.string()),
  address: v.array(v.string()),
  goes_to: GoesTo,
  reference: v.nullable(v.string()),
  /** The number of its receipt, once it is paid. */
  order: v.nullable(v.string()),
  lines: v.array(v.object({ name: v.string(), detail: v.nullable(v.string()), quantity: v.number(), price: Cents, discount: Cents })),
  goods: Cents,
  shipping: Cents,
  discount: Cents,
  paid: v.nullable(InvoicePaid),
  /** Of what was paid back of it by the desk, each with its PDF. */
  credit_notes: v.optional(v.array(v.object({ number: v.string(), pdf: v.string() }))),
  history: v.array(DeskAction),
});
export type DeskInvoice = v.InferOutput<typeof DeskInvoice>;

const method = v.picklist(['check', 'wire']);
const reference = v.optional(upTo(100), '');

/** A check or a wire that came. `amount` in cents, as it says: another sum than the invoice's is refused. */
export const RecordPayment = v.object({
  action: ActionId,
  version: upTo(100),
  method,
  amount: v.pipe(v.number(), v.integer(), v.minValue(0)),
  received: CalendarDay,
  reference,
});
/** How it really came; what it gave stays. */
export const CorrectPayment = v.object({ action: ActionId, version: upTo(100), method, received: CalendarDay, reference });
/** Why an invoice is given up that nobody has paid. */
export const INVOICE_REASONS = ['asked', 'mended', 'unpaid', 'deceased', 'legal'] as const;
/** `reason`: whoever has it reads it, unless they are not written to; a desk of the release before asks for none. */
export const CancelInvoice = v.object({ action: ActionId, version: upTo(100), reason: v.optional(v.picklist(INVOICE_REASONS)) });
/**
 * `card`: a card payment of it was begun, which is canceled first; `letter`: who is told that it was cancelled; both
 * only tried beforehand.
 */
export const InvoiceActed = v.object({
  number: v.string(),
  state: InvoiceState,
  card: v.optional(v.boolean()),
  letter: v.optional(v.nullable(v.string())),
});
export type InvoiceActed = v.InferOutput<typeof InvoiceActed>;

const chosen = { medium: upTo(20), level: upTo(40), term: upTo(20), coupon: v.optional(upTo(40), '') };
const good = v.object({ item: upTo(40), ref: upTo(200), quantity: v.number() });

/**
 * An invoice as it is typed; what is wrong with it the service says by field, as it does of a file of the program's.
 */
export const WriteInvoice = v.object({
  action: ActionId,
  billed_to: upTo(200),
  name: upTo(200),
  email: upTo(320),
  email_to: v.optional(upTo(320), ''),
  address: v.nullable(TypedAddress),
  term: v.number(),
  accepted_payments: v.picklist(['any', 'check-or-wire-only']),
  reference: v.optional(upTo(100), ''),
  membership: v.nullable(v.object({ ...chosen, copies: v.number() })),
  goods: v.pipe(v.array(good), v.maxLength(50)),
});
export type WriteInvoice = v.InferOutput<typeof WriteInvoice>;

/** What an invoice charges; `number` is null of what would be. `letter`: to whom it is mailed. */
export const InvoiceWritten = v.object({
  number: v.nullable(v.string()),
  lines: v.array(v.object({ name: v.string(), detail: v.nullable(v.string()), quantity: v.number(), price: Cents })),
  shipping: Cents,
  discount: Cents,
  total: Cents,
  due: v.string(),
  letter: v.string(),
});
export type InvoiceWritten = v.InferOutput<typeof InvoiceWritten>;

/** What an invoice can be for, beside subscriptions. */
export const InvoiceGoods = v.object({
  goods: v.array(v.object({ item: v.string(), ref: v.string(), name: v.string(), detail: v.nullable(v.string()), price: Cents })),
});
export type InvoiceGoods = v.InferOutput<typeof InvoiceGoods>;
