import * as v from 'valibot';
import { ACTIVATIONS } from './widget.ts';

/** Paths of one immutable build folder: URL to `sha256-…`, or a longer SHA (Subresource Integrity). */
const Integrity = v.record(v.string(), v.pipe(v.string(), v.regex(/^sha(256|384|512)-/)));

/**
 * When a build stopped being the current one (ISO instant); its folder is kept for 30 days from then, for the pages
 * that still run it.
 */
const Retired = { replaced: v.optional(v.string()), withdrawn: v.optional(v.boolean()) };

/**
 * One deployed build of a remote. URLs are absolute, or begin with / on the page's origin; `preload` are all chunks
 * that start in one wave.
 */
export const Build = v.object({
  build: v.string(),
  entry: v.string(),
  preload: v.array(v.string()),
  integrity: Integrity,
  contract: v.number(),
  ...Retired,
});
export type Build = v.InferOutput<typeof Build>;

/** A CMS's own elements: CSS selector to widget, so that templates need no change. */
const Mounts = v.record(v.string(), v.object({ widget: v.string(), when: v.optional(v.picklist(ACTIVATIONS)) }));

/**
 * One deployed build of the shell: its platform chunk, the loader that goes with it, and React's development build for
 * remotes under development.
 */
export const Platform = v.object({
  build: v.string(),
  entry: v.string(),
  preload: v.array(v.string()),
  integrity: Integrity,
  contract: v.optional(v.number()),
  loader: v.optional(v.string()),
  development: v.optional(v.string()),
  mounts: v.optional(Mounts),
  ...Retired,
});
export type Platform = v.InferOutput<typeof Platform>;

/**
 * The one mutable object of the front end (design: registry). Deploy, rollback and canary are one compare-and-swap on
 * `version`.
 */
export const Registry = v.object({
  version: v.number(),
  platform: v.object({ ...Platform.entries, previous: v.optional(v.array(Platform)), allowed: v.optional(v.array(Platform)) }),
  /**
   * Newest first in `previous`, so that a rollback knows where to; builds in `allowed` may be asked for by
   * `?widget=remote@build`.
   */
  remotes: v.record(v.string(), v.object({ ...Build.entries, previous: v.array(Build), allowed: v.array(Build) })),
  mounts: Mounts,
});
export type Registry = v.InferOutput<typeof Registry>;

/**
 * One build as the loader holds it, small enough to be inlined in it: the folder's URL, and the Subresource Integrity
 * of each chunk of the first wave by its file name ('' for a remote under development). The first file is the entry,
 * which vouches for later chunks.
 */
export const LoaderBuild = v.tuple([v.string(), v.record(v.string(), v.string())]);
export type LoaderBuild = v.InferOutput<typeof LoaderBuild>;

/** What of the registry the loader carries in itself, so that a page needs no request to know where the widgets are. */
export type LoaderRegistry = {
  platform: LoaderBuild;
  remotes: Record<string, LoaderBuild>;
  mounts?: Registry['mounts'];
};

/**
 * `overrides.json`, beside the loader: builds that `?widget=remote@build` may ask for, and React's development build.
 * `machine` are the names of a developer's own machine, whose pages may take a remote from its ports, as
 * `?widget=checkout@localhost:4301`; none where others reach the store.
 */
export const Overrides = v.object({
  builds: v.record(v.string(), LoaderBuild),
  development: v.nullable(LoaderBuild),
  machine: v.optional(v.array(v.string()), []),
});
export type Overrides = v.InferOutput<typeof Overrides>;
