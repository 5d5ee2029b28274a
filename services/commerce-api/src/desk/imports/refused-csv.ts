import { asText, csvOf } from '@newsstand/contracts/csv';
import { importFieldName } from '@newsstand/contracts/desk-imports';
import * as v from 'valibot';
import type { Pace } from '../../platform/pace.ts';
import type { Deps } from '../../publication/deps.ts';
import { isProblem, PROBLEM } from '../../readers/imports/guess-columns.ts';
import { KeptProblem, wordProblem } from '../../readers/imports/kept-problem.ts';

const Refused = v.object({
  row: v.number(),
  cells: v.array(v.string()),
  problems: v.array(KeptProblem),
});
/** Rows of a page, and how many milliseconds it may take with the rest behind it. */
const PAGE = 100;
const ALLOWED = 0.1 * PAGE;

/**
 * The rows that were refused, as they came, with what is wrong before them: mended, in a spreadsheet too, it is a file
 * like the first.
 */
export async function* refusedCsv(
  { db, publication }: Pick<Deps, 'db' | 'publication'>,
  { id, header }: { id: string; header: readonly string[] },
  pace: Pace,
): AsyncGenerator<string> {
  // What a file that was mended says of before is nothing of it.
  const kept = header.map((name, index) => ({ name, index })).filter(({ name }) => !isProblem(name));
  const published = await publication.now();
  // So that Excel takes it for UTF-8.
  yield `\uFEFF${csvOf([[PROBLEM, ...kept.map(({ name }) => name)]])}`;
  let after = 0;
  for (;;) {
    const rows = v.parse(
      v.array(Refused),
      await db.$queryRaw`
        select row, cells, problems from import_row where import_id = ${id}::uuid and verdict = 'refused' and row > ${after}::int order by row limit ${PAGE}::int`,
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    yield csvOf(
      rows.map(({ cells, problems }) => [
        problems.map((problem) => `${importFieldName(problem.field)}: ${wordProblem(problem, published)}`).join(' '),
        ...kept.map(({ index }) => asText(cells[index] ?? '')),
      ]),
    );
    after = last.row;
    await pace(ALLOWED);
  }
}
