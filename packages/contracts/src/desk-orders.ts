import * as v from 'valibot';
import { CalendarMoment } from './calendar-day.ts';
import { upTo } from './bounded.ts';
import { After, DeskAction } from './desk-history.ts';
import { MoneyBack } from './money-back.ts';
import { Cents } from './money.ts';

/**
 * What an order may hold, as a list of orders is narrowed to it; `goods` is all that lies in a warehouse or is
 * downloaded.
 */
export const ORDER_KINDS = ['subscription', 'gift', 'upgrade', 'donation', 'goods'] as const;
export const OrderKind = v.picklist(ORDER_KINDS);
export type OrderKind = v.InferOutput<typeof OrderKind>;

/**
 * What a list of orders is narrowed to: placed from `since` on and before `until`; `back`: only those of which money
 * went back.
 */
export const OrderFilter = {
  state: v.optional(v.picklist(['processing', 'paid', 'fulfilled', 'cancelled'])),
  kind: v.optional(OrderKind),
  back: v.optional(v.literal('yes')),
  since: v.optional(CalendarMoment),
  until: v.optional(CalendarMoment),
};

/**
 * One order of a list. `owner`: whose page it leads to, null for roles that do not see readers, for whom `name` may be
 * empty too; `back`: cents that went back, and `waits` those that are to go, and wait for another person or the
 * provider.
 */
export const ListedOrder = v.object({
  number: v.string(),
  owner: v.nullable(v.string()),
  name: v.string(),
  what: v.array(v.string()),
  placed: v.string(),
  state: v.string(),
  total: Cents,
  back: Cents,
  waits: v.optional(Cents),
});
export type ListedOrder = v.InferOutput<typeof ListedOrder>;

/** The newest first; `next` is where the older ones begin. */
export const DeskOrders = v.object({ orders: v.array(ListedOrder), next: v.nullable(v.string()) });
export type DeskOrders = v.InferOutput<typeof DeskOrders>;
export const OrdersAsked = { ...OrderFilter, owner: v.optional(v.pipe(v.string(), v.uuid())), after: After };

/**
 * Why the mailer wrote no letter, as it was true no more by then: its invoice was cancelled, what it told of was over,
 * its reader wanted none, the mailbox was not theirs, or its link would have been good for nothing. `untaken`: it did,
 * and the mail server took it in none of its tries.
 */
export const LetterUnwritten = v.picklist(['cancelled', 'over', 'unwanted', 'unproved', 'late', 'untaken']);
export type LetterUnwritten = v.InferOutput<typeof LetterUnwritten>;

/**
 * A letter to somebody; `unwritten`: why it was not sent; `again`: it can be sent again, since it holds no code and
 * no link that expires, and is true still; `why_not`: else why.
 */
export const DeskLetter = v.object({
  id: v.string(),
  kind: v.string(),
  to: v.string(),
  created: v.string(),
  sent: v.nullable(v.string()),
  unwritten: v.optional(v.nullable(LetterUnwritten)),
  bounced: v.nullable(v.string()),
  again: v.boolean(),
  why_not: v.optional(v.nullable(v.string())),
  /** The number of the order that it is about, on a reader's page, where there are many. */
  order: v.optional(v.nullable(v.string())),
});
export type DeskLetter = v.InferOutput<typeof DeskLetter>;

export const DeskLetters = v.object({ letters: v.array(DeskLetter), next: v.nullable(v.string()) });

/**
 * What became of a gift. `recipient`: to whom it was sent directly; `to`: whose page its subscription is on, for roles
 * that see readers, null while nobody has it; `revoked`: when it was taken back, and is good for nothing any more.
 */
export const GiftStands = v.object({
  recipient: v.nullable(v.string()),
  redeemed: v.nullable(v.string()),
  revoked: v.optional(v.nullable(v.string())),
  /** When all that it gave was ended. */
  ended: v.optional(v.nullable(v.string())),
  to: v.optional(v.nullable(v.object({ owner: v.string(), name: v.string() }))),
});
export type GiftStands = v.InferOutput<typeof GiftStands>;

/** An order's number, as its receipt says it. */
export const OrderNumber = upTo(40);

/**
 * Who gets what, where an invoice names giftees: whoever pays first, then each giftee. `email`: where they are told of
 * what they are given, for roles that see readers; `gets`: each in words.
 */
export const GoesTo = v.optional(
  v.array(v.object({ name: v.string(), email: v.nullable(v.string()), address: v.array(v.string()), gets: v.array(v.string()) })),
  [],
);

/** One sale: what was sold and what became of it, the money in and back, its letters, and what was done with it. */
export const DeskOrder = v.object({
  id: v.string(),
  number: v.string(),
  owner: v.nullable(v.string()),
  name: v.string(),
  email: v.nullable(v.string()),
  address: v.array(v.string()),
  goes_to: GoesTo,
  zone: v.string(),
  state: v.string(),
  placed: v.string(),
  paid: v.nullable(v.string()),
  /** The number of its invoice, where it was billed. */
  invoice: v.nullable(v.string()),
  /** How it was paid: `Visa ···· 4242`, `check 4711`; null where nothing was. */
  by: v.nullable(v.string()),
  lines: v.array(
    v.object({
      ordinal: v.number(),
      type: v.string(),
      name: v.string(),
      detail: v.nullable(v.string()),
      quantity: v.number(),
      price: Cents,
      discount: Cents,
      shipping: Cents,
      /**
       * Of its pieces those that were sent, and those that never are; `again`: how many were sent once more, with
       * orders of their own; `gone`: all that it cost was paid back; null for what is not posted as a parcel.
       */
      posted: v.optional(
        v.nullable(
          v.object({ sent: v.number(), dropped: v.number(), again: v.optional(v.number(), 0), gone: v.optional(v.boolean(), false) }),
        ),
      ),
      coupon: v.nullable(v.string()),
      /** It is a month of a donation that goes on. */
      monthly: v.optional(v.boolean()),
      /** What it brought: gifts, and terms with how much of them was delivered. */
      gifts: v.array(GiftStands),
      terms: v.array(v.object({ id: v.string(), paid: v.nullable(v.number()), served: v.number(), cancelled: v.nullable(v.string()) })),
    }),
  ),
  goods: Cents,
  shipping: Cents,
  discount: Cents,
  waived: Cents,
  total: Cents,
  back: v.array(v.object({ id: v.string(), reason: v.nullable(v.string()), ...MoneyBack.entries })),
  /**
   * Of which order pieces are sent once more with this one, by whom and why; `number`: null where that is not known any
   * more.
   */
  again_of: v.optional(
    v.nullable(v.object({ number: v.nullable(v.string()), who: v.string(), reason: v.string(), undone: v.boolean() })),
    null,
  ),
  /**
   * The orders with which pieces of this one's lines were sent once more; `dropped`: of these those that never are,
   * since they were taken away; `waits`: those that are neither.
   */
  sent_again: v.optional(
    v.array(
      v.object({
        number: v.string(),
        ordinal: v.number(),
        quantity: v.number(),
        undone: v.boolean(),
        dropped: v.optional(v.number(), 0),
        waits: v.optional(v.number(), 0),
      }),
    ),
    [],
  ),
  letters: v.array(DeskLetter),
  history: v.array(DeskAction),
});
export type DeskOrder = v.InferOutput<typeof DeskOrder>;
