import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { encodingOf, NoTable, readCsv } from './read-csv.ts';
import { centsOf, dayOf, issuesUntil } from './read-row.ts';

const rowsOf = async (bytes: Uint8Array) => (await numberedRowsOf(bytes)).map(({ cells }) => cells);
async function numberedRowsOf(bytes: Uint8Array): Promise<{ row: number; cells: string[] }[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'csv-'));
  try {
    const file = path.join(folder, 'file');
    await writeFile(file, bytes);
    const heard = encodingOf();
    // As it comes over the line, a character in pieces.
    for (let at = 0; at < bytes.length; at += 3) heard.hear(bytes.subarray(at, at + 3));
    const rows: { row: number; cells: string[] }[] = [];
    for await (const row of readCsv(file, heard.result())) rows.push(row);
    return rows;
  } finally {
    await rm(folder, { recursive: true });
  }
}
const utf8 = (text: string) => new TextEncoder().encode(text);

test.each([
  ['UTF-8 with commas', utf8('no,name\n1,Zoë\n')],
  ['UTF-8 with a mark before it', utf8('\uFEFFno,name\r\n1,Zoë\r\n')],
  ['what Excel writes in Europe', Uint8Array.from([...utf8('no;name\r\n1;Zo'), 0xeb, 13, 10])],
  ['what Excel says of its separators', utf8('sep=;\r\nno;name\r\n1;Zoë\r\n')],
  ['Unicode text of Excel', Uint8Array.from(Buffer.from('\uFEFFno\tname\r\n1\tZoë\r\n', 'utf16le'))],
  ['tabs', utf8('no\tname\n1\tZoë')],
  ['a file of lines that end otherwise', utf8('no,name\n"1","Zoë"\r\n')],
  ['one whose first line ends as Windows has it', utf8('no,name\r\n"1","Zoë"\n')],
  ['what an old Mac wrote', utf8('no,name\r1,Zoë\r')],
  ['empty lines, and columns without a name behind the last', utf8('no,name\n\n1,Zoë,,\n,\n')],
])('%s is read', async (_, bytes) => {
  expect(await rowsOf(bytes)).toEqual([
    ['no', 'name'],
    ['1', 'Zoë'],
  ]);
});

test('quoted cells have their commas, quotes and lines; a cell that is not there is empty', async () => {
  expect(await rowsOf(utf8('a;b;c\n"1,2;3";"say ""no""\nor yes";\n4;5" nail\n'))).toEqual([
    ['a', 'b', 'c'],
    ['1,2;3', 'say "no"\nor yes', ''],
    ['4', '5" nail', ''],
  ]);
});

test('rows have the numbers that a spreadsheet shows beside them: with those that are empty, a cell of two lines once, and none for what Excel says to itself', async () => {
  const rows = await numberedRowsOf(utf8('sep=,\n\nno,name\n1,Zoë\n\n,\n2,"two\nlines"\n\n3,Ada\n'));
  expect(rows.map(({ row, cells }) => [row, cells[0]])).toEqual([
    [2, 'no'],
    [3, '1'],
    [6, '2'],
    [8, '3'],
  ]);
});

test('rows of any ends are told apart wherever the file is cut, and are numbered as a spreadsheet does', async () => {
  const lines = Array.from({ length: 3000 }, (_, at) => `${at},"Zoë ${'x'.repeat(at % 13)}"${['\r\n', '\n'][at % 2]}`);
  const rows = await numberedRowsOf(utf8(`no,name\r\n${lines.join('')}`));
  expect(rows.map(({ cells }) => cells[0])).toEqual(['no', ...lines.map((_, at) => `${at}`)]);
  expect(rows.at(-1)?.row).toBe(3001);
});

test.each([
  ['a row with more than the heading', utf8('a,b\n1,2,3\n')],
  ['a quote that never ends', utf8('a,b\n1,"2\n3,4\n')],
  ['what is no text', Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0, 0, 10, 0, 1])],
])('%s is no table', async (_, bytes) => {
  await expect(rowsOf(bytes)).rejects.toThrow(NoTable);
});

test.each([
  ['2027-03-31', '2027-03-31'],
  ['2027-03-31 10:11:12', '2027-03-31'],
  ['3/4/2027', '2027-03-04'],
  ['3/4/27', '2027-03-04'],
  ['Feb 2028', '2028-02-29'],
  ['February 2027', '2027-02-28'],
  ['2027-02', '2027-02-28'],
  ['Feb-27', '2027-02-28'],
  ['Feb-2027', '2027-02-28'],
  ['31/3/2027', null],
  ['2027-03-31T10:00:00+02:00', '2027-03-31'],
  ['31-Mar-2027', '2027-03-31'],
  ['31-Mar-27', '2027-03-31'],
  ['31 March 2027', '2027-03-31'],
  ['March 31, 2027', '2027-03-31'],
  ['Sept. 5 2027', '2027-09-05'],
  ['31-Foo-2027', null],
  ['31-Feb-2027', null],
  ['2027-02-30', null],
  ['soon', null],
])('the day %s is %s', (message, day) => {
  expect(dayOf(message, 'mdy')?.toISOString().slice(0, 10) ?? null).toBe(day);
});

test('days are read as they are said to be written', () => {
  expect(dayOf('31.3.2027', 'dmy')?.toISOString().slice(0, 10)).toBe('2027-03-31');
});

test.each([
  ['2027-11-23', 4],
  ['2027-11-25', 4],
  ['2027-12-20', 5],
  ['2026-12-01', 1],
  ['2027-02-24', 1],
  ['2029-11-24', 12],
])('who has paid until %s is owed %i issues', (until, issues) => {
  expect(issuesUntil(new Date(until), new Date('2026-11-24'))).toBe(issues);
});

test.each([
  ['39.00', 3900],
  ['39,00', 3900],
  ['$1,039.5', 103_950],
  ['1.039,50', 103_950],
  ['', 0],
  ['12', 1200],
  ['39.00 USD', 3900],
  ['US$ 39.00', 3900],
  ['usd 39', 3900],
  ["1'234", 123_400],
  ['$1,234.50', 123_450],
  ['39.005', null],
  ['$17,333', null],
  ['€39.00', null],
  ['£ 39.00', null],
  ['39.00 EUR', null],
  ['-3', null],
  ['free', null],
])('%s are %s cents', (message, cents) => {
  expect(centsOf(message)).toBe(cents);
});
