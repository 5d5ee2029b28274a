import * as v from 'valibot';

/**
 * Where an issue stands: `coming` (nothing is planned), `planned`, `held` (nobody is given it before it is planned anew), `begun` (it is being given out: nothing stops it
 * any more), `out`.
 */
export const IssueState = v.picklist(['coming', 'planned', 'held', 'begun', 'out']);
export type IssueState = v.InferOutput<typeof IssueState>;

/** One number. `day`: when its files say that it comes out, null where they do not yet; `at`: when it is given to readers, or was. */
export const ListedIssue = v.object({
  number: v.number(),
  title: v.string(),
  day: v.nullable(v.string()),
  state: IssueState,
  at: v.nullable(v.string()),
});
export type ListedIssue = v.InferOutput<typeof ListedIssue>;
/** The newest first. */
export const DeskIssues = v.object({ issues: v.array(ListedIssue) });
export type DeskIssues = v.InferOutput<typeof DeskIssues>;

export const IssueNumber = v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/), v.transform(Number));

/** Who gets it one way: `digital`, `print-a`. `before`: readers who had the issue before it so. */
export const ReleaseCount = v.object({
  deliverable: v.string(),
  readers: v.number(),
  copies: v.number(),
  free: v.number(),
  before: v.number(),
});
export type ReleaseCount = v.InferOutput<typeof ReleaseCount>;

/** A list of what is posted, as it was frozen. `part`: 1 is the first, later ones are of who named an address since. */
const PostList = v.object({ shipcode: v.string(), part: v.number(), copies: v.number(), frozen: v.string() });

/**
 * One number, with who will be given it (of one that is out: who was). `without_address`: readers who are owed a printed copy and have no address of its zone; `last`: whose last
 * issue it is, and how many of them `renew` by themselves; `lifetimes`: readers for life. `version` says what was shown, so that a plan is of that.
 */
export const DeskIssue = v.object({
  ...ListedIssue.entries,
  counts: v.array(ReleaseCount),
  without_address: v.number(),
  last: v.number(),
  renew: v.number(),
  lifetimes: v.number(),
  lists: v.array(PostList),
  version: v.string(),
});
export type DeskIssue = v.InferOutput<typeof DeskIssue>;

/** A zone whose number differs by more than this from the issue before has to be typed by whoever plans it. */
export const UNUSUAL = 0.2;

/** Whether a number of readers is far from that of the issue before. */
export const isUnusual = ({ readers, before }: Pick<ReleaseCount, 'readers' | 'before'>): boolean =>
  before > 0 && Math.abs(readers - before) / before > UNUSUAL;

/** `at`: when it is given to readers, null for ten minutes from now; `typed`: the numbers of readers that are unusual, by how they get it. */
export const PlanRelease = v.object({
  action: v.pipe(v.string(), v.uuid()),
  version: v.string(),
  at: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
  typed: v.record(v.string(), v.number()),
});
export type PlanRelease = v.InferOutput<typeof PlanRelease>;
export const StopRelease = v.object({ action: v.pipe(v.string(), v.uuid()) });

/** When it will be given to readers; null: it is held. */
export const ReleasePlanned = v.object({ at: v.nullable(v.string()) });
