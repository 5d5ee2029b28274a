import { rspack, type Compiler } from '@rspack/core';
import { integrityOf } from './build-files.ts';

/**
 * How a remote imports its chunks, each as `./<file>`: it tells the platform first, which vouches for them where import
 * maps do not, and may know a better address.
 */
export const TELLING_IMPORT = '(u=>import(integrity.tell?.(u)??u))';

/**
 * Gives a remote's entry one more export, `integrity`: the Subresource Integrity of the chunks that come after the
 * first wave. The registry vouches for the entry, so the chain holds, and the loader need not carry a hash for each of
 * them. The platform puts `tell` beside them.
 */
export const vouchForLater = (entry: string, wave: readonly string[]) => ({
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('newsstand-vouch', (compilation) => {
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH;
      compilation.hooks.processAssets.tap({ name: 'newsstand-vouch', stage }, (assets) => {
        const later = Object.entries(assets).filter(([name]) => name.endsWith('.js') && !wave.includes(name));
        if (later.length === 0) return;
        const integrity = Object.fromEntries(later.map(([name, asset]) => [name, integrityOf(asset.buffer())]));
        const text = `export const integrity=${JSON.stringify(integrity)};`;
        compilation.updateAsset(entry, (source) => new rspack.sources.ConcatSource(source, '\n', text));
      });
    });
  },
});
