import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { base } from '@newsstand/build/base';
import { type BuildRecord, writeBuildRecord } from '@newsstand/build/build-record';
import { precompress } from '@newsstand/build/precompress';
import { CONTRACT } from '@newsstand/contracts/widget';
import { DefinePlugin, type Configuration } from '@rspack/core';

const dir = import.meta.dirname;
const mounts: BuildRecord['mounts'] = JSON.parse(readFileSync(join(dir, 'mounts.json'), 'utf8'));
const common = base(dir, 'shell', false);

// One folder, three builds: the `build` script empties it before.
const output = { ...common.output, clean: false };

// What of the federation runtime a page can do without, and what its and React's code need not ask of a browser
// (`browsers.ts`).
const leanRuntime = new DefinePlugin({
  FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
  FEDERATION_OPTIMIZE_NO_REMOTE: 'true',
  FEDERATION_OPTIMIZE_NO_SHARED: 'false',
  FEDERATION_HAS_EXPOSES: 'false',
  FEDERATION_BUILD_IDENTIFIER: '""',
  FEDERATION_DEBUG: '""',
  ENV_TARGET: '"web"',
  'typeof window': '"object"',
  'typeof document': '"object"',
  'typeof AbortController': '"function"',
  'typeof MessageChannel': '"function"',
  'typeof setImmediate': '"undefined"',
  'typeof process': '"undefined"',
});

const loader: Configuration = {
  ...common,
  name: 'loader',
  entry: { loader: './src/loader/loader.ts' },
  // A classic script, so that a CMS embeds it with one plain tag.
  output: { ...output, module: false, library: undefined, chunkFormat: false, chunkLoading: false, iife: true },
  plugins: [precompress()],
};

const platform: Configuration = {
  ...common,
  name: 'platform',
  entry: {
    platform: './src/platform/platform.ts',
    later: './src/platform/later.ts',
    open: './src/platform/open-widget.ts',
    override: './src/platform/override.ts',
    'wrong-options': './src/platform/wrong-options.ts',
  },
  output,
  plugins: [
    leanRuntime,
    writeBuildRecord({
      name: 'shell',
      contract: CONTRACT,
      entry: 'platform.js',
      preload: ['platform.js'],
      loader: 'loader.js',
      development: 'platform-development.js',
      mounts,
    }),
    precompress(),
  ],
};

const development: Configuration = {
  ...base(dir, 'shell', true),
  name: 'platform-development',
  devtool: false,
  entry: { 'platform-development': './src/platform/platform-development.ts' },
  output,
  plugins: [leanRuntime, precompress()],
};

export default [loader, platform, development];
