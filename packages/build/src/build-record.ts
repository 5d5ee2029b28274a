import { ACTIVATIONS } from '@newsstand/contracts/widget';
import { rspack, type Compiler } from '@rspack/core';
import * as v from 'valibot';

/**
 * `build.json`, beside a build's chunks: what `newsstand deploy` needs to know of it. File names are relative to the
 * folder.
 */
export const BuildRecord = v.object({
  name: v.string(),
  contract: v.number(),
  entry: v.string(),
  /** Every chunk that starts together with the entry. */
  preload: v.array(v.string()),
  /** The shell only: the loader's code, without the registry. */
  loader: v.optional(v.string()),
  /** The shell only: React's development build, for remotes under development. */
  development: v.optional(v.string()),
  /** The shell only: the CMS's own elements that stand for widgets. */
  mounts: v.optional(v.record(v.string(), v.object({ widget: v.string(), when: v.optional(v.picklist(ACTIVATIONS)) }))),
});
export type BuildRecord = v.InferOutput<typeof BuildRecord>;

/**
 * Writes `build.json`. A remote's first wave is its entry and the chunk of `./mount`; what `mount` imports later comes
 * later.
 */
export const writeBuildRecord = (record: BuildRecord) => ({
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('newsstand-build-record', (compilation) => {
      compilation.hooks.processAssets.tap('newsstand-build-record', () => {
        compilation.emitAsset('build.json', new rspack.sources.RawSource(JSON.stringify(record, null, 2)));
      });
    });
  },
});
