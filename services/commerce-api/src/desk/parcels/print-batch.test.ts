// @module-tag ci
import { BatchMade, BatchPrinted } from '@newsstand/contracts/desk-parcels';
import { CalibrationDrawn } from '@newsstand/contracts/desk-post';
import { DESK_ROLES, mayDo } from '@newsstand/contracts/desk-roles';
import { LABEL_SHEETS, labelSheets } from '@newsstand/contracts/label-sheets';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { ELM, sellMugs, sendNow } from '../../../test/parcels.ts';
import { dotsOf, scan, textsOf } from '../../../test/read-pdf.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { KEY, MM } from '../post/draw-labels.ts';

let service: DeskApp;
let dev: Browser;
beforeAll(async () => {
  service = await createDeskTestApp();
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.deps.db.dispatch.deleteMany({});
  await service.deps.db.order.deleteMany({});
  dev = await service.as('shop');
});

const AT_ONCE = { skip: 0, dx: 0, dy: 0 };
async function pack(): Promise<number> {
  const made = await dev.post('/api/desk/parcels/batches', { action: uuidv7(), most: 100 });
  return v.parse(BatchMade, await made.json()).number ?? 0;
}
const ask = (batch: number, asked: object, who = dev) =>
  who.post(`/api/desk/parcels/batches/${batch}/pdf`, { action: uuidv7(), ...AT_ONCE, ...asked });
async function printed(batch: number, asked: object) {
  const { data, ...file } = v.parse(BatchPrinted, await (await ask(batch, asked)).json());
  return { ...file, pdf: Buffer.from(data, 'base64') };
}
/** How far the code's line is below the edge where it begins. */
const ASCENT = (0.683 * KEY) / MM;

test.each(LABEL_SHEETS)(
  'the addresses of a batch stand on labels of %s within 0.2 mm, moved as the printer is off, and scanners read them',
  async (sheet) => {
    const sold = [await sellMugs(service, { quantity: 1 }), await sellMugs(service, { name: 'Anna Kowalska' })];
    const batch = await pack();
    const { name, parcels, pdf } = await printed(batch, { as: sheet, dx: 1.5, dy: -0.5 });
    expect([name, parcels]).toEqual([`batch-${batch}-${sheet}.pdf`, 2]);
    const { left, top, across, label } = labelSheets[sheet];
    const texts = await textsOf(pdf);
    for (const [index, { number }] of sold.entries()) {
      const code = texts.find(({ text }) => text.startsWith(number));
      const [x, y] = [left + index * across + 1.5, top - 0.5];
      expect([Math.abs((code?.x ?? 0) - 2 - x) <= 0.2, Math.abs((code?.y ?? 0) - 2 - ASCENT - y) <= 0.2]).toEqual([true, true]);
      expect(await scan(pdf, { page: 1, x, y, ...label })).toBe(number);
    }
    expect(texts.map(({ text }) => text)).toEqual(
      expect.arrayContaining([`${sold[0]?.number} · 1 piece`, 'Anna Kowalska', 'Dayton OH 45402']),
    );
    const used = 30;
    expect((await ask(batch, { as: 'L7163', skip: used - 1 })).status).toBe(422);
  },
);

test('the picking list comes first, then a slip for each parcel whose bars are read; printed again it is the same file', async () => {
  const sold = await Promise.all(['Ana', 'Bo', 'Łukasz Żółw'].map((name) => sellMugs(service, { name })));
  const batch = await pack();
  const { name, parcels, pdf } = await printed(batch, { as: 'slips' });
  expect([name, parcels, (await printed(batch, { as: 'slips' })).pdf.equals(pdf)]).toEqual([`batch-${batch}-slips.pdf`, 3, true]);
  const texts = await textsOf(pdf);
  expect(texts.filter(({ page }) => page === 1).map(({ text }) => text)).toEqual(expect.arrayContaining([`Batch ${batch}`, '3 parcels']));
  for (const { number } of sold) {
    // Of the code below the bars; above it the bars themselves.
    const code = texts.find(({ page, text }) => page === 2 && text === number) ?? expect.unreachable();
    // The bars end at the margin of a sheet of US Letter, and their middle is the code's.
    const middle = 215.9 - 15 - 75 / 2;
    expect(Math.abs(code.x + code.width / 2 - middle)).toBeLessThan(0.5);
    expect(await scan(pdf, { page: 2, x: middle - 40, y: code.y - 22, width: 80, height: 19 })).toBe(number);
  }
  for (const text of ['Ana', 'Bo', 'Łukasz Żółw', '14 Elm St', '2 × Harbour Mug']) expect(texts.map((one) => one.text)).toContain(text);
});

test('of a parcel whose name or address no PDF can write it is said whose it is; its slip and label have room for it', async () => {
  const hers = await sellMugs(service, { name: 'Anna 🌸' });
  const his = await sellMugs(service, { name: '山田 太郎' });
  await service.deps.db.orderLine.updateMany({ where: { orderId: his.id }, data: { name: '杯' } });
  const there = await sellMugs(service, { name: 'Bo', address: { ...ELM, line1: '東京 1-2' } });
  const batch = await pack();
  const unprintable = {
    count: 2,
    first: [
      { label: his.number, name: '山田 太郎' },
      { label: there.number, name: 'Bo' },
    ],
  };
  const [slips, again, labels] = [
    await printed(batch, { as: 'slips' }),
    await printed(batch, { as: 'slips' }),
    await printed(batch, { as: '5160' }),
  ];
  expect([slips.unprintable, labels.unprintable, again.pdf.equals(slips.pdf)]).toEqual([unprintable, unprintable, true]);
  const texts = (await textsOf(slips.pdf)).map(({ text }) => text);
  const room = '_'.repeat(30);
  expect(texts).toEqual(expect.arrayContaining(['Anna', 'Bo', room, `${his.number} ${room}: 2 × ${his.ref}`, `2 × ${his.ref}`]));
  expect(texts.filter((text) => text === room)).toHaveLength(2);
  const onLabels = (await textsOf(labels.pdf)).map(({ text }) => text);
  expect(onLabels.filter((text) => text === 'Dayton OH 45402')).toHaveLength(1);
  for (const { number } of [hers, his, there]) expect(onLabels).toContain(`${number} · 2 pieces`);
});

test('printed again after some of it, or all, was sent it is the same file, and a parcel of a hundred goods goes over the edge of no page', async () => {
  const [sent, stays] = [await sellMugs(service), await sellMugs(service)];
  const line = { orderId: stays.id, type: 'basic-product', ref: stays.ref, quantity: 1, price: 500, held: true };
  await service.deps.db.orderLine.createMany({
    data: Array.from({ length: 99 }, (_, index) => ({ ...line, ordinal: index + 1, name: `Mug ${index + 1} `.repeat(12).trim() })),
  });
  const batch = await pack();
  const kinds = ['slips', '5163'] as const;
  const before = await Promise.all(kinds.map((as) => printed(batch, { as })));
  const texts = await textsOf((await printed(batch, { as: 'slips' })).pdf);
  expect(texts.filter(({ x, y, width }) => x < 14 || x + width > 202 || y < 14 || y > 266)).toEqual([]);
  expect(texts.some(({ text }) => text.includes('Mug 99'))).toBe(true);
  for (const { number } of [sent, stays]) {
    await sendNow(dev, number);
    for (const [index, as] of kinds.entries()) {
      const { pdf, parcels } = await printed(batch, { as });
      expect([as, parcels, before[index]?.pdf.equals(pdf)]).toEqual([as, 2, true]);
    }
  }
});

test('elsewhere than in the Americas slips are on A4', async () => {
  await sellMugs(service, { address: { ...ELM, country_code: 'DE', country_name: 'Germany', state: '', state_name: '' } });
  const batch = await pack();
  const { zones } = service.deps.publication.cached();
  const { countries } = zones.a;
  zones.a.countries = [{ code: 'DE', names: ['Germany'] }];
  try {
    const pdf = (await printed(batch, { as: 'slips' })).pdf.toString('latin1');
    expect(pdf).toMatch(/MediaBox \[0 0 595\.\d+ 841\.\d+\]/);
  } finally {
    zones.a.countries = countries;
  }
});

test.each(DESK_ROLES)('%s prints batches, and the sheet that calibrates a printer, by their role', async (role) => {
  await sellMugs(service);
  const batch = await pack();
  const who = await service.as(role);
  const answers = [await ask(batch, { as: 'slips' }, who), await who.post('/api/desk/calibration', { sheet: '5160', dx: 0, dy: 0 })];
  expect(answers.map(({ status }) => status)).toEqual([mayDo([role], 'takeBatch') ? 200 : 403, mayDo([role], 'printLabels') ? 200 : 403]);
});

test.each(LABEL_SHEETS)(
  'a calibration sheet of %s has the edges of its first label where labels are printed, within 0.2 mm',
  async (sheet) => {
    const [dx, dy] = [1, -0.5];
    const { data } = v.parse(CalibrationDrawn, await (await dev.post('/api/desk/calibration', { sheet, dx, dy })).json());
    const pdf = Buffer.from(data, 'base64');
    const { left, top, label } = labelSheets[sheet];
    // Away from the rulers, which stand in the middle of the edges.
    const row = await dotsOf(pdf, { page: 1, x: 0, y: top + dy + 4, width: left + dx + 5, height: 0.1 });
    const column = await dotsOf(pdf, { page: 1, x: left + dx + 4, y: 0, width: 0.1, height: top + dy + 5 });
    const first = (grey: Uint8ClampedArray, step: number) =>
      (Array.from(grey.filter((_, at) => at % step === 0)).findIndex((light) => light < 160) * 25.4) / 300;
    expect([Math.abs(first(row.grey, 1) - left - dx) <= 0.2, Math.abs(first(column.grey, column.width) - top - dy) <= 0.2]).toEqual([
      true,
      true,
    ]);
    const texts = await textsOf(pdf);
    expect(texts.filter(({ text }) => text === '5').map(({ x }) => Math.round(x - left - dx))).toContain(5);
    expect(texts.map(({ text }) => text)).toContain(`${sheet}, moved by 1 mm to the right and -0.5 mm down`);
    expect(label.width).toBeGreaterThan(texts.find(({ text }) => text.startsWith('hold both'))?.width ?? Infinity);
  },
);
