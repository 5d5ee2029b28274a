import * as v from 'valibot';
import { mustNotBeBlank } from './blank.ts';
import { tooLong, upTo } from './bounded.ts';

/** The id of an action, made by the browser when its dialog opens: sent again, it is the same action and is answered alike. */
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
  /** It takes another one back. */
  undoes: v.boolean(),
  /** It can be taken back, by whoever may do it. */
  undo: v.boolean(),
});
export type DeskAction = v.InferOutput<typeof DeskAction>;

/** What was done, newest first; `next` is where the older ones begin. */
export const DeskHistory = v.object({ actions: v.array(DeskAction), next: v.nullable(v.string()) });
/** What staff searched for in the last 90 days, newest first. */
export const DeskSearches = v.object({
  searches: v.array(v.object({ id: v.string(), who: v.string(), words: v.string(), at: v.string() })),
  next: v.nullable(v.string()),
});
export type DeskSearches = v.InferOutput<typeof DeskSearches>;
/** Where a list goes on: what `next` said. */
export const After = v.optional(upTo(200));

const text = v.pipe(v.string(mustNotBeBlank), v.trim(), v.nonEmpty(mustNotBeBlank), v.maxLength(2000, tooLong));
export const WriteNote = v.object({ action: ActionId, text });
export const ReaderNote = v.object({ id: v.string(), text: v.string(), who: v.string(), created: v.string() });
export type ReaderNote = v.InferOutput<typeof ReaderNote>;
