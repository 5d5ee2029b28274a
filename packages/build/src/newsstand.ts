#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { BuildRecord } from './build-record.ts';
import { deploy } from './deploy.ts';
import { folderStore } from './folder-store.ts';
import { prune } from './prune.ts';
import { SHELL } from './releases.ts';
import { rollback } from './rollback.ts';
import { readSettings } from './settings.ts';

const USAGE = `newsstand deploy [--allow]   put the build of this workspace into the store and make it the current one
                             (--allow: only for those who ask for it by ?widget=)
newsstand rollback [name]    return a remote (this workspace's, or the one named) to the build before
newsstand prune              remove builds that were replaced more than 30 days ago`;

const dist = join(process.cwd(), 'dist');
const store = folderStore(readSettings(process.env).dir);

const run = async (command: string | undefined, words: string[]): Promise<string> => {
  switch (command) {
    case 'deploy': {
      const allow = words.includes('--allow');
      const { name, build } = await deploy(store, dist, { allow });
      return allow ? `${name}@${build} may be asked for: add ?widget=${name}@${build} to a page's address` : `${name} is now ${build}`;
    }
    case 'rollback': {
      const name = words[0] ?? (await builtName());
      const registry = await rollback(store, name);
      return `${name} is back at ${(name === SHELL ? registry.platform : registry.remotes[name])?.build}`;
    }
    case 'prune':
      return `${await prune(store)} old builds removed`;
    default:
      throw new Error(USAGE);
  }
};

const builtName = async (): Promise<string> => v.parse(BuildRecord, JSON.parse(await readFile(join(dist, 'build.json'), 'utf8'))).name;

try {
  console.log(await run(process.argv[2], process.argv.slice(3)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
