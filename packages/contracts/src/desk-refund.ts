import * as v from 'valibot';
import { upTo } from './bounded.ts';
import { CartType } from './cart.ts';
import { ActionId } from './desk-history.ts';
import { BankInquiry } from './desk-lists.ts';
import { DeskReason, InvoiceGivenUp, NextRenewal, REFUND_REASONS, RenewingElse, TAKING_REASONS } from './desk-verbs.ts';
import { MoneyBackState } from './money-back.ts';
import { Cents } from './money.ts';
import { RenewalCharge } from './renewal-charge.ts';

/** How money goes back: to the card or bank account that paid, or by check or wire, of which staff tell us. */
export const RefundMethod = v.picklist(['card', 'check', 'wire']);
export type RefundMethod = v.InferOutput<typeof RefundMethod>;

/**
 * 'to-approve': another person must allow it. 'asked': the provider is being asked. 'pending': on its way, as to a bank
 * account. 'sent': it went back. 'refused': the provider would not, and nothing was paid. 'failed': it came back to us.
 */
export const RefundState = v.picklist(['to-approve', 'asked', 'pending', 'sent', 'refused', 'failed']);
export type RefundState = v.InferOutput<typeof RefundState>;

/**
 * Where the money of a refund is: it waits for another person's word, the provider is asked, it goes or went, or it
 * missed: it is with us after all.
 */
export type RefundStanding = 'waits' | 'asked' | 'goes' | 'missed';
const STANDINGS: Record<RefundState, RefundStanding> = {
  'to-approve': 'waits',
  asked: 'asked',
  pending: 'goes',
  sent: 'goes',
  refused: 'missed',
  failed: 'missed',
};

/** The states in which a refund stands so. */
export const refundStates = (...standings: readonly RefundStanding[]): RefundState[] =>
  RefundState.options.filter((state) => standings.includes(STANDINGS[state]));

/** Whether a refund in this state stands so. */
export const stands = (state: RefundState, ...standings: readonly RefundStanding[]): boolean => standings.includes(STANDINGS[state]);

/**
 * One refund that was made here, or decided. `method` is 'none' where something was taken away and nothing paid.
 * `updated`: when it became what it is. `settled`: it was refused or failed, and somebody saw to that.
 */
export const DeskRefund = v.object({
  id: v.string(),
  method: v.picklist([...RefundMethod.options, 'none']),
  amount: Cents,
  state: RefundState,
  failure: v.nullable(v.string()),
  reference: v.nullable(v.string()),
  credit_note: v.nullable(v.string()),
  /** Where its PDF is, beside an order's money: whose address it has is in no history. */
  credit_note_pdf: v.optional(v.string()),
  created: v.string(),
  updated: v.optional(v.string()),
  who: v.string(),
  settled: v.boolean(),
  /** It paid nothing, and what it took away can be given back. */
  undo: v.optional(v.boolean()),
  /** How money of its order went back since, so that what it took away stays taken. */
  went: v.optional(v.nullable(v.picklist([...RefundMethod.options, 'elsewhere']))),
  /** Its credit note holds no more: another refund pays its money, with a note of its own. */
  void: v.optional(v.boolean()),
  /** It takes something away. */
  takes: v.optional(v.boolean()),
  /** It went back without the desk, which decided what it was for. */
  elsewhere: v.optional(v.boolean()),
});
export type DeskRefund = v.InferOutput<typeof DeskRefund>;

/**
 * Money that went back as the provider tells it. `here`: by a refund of the desk; what was not is to be decided, once
 * (`decided`). `took`: of a dispute that was won, the refund that took away what is away still, until somebody decided;
 * `ended`: the action that ended a subscription of it meanwhile, where no refund did, and `also` the others that did.
 */
export const DeskMoneyBack = v.object({
  id: v.string(),
  state: MoneyBackState,
  amount: Cents,
  reason: v.nullable(v.string()),
  created: v.string(),
  here: v.boolean(),
  decided: v.nullable(v.string()),
  took: v.optional(v.nullable(v.string())),
  ended: v.optional(v.nullable(v.string())),
  also: v.optional(v.array(v.string()), []),
});
export type DeskMoneyBack = v.InferOutput<typeof DeskMoneyBack>;

const pieces = v.pipe(v.number(), v.integer(), v.minValue(0));
const cents = v.pipe(v.number(), v.integer(), v.minValue(0));

/**
 * What is taken away of a line: `quantity` pieces, 0 for none. All of a subscription's or none; of a monthly donation
 * and an upgrade 1. `came_back`: those that were sent are in stock again. `whose` they are, of a line of which an
 * invoice's giftees get some: together `quantity`. `gifts`: which, of a line of gifts, so many; where nobody chose,
 * those first that nobody has redeemed.
 */
const taken = {
  ordinal: pieces,
  quantity: pieces,
  came_back: v.optional(v.boolean(), false),
  whose: v.optional(v.pipe(v.array(v.object({ giftee: v.nullable(v.number()), quantity: pieces })), v.maxLength(200))),
  gifts: v.optional(v.pipe(v.array(upTo(40)), v.maxLength(1000))),
};

/**
 * What becomes of a gift that somebody has redeemed already, when it is taken back: theirs for good, or its
 * subscription ends. Nobody redeems any other.
 */
const redeemed = v.optional(v.picklist(['keep', 'end']), 'keep');

/**
 * `amount` of a line: cents, or null for what is worth so much of it: pieces their share, a subscription what was not
 * served. `shipping`: cents of what the order's parcel cost. `version`: of the plan that was shown; empty for a first
 * look (`?dry`), whose later ones name it. `reference`: of the check or the wire.
 */
export const RefundOrder = v.object({
  action: ActionId,
  reason: v.picklist(REFUND_REASONS),
  note: v.optional(upTo(500), ''),
  version: upTo(200),
  method: RefundMethod,
  reference: v.optional(upTo(100), ''),
  lines: v.pipe(v.array(v.object({ ...taken, amount: v.nullable(cents) })), v.maxLength(200)),
  shipping: cents,
  redeemed,
  renewing: v.optional(RenewingElse),
});
export type RefundOrder = v.InferOutput<typeof RefundOrder>;

/**
 * One line of the order as it is now, and what was asked of it. `value`: all that was paid for it; `back`: what of that
 * has gone back, or is going; `most`: what can still go back; `worth`: what the pieces asked for are worth, or of a
 * subscription and an upgrade what was not `served` of its `issues`.
 */
export const RefundPlanLine = v.object({
  ordinal: v.number(),
  type: CartType,
  name: v.string(),
  detail: v.nullable(v.string()),
  quantity: v.number(),
  /**
   * Pieces that were taken away before, or whose money went back; and those that can be taken away, gifts among them
   * that stayed with whom they were given as their money went back.
   */
  taken: v.number(),
  left: v.optional(v.number()),
  value: v.number(),
  back: v.number(),
  most: v.number(),
  worth: v.number(),
  /** Cents of it that this refund pays, and pieces that it takes away. */
  pays: v.number(),
  takes: v.number(),
  /**
   * `withdraw_until`: when the days are over in which whoever bought it may withdraw; null while they have not begun,
   * as no copy has come.
   */
  term: v.nullable(
    v.object({
      served: v.number(),
      issues: v.nullable(v.number()),
      ended: v.boolean(),
      withdraw_until: v.optional(v.nullable(v.string())),
    }),
  ),
  /**
   * `each` that can be taken away: who has `redeemed` it (null for nobody, empty where that is not known or not for the
   * role), how much of it came, and whether it is taken.
   */
  gifts: v.nullable(
    v.object({
      open: v.number(),
      redeemed: v.number(),
      revoked: v.number(),
      each: v.optional(
        v.array(
          v.object({
            id: v.string(),
            redeemed: v.nullable(v.string()),
            served: v.number(),
            issues: v.nullable(v.number()),
            takes: v.boolean(),
          }),
        ),
      ),
    }),
  ),
  monthly: v.boolean(),
  sent: v.number(),
  /** Pieces that are held in stock for it, and not sent. */
  held: v.optional(v.number()),
  /**
   * Whose the pieces are, where several have some: the payer's own (null) and giftees' of an invoice. `left` can be
   * taken away, of which `held` are not sent; `takes` are taken away, of which `drops` are never sent.
   */
  whose: v.optional(
    v.array(
      v.object({
        giftee: v.nullable(v.number()),
        name: v.string(),
        left: v.number(),
        held: v.number(),
        takes: v.number(),
        drops: v.number(),
      }),
    ),
  ),
});
export type RefundPlanLine = v.InferOutput<typeof RefundPlanLine>;

/**
 * A refund that did not arrive and is closed by another: `credit_note` is void from then on; null where there is none,
 * or where it goes on with the other.
 */
export const ClosedRefund = v.object({ amount: v.number(), credit_note: v.nullable(v.string()) });
export type ClosedRefund = v.InferOutput<typeof ClosedRefund>;

/** What a refund takes away. */
const RefundHappens = v.object({
  /**
   * Subscriptions that end now, and whether somebody's renewed by itself and no longer does: the payer's, or of so many
   * others. `renews`: what of the payer's does all the same.
   */
  ends: v.number(),
  /** Of these, those that somebody else had redeemed as a gift. */
  given: v.optional(v.number(), 0),
  renewal: v.boolean(),
  renewal_of_payer: v.optional(v.boolean()),
  renewal_of_others: v.optional(v.number()),
  renews: v.optional(v.nullable(RenewalCharge)),
  /** A charge is on its way, and counts. */
  charging: v.boolean(),
  downgrades: v.number(),
  revokes: v.number(),
  donation: v.boolean(),
  /** Pieces that are not sent any more, and those that are in stock again. */
  dropped: v.number(),
  restocked: v.number(),
  coupons: v.number(),
  /** Of these pieces those that were to be sent once more, by their orders, and how many of each still are. */
  copies: v.optional(v.array(v.object({ number: v.string(), pieces: v.number(), left: v.number() })), []),
  /** Unpaid invoices for an upgrade of what ends, or of what is no longer upgraded, that are given up. */
  invoices: v.optional(v.array(InvoiceGivenUp), []),
});

/**
 * What a refund does, or would do. `gone`: cents of the order that have gone back or are going; `disputed`: a bank has
 * taken some of them; `methods`: how its
 * money can go back, the natural one first, none where all has. `to_approve`: it is more than one person may pay back
 * of an order in a day, and waits for another.
 */
export const RefundPlan = v.object({
  order: v.string(),
  number: v.string(),
  version: v.string(),
  total: v.number(),
  gone: v.number(),
  disputed: v.optional(v.boolean()),
  lines: v.array(RefundPlanLine),
  shipping: v.object({ value: v.number(), back: v.number(), most: v.number() }),
  methods: v.array(RefundMethod),
  /** What paid: a card's kind and last digits. */
  back_to: v.nullable(v.string()),
  amount: v.number(),
  to_approve: v.boolean(),
  happens: RefundHappens,
  /** The orders with which pieces of it are sent once more all the same, and which were not sent yet. */
  waiting: v.optional(v.array(v.string()), []),
  /** What other orders were paid for what ends, an upgrade or a move, and was not served: it stays there by this. */
  beside: v.optional(v.array(v.object({ number: v.string(), name: v.string(), unserved: Cents }))),
  /**
   * Of moves to another zone that are undone where copies are posted from then on, as lines; null where nobody knows,
   * and no lines where the role sees no addresses.
   */
  posted: v.optional(v.array(v.nullable(v.array(v.string()))), []),
  /**
   * Refunds that did not arrive and are closed by it, since it pays their money; the credit note of one of other sums
   * holds no more.
   */
  closes: v.optional(v.array(ClosedRefund), []),
  letter: v.nullable(v.string()),
  /** Who else is told that something of theirs ended or was taken back; empty where the role sees no mailboxes. */
  others: v.optional(v.array(v.string()), []),
});
export type RefundPlan = v.InferOutput<typeof RefundPlan>;

/**
 * Whether it takes anything away: what was sent and did not come back, what is only read, and a gift that stays with
 * whoever has it, do not go with their money.
 */
export const isTakenAway = ({
  happens: { ends, downgrades, revokes, donation, dropped, restocked, coupons },
}: Pick<RefundPlan, 'happens'>): boolean => donation || ends + downgrades + revokes + dropped + restocked + coupons > 0;

/** The plan as it was carried out, and the refund as it is now; null of a dry run. */
export const Refunded = v.object({ plan: RefundPlan, refund: v.nullable(DeskRefund) });
export type Refunded = v.InferOutput<typeof Refunded>;

/** Whether a refund that waits for another person is allowed; what it took away stays taken either way. */
/** `reference`: of the check or the wire by which it goes, where that is not known before. */
export const ApproveRefund = v.object({
  action: ActionId,
  approved: v.boolean(),
  note: v.optional(upTo(500), ''),
  reference: v.optional(upTo(100), ''),
});
/**
 * What becomes of a refund that was refused or failed: once more, otherwise, nothing (`none`), or, where it was
 * refused, nothing and what was taken away is given back (`undo`). `settled`: whether somebody had seen to it as it was
 * shown.
 */
export const RetryRefund = v.object({
  action: ActionId,
  settled: v.optional(v.boolean()),
  method: v.picklist([...RefundMethod.options, 'none', 'undo']),
  reference: v.optional(upTo(100), ''),
});
/**
 * What is given back of what a refund took away that was never paid: subscriptions go on, one of them `renewal` by
 * itself. `donation`: a monthly one stays ended, its donor alone begins it.
 */
export const GivenBack = v.object({
  terms: v.number(),
  renewal: v.boolean(),
  /** Of who renews again what is charged next, where that is planned. */
  renewals: v.optional(v.array(NextRenewal), []),
  /** What was planned without what goes on again, and is not charged while it does. */
  put_off: v.optional(v.array(NextRenewal), []),
  /** How many renewed by themselves and do not any more: nothing is on record to pay with. */
  no_card: v.optional(v.number(), 0),
  upgrades: v.number(),
  gifts: v.number(),
  donation: v.boolean(),
  pieces: v.number(),
  coupons: v.number(),
});
export type GivenBack = v.InferOutput<typeof GivenBack>;

/**
 * The refund as it is now, or would be: the one that took its place, where it was paid in another way. `back_to`: what
 * paid; `letter`: whom a letter tells of it now, or of what was taken away where it is not allowed; null for nobody,
 * empty where the role sees no mailboxes.
 */
export const RefundNow = v.object({
  refund: DeskRefund,
  back_to: v.optional(v.nullable(v.string()), null),
  letter: v.optional(v.nullable(v.string()), null),
  given: v.optional(GivenBack),
  /** For whoever is to allow it: why it was asked for, and what it took away. */
  asked: v.optional(v.object({ reason: v.nullable(DeskReason), note: v.string(), happens: v.optional(RefundHappens) })),
  /** Refunds that did not arrive before, and are closed by this. */
  closes: v.optional(v.array(ClosedRefund), []),
});
export type RefundNow = v.InferOutput<typeof RefundNow>;

/** What is taken away for money that went back without the desk; nothing is a decision, too. */
export const DecideMoneyBack = v.object({
  action: ActionId,
  reason: v.picklist(TAKING_REASONS),
  version: upTo(200),
  lines: v.pipe(v.array(v.object(taken)), v.maxLength(200)),
  redeemed,
  renewing: v.optional(RenewingElse),
});

/**
 * What of an order's money went back or is going: for its page. `inquiries`: what banks ask about it, with where the
 * `provider` has it.
 */
export const DeskOrderMoney = v.object({
  refunds: v.array(DeskRefund),
  back: v.array(DeskMoneyBack),
  inquiries: v.optional(
    v.array(
      v.object({
        id: v.string(),
        amount: Cents,
        reason: v.nullable(v.string()),
        created: v.string(),
        provider: v.string(),
        ...BankInquiry.entries,
      }),
    ),
  ),
});
export type DeskOrderMoney = v.InferOutput<typeof DeskOrderMoney>;
