import { readdirSync, readFileSync } from 'node:fs';

/**
 * Processor time, in ms, of the PostgreSQL processes that serve connections to a database, as Linux counts it: in
 * hundredths of a second.
 */
export function backendTime(database: string): number {
  return inMilliseconds(backendsOf(database).map(({ own }) => own));
}

/** The same, and what those took that have ended since the server was started. */
export function serverTime(database: string): number {
  const backends = backendsOf(database);
  const servers = [...new Set(backends.map(({ parent }) => parent))];
  return inMilliseconds([...backends.map(({ own }) => own), ...servers.map((pid) => statOf(pid)?.ended ?? 0)]);
}

function backendsOf(database: string): Stat[] {
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && commandOf(pid).includes(` ${database} 127.0.0.1(`))
    .flatMap((pid) => statOf(pid) ?? []);
}

function inMilliseconds(ticks: number[]): number {
  return ticks.reduce((sum, count) => sum + count, 0) * 10;
}

type Stat = { parent: string; own: number; ended: number };

/** Null for a process that has ended since. */
function statOf(pid: string): Stat | null {
  // The name in the second field may hold blanks.
  const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  const [, parent = ''] = fields;
  const [own = NaN, system = NaN, ended = NaN, endedSystem = NaN] = fields.slice(11, 15).map(Number);
  return Number.isNaN(endedSystem) ? null : { parent, own: own + system, ended: ended + endedSystem };
}

const commandOf = (pid: string) => read(`/proc/${pid}/cmdline`);

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
