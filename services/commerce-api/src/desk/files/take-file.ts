import { csvOf } from '@newsstand/contracts/csv';
import * as v from 'valibot';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { postLetters } from '../../letters/post-letter.ts';
import { DAY } from '../../platform/duration.ts';
import { besideReaders, type Pace } from '../../platform/pace.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { takePoint } from '../../platform/limits/take-point.ts';
import type { Deps } from '../../publication/deps.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { act } from '../act.ts';
import { dayIn } from '../../publication/publication-day.ts';
import { hashInSlices, inSlices } from './in-slices.ts';
import type { Person } from '../staff/staff-session.ts';

type FileDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'served'>;
type Verb = 'exportPeople' | 'exportRecords' | 'takeRefused';
type Asked = { action: string; network: string; verb: Verb; subject: string };

/** More is an extract for analysts, who have a replica. */
export const MOST_ROWS = 200_000;
const FILES = { points: 10, window: DAY };
/** The publishers are written to of the third of somebody's day, once: by then it may be somebody else's hand. */
const TOLD_OF = 3;
const VERBS: readonly Verb[] = ['exportPeople', 'exportRecords', 'takeRefused'];
const TAKEN = v.object({ rows: v.number(), hash: v.string() });

/**
 * Takes a file with people in it: it stands in the history by its rows and its hash, and nobody's name, and the
 * publishers are told of a third one of somebody's day. `make` reads it once it is known that it may be had. Refuses
 * (429) the eleventh of a day, and (409) a file that has become another one since it was taken under this id.
 */
export async function takeFile(
  deps: FileDeps,
  person: Person,
  { action, network, verb, subject }: Asked,
  make: (pace: Pace) => Promise<{ csv: string; rows: number }>,
): Promise<{ csv: string; rows: number }> {
  await takePoint(deps, `desk-export:${person.id}`, FILES);
  const pace = besideReaders(deps.served);
  const { csv, rows } = await make(pace);
  const file = { rows, hash: await hashInSlices(csv, pace) };
  const taken = await act(deps, { person: person.id }, { id: action, verb, subject, network }, TAKEN, async (tx) => {
    const since = new Date(deps.clock().getTime() - DAY);
    const before = await tx.staffAction.findMany({
      where: { staffId: person.id, verb: { in: [...VERBS] }, at: { gt: since } },
      select: { subject: true },
      orderBy: { at: 'asc' },
    });
    if (before.length + 1 === TOLD_OF)
      await tellPublishers(tx, deps, { action, who: person.name, files: [...before.map((one) => one.subject), subject] });
    return { to: file, result: file };
  });
  if (taken.hash !== file.hash) throw new Refusal(409, deskText('list_changed'));
  return { csv, rows };
}

async function tellPublishers(
  tx: Prisma.TransactionClient,
  deps: FileDeps,
  { action, who, files }: { action: string; who: string; files: string[] },
): Promise<void> {
  const { publicationId } = deps.config;
  const publishers = await tx.staff.findMany({ where: { publicationId, roles: { has: 'publisher' }, disabled: null, sample: false } });
  const letters = publishers.map(
    ({ id, email }) => ({ kind: 'staff-files', subject: `${action}:${id}`, recipient: email, payload: { who, files } }) as const,
  );
  await postLetters(tx, deps, letters);
}

/**
 * Rows below their head, each with who took it and on which day of the publisher's, so that a file that is found
 * elsewhere is known, also without its head.
 */
export async function markedCsv(
  { name }: Pick<Person, 'name'>,
  { now, zone, pace }: { now: Date; zone: string; pace: Pace },
  [head = [], ...rows]: (readonly string[])[],
): Promise<{ csv: string; rows: number; day: string }> {
  if (rows.length > MOST_ROWS) throw new Refusal(422, deskText('too_many_rows', { most: MOST_ROWS.toLocaleString('en') }));
  const day = dayIn(zone, now);
  const lines = await inSlices(rows, pace, (slice) => [csvOf(slice.map((row) => [...row, `${name}, ${day}`]))]);
  // So that Excel takes it for UTF-8.
  return { csv: `\uFEFF${csvOf([[...head, 'taken_by']])}${lines.join('')}`, rows: rows.length, day };
}
