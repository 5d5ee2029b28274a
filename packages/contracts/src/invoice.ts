import * as v from 'valibot';
import { Bearer } from './bearer.ts';
import { Address } from './address.ts';
import { Deliverable, Level, Medium, Outlays, Phase, Term, Totals } from './cart.ts';
import { MoneyBack } from './money-back.ts';
import { Cents } from './money.ts';
import { ReceiptLine } from './receipt.ts';
import { Shipcode } from './shipcode.ts';

/**
 * One kind of thing on the bill. `price` is in cents for one; `outlays` what is charged for all of them, absent from a
 * service that was deployed before it was told.
 */
const InvoiceGood = v.object({
  name: v.string(),
  medium: Medium,
  qty: v.number(),
  price: Cents,
  ref: v.optional(v.string()),
  outlays: v.optional(Outlays),
});
const Giftee = v.object({ name: v.string(), address: v.nullable(Address), goods: v.array(InvoiceGood) });
const CalendarDate = v.pipe(v.string(), v.isoDate());

/**
 * Why an unpaid invoice for an upgrade cannot be paid: that is paid for in another way by now, or nothing of it is
 * left, or a payment for it is under way.
 */
export const Superseded = v.picklist(['done', 'on-its-way']);
export type Superseded = v.InferOutput<typeof Superseded>;

/**
 * An invoice as its page shows it (section 3). `created` is an ISO instant, `due_date` a date, `term` the net days;
 * `paid` an instant, or the date on which a check or a wire was received.
 */
export const Invoice = v.object({
  invoice_no: v.string(),
  created: v.string(),
  term: v.number(),
  due_date: CalendarDate,
  billed_to: v.string(),
  name: v.string(),
  email: v.string(),
  email_to: v.nullable(v.string()),
  address: v.nullable(Address),
  shipcode: Shipcode,
  token: Bearer,
  bill: v.object({
    goods: v.array(InvoiceGood),
    membership: v.nullable(
      v.object({
        type: v.picklist(['subscription', 'upgrades']),
        item: v.object({
          medium: Medium,
          phase: Phase,
          coupon: v.nullable(v.string()),
          /**
           * The rest of a subscription item (section 3), absent from a service that was deployed before it was told. An
           * upgrade has neither term nor copies.
           */
          level: v.optional(Level),
          term: v.optional(Term),
          copies: v.optional(v.number()),
          deliverable: v.optional(Deliverable),
        }),
        /** What was chosen, in words. */
        detail: v.string(),
        /** Of an upgrade (section 3). */
        old_deliverable: v.optional(Deliverable),
        new_deliverable: v.optional(Deliverable),
      }),
    ),
    giftees: v.array(Giftee),
  }),
  /** Everything that is charged, as a receipt names it; `bill` says who gets what of it. */
  lines: v.array(ReceiptLine),
  totals: Totals,
  total: Cents,
  paid: v.nullable(v.string()),
  /** Not null while a payment is on its way. */
  processing: v.nullable(v.string()),
  /**
   * What its purchaser agreed to beside paying, while the payment is on its way: the receipt says it from then on.
   * Absent where that is nothing.
   */
  agreed: v.optional(v.object({ autorenew: v.boolean(), kept: v.boolean() })),
  /** The newest first. */
  failures: v.array(v.object({ data: v.object({ msg: v.string() }) })),
  accepted_payments: v.picklist(['any', 'check-or-wire-only']),
  /** Null where it can be paid, or is; absent from a service that was deployed before it was told. */
  superseded: v.optional(v.nullable(Superseded)),
  /** What of its payment went back after it had arrived, the oldest first; absent where nothing did. */
  money_back: v.optional(v.array(MoneyBack)),
});
export type Invoice = v.InferOutput<typeof Invoice>;

/** How to pay without a card (section 3, business info). */
export const BusinessInfo = v.object({
  name: v.string(),
  address: v.array(v.string()),
  checking: v.string(),
  banking: v.array(v.string()),
});
export type BusinessInfo = v.InferOutput<typeof BusinessInfo>;

/** What an invoice's page offers (section 4, invoice). `failure` is said above the payment form. */
export type InvoicePayment =
  | { type: 'paid' }
  | { type: 'processing' }
  | { type: 'superseded'; by: Superseded }
  | { type: 'check-or-wire' }
  | { type: 'online'; failure: string | null };

/** What can be done about an invoice now; the server refuses a card payment where this is not `online`. */
export const invoicePayment = (
  invoice: Pick<Invoice, 'paid' | 'processing' | 'failures' | 'accepted_payments' | 'superseded'>,
): InvoicePayment => {
  if (invoice.paid !== null) return { type: 'paid' };
  if (invoice.processing !== null) return { type: 'processing' };
  if (invoice.superseded) return { type: 'superseded', by: invoice.superseded };
  if (invoice.accepted_payments === 'check-or-wire-only') return { type: 'check-or-wire' };
  return { type: 'online', failure: invoice.failures[0]?.data.msg ?? null };
};

/** `EXC-007`: a prefix, a hyphen, and a number of at least three digits (section 9). */
export const invoiceNumber = (prefix: string, number: number): string => `${prefix}-${String(number).padStart(3, '0')}`;

/** How many days an invoice is to be paid in, where nobody says otherwise. */
export const NET_DAYS = 30;

/** `NET 30` (section 9). */
export const invoiceTerms = (term: number): string => `NET ${term}`;

/** The date `term` days after the day an invoice was created, both in UTC. */
export const dueDate = (created: string, term: number): string => {
  const day = new Date(created);
  day.setUTCDate(day.getUTCDate() + term);
  return day.toISOString().slice(0, 10);
};

/** Section 9: Past Due when the due date has passed; on the day itself it has not. `today` is an ISO date. */
export const isPastDue = (invoice: Pick<Invoice, 'paid' | 'due_date'>, today: string): boolean =>
  invoice.paid === null && today > invoice.due_date;

/** Section 5: a new password with confirmation is required at the invoice for an introductory subscription. */
export const needsPassword = ({ membership }: Pick<Invoice['bill'], 'membership'>): boolean =>
  membership?.type === 'subscription' && membership.item.phase === 'introductory';
