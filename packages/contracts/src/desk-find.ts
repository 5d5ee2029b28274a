import * as v from 'valibot';
import { upTo } from './bounded.ts';
import { DeskMembers } from './desk-members.ts';

/** What somebody typed to find anything by: a name and a town, a part of an address, a number. */
export const Scrap = v.optional(upTo(100), '');

/** What runs for a reader: how it is delivered, and how many issues are left; null for a lifetime. */
export const Runs = v.object({ deliverable: v.string(), left: v.nullable(v.number()) });

/**
 * `guest`: what somebody with an account is called in what they bought as a guest of its mailbox, which is the
 * account's with the next login; null of whom there is nothing such.
 */
export const FoundReader = v.object({
  owner: v.string(),
  name: v.string(),
  email: v.nullable(v.string()),
  town: v.nullable(v.string()),
  account: v.boolean(),
  runs: v.nullable(Runs),
  guest: v.optional(v.nullable(v.string())),
  /** They were erased: what stands on their page is what has to be kept. */
  erased: v.optional(v.boolean()),
});
export type FoundReader = v.InferOutput<typeof FoundReader>;

/** `owner`: whose page it leads to; null for roles that do not see readers. `total` in cents. */
export const FoundOrder = v.object({
  number: v.string(),
  name: v.string(),
  state: v.string(),
  total: v.number(),
  placed: v.string(),
  owner: v.nullable(v.string()),
});
export type FoundOrder = v.InferOutput<typeof FoundOrder>;

export const FoundInvoice = v.object({
  number: v.string(),
  billed_to: v.string(),
  total: v.number(),
  due: v.string(),
  paid: v.boolean(),
  owner: v.nullable(v.string()),
});
export type FoundInvoice = v.InferOutput<typeof FoundInvoice>;

/**
 * What is sent to somebody by name, or given to them by an invoice; `owner`: who gives it; `invoice`: its number while
 * nobody has paid it, as `order` has none.
 */
export const FoundGift = v.object({
  recipient: v.string(),
  town: v.nullable(v.string()),
  order: v.string(),
  invoice: v.optional(v.nullable(v.string())),
  owner: v.nullable(v.string()),
});
export type FoundGift = v.InferOutput<typeof FoundGift>;

/** A good of the warehouse. */
export const FoundGood = v.object({
  type: v.string(),
  ref: v.string(),
  name: v.string(),
  detail: v.nullable(v.string()),
  stock: v.nullable(v.number()),
});
export type FoundGood = v.InferOutput<typeof FoundGood>;

/**
 * At most eight of each kind, best first. `guess`: nothing had all the words; these are spelled like them. `listed`:
 * whole addresses that were typed, on the mailing lists.
 */
export const DeskFound = v.object({
  readers: v.array(FoundReader),
  orders: v.array(FoundOrder),
  invoices: v.array(FoundInvoice),
  gifts: v.array(FoundGift),
  goods: v.optional(v.array(FoundGood), []),
  guess: v.boolean(),
  listed: v.optional(DeskMembers),
});
export type DeskFound = v.InferOutput<typeof DeskFound>;
