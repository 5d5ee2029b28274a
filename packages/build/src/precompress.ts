import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { rspack, type Compiler } from '@rspack/core';

const TEXT = /\.(js|css|json|svg|html)$/;

/**
 * How distances may be written: brotli's `NPOSTFIX` and `NDIRECT` (RFC 7932, section 4). Which of them makes a file
 * smallest cannot be told beforehand; of the loader it is up to 20 of 2,500 bytes, of a remote's entry up to 75. The
 * first is what brotli does by itself.
 */
const DISTANCES = [
  [0, 0],
  [0, 4],
  [0, 8],
  [1, 20],
] as const;
/** What is larger, such as React's development build, is no reader's. */
const TRIED_UP_TO = 256 * 1024;

/** `body` as brotli and as gzip, as small as they go: done once at build, so that a file server never has to. */
export const compress = async (body: Buffer): Promise<{ br: Buffer; gz: Buffer }> => {
  const tries = body.length <= TRIED_UP_TO ? DISTANCES : DISTANCES.slice(0, 1);
  const [gz, ...brs] = await Promise.all([
    promisify(gzip)(body, { level: constants.Z_BEST_COMPRESSION }),
    ...tries.map(([postfix, direct]) =>
      promisify(brotliCompress)(body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
          [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
          [constants.BROTLI_PARAM_NDIRECT]: direct,
        },
      }),
    ),
  ]);
  return { br: brs.reduce((one, other) => (other.length < one.length ? other : one)), gz };
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
