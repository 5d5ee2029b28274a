import {
  ImportApplied,
  ImportChecked,
  ImportCounts,
  ImportDiscarded,
  ImportPaused,
  importStates,
  ImportWithdrawn,
  type ImportColumns,
  type RefusedTaken,
} from '@newsstand/contracts/desk-imports';
import * as v from 'valibot';
import type { Import, Prisma } from '../../../generated/prisma/client.ts';
import { nextRelease } from '../../ledger/releases/release-due.ts';
import { DAY } from '../../platform/duration.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { IMPORT_KEPT } from '../../readers/imports/run-imports.ts';
import { countTold, countUsed } from '../../readers/imports/withdraw-rows.ts';
import { act } from '../act.ts';
import { takeFile } from '../files/take-file.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { refusedCsv } from './refused-csv.ts';
import type { Person } from '../staff/staff-session.ts';
import { whoDid } from '../done-by.ts';
import { timeZoneOf } from '../../publication/publication-day.ts';

type ImportDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'publication' | 'served'>;
/** What makes another of a file than somebody has seen. */
const MOVES = ['checkImport', 'applyImport', 'withdrawImport', 'pauseImport', 'resumeImport'];
/** Who takes over so near to an issue should know on which side of it. */
const SOON = 7 * DAY;
type Asked = { id: string; action: string; network: string; dry?: boolean };

/**
 * Has a file checked by what was said of its columns; what was found before goes. Refuses (409) one that is being
 * checked or was applied.
 */
export async function checkImport(
  deps: ImportDeps,
  person: Person,
  { id, action, network, columns }: Asked & { columns: ImportColumns },
): Promise<ImportChecked> {
  const found = await findImport(deps, id);
  const told = { id: action, verb: 'checkImport', subject: found.name, network };
  return act(deps, { person: person.id }, told, ImportChecked, async (tx) => {
    const { rows, header } = await lock(tx, deps, id, importStates('asked'));
    const names = new Set(v.parse(v.array(v.string()), header));
    const unknown = Object.entries(columns.fields).find(([, name]) => !names.has(name));
    if (unknown) throw new Refusal(422, { columns: deskText('no_such_column', { column: unknown[1] }) });
    if (columns.fields.legacy_id === undefined) throw new Refusal(422, { columns: deskText('no_number_column') });
    if (columns.fields.list !== undefined && !columns.consented) {
      throw new Refusal(422, { consented: deskText('say_consented') });
    }
    await tx.import.update({
      where: { id },
      data: { state: 'checking', columns, cursor: 0, counts: {}, failure: null, failures: 0, updated: deps.clock() },
    });
    return { to: { import: id, columns }, result: { rows } };
  });
}

/**
 * Has the rows of a checked file taken over. `rows`: how many that were to be, when they were looked at. Refuses (409)
 * where that is no longer so, and (422) a file of which nothing is taken over.
 */
export async function applyImport(
  deps: ImportDeps,
  person: Person,
  { id, action, network, dry = false, rows }: Asked & { rows: number },
): Promise<ImportApplied> {
  const found = await findImport(deps, id);
  const told = { id: action, verb: 'applyImport', subject: found.name, network, dry };
  return act(deps, { person: person.id }, told, ImportApplied, async (tx) => {
    const locked = await lock(tx, deps, id, ['checked']);
    const counts = v.parse(ImportCounts, locked.counts);
    if (counts.new + counts.changed !== rows) throw await movedOn(tx, locked);
    if (rows === 0) throw new Refusal(422, deskText('nothing_new'));
    await tx.import.update({
      where: { id },
      data: { state: 'applying', action, cursor: 0, paused: false, failure: null, failures: 0, updated: deps.clock() },
    });
    const now = deps.clock();
    const zone = timeZoneOf(deps.publication.cached());
    const next = await nextRelease(tx, { publication: deps.config.publicationId, zone, now, until: new Date(now.getTime() + SOON) });
    const soon = next && { issue: next.issue, at: next.at.toISOString() };
    return { to: { import: id, source: locked.source, ...counts }, result: { counts, soon } };
  });
}

/**
 * Has what an import brought taken back, but for what has been used since. Refuses (409) one that was not applied, or
 * more than 30 days ago.
 */
export async function withdrawImport(
  deps: ImportDeps,
  person: Person,
  { id, action, network, dry = false }: Asked,
): Promise<ImportWithdrawn> {
  const found = await findImport(deps, id);
  const told = {
    id: action,
    verb: 'withdrawImport',
    subject: found.name,
    network,
    dry,
    ...(found.action !== null && { undoes: found.action }),
  };
  return act(deps, { person: person.id }, told, ImportWithdrawn, async (tx) => {
    const { applied } = await lock(tx, deps, id, importStates('there'));
    if (!mayWithdraw(applied, deps.clock())) throw new Refusal(409, deskText('import_too_old'));
    const counted = { ...(await countUsed(tx, id)), ...(await countTold(tx, deps.config.publicationId, id)) };
    await tx.import.update({ where: { id }, data: { state: 'withdrawing', cursor: 0, failure: null, failures: 0, updated: deps.clock() } });
    return { to: { import: id, ...counted }, result: counted };
  });
}

export const mayWithdraw = (applied: Date | null, now: Date): boolean =>
  applied !== null && applied.getTime() > now.getTime() - IMPORT_KEPT;

/**
 * Holds what is under way after the batch that it is at, or lets it go on. Refuses (409) where nothing is, or somebody
 * was first.
 */
export async function pauseImport(
  deps: ImportDeps,
  person: Person,
  { id, action, network, paused }: Asked & { paused: boolean },
): Promise<ImportPaused> {
  const found = await findImport(deps, id);
  const told = { id: action, verb: paused ? 'pauseImport' : 'resumeImport', subject: found.name, network };
  return act(deps, { person: person.id }, told, ImportPaused, async (tx) => {
    const before = await lock(tx, deps, id, importStates('at-work'));
    if (before.paused === paused) throw await movedOn(tx, before);
    await tx.import.update({ where: { id }, data: { paused, failure: null, updated: deps.clock() } });
    return { to: { import: id, cursor: before.cursor }, result: { paused } };
  });
}

/** The rows that were refused, as a file: people's, and so it is taken as `takeFile` takes them. */
export async function takeRefused(
  deps: ImportDeps & Pick<Deps, 'publication'>,
  person: Person,
  { id, action, network }: Asked,
): Promise<RefusedTaken> {
  const found = await findImport(deps, id);
  const header = v.parse(v.array(v.string()), found.header);
  const { refused: rows } = v.parse(v.object({ refused: v.optional(v.number(), 0) }), found.counts);
  const taken = await takeFile(deps, person, { action, network, verb: 'takeRefused', subject: found.name }, async (pace) => {
    let csv = '';
    for await (const piece of refusedCsv(deps, { id, header }, pace)) csv += piece;
    return { csv, rows };
  });
  return { name: 'refused.csv', ...taken };
}

/** Takes away a file that was not applied. */
export async function discardImport(
  deps: ImportDeps,
  person: Person,
  { id, action, network, dry = false }: Asked,
): Promise<ImportDiscarded> {
  const found = await deps.db.import.findUnique({ where: { id, publicationId: deps.config.publicationId } });
  const told = { id: action, verb: 'discardImport', subject: found?.name ?? id, network, dry };
  // Pressed twice, it is gone by the second time: the history knows.
  const subject = found === null ? (await deps.db.staffAction.findUnique({ where: { id: action } }))?.subject : told.subject;
  if (subject === undefined) throw notThere();
  return act(deps, { person: person.id }, { ...told, subject }, ImportDiscarded, async (tx) => {
    const { rows } = await lock(tx, deps, id, importStates('asked'));
    await tx.import.delete({ where: { id } });
    return { from: { rows }, result: { rows } };
  });
}

const notThere = () => new Refusal(404, deskText('no_such_import'));

export async function findImport({ db, config }: Pick<ImportDeps, 'db' | 'config'>, id: string): Promise<Import> {
  const found = await db.import.findUnique({ where: { id, publicationId: config.publicationId } });
  if (found === null) throw notThere();
  return found;
}

/** An import, until the transaction ends; a batch of it has its turn. Refuses (409) another state. */
async function lock(tx: Prisma.TransactionClient, { config }: ImportDeps, id: string, states: readonly string[]): Promise<Import> {
  await tx.$queryRaw`select 1 from import where id = ${id}::uuid for update`;
  const found = await tx.import.findUnique({ where: { id, publicationId: config.publicationId } });
  if (found === null) throw notThere();
  if (!states.includes(found.state)) throw await movedOn(tx, found);
  return found;
}

/** What is told whoever comes second, by whom. */
async function movedOn(tx: Prisma.TransactionClient, { id, publicationId, name }: Import): Promise<Refusal> {
  const to = { path: ['import'], equals: id };
  return new Refusal(409, deskText('import_moved_on', { who: await whoDid(tx, publicationId, { verbs: MOVES, subject: name, to }) }));
}
