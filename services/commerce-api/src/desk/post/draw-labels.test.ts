// @module-tag ci
import { LABEL_SHEETS, labelSheets, type LabelSheetName } from '@newsstand/contracts/label-sheets';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { scan as scanArea, textsOf, type Text } from '../../../test/read-pdf.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { wordRefusal } from '../../publication/texts/words.ts';
import { drawLabels, KEY, type LabelText } from './draw-labels.ts';

const CREATED = new Date('2026-12-01T09:00:00Z');
const paper = (sheet: LabelSheetName, wishes = {}) => ({ sheet, skip: 0, dx: 0, dy: 0, title: 'Issue 16', created: CREATED, ...wishes });
const MM = 72 / 25.4;

const label = (number: number, wishes: Partial<LabelText> = {}): LabelText => ({
  code: `16-A1-${String(number).padStart(6, '0')}`,
  note: '2 left',
  name: `Anna Kowalska ${number}`,
  lines: ['14 Elm St', 'Dayton OH 45402'],
  ...wishes,
});
const LONG: LabelText[] = [
  label(1, {
    name: 'Wolfeschlegelsteinhausenbergerdorff '.repeat(3).slice(0, 120),
    lines: ['W'.repeat(120), 'W'.repeat(120), 'Å W'.repeat(40), 'UNITED KINGDOM'],
  }),
  label(2, {
    name: 'Ångström Ñandú',
    lines: ['1234 A Rather Long Boulevard of the Americas, Building 17, Apartment 204', 'Dayton OH 45402'],
  }),
  label(3, {
    name: 'Łukasz Żółw',
    lines: ['ul. Świętokrzyska 12', 'c/o Иван Петров', '00-116 Warszawa, Województwo mazowieckie', 'POLAND'],
  }),
];

/** As the sample's readers abroad: a post that has town and postcode on lines of their own. */
const SIX: LabelText[] = [
  label(1, { name: 'Ben Okafor', lines: ['Flat 4', '12 Grassmarket', 'EDINBURGH', 'EH1 2JU', 'UNITED KINGDOM'] }),
  label(2, { name: 'Áine Ní Bhriain', lines: ['7 Sráid Phádraig', 'CORK', 'T12 W8K7', 'IRELAND'] }),
];

/** How far its line is below the upper edge of the code. */
const ASCENT = (0.683 * KEY) / MM;

/**
 * The labels of the makers' sheets, corner by corner, as they print them in their own templates: millimetres, rounded
 * to a tenth.
 */
const PUBLISHED: Record<
  LabelSheetName,
  { paper: [number, number]; first: [number, number]; last: [number, number]; size: [number, number] }
> = {
  '5160': { paper: [215.9, 279.4], first: [4.8, 12.7], last: [144.5, 241.3], size: [66.7, 25.4] },
  '5163': { paper: [215.9, 279.4], first: [4, 12.7], last: [110.3, 215.9], size: [101.6, 50.8] },
  L7160: { paper: [210, 297], first: [7.2, 15.1], last: [139.3, 243.7], size: [63.5, 38.1] },
  L7163: { paper: [210, 297], first: [4.7, 15.1], last: [106.3, 243.7], size: [99.1, 38.1] },
};

test.each(LABEL_SHEETS)('labels of %s stand where its maker has them, within 0.2 mm, and no text leaves its label', async (sheet) => {
  const { columns, rows, label: box } = labelSheets[sheet];
  const { first, last, size, paper: page } = PUBLISHED[sheet];
  expect(box.width).toBeCloseTo(size[0], 1);
  const all = Array.from({ length: columns * rows }, (_, index) => label(index + 1));
  const pdf = await drawLabels(all, paper(sheet));
  const loading = getDocument({ data: Uint8Array.from(pdf), verbosity: 0 });
  const document = await loading.promise;
  const [, , width = 0, height = 0] = (await document.getPage(1)).view;
  const preferences = await document.getViewerPreferences();
  await loading.destroy();
  expect([document.numPages, Math.abs(width / MM - page[0]) < 0.1, Math.abs(height / MM - page[1]) < 0.1]).toEqual([1, true, true]);
  expect(preferences).toEqual(
    new Map<string, unknown>([
      ['DisplayDocTitle', true],
      ['PrintScaling', 'None'],
    ]),
  );
  const texts = await textsOf(pdf);
  // The code begins 2 mm inside of its label.
  for (const [number, [x, y]] of [
    [1, first],
    [columns * rows, last],
  ] as const) {
    const code = texts.find(({ text }) => text.startsWith(label(number).code));
    expect([Math.abs((code?.x ?? 0) - 2 - x) <= 0.2, Math.abs((code?.y ?? 0) - 2 - ASCENT - y) <= 0.2]).toEqual([true, true]);
  }
  expect(outside(await textsOf(await drawLabels(SIX, paper(sheet))), sheet)).toEqual([]);
  expect(outside(texts, sheet)).toEqual([]);
});

/** Texts that reach over the edge of the label in which they begin. */
function outside(texts: readonly Text[], sheet: LabelSheetName): Text[] {
  const { columns, rows, left, top, across, down, label: box } = labelSheets[sheet];
  const boxes = Array.from({ length: columns * rows }, (_, at) => ({
    x: left + (at % columns) * across,
    y: top + Math.floor(at / columns) * down,
  }));
  return texts.filter(
    ({ x, y, width, size }) =>
      !boxes.some(
        (one) => x >= one.x && x + width <= one.x + box.width && y - size * 0.95 >= one.y && y + size * 0.25 <= one.y + box.height,
      ),
  );
}

test.each(LABEL_SHEETS)('no letter of an address on %s is smaller than 7 points, nor of one with five lines than 8', async (sheet) => {
  const texts = await textsOf(await drawLabels([label(3), ...SIX], paper(sheet)));
  const sizeOf = (part: string) => (texts.find(({ text }) => text === part)?.size ?? 0) * MM;
  for (const line of [SIX[0]?.name ?? '', ...(SIX[0]?.lines ?? [])]) expect([line, sizeOf(line) >= 6.99]).toEqual([line, true]);
  for (const line of ['Áine Ní Bhriain', '7 Sráid Phádraig', 'CORK', 'T12 W8K7', 'IRELAND', 'Dayton OH 45402'])
    expect([line, sizeOf(line) >= 7.99]).toEqual([line, true]);
  // Nor is a number, which is typed where no scanner is; what is left is beside it or, with many lines, behind the
  // name.
  for (const text of [label(3).code, ...SIX.map(({ code }) => code)]) {
    const found = texts.find((one) => one.text.startsWith(text));
    expect([text, (found?.size ?? 0) * MM >= 6.99]).toEqual([text, true]);
  }
  expect(texts.filter(({ text }) => text.includes('2 left')).map(({ size }) => size * MM >= 6.99)).toEqual([true, true, true]);
  // Nothing stands on another line.
  const ordered = texts.filter(({ text }) => SIX[0]?.lines.includes(text)).toSorted((one, other) => one.y - other.y);
  for (const [at, { y, size }] of ordered.entries()) if (at > 0) expect(y - (ordered[at - 1]?.y ?? 0)).toBeGreaterThan(size * 1.1);
});

test('what is long is set smaller or wrapped, and all of it can be read', async () => {
  const words = async (labels: readonly LabelText[], sheet: LabelSheetName) =>
    (await textsOf(await drawLabels(labels, paper(sheet)))).map(({ text }) => text).join(' ');
  const set = await words(LONG.slice(1), '5160');
  for (const part of ['Ångström Ñandú', 'Apartment 204', 'ul. Świętokrzyska 12', 'c/o Иван Петров', '00-116 Warszawa', 'POLAND'])
    expect(set).toContain(part);
  expect((await words(LONG, '5163')).match(/W/g)).toHaveLength(285);
});

const PLAIN = { messages: {}, settings: { support_address: '' } };

test('an address in letters that no face here has keeps its place without it, by its number alone; emoji are left out', async () => {
  const others = [label(1), label(2, { name: '山田', lines: ['1-1 Chiyoda', 'JAPAN'] }), label(3)];
  const [pdf, again] = await Promise.all([drawLabels(others, paper('5160')), drawLabels(others, paper('5160'))]);
  expect(again.equals(pdf)).toBe(true);
  const texts = await textsOf(pdf);
  const all = await textsOf(await drawLabels([label(1), label(2), label(3)], paper('5160')));
  const placeOf = (of: typeof texts, number: number) => of.find(({ text }) => text.startsWith(label(number).code));
  for (const number of [1, 2, 3]) expect(placeOf(texts, number)).toEqual(placeOf(all, number));
  expect(texts.map(({ text }) => text).filter((text) => /Chiyoda|JAPAN/.test(text))).toEqual([]);
  const { left, top, across } = labelSheets['5160'];
  expect(await scan(pdf, '5160', { x: left + across, y: top })).toBe('16-A1-000002');
  const { name } = label(1);
  const [plain, flowered] = await Promise.all([name, `${name} 🌸`].map((one) => drawLabels([label(1, { name: one })], paper('5160'))));
  expect(flowered).toEqual(plain);
});

test('an address that does not fit in letters that can be read is not cut: it is said which, and on which sheet it fits', async () => {
  const take = async (labels: readonly LabelText[], sheet: LabelSheetName) =>
    drawLabels(labels, paper(sheet)).then(
      () => 'drawn',
      (error: unknown) => (error instanceof Refusal ? [error.status, wordRefusal(error.texts, PLAIN).errors] : error),
    );
  const says = (what: string, sheet: string, then: string) => [
    422,
    `${what} not fit on a label of ${sheet} in letters that can be read. ${then}`,
  ];
  const larger = 'Take 5163, whose labels are larger.';
  const [long] = LONG;
  if (long === undefined) throw new Error('no long address');
  expect(await take(LONG, '5160')).toEqual(says('The address of 16-A1-000001 does', '5160', larger));
  expect(await take(LONG, '5163')).toBe('drawn');
  const many = Array.from({ length: 7 }, (_, at) => ({ ...long, code: `16-A1-00000${at}` }));
  const named = 'The addresses of 16-A1-000000, 16-A1-000001, 16-A1-000002, 16-A1-000003, 16-A1-000004 and 2 more do';
  expect(await take(many, '5160')).toEqual(says(named, '5160', larger));
  const endless = { ...long, lines: Array.from({ length: 40 }, () => 'WWW') };
  expect(await take([endless], '5163')).toEqual(says('The address of 16-A1-000001 does', '5163', 'Shorten it, or take the CSV.'));
});

test('used labels of the first sheet are left blank, a printer that is off is met, and the next sheet begins at its first label', async () => {
  const all = Array.from({ length: 30 }, (_, index) => label(index + 1));
  const texts = await textsOf(await drawLabels(all, paper('5160', { skip: 4, dx: 1.5, dy: -0.5 })));
  const placeOf = (number: number) => texts.find(({ text }) => text.startsWith(label(number).code));
  const [first, last] = [placeOf(1), placeOf(27)];
  // The fifth label of the sheet: second row, second column.
  expect([first?.page, first?.x.toFixed(1), last?.page, last?.x.toFixed(1)]).toEqual([
    1,
    (4.7625 + 69.85 + 2 + 1.5).toFixed(1),
    2,
    (4.7625 + 2 + 1.5).toFixed(1),
  ]);
});

test('the same labels are the same file', async () => {
  const all = [...LONG.slice(1), label(4)];
  expect((await drawLabels(all, paper('L7163'))).equals(await drawLabels(all, paper('L7163')))).toBe(true);
  expect((await drawLabels(all, paper('L7163'))).equals(await drawLabels(all.slice(1), paper('L7163')))).toBe(false);
});

/** As a scanner sees one label. */
const scan = (pdf: Uint8Array, sheet: LabelSheetName, at: { x: number; y: number }): Promise<string> =>
  scanArea(pdf, { page: 1, ...at, ...labelSheets[sheet].label });

test.each(LABEL_SHEETS)('the barcodes of %s are read by a scanner as the numbers that stand beside them', async (sheet) => {
  const { left, top, across, down } = labelSheets[sheet];
  const all = [label(1), label(412, { lines: SIX[0]?.lines ?? [] }), label(3, { code: '1016-C12-104120', lines: SIX[0]?.lines ?? [] })];
  const pdf = await drawLabels(all, paper(sheet));
  expect(await scan(pdf, sheet, { x: left, y: top })).toBe('16-A1-000001');
  expect(await scan(pdf, sheet, { x: left + across, y: top })).toBe('16-A1-000412');
  const third = sheet === '5160' || sheet === 'L7160' ? { x: left + 2 * across, y: top } : { x: left, y: top + down };
  expect(await scan(pdf, sheet, third)).toBe('1016-C12-104120');
});
