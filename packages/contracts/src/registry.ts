import * as v from 'valibot';
import { ACTIVATIONS } from './widget.ts';

/** Paths of one immutable build folder: URL to `sha384-…` (Subresource Integrity). */
const Integrity = v.record(v.string(), v.pipe(v.string(), v.startsWith('sha384-')));

/** One deployed build of a remote. URLs are absolute, or begin with / on the page's origin; `preload` are all chunks that start in one wave. */
export const Build = v.object({
  build: v.string(),
  entry: v.string(),
  preload: v.array(v.string()),
  integrity: Integrity,
  contract: v.number(),
});
export type Build = v.InferOutput<typeof Build>;

/** The one mutable object of the front end (design: registry). Deploy, rollback and canary are one compare-and-swap on `version`. */
export const Registry = v.object({
  version: v.number(),
  platform: v.object({ build: v.string(), entry: v.string(), preload: v.array(v.string()), integrity: Integrity }),
  /** Newest first in `previous`, so that a rollback knows where to; builds in `allowed` may be asked for by `?widget=remote@build`. */
  remotes: v.record(v.string(), v.object({ ...Build.entries, previous: v.array(Build), allowed: v.array(Build) })),
  /** A CMS's own elements: CSS selector to widget, so that templates need no change. */
  mounts: v.record(v.string(), v.object({ widget: v.string(), when: v.optional(v.picklist(ACTIVATIONS)) })),
});
export type Registry = v.InferOutput<typeof Registry>;
