import * as v from 'valibot';
import { CalendarMoment } from './calendar-day.ts';
import { ActionId } from './desk-history.ts';
import { Shipcode } from './shipcode.ts';

/**
 * Where an issue stands: `coming` (nothing is planned), `planned`, `held` (nobody is given it before it is planned
 * anew), `begun` (it is being given out: nothing stops it any more), `out`.
 */
export const IssueState = v.picklist(['coming', 'planned', 'held', 'begun', 'out']);
export type IssueState = v.InferOutput<typeof IssueState>;

const IS_GIVEN: Record<IssueState, boolean> = { coming: false, planned: false, held: false, begun: true, out: true };
/** Whether readers have it, or some of them already. */
export const isGiven = (state: IssueState): boolean => IS_GIVEN[state];

/** What of an issue is uploaded at the desk. */
export const UploadFormat = v.picklist(['pdf', 'epub', 'cover']);
export type UploadFormat = v.InferOutput<typeof UploadFormat>;
/** The most bytes of each. */
export const MOST_BYTES: Record<UploadFormat, number> = { pdf: 200_000_000, epub: 200_000_000, cover: 2_000_000 };

/**
 * A file that was uploaded, by the SHA-256 of its bytes; nobody is given it before it is said what it is of. `width`
 * and `height`: a picture's, in pixels.
 */
export const KeptUpload = v.object({
  hash: v.string(),
  type: v.string(),
  size: v.number(),
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
});
export type KeptUpload = v.InferOutput<typeof KeptUpload>;

/**
 * One of an issue's files. `from`: the desk, the publication's folder, or (of PDF and EPUB) `texts`, of which one is
 * made. What follows is of one of the desk:
 * `version` is its hash, '' where there is none; `undo`: the action that may be taken back.
 */
export const IssueFile = v.object({
  format: UploadFormat,
  from: v.picklist(['desk', 'folder', 'texts']),
  version: v.string(),
  size: v.nullable(v.number()),
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  alt: v.string(),
  by: v.string(),
  uploaded: v.nullable(v.string()),
  undo: v.nullable(v.string()),
});
export type IssueFile = v.InferOutput<typeof IssueFile>;

/** A file as readers were given it when the issue came out; `size`, `by` and `uploaded` are of one of the desk. */
export const GivenFile = v.object(v.pick(IssueFile, ['format', 'from', 'size', 'by', 'uploaded']).entries);
export type GivenFile = v.InferOutput<typeof GivenFile>;

/**
 * One number. `day`: when its files say that it comes out, or the desk brought it out, null where they do not yet;
 * `at`: when it is given to readers, or was; `on_sale`: it is put on sale then, before the day of its files. `made`:
 * which of its files are not the magazine's own, but made of its texts.
 */
export const ListedIssue = v.object({
  number: v.number(),
  title: v.string(),
  day: v.nullable(v.string()),
  state: IssueState,
  at: v.nullable(v.string()),
  on_sale: v.optional(v.boolean(), false),
  /** It was held as it was to begin: it would have gone to far more or fewer readers than the issue before. */
  far: v.optional(v.boolean(), false),
  made: v.array(v.string()),
  /** The newest one that everybody was given, of which copies are owed and no list was made yet. */
  lists_due: v.optional(v.boolean()),
  /** How many copies would be on its next late list. */
  late: v.optional(v.number(), 0),
});
export type ListedIssue = v.InferOutput<typeof ListedIssue>;
/** The newest first. */
export const DeskIssues = v.object({ issues: v.array(ListedIssue) });
export type DeskIssues = v.InferOutput<typeof DeskIssues>;

export const IssueNumber = v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/), v.transform(Number));

/**
 * Who gets it one way: `digital`, `print-a`. `before`: readers who had the issue before it so, with `copies_before`.
 */
export const ReleaseCount = v.object({
  deliverable: v.string(),
  readers: v.number(),
  copies: v.number(),
  free: v.number(),
  before: v.number(),
  copies_before: v.optional(v.number()),
});
export type ReleaseCount = v.InferOutput<typeof ReleaseCount>;

/** A list of what is posted, as it was frozen. `part`: 1 is the first, later ones are of who named an address since. */
const PostList = v.object({ shipcode: Shipcode, part: v.number(), copies: v.number(), frozen: v.string() });

/**
 * One number, with who will be given it (of one that is out: who was). `without_address`: readers who are owed a
 * printed copy and have no address of its zone; `held`: whose copy is held back, since others came back from their
 * address; `last`: whose last issue it is, and how many of them `renew` by themselves; `lifetimes`: readers for life.
 * `protocol`: what was done with it, the oldest first; `given`: the files that it had when it was given to readers, as
 * far as that was noted; `completed`: when everybody had been given it. `version` says what was shown, so that a plan
 * is of that.
 */
export const DeskIssue = v.object({
  ...ListedIssue.entries,
  counts: v.array(ReleaseCount),
  without_address: v.number(),
  held: v.optional(v.number(), 0),
  last: v.number(),
  renew: v.number(),
  lifetimes: v.number(),
  lists: v.array(PostList),
  files: v.array(IssueFile),
  completed: v.optional(v.nullable(v.string()), null),
  given: v.optional(v.array(GivenFile), []),
  protocol: v.optional(v.array(v.object({ at: v.string(), who: v.string(), verb: v.string(), subject: v.string() })), []),
  version: v.string(),
});
export type DeskIssue = v.InferOutput<typeof DeskIssue>;

/** A zone whose number differs by more than this from the issue before has to be typed by whoever plans it. */
export const UNUSUAL = 0.2;

const isFar = (number: number, from: number): boolean => Math.abs(number - from) > from * UNUSUAL;

/** Whether copies are far from those of the issue before. */
export const hasFarCopies = ({ copies, copies_before: before }: Pick<ReleaseCount, 'copies' | 'copies_before'>): boolean =>
  before !== undefined && isFar(copies, before);

/**
 * Of what readers or copies are far from those of the issue before, also where there were none; of a magazine's first
 * issue nothing is.
 */
export const unusualOf = <Count extends Pick<ReleaseCount, 'readers' | 'before' | 'copies' | 'copies_before'>>(
  counts: readonly Count[],
): Count[] =>
  counts.every(({ before }) => before === 0) ? [] : counts.filter((count) => isFar(count.readers, count.before) || hasFarCopies(count));

/** Of a hundred copies so many are spoiled on the press. */
export const SPOILED = 3;

/**
 * How many are printed so that `copies` can be posted, before those for sale: rounded up to ten, once for all of them.
 */
export const printRunOf = (copies: number): number => Math.ceil((copies * (100 + SPOILED)) / 1000) * 10;

/** How many copies of a release are printed ones. */
export const printedCopies = (counts: readonly Pick<ReleaseCount, 'deliverable' | 'copies'>[]): number =>
  counts.reduce((all, { deliverable, copies }) => all + (deliverable === 'digital' ? 0 : copies), 0);

/**
 * `at`: when it is given to readers, null for ten minutes from now; `on_sale`: it is put on sale then where that is
 * before the day of its files; `typed`: the numbers of readers that are unusual, by how they get it.
 */
export const PlanRelease = v.object({
  action: v.pipe(v.string(), v.uuid()),
  version: v.string(),
  at: v.nullable(CalendarMoment),
  on_sale: v.optional(v.boolean(), false),
  typed: v.record(v.string(), v.number()),
});
export type PlanRelease = v.InferOutput<typeof PlanRelease>;
export const StopRelease = v.object({ action: v.pipe(v.string(), v.uuid()) });

/**
 * When it will be given to readers; null: it is held. `on_sale`: it is put on sale then, before the day of its files.
 */
export const ReleasePlanned = v.object({ at: v.nullable(v.string()), on_sale: v.optional(v.boolean(), false) });

const mustSay = 'Please say in words what the cover shows: it is read to whoever does not see it.';
/**
 * Makes a file that was uploaded an issue's own. `version`: of the one that was shown in its place; `alt`: what a cover
 * shows, in words.
 */
export const PutIssueFile = v.pipe(
  v.object({
    action: ActionId,
    version: v.string(),
    format: UploadFormat,
    hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
    alt: v.pipe(v.string(), v.trim(), v.maxLength(500, 'Please keep it under 500 characters.')),
  }),
  v.forward(
    v.check(({ format, alt }) => format !== 'cover' || alt !== '', mustSay),
    ['alt'],
  ),
);
export type PutIssueFile = v.InferOutput<typeof PutIssueFile>;
/** What of the issue is in its place by then; `replaces`: where what was there came from. */
export const IssueFilePut = v.object({
  format: UploadFormat,
  size: v.number(),
  replaces: v.picklist(['desk', 'folder', 'texts']),
  out: v.boolean(),
});
