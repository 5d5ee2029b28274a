import * as v from 'valibot';
import { required, SentAddress } from './address.ts';
import { upTo } from './bounded.ts';
import { Deliverable, Level, Term } from './cart.ts';
import { ActionId } from './desk-history.ts';
import { INVOICE_REASONS } from './desk-invoices.ts';
import { DeskTerm } from './desk-reader.ts';
import { Email } from './email.ts';
import { RenewalCharge } from './renewal-charge.ts';

/** Why something is done for a reader; the history keeps it. */
export const DESK_REASONS = ['asked', 'came-back', 'mended', 'deceased', 'legal'] as const;
/** Why what was sold is taken away for money that went back without the desk. */
export const TAKING_REASONS = [...DESK_REASONS, 'disputed'] as const;
/** Why money goes back; who withdraws from what they bought, as the law of some countries lets them, gets all of it. */
export const REFUND_REASONS = [...TAKING_REASONS, 'withdrawal'] as const;
/** Why something is given that nobody pays for. */
export const COMP_REASONS = ['lost', 'courtesy', 'asked', 'mended', 'legal'] as const;
const COMP_REASON = v.picklist(COMP_REASONS);
/** Why another copy is sent. */
export const COPY_REASONS = ['lost', 'damaged', 'asked', 'mended', 'courtesy'] as const;
export const DeskReason = v.picklist([...new Set([...REFUND_REASONS, ...COMP_REASONS, ...COPY_REASONS, ...INVOICE_REASONS])]);
export type DeskReason = v.InferOutput<typeof DeskReason>;
/** Reasons for which a reader is not written to; for every other they are. */
export const UNTOLD: readonly DeskReason[] = ['deceased', 'legal'];
/**
 * Of the reasons that a verb knows those that fit what happened: that a bank took the money is one where a bank did,
 * and has it still (`disputed`).
 */
export const fittingReasons = <Reason extends DeskReason>(reasons: readonly Reason[], disputed = false): Reason[] =>
  reasons.filter((reason) => disputed || reason !== 'disputed');

/** Why something is done for a reader. */
export type ReaderReason = (typeof DESK_REASONS)[number];

const whole = { action: ActionId, reason: v.picklist(DESK_REASONS) };

/** `?dry`: answers what would happen, and nothing does. */
export const Dry = v.optional(v.literal(''));

/** To whom a letter goes; null for nobody, who has no mailbox or is not to be written to. */
const letter = v.nullable(v.string());

/**
 * An unpaid invoice that is given up, since what it was for has ended or is changed already; nothing brings it back.
 * `letter`: who is told not to pay it.
 */
export const InvoiceGivenUp = v.object({ number: v.string(), total: v.number(), letter });
export type InvoiceGivenUp = v.InferOutput<typeof InvoiceGivenUp>;
const givenUp = v.optional(v.array(InvoiceGivenUp), []);

/**
 * `version`: of the address that was shown. `move`: what is posted to another zone goes to this one from now on, and
 * what that costs is billed or waived; without it an address of a zone that nothing is posted to is refused. `moved`:
 * the version of what was shown to move. `goods`: the orders whose goods, which are not sent yet, go there, too.
 */
export const ChangeAddressFor = v.object({
  ...whole,
  version: upTo(100),
  address: SentAddress,
  move: v.optional(v.picklist(['billed', 'waived'])),
  moved: v.optional(upTo(100)),
  goods: v.optional(v.pipe(v.array(v.string()), v.maxLength(100))),
});
/**
 * Goods of an order that wait to be sent to its own address. `order`: its id; `here`: they go where copies went until
 * now; `batch`: in which they are packed, with a slip that has that address.
 */
export const WaitingGoods = v.object({
  order: v.string(),
  number: v.string(),
  goods: v.array(v.string()),
  address: v.array(v.string()),
  here: v.boolean(),
  batch: v.nullable(v.number()),
});
export type WaitingGoods = v.InferOutput<typeof WaitingGoods>;
/**
 * `lists`: those of an issue that comes or has just come, on which the old address stands already. `waiting`: issues of
 * which a copy waits for a late list, and goes there with the next.
 */
export const AddressChanged = v.object({
  from: v.nullable(v.array(v.string())),
  to: v.array(v.string()),
  lists: v.array(v.object({ issue: v.number(), part: v.number() })),
  waiting: v.optional(v.array(v.number()), []),
  letter,
  /** Goods of theirs that wait to be sent, where they go as it is asked. */
  goods: v.optional(v.array(WaitingGoods), []),
  /** Unpaid invoices for another zone that are given up, since what is posted has moved. */
  invoices: givenUp,
  /**
   * How many subscriptions go to another zone, and what that costs for what they are owed. `invoice`: for whom an
   * invoice of it is written, with its number once it is: they and the address move when it is paid, and nothing
   * before; null where nothing is billed.
   */
  moved: v.optional(
    v.nullable(
      v.object({
        subscriptions: v.number(),
        amount: v.number(),
        version: v.optional(v.string()),
        invoice: v.nullable(v.object({ number: v.nullable(v.string()), total: v.number(), due: v.string(), letter: v.string() })),
      }),
    ),
  ),
});
export type AddressChanged = v.InferOutput<typeof AddressChanged>;

/** `on`: what it shall be; refused (409) where it is that already. */
export const SwitchAutorenewFor = v.object({ ...whole, on: v.boolean() });
/** What is charged by itself next: cents, and when. */
export const NextRenewal = v.object({ amount: v.number(), due: v.string() });
export type NextRenewal = v.InferOutput<typeof NextRenewal>;

/** `renewal`: what is charged by itself next, or is not any more. `charging`: a charge is on its way, and counts. */
export const AutorenewSwitched = v.object({
  on: v.boolean(),
  renewal: v.nullable(NextRenewal),
  charging: v.boolean(),
  letter,
});
export type AutorenewSwitched = v.InferOutput<typeof AutorenewSwitched>;

/**
 * Whether renewing by itself goes on with what else its reader has; where there is nothing, it stops, and for
 * reasons of which nobody is written to, since nobody is charged without a notice.
 */
export const RenewingElse = v.picklist(['keep', 'stop']);

/** `served`: how many issues of it had been delivered when it was shown; `version`: of what was shown to happen. */
export const CancelSubscription = v.object({
  ...whole,
  reason: v.picklist(TAKING_REASONS),
  served: v.pipe(v.number(), v.integer(), v.minValue(0)),
  version: v.optional(upTo(100)),
  renewing: v.optional(RenewingElse),
});
/**
 * `left`: how many issues do not come any more, null for a lifetime. `renewal`: it renewed by itself, and no longer
 * does. `back`: cents of its order that have gone back; `disputed`: a bank has taken the money that it was paid
 * with.
 */
export const SubscriptionCancelled = v.object({
  left: v.nullable(v.number()),
  renewal: v.boolean(),
  /** What renews by itself all the same; null where nothing does. */
  renews: v.optional(v.nullable(RenewalCharge)),
  charging: v.boolean(),
  back: v.number(),
  disputed: v.optional(v.boolean()),
  /** Unpaid invoices for an upgrade of it that are given up. */
  invoices: givenUp,
  letter,
  /** Of all this: whoever confirms it sends it along. */
  version: v.optional(v.string()),
});
export type SubscriptionCancelled = v.InferOutput<typeof SubscriptionCancelled>;

/** `issues`: so many of them instead of the whole term; null for the whole. */
const comp = {
  deliverable: Deliverable,
  level: Level,
  term: Term,
  issues: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(40))),
};
export type Comp = v.InferOutput<v.ObjectSchema<typeof comp, undefined>>;
/** `terms`: how many terms were shown: the reader's, or those `there` where it becomes another account's. */
export const CompSubscription = v.object({
  action: ActionId,
  reason: COMP_REASON,
  ...comp,
  terms: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
/**
 * `issues`: null for a lifetime. `address`: whether one of its zone is known that copies do not come back from; null
 * for what is not posted. `renewal`: one that was planned is put off. `account`: it was given in an account that its
 * reader had not named, `owner`, made for it or known by their mailbox; tried, it says what is `there`, newest first.
 */
export const SubscriptionComped = v.object({
  issues: v.nullable(v.number()),
  address: v.nullable(v.boolean()),
  renewal: v.boolean(),
  /** It comes after what they have. */
  behind: v.optional(v.boolean()),
  account: v.optional(v.picklist(['made', 'known'])),
  owner: v.optional(v.string()),
  there: v.optional(v.array(v.pick(DeskTerm, ['deliverable', 'level', 'term', 'copies', 'paid', 'served', 'cancelled']))),
  letter,
});
export type SubscriptionComped = v.InferOutput<typeof SubscriptionComped>;
/** `address` for what is posted; without `email` nobody can be written to, and no files can be read. */
export const CompNewReader = v.object({
  action: ActionId,
  reason: COMP_REASON,
  ...comp,
  name: required(120),
  email: v.nullable(Email),
  address: v.nullable(SentAddress),
});
/** `known`: the address had an account already, and it is theirs. */
export const NewReaderComped = v.object({ ...SubscriptionComped.entries, owner: v.string(), known: v.boolean() });
export type NewReaderComped = v.InferOutput<typeof NewReaderComped>;

/** `asked`: how many further copies of it had been asked for when it was shown. */
export const SendCopy = v.object({
  action: ActionId,
  reason: v.picklist(COPY_REASONS),
  issue: v.pipe(v.number(), v.integer(), v.minValue(1)),
  asked: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
/** Pieces of a line of an order once more. `asked`: how many of it had been sent again when it was shown. */
export const SendGood = v.object({
  action: ActionId,
  reason: v.picklist(COPY_REASONS),
  ordinal: v.pipe(v.number(), v.integer(), v.minValue(0)),
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1)),
  asked: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
const whereTo = v.nullable(v.array(v.string()));
/**
 * `number`: of the order that they are sent with; `stock`: what is left; `address`: where to, null where none is known;
 * `moved`: it is not the order's own, as they live there by now;
 * `returned`: from where post to them comes back, be it there or somewhere newer.
 */
export const GoodSent = v.object({
  number: v.string(),
  stock: v.number(),
  address: whereTo,
  moved: v.optional(v.boolean(), false),
  returned: v.optional(whereTo, null),
  letter,
});

/** `address`: as it would be posted today; null where there is none of the zone, and for what is read in files. */
export const CopySent = v.object({
  medium: v.picklist(['digital', 'print']),
  copies: v.number(),
  address: v.nullable(v.array(v.string())),
  letter,
});
export type CopySent = v.InferOutput<typeof CopySent>;

/** `amount`: what was shown as given each month, in cents. */
export const EndDonationFor = v.object({ ...whole, amount: v.number() });
/** `processing`: a month is on its way, and counts. */
export const DonationEnded = v.object({ amount: v.number(), processing: v.boolean(), letter });
export type DonationEnded = v.InferOutput<typeof DonationEnded>;

export const LeaveListFor = v.object(whole);
/**
 * `list`: its tag; `since`: when they came onto it, with the consent that they come back with where it is taken back.
 */
export const ListLeft = v.object({ list: v.string(), since: v.string() });
export type ListLeft = v.InferOutput<typeof ListLeft>;

export const SeeAsReader = v.object({ action: ActionId });
/** `url`: works once, until `expires`. */
export const ReaderSeen = v.object({ url: v.string(), expires: v.string() });

export const ERASE_REASONS = ['asked', 'deceased', 'legal'] as const;
/** One asks for it; another does it. */
export const EraseReader = v.object({ action: ActionId, reason: v.picklist(ERASE_REASONS) });
/**
 * What goes: terms that run, monthly donations; `orders`: paid ones, which stay, as the law wants; `goods` of them that
 * are still sent, each in words; `invoices`: the numbers of those that are not paid, which it waits for.
 */
export const ErasurePlan = v.object({
  terms: v.number(),
  donations: v.number(),
  orders: v.number(),
  goods: v.optional(v.array(v.string()), []),
  invoices: v.optional(v.array(v.string()), []),
  letter,
});
export type ErasurePlan = v.InferOutput<typeof ErasurePlan>;

export const EndSessionsFor = v.object(whole);
/** `ended`: how many browsers were logged in. */
export const SessionsEnded = v.object({ ended: v.number(), letter });
export type SessionsEnded = v.InferOutput<typeof SessionsEnded>;

/** `before`: how often the desk has sent this very letter to its reader, as whoever asks has read it. */
const sentBefore = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)));
export const SendLetter = v.object({ action: ActionId, before: sentBefore });
export const LetterSent = v.object({ kind: v.string(), letter: v.string(), before: sentBefore });
export type LetterSent = v.InferOutput<typeof LetterSent>;

/** Takes back what an action did. */
/**
 * `decides`: the money of a dispute that was won about which this is decided, once: somebody else may have meanwhile.
 * `version`: of what was shown to happen, where that has one.
 */
export const TakeBack = v.object({ action: ActionId, decides: v.optional(v.string()), version: v.optional(upTo(100)) });
