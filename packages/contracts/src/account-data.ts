import * as v from 'valibot';
import { Account, InvoiceEntry, MonthlyDonation, ReceiptEntry, ReceivedIssue, Subscriber, Version } from './account.ts';
import { Bearer } from './bearer.ts';
import { mustNotBeBlank } from './blank.ts';
import { Refusal } from './refusal.ts';
import { says } from './schema-message.ts';
import { Subscription } from './subscription.ts';
import { Timetable } from './timetable.ts';

/**
 * What deleting the account means for this reader; each is to be spelled out on the page. `left` null: a subscription
 * for life.
 */
export const DeleteConsequence = v.variant('type', [
  /** Personal data go, and nobody can log in any more. Always there. */
  v.object({ type: v.literal('personal-data') }),
  /** Subscriptions end; the issues that are left are forfeited. */
  v.object({ type: v.literal('subscription'), left: v.nullable(v.number()) }),
  v.object({ type: v.literal('autorenew') }),
  v.object({ type: v.literal('card') }),
  v.object({ type: v.literal('donations'), count: v.number() }),
  /** Issues that can be downloaded now cannot be later, but by a receipt's own links. */
  v.object({ type: v.literal('downloads'), count: v.number() }),
  /** Gifts that were bought and whose links still do something: these go on working, and say who gave them. */
  v.object({ type: v.literal('gifts'), count: v.number() }),
  /**
   * The law wants invoices and receipts kept: they stay, with what they paid for, and come back to an account that is
   * made later with the address that this one has.
   */
  v.object({ type: v.literal('tax-records'), count: v.number() }),
]);
export type DeleteConsequence = v.InferOutput<typeof DeleteConsequence>;

/**
 * GET /api/account/delete: what would go, and how the reader proves afresh who they are. `blocked`: money is on its
 * way, or invoices for the subscription are `owed` (their numbers), so it must wait.
 */
export const DeletePreview = v.object({
  consequences: v.array(DeleteConsequence),
  proof: v.picklist(['password', 'code']),
  blocked: v.boolean(),
  /** Absent from a service that was deployed before it was told. */
  owed: v.optional(v.array(v.string())),
  /** Of all that is said here but for what blocks. Absent as `owed`. */
  version: v.optional(Version),
});
export type DeletePreview = v.InferOutput<typeof DeletePreview>;

/** POST /api/account/delete/code: the code went to the account's address; `token` comes back with it. */
export const DeleteCodeSent = v.object({ token: Bearer });

/** POST /api/account/delete: with the password, or with the code that was mailed, whatever spaces a reader types. */
export const DeleteAccount = v.variant(
  'type',
  [
    v.object({
      type: v.literal('password'),
      password: v.pipe(v.string(mustNotBeBlank), v.nonEmpty(mustNotBeBlank), v.maxLength(1024, says('password_too_long'))),
    }),
    v.object({
      type: v.literal('code'),
      token: v.pipe(v.string(), v.regex(/^[\w-]{43}$/, says('new_one'))),
      code: v.pipe(
        v.string(mustNotBeBlank),
        v.transform((typed) => typed.normalize('NFKC').replaceAll(/[\s-]/g, '')),
        v.nonEmpty(mustNotBeBlank),
        v.maxLength(16, says('code_digits', undefined, 6)),
      ),
    }),
  ],
  says('proof'),
);
export type DeleteAccount = v.InferOutput<typeof DeleteAccount>;
/** `preview`: what would go now, where that is not what the `version` of the request was of (409). */
export const DeleteRefusal = v.object({ ...Refusal.entries, preview: v.optional(DeletePreview) });
/** The account is gone and nobody is logged in: the page goes to `redirect`. */
export const AccountDeleted = v.object({ redirect: v.string() });

const ExportedCycle = v.object({ info: v.omit(Subscription, ['token', 'order']), active: v.boolean() });
/**
 * What the account pages show, without what only machines read, and without the keys that open something for whoever
 * has them.
 */
const ExportedSubscriber = v.object({
  ...v.omit(Subscriber, ['view_only', 'gifts']).entries,
  account: v.omit(Account, ['name_version', 'address_versions']),
  timetable: v.object({
    ...Timetable.entries,
    current_subscription: v.nullable(ExportedCycle),
    future_subscriptions: v.array(ExportedCycle),
    lifetime_subscription: v.nullable(ExportedCycle),
  }),
  donations: v.array(v.omit(MonthlyDonation, ['token', 'version'])),
  receipts: v.array(v.omit(ReceiptEntry, ['token'])),
  invoices: v.array(v.omit(InvoiceEntry, ['token'])),
  issues: v.array(v.omit(ReceivedIssue, ['downloads'])),
});

/**
 * Everything that is kept of a reader, to take away (GET /api/account/export). `orders` are receipts with every line;
 * `sessions` the browsers that are logged in; `mailing_lists` the tags that the address is signed up with; `records`
 * whatever else there is, rows by what they are of (absent from a service that was deployed before it gave them). The
 * file may lie about: no link in it is signed, and nothing in it is a key.
 */
export const AccountExport = v.object({
  exported: v.string(),
  publication: v.string(),
  subscriber: ExportedSubscriber,
  orders: v.array(v.record(v.string(), v.unknown())),
  gifts: v.array(v.record(v.string(), v.unknown())),
  cart: v.record(v.string(), v.unknown()),
  sessions: v.array(v.object({ method: v.string(), agent: v.string(), created: v.string(), seen: v.string() })),
  identities: v.array(v.object({ issuer: v.string(), created: v.string() })),
  /**
   * `asked`: when the form was sent (null: before letters asked), `created`: when it was confirmed, `left`: when it
   * ended. ISO moments.
   */
  mailing_lists: v.array(
    v.object({
      tag: v.string(),
      created: v.string(),
      asked: v.optional(v.nullable(v.string()), null),
      left: v.optional(v.nullable(v.string()), null),
    }),
  ),
  letters: v.array(v.object({ kind: v.string(), recipient: v.string(), created: v.string(), sent: v.nullable(v.string()) })),
  records: v.optional(v.record(v.string(), v.array(v.record(v.string(), v.unknown())))),
});
export type AccountExport = v.InferOutput<typeof AccountExport>;
