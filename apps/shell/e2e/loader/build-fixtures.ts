import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { remote } from '@newsstand/build/remote';
import { rspack, type Configuration } from '@rspack/core';
import shell from '../../rspack.config.ts';

const OUT = join(import.meta.dirname, '../../../../.data/loader-fixtures');

/** Where the builds for these tests are: `shell`, `alpha` and `beta`. */
export const builtIn = (name: string): string => join(OUT, name);

/** Builds the shell and two small remotes, as they would be built for readers. */
const buildFixtures = async (): Promise<void> => {
  await rm(OUT, { recursive: true, force: true });
  const remotes = ['alpha', 'beta'].map((name) =>
    inFolder(remote({ dir: join(import.meta.dirname, 'remotes', name), name, port: 0, mount: './mount.tsx' }, false), name),
  );
  for (const config of [...shell.map((config) => inFolder(config, 'shell')), ...remotes]) await build(config);
};
export default buildFixtures;

const inFolder = (config: Configuration, name: string): Configuration => ({ ...config, output: { ...config.output, path: builtIn(name) } });

const build = (config: Configuration): Promise<void> =>
  new Promise((done, fail) => {
    rspack(config, (error, stats) => {
      if (error) fail(error);
      else if (stats?.hasErrors()) fail(new Error(stats.toString({ all: false, errors: true })));
      else done();
    });
  });
