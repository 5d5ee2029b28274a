import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ImportUploaded, MOST_BYTES, MOST_ROWS } from '@newsstand/contracts/desk-imports';
import { uploadFolder } from '../../files/upload-folder.ts';
import { besideReaders } from '../../platform/pace.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { guessColumns, headerKey } from '../../readers/imports/guess-columns.ts';
import { encodingOf, NoTable, readCsv, type Encoding } from '../../readers/imports/read-csv.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { act } from '../act.ts';
import type { Person } from '../staff/staff-session.ts';

type UploadDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'served'>;
type Upload = { action: string; name: string; source: string; network: string; body: AsyncIterable<Uint8Array> };

/** How many rows one statement writes: few enough that no reader of this process waits for it. */
const BATCH = 100;
/**
 * How many milliseconds they may take while readers are served, with the rest behind them: somebody waits for the file.
 */
const ALLOWED = 0.15 * BATCH;
const MOST_COLUMNS = 200;

/**
 * Keeps the rows of a file as they came: nothing is taken over by that. Refuses (413) a file that is too large, (422)
 * what is no table, and (409) one whose upload is under way.
 */
export async function uploadImport(
  deps: UploadDeps,
  person: Person,
  { action, name, source, network, body }: Upload,
): Promise<ImportUploaded> {
  const folder = await uploadFolder('import');
  try {
    const path = join(folder, 'file');
    const { bytes, hash, encoding } = await keep(body, path);
    const told = { id: action, verb: 'uploadImport', subject: name, network };
    const before = await deps.db.import.findUnique({ where: { id: action } });
    if (before !== null && before.state === 'reading') {
      throw new Refusal(409, deskText('file_being_read_anew'));
    }
    const staged =
      before === null ? await stage(deps, { id: action, name, source, bytes, path, encoding }) : { rows: before.rows, header: null };
    return await act(deps, { person: person.id }, told, ImportUploaded, async (tx) => {
      if (staged.header !== null) {
        const data = {
          state: 'columns',
          rows: staged.rows,
          header: staged.header,
          headerKey: headerKey(staged.header),
          updated: deps.clock(),
        };
        await tx.import.update({ where: { id: action }, data });
      }
      return { to: { import: action, rows: staged.rows, bytes, hash }, result: { id: action, rows: staged.rows } };
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes what comes to a file, no more than a file may have, and no faster than the disk takes it. */
async function keep(body: AsyncIterable<Uint8Array>, path: string): Promise<{ bytes: number; hash: string; encoding: Encoding }> {
  const file = await open(path, 'wx');
  const hash = createHash('sha256');
  const text = encodingOf();
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > MOST_BYTES) throw new Refusal(413, deskText('file_too_large', { most: MOST_BYTES / 1024 / 1024 }));
      hash.update(chunk);
      text.hear(chunk);
      await file.write(chunk);
    }
  } finally {
    await file.close();
  }
  return { bytes, hash: hash.digest('hex'), encoding: text.result() };
}

type Stage = { id: string; name: string; source: string; bytes: number; path: string; encoding: Encoding };

/**
 * Its rows stand beside the readers until somebody applies them: written in pieces, as no transaction of the desk's
 * lasts as long. A file that cannot be read leaves nothing.
 */
async function stage({ db, clock, config, served }: UploadDeps, { id, name, source, bytes, path, encoding }: Stage) {
  const { publicationId } = config;
  const now = clock();
  const made = await db.import.createMany({
    data: [{ id, publicationId, source, name, bytes, state: 'reading', created: now, updated: now }],
    skipDuplicates: true,
  });
  if (made.count === 0) throw new Refusal(409, deskText('file_being_read'));
  let header: string[] | null = null;
  let rows = 0;
  // As `import_row` counts them: the heading's is 0.
  let batch: { row: number; cells: string[] }[] = [];
  const pace = besideReaders(served);
  const write = async () => {
    if (batch.length === 0) return;
    await db.$executeRaw`
      insert into import_row (import_id, row, cells)
      select ${id}::uuid, row, cells from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as x (row int, cells jsonb)`;
    batch = [];
    await pace(ALLOWED);
  };
  try {
    for await (const { row, cells } of readCsv(path, encoding)) {
      if (header === null) {
        header = named(cells);
        continue;
      }
      rows += 1;
      if (rows >= MOST_ROWS) throw new NoTable(deskText('table_too_many_rows', { most: MOST_ROWS }));
      batch.push({ row: row - 1, cells });
      if (batch.length === BATCH) await write();
    }
    await write();
    if (header === null || rows === 0) throw new NoTable(deskText('table_without_rows'));
    if (Object.keys(guessColumns(header).fields).length === 0) {
      throw new NoTable(deskText('table_without_heading', { begins: header.slice(0, 3).join(', ').slice(0, 100) }));
    }
    return { rows, header };
  } catch (error) {
    await db.import.delete({ where: { id } });
    if (error instanceof NoTable) throw new Refusal(422, { file: error.told });
    throw error;
  }
}

/** Each column has a name of its own. */
function named(cells: readonly string[]): string[] {
  if (cells.length > MOST_COLUMNS) throw new NoTable(deskText('table_too_many_columns', { most: MOST_COLUMNS }));
  const seen = new Map<string, number>();
  return cells.map((cell, index) => {
    const name = cell.trim().slice(0, 200) || `column ${index + 1}`;
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  });
}
