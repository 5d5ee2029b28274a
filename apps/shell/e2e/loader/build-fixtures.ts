import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { base } from '@newsstand/build/base';
import { precompress } from '@newsstand/build/precompress';
import { remote } from '@newsstand/build/remote';
import { rspack, type Configuration } from '@rspack/core';
import shell from '../../rspack.config.ts';

const DATA = join(import.meta.dirname, '../../../../.data');
// The figures build their own, lest a test run at the same time takes them away.
const out = (): string => join(DATA, process.env['NEWSSTAND_FIXTURES'] ?? 'loader-fixtures');

/**
 * Where the builds for these tests are: `shell`, the remotes `alpha` and `beta`, and `mono`, a plain bundle of alpha's
 * component.
 */
export const builtIn = (name: string): string => join(out(), name);

/** Builds the shell and two small remotes, as they would be built for readers. */
export default async function buildFixtures(): Promise<void> {
  await rm(out(), { recursive: true, force: true });
  const remotes = ['alpha', 'beta'].map((name) =>
    inFolder(remote({ dir: join(import.meta.dirname, 'remotes', name), name, port: 0, mount: './mount.tsx' }, 'deploy'), name),
  );
  const mono: Configuration = {
    ...base(import.meta.dirname, 'mono', false),
    entry: { mono: './remotes/mono.tsx' },
    plugins: [precompress()],
  };
  for (const config of [...shell.map((config) => inFolder(config, 'shell')), ...remotes, inFolder(mono, 'mono')]) await build(config);
}

const inFolder = (config: Configuration, name: string): Configuration => ({ ...config, output: { ...config.output, path: builtIn(name) } });

const build = (config: Configuration): Promise<void> =>
  new Promise((done, fail) => {
    rspack(config, (error, stats) => {
      if (error) fail(error);
      else if (stats?.hasErrors()) fail(new Error(stats.toString({ all: false, errors: true })));
      else done();
    });
  });
