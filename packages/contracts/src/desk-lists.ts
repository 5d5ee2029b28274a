import * as v from 'valibot';
import { mayDo, type DeskRole, type DeskVerb } from './desk-roles.ts';

/** The work that waits, each a list of readers with a reason; whoever may do its verb sees it. */
export const DESK_LISTS = {
  'no-address': 'seeReadersToReach',
  undeliverable: 'seeReadersToReach',
  'email-fails': 'seeReadersToReach',
  'to-erase': 'eraseReader',
  'refunds-to-approve': 'seeRefundsToApprove',
  'refunded-elsewhere': 'seeMoneyToDecide',
  'refund-failed': 'seeMoneyToDecide',
  'paid-back-held': 'refundOrder',
  disputes: 'seeMoneyToDecide',
  'charge-fails': 'seeMoneyToDecide',
  'invoice-past-due': 'seeMoneyToDecide',
} as const satisfies Record<string, DeskVerb>;
export type DeskList = keyof typeof DESK_LISTS;
const names = Object.keys(DESK_LISTS) as DeskList[];
export const DeskListName = v.picklist(names);

/** The lists of somebody's roles. */
export const listsOf = (roles: readonly DeskRole[]): DeskList[] => names.filter((list) => mayDo(roles, DESK_LISTS[list]));

/**
 * Those of them that the provider and banks fill from outside: a page that is looked at asks for these alone, and more
 * often than for all.
 */
export const MONEY_LISTS = ['refunds-to-approve', 'refunded-elsewhere', 'refund-failed', 'disputes'] as const satisfies DeskList[];
export const moneyListsOf = (roles: readonly DeskRole[]): DeskList[] => MONEY_LISTS.filter((list) => mayDo(roles, DESK_LISTS[list]));

/** Work that is no list of readers: each has a page of its own. */
export const DESK_PAGES_OF_WORK = {
  parcels: 'seeParcels',
  'low-stock': 'seeStock',
  books: 'seeBooks',
  jobs: 'seeJobs',
} as const satisfies Record<string, DeskVerb>;
export type DeskPageOfWork = keyof typeof DESK_PAGES_OF_WORK;
const pages = Object.keys(DESK_PAGES_OF_WORK) as DeskPageOfWork[];

/** The pages of work of somebody's roles. */
export const pagesOf = (roles: readonly DeskRole[]): DeskPageOfWork[] => pages.filter((page) => mayDo(roles, DESK_PAGES_OF_WORK[page]));

/** How many wait on a list or a page, and since when the oldest does. */
export const DeskWork = v.object({ list: v.picklist([...names, ...pages]), count: v.number(), oldest: v.nullable(v.string()) });
export type DeskWork = v.InferOutput<typeof DeskWork>;

/** The lists of money that are not empty, of whoever asks. */
export const DeskMoneyWork = v.object({ work: v.array(DeskWork) });
export type DeskMoneyWork = v.InferOutput<typeof DeskMoneyWork>;

/** All work with the lists of money as they are by now, in the order in which Today has them. */
export function withMoney(work: readonly DeskWork[], money: readonly DeskWork[]): DeskWork[] {
  const ofMoney: readonly string[] = MONEY_LISTS;
  const all = new Map([...work.filter(({ list }) => !ofMoney.includes(list)), ...money].map((one) => [one.list, one]));
  return [...pages, ...names].flatMap((list) => all.get(list) ?? []);
}

/**
 * A bank asks about a payment, and has taken nothing. `due`: until when it wants an answer, where it names a day;
 * `answered`: it has one.
 */
export const BankInquiry = v.object({ due: v.nullable(v.string()), answered: v.boolean() });
export type BankInquiry = v.InferOutput<typeof BankInquiry>;

/**
 * One that waits. `what`: a number of an order or an invoice, where it is about one; `order`: the order's id, where its
 * money waits for a decision; `amount` in cents; `provider`: where the provider has it, of a dispute; `inquiry`: of one
 * in which the bank only asks.
 */
export const DeskWaiting = v.object({
  owner: v.string(),
  name: v.string(),
  what: v.nullable(v.string()),
  order: v.optional(v.nullable(v.string())),
  amount: v.nullable(v.number()),
  since: v.string(),
  provider: v.optional(v.nullable(v.string())),
  inquiry: v.optional(v.nullable(BankInquiry)),
});
export type DeskWaiting = v.InferOutput<typeof DeskWaiting>;

/** The oldest of them, and how many there are. */
export const DeskListed = v.object({ list: DeskListName, count: v.number(), waiting: v.array(DeskWaiting) });
export type DeskListed = v.InferOutput<typeof DeskListed>;
