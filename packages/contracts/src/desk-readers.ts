import * as v from 'valibot';
import { After } from './desk-history.ts';

/** Whom a list of readers is narrowed to. */
export const READER_SEGMENTS = ['running', 'expiring', 'lapsed', 'lifetime', 'free', 'no-address', 'email-fails', 'card-fails'] as const;
export const ReaderSegment = v.picklist(READER_SEGMENTS);
export type ReaderSegment = v.InferOutput<typeof ReaderSegment>;

export const ReadersAsked = { segment: v.optional(ReaderSegment, 'running'), after: After };

/** One reader of a list. `runs`: the term that runs, and how many issues of all of them are left, null for a lifetime. */
export const ListedReader = v.object({
  owner: v.string(),
  name: v.string(),
  email: v.nullable(v.string()),
  town: v.nullable(v.string()),
  runs: v.nullable(v.object({ deliverable: v.string(), level: v.string(), left: v.nullable(v.number()) })),
  renews: v.boolean(),
  failing: v.boolean(),
});
export type ListedReader = v.InferOutput<typeof ListedReader>;

/** `count`: of the whole segment, with its first page only. */
export const DeskReaders = v.object({ readers: v.array(ListedReader), count: v.nullable(v.number()), next: v.nullable(v.string()) });
export type DeskReaders = v.InferOutput<typeof DeskReaders>;
