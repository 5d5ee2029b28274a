import { withoutMark } from '@newsstand/contracts/csv';
import { parse } from 'csv-parse';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { CodedText } from '../../platform/http/coded-text.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';

/**
 * What the rows of a file are written in: what Excel calls Unicode text, which says so at its beginning; UTF-8, where
 * all of it can be read so; and else what Excel writes in the West.
 */
export type Encoding = 'utf-8' | 'utf-16le' | 'windows-1252';
const SEPARATORS = [',', ';', '\t'] as const;
type Separator = (typeof SEPARATORS)[number];

/** How much of a file is looked at for its separator. */
const HEAD = 64 * 1024;
/** How much of it is parsed in one go: readers of this process wait meanwhile. */
const PIECE = 8 * 1024;
const MOST_CELL = 100_000;

/** Why a file cannot be read, for whoever brought it. */
export class NoTable extends Error {
  readonly told: CodedText;

  constructor(told: CodedText) {
    super(told.code);
    this.told = told;
  }
}

/** What `csv-parse` says of each record. */
type Told = { record: string[]; info: { records: number; empty_lines: number } };

/**
 * The rows of a file, its heading first, as many cells in each as the heading has, each with the number that a
 * spreadsheet shows beside it. Throws `NoTable`.
 */
export async function* readCsv(path: string, encoding: Encoding): AsyncGenerator<{ row: number; cells: string[] }> {
  const separator = separatorOf(await readHead(path, encoding));
  const parser = parse({
    delimiter: separator,
    // Else the first line's ends all: a file that was put together from several has others as well.
    record_delimiter: ['\r\n', '\n', '\r'],
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    info: true,
    // A quote within a cell that has none around it is a quote: 5" nails.
    relax_quotes: true,
    max_record_size: MOST_CELL,
  });
  const file = await open(path);
  const decoder = new TextDecoder(encoding);
  // The parser is asked for more than it has room for nowhere: `pipe` waits for it.
  const text = Readable.from(decoded(file.createReadStream({ highWaterMark: PIECE }), decoder));
  text.on('error', (error) => parser.destroy(error));
  text.pipe(parser);
  let width: number | null = null;
  let wordless = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<Told>) {
      // Excel's word to itself.
      if (width === null && /^sep=.?$/i.test(record[0] ?? '')) {
        wordless = 1;
        continue;
      }
      width ??= record.length;
      // What a spreadsheet leaves behind its last column is nothing.
      if (record.length > width && record.slice(width).some((cell) => cell !== '')) {
        throw new NoTable(deskText('table_row_too_wide', { begins: record.slice(0, 2).join(' ').slice(0, 80) }));
      }
      const cells = record.slice(0, width).map(withoutMark);
      while (cells.length < width) cells.push('');
      if (cells.some((cell) => cell.includes('\0'))) throw new NoTable(deskText('table_no_text'));
      if (cells.some((cell) => cell.trim() !== '')) yield { row: info.records + info.empty_lines - wordless, cells };
    }
  } catch (error) {
    const wrong = wrongIn(error);
    throw wrong === null ? error : new NoTable(wrong);
  } finally {
    text.destroy();
    await file.close().catch(() => undefined);
  }
}

/** What the parser does not like about a file; null for what is no fault of the file's. */
function wrongIn(error: unknown): CodedText | null {
  if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_'))) return null;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return deskText('table_quote_open');
  const line = 'lines' in error && typeof error.lines === 'number' ? error.lines : null;
  if (error.code !== 'CSV_MAX_RECORD_SIZE') return line === null ? deskText('table_uneven') : deskText('table_uneven_at', { line });
  const most = MOST_CELL.toLocaleString('en-US');
  return line === null ? deskText('table_row_too_long', { most }) : deskText('table_row_too_long_at', { most, line });
}

async function* decoded(chunks: AsyncIterable<Buffer>, decoder: TextDecoder): AsyncGenerator<string> {
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

async function readHead(path: string, encoding: Encoding): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return new TextDecoder(encoding).decode(buffer.subarray(0, bytesRead), { stream: true });
  } finally {
    await file.close();
  }
}

/** The one of which the heading has most, outside of quotes. */
export function separatorOf(head: string): Separator {
  const counts = { ',': 0, ';': 0, '\t': 0 };
  let quoted = false;
  for (const character of head) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === '\n' || character === '\r') && Object.values(counts).some((count) => count > 0)) break;
    else if (!quoted && (character === ',' || character === ';' || character === '\t')) counts[character] += 1;
  }
  return SEPARATORS.reduce((best, one) => (counts[one] > counts[best] ? one : best));
}

/** Hears a file go by, and says in the end what it is written in. */
export function encodingOf(): { hear: (chunk: Uint8Array) => void; result: () => Encoding } {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  const first: number[] = [];
  const tried = (work: () => void) => {
    if (!isUtf8) return;
    try {
      work();
    } catch {
      isUtf8 = false;
    }
  };
  return {
    hear: (chunk) => {
      if (first.length < 2) first.push(...chunk.subarray(0, 2));
      tried(() => void decoder.decode(chunk, { stream: true }));
    },
    result: () => {
      tried(() => void decoder.decode());
      if (first[0] === 0xff && first[1] === 0xfe) return 'utf-16le';
      return isUtf8 ? 'utf-8' : 'windows-1252';
    },
  };
}
