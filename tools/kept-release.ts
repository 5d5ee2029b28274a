import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { DEPLOYED } from './deploy.ts';
import { RECORD } from './record-release.ts';
import { dataDir, root } from './root.ts';
import { run } from './run.ts';

/** The revision that was deployed as the release before, as `record-release.ts` keeps it. */
export const previousRevision = (): string =>
  v.parse(v.object({ revision: v.string() }), JSON.parse(readFileSync(RECORD, 'utf8'))).revision;

/** Whether the repository's history reaches back to a revision: a shallow clone's does not. */
export const isKnown = async (revision: string): Promise<boolean> =>
  (await run('git', ['cat-file', '-e', `${revision}^{commit}`], { quiet: true })).code === 0;

/**
 * The folder of a release before this one, with its remotes built and its service ready to start; made once, from the
 * repository's history, with the packages of now, which a release of days or weeks ago runs with as well.
 */
export async function keepRelease(revision: string): Promise<string> {
  const folder = path.join(dataDir, 'releases', revision.slice(0, 12));
  if (existsSync(folder)) return folder;
  mkdirSync(path.dirname(folder), { recursive: true });
  const work = mkdtempSync(path.join(path.dirname(folder), 'keeping-'));
  try {
    console.log(`Building the release before this one, ${revision.slice(0, 12)} …`);
    await done('git', ['archive', '--output', path.join(work, 'release.tar'), revision]);
    await done('tar', ['-xf', 'release.tar'], work);
    rmSync(path.join(work, 'release.tar'));
    linkPackages(work);
    for (const app of DEPLOYED) await done('npm', ['run', '--silent', 'build'], path.join(work, 'apps', app));
    await done('npm', ['run', '--silent', 'generate'], path.join(work, 'services/commerce-api'));
    renameSync(work, folder);
    return folder;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function done(command: string, args: string[], cwd = root): Promise<void> {
  const { code, output } = await run(command, args, { quiet: true, cwd });
  if (code !== 0) throw new Error(`${command} ${args[0]} failed in ${cwd}:\n${output}`);
}

/** The packages of this release, but the workspaces of that one. */
function linkPackages(folder: string): void {
  const modules = path.join(root, 'node_modules');
  const links = path.join(folder, 'node_modules');
  mkdirSync(path.join(links, '@newsstand'), { recursive: true });
  for (const name of readdirSync(modules)) if (name !== '@newsstand') symlinkSync(path.join(modules, name), path.join(links, name));
  for (const file of globSync('{packages,apps,services,integrations}/*/package.json', { cwd: folder })) {
    const { name } = v.parse(v.object({ name: v.string() }), JSON.parse(readFileSync(path.join(folder, file), 'utf8')));
    // Relative: the folder gets its name when it is whole.
    symlinkSync(path.join('../..', path.dirname(file)), path.join(links, name));
    const own = path.join(root, path.dirname(file), 'node_modules');
    if (existsSync(own)) symlinkSync(own, path.join(folder, path.dirname(file), 'node_modules'));
  }
}
