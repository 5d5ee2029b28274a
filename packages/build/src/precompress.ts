import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { rspack, type Compiler } from '@rspack/core';

const TEXT = /\.(js|css|json|svg|html)$/;

/** `body` as brotli and as gzip, as small as they go: done once at build, so that a file server never has to. */
export const compress = async (body: Buffer): Promise<{ br: Buffer; gz: Buffer }> => {
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
    promisify(gzip)(body, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  return { br, gz };
};

/** Writes `<file>.br` and `<file>.gz` beside each text file of a build. */
export const precompress = () => ({
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('newsstand-precompress', (compilation) => {
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER;
      compilation.hooks.processAssets.tapPromise({ name: 'newsstand-precompress', stage }, async (assets) => {
        await Promise.all(
          Object.entries(assets)
            .filter(([name]) => TEXT.test(name))
            .map(async ([name, asset]) => {
              const { br, gz } = await compress(asset.buffer());
              compilation.emitAsset(`${name}.br`, new rspack.sources.RawSource(br));
              compilation.emitAsset(`${name}.gz`, new rspack.sources.RawSource(gz));
            }),
        );
      });
    });
  },
});
