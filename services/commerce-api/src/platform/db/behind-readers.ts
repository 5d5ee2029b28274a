import { readFile } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';
import type pg from 'pg';
import * as v from 'valibot';

/** So nice that readers come first, three to one, and yet the work goes on: whoever waits for what it holds is not to wait for a busy machine. */
const NICE = 5;
const MOST_NICE = 19;

const Backend = v.tuple([v.object({ pid: v.number(), port: v.nullable(v.number()) })]);

/**
 * Has what PostgreSQL does for a connection come after what it does for readers. It knows no priorities itself: where it runs on this machine, as who may be told so, its process is
 * told, which is known by the port of this end besides its number. Elsewhere all stays as it is.
 */
export async function comeAfterReaders(client: pg.ClientBase): Promise<void> {
  if (process.platform !== 'linux') return;
  const { rows } = await client.query('select pg_backend_pid() as pid, inet_client_port() as port');
  const [{ pid, port }] = v.parse(Backend, rows);
  try {
    const title = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    if (title.startsWith('postgres') && title.includes(`(${port})`)) setPriority(pid, Math.min(getPriority(pid) + NICE, MOST_NICE));
  } catch {
    // It runs elsewhere, or as somebody else.
  }
}
