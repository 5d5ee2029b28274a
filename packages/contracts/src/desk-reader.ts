import * as v from 'valibot';
import { TypedAddress } from './address.ts';
import { DeskAction, ReaderNote } from './desk-history.ts';
import { InvoiceState } from './desk-invoices.ts';
import { DeskWork } from './desk-lists.ts';
import { DeskMember } from './desk-members.ts';
import { DeskLetter, GiftStands } from './desk-orders.ts';
import { Cents } from './money.ts';
import { Shipcode } from './shipcode.ts';

/**
 * One term that somebody paid for or was given. `paid`: how many issues it is for, null for a lifetime; `served`: how
 * many of them were delivered.
 */
export const DeskTerm = v.object({
  id: v.string(),
  deliverable: v.string(),
  level: v.string(),
  term: v.string(),
  copies: v.number(),
  paid: v.nullable(v.number()),
  served: v.number(),
  last_issue: v.nullable(v.number()),
  /** What gave it, as the service keeps it: for tabs of the desk of before, which took it apart. */
  source: v.optional(v.string()),
  /** Whether staff gave it. */
  given: v.optional(v.boolean()),
  /** The number that it had in the system that it was taken over from. */
  taken_over: v.optional(v.nullable(v.string())),
  created: v.string(),
  cancelled: v.nullable(v.string()),
  /**
   * The order that paid for it, and its line: of a term that was bought, or that renewed by itself. `number`: of that
   * order; `value`: cents that were paid for it, and `unserved` those of them for what was not served yet, less what
   * has gone back.
   */
  order: v.optional(
    v.nullable(
      v.object({
        id: v.string(),
        line: v.number(),
        number: v.optional(v.nullable(v.string())),
        value: v.optional(v.number()),
        unserved: v.optional(v.nullable(v.number())),
      }),
    ),
  ),
  /** Its upgrades and moves that orders of their own paid for, and that stand, the same of each. */
  upgrades: v.optional(
    v.array(
      v.object({
        id: v.string(),
        line: v.number(),
        number: v.string(),
        name: v.string(),
        value: Cents,
        unserved: v.nullable(Cents),
      }),
    ),
  ),
  /** Of one that was given as a gift: who paid for it, and by which order. */
  gift: v.optional(v.nullable(v.object({ owner: v.string(), name: v.string(), order: v.nullable(v.string()) }))),
  /**
   * When its reader brought one that an import took over without a mailbox to their account, by its number and postal
   * code.
   */
  claimed: v.optional(v.nullable(v.string())),
});
export type DeskTerm = v.InferOutput<typeof DeskTerm>;

/**
 * All that the desk shows of one person: an account, a gift's recipient, a guest. Amounts in cents; instants as ISO.
 */
export const DeskReader = v.object({
  owner: v.string(),
  /** Who else has had this page open in this hour. */
  here: v.array(v.string()),
  name: v.string(),
  email: v.nullable(v.string()),
  account: v.nullable(
    v.object({
      created: v.string(),
      proved: v.nullable(v.string()),
      failing: v.nullable(v.string()),
      autorenew: v.nullable(v.string()),
      card: v.nullable(v.string()),
    }),
  ),
  /**
   * Whoever else has the same mailbox: of an account the guests whose orders come to it with the next login, and of
   * such a guest the account. `proved`: whether the account's mailbox was, before which they stay where they are.
   */
  beside: v.optional(
    v.array(v.object({ owner: v.string(), name: v.string(), account: v.boolean(), proved: v.optional(v.boolean(), true) })),
  ),
  addresses: v.array(
    v.object({
      shipcode: Shipcode,
      name: v.string(),
      lines: v.array(v.string()),
      /** As it is typed. */
      typed: TypedAddress,
      version: v.string(),
      updated: v.string(),
      /** Since when nothing is posted there, as a copy came back from it. */
      undeliverable: v.optional(v.nullable(v.string()), null),
    }),
  ),
  /** Where the newest order with an address goes, for who has none on record. */
  ordered: v.optional(v.nullable(v.object({ shipcode: Shipcode, typed: TypedAddress }))),
  terms: v.array(DeskTerm),
  orders: v.array(
    v.object({
      number: v.string(),
      placed: v.string(),
      state: v.string(),
      total: v.number(),
      back: v.number(),
      waits: v.optional(v.number()),
      what: v.array(v.string()),
    }),
  ),
  /**
   * Invoices for them that are not paid, the oldest first. `moves`: where what they are owed goes once it is, of one
   * for another zone; until then it goes where it went.
   */
  invoices: v.optional(
    v.array(
      v.object({
        number: v.string(),
        state: InvoiceState,
        total: v.number(),
        due: v.string(),
        what: v.array(v.string()),
        moves: v.nullable(v.object({ shipcode: Shipcode, lines: v.array(v.string()) })),
      }),
    ),
  ),
  gifts: v.array(
    v.object({
      deliverable: v.string(),
      term: v.string(),
      ...GiftStands.entries,
      order: v.nullable(v.string()),
    }),
  ),
  donations: v.array(
    v.object({
      id: v.string(),
      amount: v.number(),
      monthly: v.boolean(),
      first: v.string(),
      ended: v.nullable(v.string()),
      failing: v.boolean(),
    }),
  ),
  /**
   * Issues that were given to them, the newest first; `again`: how many further copies were asked for; `waits`: it is
   * on no list, though its zone has one: it goes on the next (`late`), copies come back (`held`), or has no address.
   */
  given: v.array(
    v.object({
      issue: v.number(),
      medium: v.picklist(['digital', 'print']),
      again: v.number(),
      waits: v.optional(v.nullable(v.object({ zone: Shipcode, why: v.picklist(['late', 'held', 'without']) }))),
    }),
  ),
  /** Further copies; `part`: of the list that took it, null while it waits. */
  copies: v.array(
    v.object({ id: v.string(), issue: v.number(), zone: v.string(), part: v.nullable(v.number()), asked: v.string(), copies: v.number() }),
  ),
  /** `number`: of its label, by which a copy that comes back is found. */
  posted: v.array(
    v.object({
      issue: v.number(),
      zone: v.string(),
      part: v.number(),
      frozen: v.string(),
      copies: v.number(),
      number: v.optional(v.number()),
    }),
  ),
  /** Mailing lists that their mailbox is on or has left. */
  lists: v.optional(v.array(DeskMember)),
  letters: v.array(DeskLetter),
  /** Where the orders and letters begin that are older than these; null where there are none. */
  older: v.object({ orders: v.nullable(v.string()), letters: v.nullable(v.string()) }),
  /**
   * Somebody asked for them to be erased, in the last seven days; `own`: whoever looks did it themselves, and another
   * person has to do it.
   */
  erasure: v.optional(v.nullable(v.object({ by: v.string(), own: v.boolean() }))),
  /** They were erased, and nothing is theirs since but the papers of what was paid. */
  erased: v.optional(v.boolean()),
  notes: v.array(ReaderNote),
  history: v.array(DeskAction),
});
export type DeskReader = v.InferOutput<typeof DeskReader>;

/**
 * What waits, as far as one's roles see it; whom somebody opened last at the desk, newest first; and what was done
 * last.
 */
export const DeskToday = v.object({
  work: v.array(DeskWork),
  yours: v.array(v.object({ owner: v.string(), name: v.string(), at: v.string() })),
  just_now: v.array(DeskAction),
});
export type DeskToday = v.InferOutput<typeof DeskToday>;
