import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Sql } from '../../platform/db/sql.ts';

/** Rows that are worked on in one go: some thousandths of a second, for which readers of this process wait. */
const SLICE = 200;

/** Makes something of each row, a slice at a time, and lets whoever else waits for this process have their turn in between: a file may have 200,000 rows. */
export async function inSlices<Row, Made>(rows: readonly Row[], work: (slice: readonly Row[]) => readonly Made[]): Promise<Made[]> {
  const made: Made[] = [];
  for (let at = 0; at < rows.length; at += SLICE) {
    if (at > 0) await setImmediate();
    for (const one of work(rows.slice(at, at + SLICE))) made.push(one);
  }
  return made;
}

/** Characters that are hashed in one go. */
const TEXT_SLICE = 256 * 1024;

/** What `hashOf` says of a text, which may have some dozen megabytes: of those it would take as many thousandths of a second at once. */
export async function hashInSlices(text: string): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < text.length;) {
    if (at > 0) await setImmediate();
    // A character of two halves is not cut in two.
    const end = at + TEXT_SLICE + ((text.codePointAt(at + TEXT_SLICE - 1) ?? 0) > 0xff_ff ? 1 : 0);
    hash.update(text.slice(at, end));
    at = end;
  }
  return hash.digest('base64url');
}

/**
 * As `inSlices`, of the rows of a query, which come a slice at a time: all at once the process would read them before it turned to anybody. In a transaction; `cursor` is a name that no
 * query with other columns has.
 */
export async function fetchInSlices<Made>(
  tx: Sql,
  cursor: string,
  query: Prisma.Sql,
  work: (slice: readonly unknown[]) => readonly Made[],
): Promise<Made[]> {
  const name = Prisma.raw(`"${cursor}"`);
  // All of them are wanted, and soon, not the first few.
  await tx.$queryRaw`select set_config('cursor_tuple_fraction', '1', true)`;
  await tx.$queryRaw`declare ${name} no scroll cursor for ${query}`;
  const made: Made[] = [];
  for (;;) {
    const slice = await tx.$queryRaw<unknown[]>`fetch ${Prisma.raw(String(SLICE))} from ${name}`;
    if (slice.length === 0) break;
    for (const one of work(slice)) made.push(one);
    await setImmediate();
  }
  await tx.$queryRaw`close ${name}`;
  return made;
}
