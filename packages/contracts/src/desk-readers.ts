import * as v from 'valibot';
import { Level } from './cart.ts';
import { After } from './desk-history.ts';
import { SHIPCODES } from './shipcode.ts';

/** Whom a list of readers is narrowed to. */
export const READER_SEGMENTS = [
  'running',
  'expiring',
  'lapsed',
  'lifetime',
  'free',
  'no-address',
  'undeliverable',
  'email-fails',
  'card-fails',
  'imported',
  'listed',
] as const;
export const ReaderSegment = v.picklist(READER_SEGMENTS);
export type ReaderSegment = v.InferOutput<typeof ReaderSegment>;

/**
 * Whoever had one of so many issues, the newest, and is owed nothing more, has lapsed; who had none of them left longer
 * ago.
 */
export const LAPSED_WITHIN = 4;

/** How what runs comes: in files, or in print to a zone. */
export const ReaderZone = v.picklist(['digital', ...SHIPCODES]);
export type ReaderZone = v.InferOutput<typeof ReaderZone>;
/**
 * What is marked of a reader: that they renew by themselves, or do not; that letters, or copies, come back; that
 * somebody noted something.
 */
export const ReaderFlag = v.picklist(['renews', 'does-not-renew', 'email-fails', 'undeliverable', 'noted']);
export type ReaderFlag = v.InferOutput<typeof ReaderFlag>;
/** A mailing list, by its tag. */
export const ReaderList = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,39}$/));
/**
 * What a segment is narrowed to: whom something runs for that comes so, at that level, who is marked so, and whose
 * mailbox is on that mailing list.
 */
export const ReaderFilter = {
  zone: v.optional(ReaderZone),
  level: v.optional(Level),
  flag: v.optional(ReaderFlag),
  tag: v.optional(ReaderList),
};
export type ReaderFilter = {
  zone?: ReaderZone | undefined;
  level?: Level | undefined;
  flag?: ReaderFlag | undefined;
  tag?: string | undefined;
};

/** The newest of the segment first, those who are in it longest, or by name. */
export const ReaderSort = v.picklist(['newest', 'oldest', 'name']);
export type ReaderSort = v.InferOutput<typeof ReaderSort>;

export const ReadersAsked = {
  segment: v.optional(ReaderSegment, 'running'),
  ...ReaderFilter,
  sort: v.optional(ReaderSort, 'newest'),
  after: After,
};

/**
 * One reader of a list. `runs`: the term that runs, how many copies of each issue, and how many issues of all of them
 * are left, null for a lifetime.
 */
export const ListedReader = v.object({
  owner: v.string(),
  name: v.string(),
  email: v.nullable(v.string()),
  town: v.nullable(v.string()),
  runs: v.nullable(v.object({ deliverable: v.string(), level: v.string(), copies: v.optional(v.number()), left: v.nullable(v.number()) })),
  renews: v.boolean(),
  failing: v.boolean(),
});
export type ListedReader = v.InferOutput<typeof ListedReader>;

/** `count`: of the whole segment, with its first page only; `tags`: the mailing lists that there are, with it. */
export const DeskReaders = v.object({
  readers: v.array(ListedReader),
  count: v.nullable(v.number()),
  tags: v.optional(v.array(v.string())),
  next: v.nullable(v.string()),
});
export type DeskReaders = v.InferOutput<typeof DeskReaders>;
