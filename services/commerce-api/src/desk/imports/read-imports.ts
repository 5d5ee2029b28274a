import type { DeskAction } from '@newsstand/contracts/desk-history';
import {
  ImportColumns,
  ImportCounts,
  importStands,
  ImportState,
  MOST_PLANS,
  type DeskImport,
  type DeskImports,
  type ImportField,
} from '@newsstand/contracts/desk-imports';
import * as v from 'valibot';
import type { Deps } from '../../publication/deps.ts';
import { guessColumns, isProblem, planIn, plansOf } from '../../readers/imports/guess-columns.ts';
import { KeptMistake, wordProblem } from '../../readers/imports/kept-problem.ts';
import { readHistory } from '../read-history.ts';
import { findImport, mayWithdraw } from './import-verbs.ts';
import { termSource } from '../../rules/subscriptions/term-source.ts';

type ReadDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>;

const SHOWN = 100;
const SOURCES = 20;
const SAMPLE = 5;
/** How many different cells of the column of plans are looked at. */
const MOST_CELLS = 500;

const Cells = v.array(v.string());
const Found = v.object({ ...ImportCounts.entries, mistakes: v.array(KeptMistake) });

/** The files that came, the newest first, and what the systems were called that they are from. */
export async function readImports({ db, config }: Pick<ReadDeps, 'db' | 'config'>): Promise<DeskImports> {
  const sources = await db.$queryRaw<{ source: string }[]>`
    select source from import where publication_id = ${config.publicationId}
    group by source order by max(created) desc, source limit ${SOURCES}::int`;
  const rows = await db.import.findMany({
    where: { publicationId: config.publicationId },
    orderBy: [{ created: 'desc' }, { id: 'desc' }],
    take: SHOWN,
  });
  return {
    sources: sources.map(({ source }) => source),
    imports: rows.map(({ id, source, name, state, rows: count, created }) => ({
      id,
      source,
      name,
      state: v.parse(ImportState, state),
      rows: count,
      created: created.toISOString(),
    })),
  };
}

/**
 * One of them: what was said or is guessed of its columns, what was found, and how far it is. `plan`: the column whose
 * different cells are wanted.
 */
export async function readImport(deps: ReadDeps, { id, plan }: { id: string; plan?: string | undefined }): Promise<DeskImport> {
  const { db, clock, publication } = deps;
  const found = await findImport(deps, id);
  const state = v.parse(ImportState, found.state);
  const header = v.parse(Cells, found.header);
  const sample = await db.importRow.findMany({ where: { importId: id }, orderBy: { row: 'asc' }, take: SAMPLE, select: { cells: true } });
  const { columns, remembered } = await columnsOf(deps, found, header);
  const column = plan ?? columns.fields.plan;
  const isAsked = importStands(state, 'asked');
  const plans = isAsked && column !== undefined ? await readPlans(deps, id, header.indexOf(column)) : [];
  const counted = v.safeParse(Found, found.counts);
  const { mistakes = [], ...counts } = counted.success ? counted.output : {};
  const published = await publication.now();
  return {
    id,
    source: found.source,
    name: found.name,
    state,
    rows: found.rows,
    done: state === 'applied' || state === 'withdrawn' ? found.rows : Math.min(found.cursor, found.rows),
    total: found.rows,
    header: header.filter((name) => !isProblem(name)),
    // What a file that was mended says of before is nothing of its readers.
    sample: sample.map(({ cells }) => v.parse(Cells, cells).filter((_cell, index) => !isProblem(header[index] ?? ''))),
    columns: {
      ...columns,
      plans: isAsked
        ? plansOf(
            plans.map(({ value }) => value),
            columns.plans,
            published.levels,
          )
        : columns.plans,
    },
    remembered,
    plans,
    counts: counted.success ? v.parse(ImportCounts, counts) : null,
    mistakes: mistakes.map((mistake) => ({
      field: mistake.field,
      text: wordProblem(mistake, published),
      count: mistake.count,
      rows: mistake.rows,
    })),
    failure: found.failure,
    created: found.created.toISOString(),
    applied: found.applied?.toISOString() ?? null,
    brought: await db.legacyTerm.count({
      where: { importId: id, subscription: { source: { not: { startsWith: termSource('left', '') } } } },
    }),
    paused: found.paused,
    withdrawable: importStands(state, 'there') && mayWithdraw(found.applied, clock()),
    letters: await lettersTo(deps, id),
  };
}

/** When its readers were written to; an action's subject is a file's name, which several may have. */
const lettersTo = async (deps: ReadDeps, id: string): Promise<DeskAction[]> =>
  (await readHistory(deps, { where: { verb: 'writeToImported', to: { path: ['import'], equals: id } } })).actions;

type Kept = { id: string; headerKey: string; columns: unknown };

/**
 * What was said of this file, else of the last one with the same columns, else what their names say. That people had
 * agreed is said of them alone.
 */
async function columnsOf({ db, config, publication }: ReadDeps, { id, headerKey, columns }: Kept, header: readonly string[]) {
  if (columns !== null) return { columns: v.parse(ImportColumns, columns), remembered: true };
  const where = { publicationId: config.publicationId, headerKey, id: { not: id }, state: { notIn: ['reading', 'columns'] } };
  const before = await db.import.findFirst({ where, orderBy: { updated: 'desc' } });
  const parsed = v.safeParse(ImportColumns, before?.columns);
  if (parsed.success) {
    // The same columns, but for their case.
    const fields = Object.entries(parsed.output.fields).flatMap(([field, name]): [string, string][] => {
      const same = header.find((one) => one.trim().toLowerCase() === name.trim().toLowerCase());
      return same === undefined ? [] : [[field, same]];
    });
    return {
      columns: v.parse(ImportColumns, { ...parsed.output, consented: false, fields: Object.fromEntries(fields) }),
      remembered: true,
    };
  }
  const { zones } = await publication.now();
  const [home] = zones.a.countries;
  const guess = guessColumns(header);
  const isSaid = (field: ImportField) => guess.fields[field] !== undefined;
  return { columns: { ...guess, country: isSaid('country') || zones.a.countries.length > 1 ? '' : (home?.code ?? '') }, remembered: false };
}

async function readPlans({ db }: ReadDeps, id: string, place: number): Promise<{ value: string; count: number }[]> {
  if (place < 0) return [];
  const rows = await db.$queryRaw<{ cell: string; count: number }[]>`
    select coalesce(cells ->> ${place}::int, '') as cell, count(*)::int as count from import_row where import_id = ${id}::uuid
    group by 1 order by 2 desc, 1 limit ${MOST_CELLS}::int`;
  const sums = new Map<string, number>();
  for (const { cell, count } of rows) {
    const value = planIn(cell.normalize('NFC').trim());
    if (value !== '') sums.set(value, (sums.get(value) ?? 0) + count);
  }
  // More are no plans but names or mailboxes, say, and a check takes no more either.
  if (sums.size > MOST_PLANS) return [];
  return [...sums].map(([value, count]) => ({ value, count })).toSorted((one, other) => other.count - one.count);
}
