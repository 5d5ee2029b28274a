import * as v from 'valibot';
import { CalendarMoment } from './calendar-day.ts';
import { mustNotBeBlank } from './blank.ts';
import { tooLong, upTo } from './bounded.ts';

/** Where a list goes on: what `next` said. */
export const After = v.optional(upTo(200));

/**
 * The id of an action, made by the browser when its dialog opens: sent again, it is the same action and is answered
 * alike.
 */
export const ActionId = v.pipe(v.string(), v.uuid());

/** One thing that was done. `who`: a person's name, or the program that was started in a shell. */
export const DeskAction = v.object({
  id: v.string(),
  who: v.string(),
  verb: v.string(),
  subject: v.string(),
  reason: v.string(),
  from: v.unknown(),
  to: v.unknown(),
  at: v.string(),
  undone: v.boolean(),
  /**
   * Whom it was done to, where it was somebody who is still known, and what they are called; only where the history is
   * of more than one reader.
   */
  owner: v.optional(v.string()),
  name: v.optional(v.string()),
  /** The mailbox that it was done to, as long as the mailing lists know it. */
  email: v.optional(v.string()),
  /** It takes another one back. */
  undoes: v.boolean(),
  /** It can be taken back, by whoever may do it. */
  undo: v.boolean(),
});
export type DeskAction = v.InferOutput<typeof DeskAction>;

/** What a verb of the history is about. A verb that is in none stands under 'all' alone. */
export const HISTORY_KINDS = {
  readers: [
    'writeNote',
    'takeBackNote',
    'changeAddressFor',
    'switchAutorenewFor',
    'endSessionsFor',
    'endEverybodysSessions',
    'resendLetter',
    'sendLogin',
    'exportReader',
    'seeAsReader',
    'askToErase',
    'takeBackErasure',
    'eraseReader',
    'endDonationFor',
    'leaveListFor',
    'takeBackLeaving',
  ],
  subscriptions: [
    'cancelSubscription',
    'restoreSubscription',
    'compSubscription',
    'takeBackComp',
    'sendCopy',
    'takeBackCopy',
    'runRenewals',
  ],
  money: [
    'refundOrder',
    'approveRefund',
    'retryRefund',
    'undoRefund',
    'decideMoneyBack',
    'writeInvoice',
    'recordPayment',
    'correctPayment',
    'cancelInvoice',
    'closeMonth',
    'writeToDonors',
    'takeBackLetters',
  ],
  issues: [
    'planRelease',
    'stopRelease',
    'releaseIssue',
    'uploadIssueFile',
    'makePostLists',
    'exportLabels',
    'returnToSender',
    'takeBackReturn',
  ],
  goods: ['makeBatch', 'dissolveBatch', 'exportBatch', 'printBatch', 'dispatchGoods', 'takeBackParcel', 'adjustStock', 'takeBackMove'],
  imports: [
    'uploadImport',
    'checkImport',
    'applyImport',
    'pauseImport',
    'resumeImport',
    'takeRefused',
    'withdrawImport',
    'discardImport',
    'writeToImported',
    'stopImported',
  ],
  exports: ['exportPeople', 'exportRecords', 'exportLabels', 'exportBatch', 'takeRefused', 'takeDonorLetters'],
  house: [
    'changeStaff',
    'inviteStaff',
    'mailKeyLink',
    'replaceKeys',
    'takeBackKeyLink',
    'makeKey',
    'retryJob',
    'replayWebhooks',
    'applyPublication',
  ],
} as const satisfies Record<string, readonly string[]>;
const kinds = Object.keys(HISTORY_KINDS) as (keyof typeof HISTORY_KINDS)[];
export const HistoryKind = v.picklist(kinds);
export type HistoryKind = v.InferOutput<typeof HistoryKind>;

/**
 * What the history is narrowed to: what it is about; `who` did it, a person's id, or programs; from `since` on and
 * before `until`.
 */
export const HistoryFilter = {
  about: v.optional(HistoryKind),
  who: v.optional(v.union([v.literal('programs'), v.pipe(v.string(), v.uuid())])),
  since: v.optional(CalendarMoment),
  until: v.optional(CalendarMoment),
};
const Filter = v.object(HistoryFilter);
export type HistoryFilter = v.InferOutput<typeof Filter>;

/** What was done, newest first; `next` is where the older ones begin. */
export const DeskHistory = v.object({
  actions: v.array(DeskAction),
  next: v.nullable(v.string()),
  /** Who work at the desk, or did: with the first page. */
  people: v.optional(v.array(v.object({ id: v.string(), name: v.string() }))),
});
/** What staff searched for in the last 90 days, newest first. */
export const DeskSearches = v.object({
  searches: v.array(v.object({ id: v.string(), who: v.string(), words: v.string(), at: v.string() })),
  next: v.nullable(v.string()),
});
export type DeskSearches = v.InferOutput<typeof DeskSearches>;

/** Of a note, in characters. */
export const LONGEST_NOTE = 2000;
const text = v.pipe(v.string(mustNotBeBlank), v.trim(), v.nonEmpty(mustNotBeBlank), v.maxLength(LONGEST_NOTE, tooLong));
export const WriteNote = v.object({ action: ActionId, text });
export const ReaderNote = v.object({ id: v.string(), text: v.string(), who: v.string(), created: v.string() });
export type ReaderNote = v.InferOutput<typeof ReaderNote>;
