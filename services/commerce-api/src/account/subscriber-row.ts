import { RefundedOrder } from '@newsstand/contracts/account';
import { Address } from '@newsstand/contracts/address';
import { Deliverable, Level, Medium, Term } from '@newsstand/contracts/cart';
import { PaymentInfo } from '@newsstand/contracts/payment-info';
import { Picture } from '@newsstand/contracts/product';
import { Shipcode } from '@newsstand/contracts/shipcode';
import { Phase } from '@newsstand/contracts/cart';
import * as v from 'valibot';
import { Charge } from '../ledger/planned-charges/charge-rows.ts';
import { TokenRow } from '../ledger/terms/token-rows.ts';
import { MoneyBackRows } from '../payments/refunds/read-money-back.ts';
import { Instant } from '../platform/db/instant.ts';

/**
 * What the one statement of the account page answers: the account itself as columns, everything that there may be
 * several of as JSON.
 */
export const SubscriberRow = v.object({
  id: v.string(),
  method: v.string(),
  seen: v.date(),
  name: v.string(),
  name_version: v.string(),
  email: v.string(),
  email_failing: v.boolean(),
  email_proved: v.boolean(),
  email_change: v.nullable(v.string()),
  issue_letters: v.boolean(),
  created: v.date(),
  autorenew: v.boolean(),
  autorenew_stopped: v.nullable(RefundedOrder),
  payment: v.nullable(PaymentInfo),
  latest_issue: v.number(),
  /** When it came out; null before the first. */
  latest_released: v.nullable(v.string()),
  /** What is known of the issue after it: its day, once that is set. */
  announced: v.nullable(v.object({ title: v.string(), released: v.nullable(v.string()) })),
  /** The zones where the latest issue is posted to this reader, and whose labels are not made yet. */
  without_labels: v.array(Shipcode),
  addresses: v.array(v.object({ shipcode: Shipcode, address: Address, version: v.string(), returned: v.boolean() })),
  subscriptions: v.array(
    v.object({
      token: v.string(),
      source: v.string(),
      cycle: v.number(),
      phase: Phase,
      term: Term,
      level: Level,
      deliverables: v.object({ set: Deliverable, active: Deliverable }),
      settings: v.object({ medium: Medium, level: Level }),
      copies: v.number(),
      issues: v.nullable(v.number()),
      created: Instant,
      cancelled: v.nullable(Instant),
      renewalDue: v.nullable(Instant),
      tokens: v.array(TokenRow),
    }),
  ),
  renewal: Charge,
  renewal_processing: v.boolean(),
  donations: v.array(
    v.object({
      token: v.string(),
      amount: v.number(),
      first: Instant,
      paid_period: v.number(),
      failing: v.boolean(),
      ended: v.nullable(Instant),
      ended_by: v.nullable(v.string()),
      month: Charge,
    }),
  ),
  gifts: v.array(
    v.object({
      token: v.string(),
      receipt: v.string(),
      deliverable: Deliverable,
      level: Level,
      term: Term,
      bought: Instant,
      redeemed: v.nullable(Instant),
      refunded: v.boolean(),
      sent_to: v.nullable(v.string()),
    }),
  ),
  orders: v.array(
    v.object({
      token: v.string(),
      number: v.string(),
      paid: Instant,
      total: v.number(),
      name: v.nullable(v.string()),
      lines: v.number(),
      money_back: MoneyBackRows,
    }),
  ),
  invoices: v.array(
    v.object({
      token: v.string(),
      number: v.number(),
      created: Instant,
      due_date: v.string(),
      total: v.number(),
      paid: v.nullable(Instant),
      renews: v.boolean(),
      received: v.nullable(v.string()),
      money_back: MoneyBackRows,
    }),
  ),
  issues: v.array(
    v.object({ number: v.number(), title: v.string(), slug: v.string(), cover: Picture, out: v.boolean(), bought: v.boolean() }),
  ),
});
export type SubscriberRow = v.InferOutput<typeof SubscriberRow>;
