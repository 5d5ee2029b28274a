import { createHash } from 'node:crypto';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Sql } from '../../platform/db/sql.ts';
import type { Pace } from '../../platform/pace.ts';

/** Rows that are worked on in one go: less than a thousandth of a second, for which readers of this process wait. */
const SLICE = 50;
/**
 * How many milliseconds a row may take while readers are served, with the rests that are made for them: of the query,
 * and of what is made of it. Somebody waits for the file: 24 seconds for 100,000, of which the work itself is eight.
 */
const ALLOWED = { read: 0.2, made: 0.02 } as const;

/**
 * Makes something of each row, a slice at a time, and lets whoever else waits for this process have their turn in
 * between: a file may have 200,000 rows.
 */
export async function inSlices<Row, Made>(
  rows: readonly Row[],
  pace: Pace,
  work: (slice: readonly Row[]) => readonly Made[],
): Promise<Made[]> {
  const made: Made[] = [];
  for (let at = 0; at < rows.length; at += SLICE) {
    const slice = rows.slice(at, at + SLICE);
    for (const one of work(slice)) made.push(one);
    await pace(slice.length * ALLOWED.made);
  }
  return made;
}

/** Characters that are worked on in one go, and how long they may take with the rest behind them: some 400 rows. */
const TEXT_SLICE = 64 * 1024;
const TEXT_ALLOWED = 400 * ALLOWED.made;

/** A text in its slices; a character of two halves is not cut in two. */
function* slicesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const end = at + TEXT_SLICE + ((text.codePointAt(at + TEXT_SLICE - 1) ?? 0) > 0xff_ff ? 1 : 0);
    yield text.slice(at, end);
    at = end;
  }
}

/**
 * What `hashOf` says of a text, which may have some dozen megabytes: of those it would take as many thousandths of a
 * second at once.
 */
export async function hashInSlices(text: string, pace: Pace): Promise<string> {
  const hash = createHash('sha256');
  for (const slice of slicesOf(text)) {
    hash.update(slice);
    await pace(TEXT_ALLOWED);
  }
  return hash.digest('base64url');
}

type File = { name: string; rows: number; csv: string };

/** A file as the JSON that `JSON.stringify` makes of it, in slices. */
export async function* jsonInSlices({ csv, ...file }: File, pace: Pace): AsyncGenerator<Uint8Array, void> {
  yield Buffer.from(`${JSON.stringify(file).slice(0, -1)},"csv":"`);
  for (const slice of slicesOf(csv)) {
    yield Buffer.from(JSON.stringify(slice).slice(1, -1));
    await pace(TEXT_ALLOWED);
  }
  yield Buffer.from('"}');
}

/** Where slices are read, and what comes between them. */
export type Slices = { tx: Sql; pace: Pace };

/**
 * As `inSlices`, of the rows of a query, which come a slice at a time: all at once the process would read them before
 * it turned to anybody. In a transaction; `cursor` is a name that no query with other columns has.
 */
export async function fetchInSlices<Made>(
  { tx, pace }: Slices,
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
    await pace(slice.length * ALLOWED.read);
  }
  await tx.$queryRaw`close ${name}`;
  return made;
}
