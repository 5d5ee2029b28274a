import { rspack, type Compiler } from '@rspack/core';
import { integrityOf } from './build-files.ts';

/** How a remote imports its chunks: it tells the platform, which vouches for them. A chunk is called `./<file>`. */
export const TELLING_IMPORT = '(url=>(_tell(url),import(url)))';

/**
 * Gives a remote's entry two more exports. `integrity` is the Subresource Integrity of the chunks that come after the first wave: the registry vouches for
 * the entry, so the chain holds, and the loader need not carry a hash for each of them. `beforeChunk` takes who is told of a chunk before it is fetched.
 */
export const vouchForLater = (entry: string, wave: readonly string[]) => ({
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('newsstand-vouch', (compilation) => {
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH;
      compilation.hooks.processAssets.tap({ name: 'newsstand-vouch', stage }, (assets) => {
        const later = Object.entries(assets).filter(([name]) => name.endsWith('.js') && !wave.includes(name));
        if (later.length === 0) return;
        const integrity = Object.fromEntries(later.map(([name, asset]) => [name, integrityOf(asset.buffer())]));
        const text = `export const integrity=${JSON.stringify(integrity)};let _tell=()=>{};export const beforeChunk=(tell)=>{_tell=tell};`;
        compilation.updateAsset(entry, (source) => new rspack.sources.ConcatSource(source, '\n', text));
      });
    });
  },
});
