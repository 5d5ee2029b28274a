import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts a process’s time in these: USER_HZ is 100 wherever Node runs. */
const TICK_MS = 10;

/** Whether this system says what a process has taken of the processor. */
export const canMeasure = process.platform === 'linux';

/**
 * Milliseconds that these processes have run so far, in their own code and in the kernel’s for them, with their
 * children that have ended.
 */
export function processorTime(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + ticksOf(pid), 0) * TICK_MS;
}

/** A process and all that it started and that still run: a PostgreSQL with its connections. */
export function familyOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: Number(statOf(Number(name))[1]) }));
  return [pid, ...parents.filter(({ parent }) => parent === pid).map((child) => child.pid)];
}

/** `utime stime cutime cstime` of `/proc/{pid}/stat`; 0 for one that has ended, whose time its parent has then. */
function ticksOf(pid: number): number {
  return statOf(pid)
    .slice(11, 15)
    .reduce((sum, ticks) => sum + Number(ticks), 0);
}

/** What stands behind the process’s name, which may hold anything: its state, its parent … */
function statOf(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
