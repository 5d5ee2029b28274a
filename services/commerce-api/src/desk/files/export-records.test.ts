import { PeopleExported } from '@newsstand/contracts/desk-export';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { bought, openDeskMoney, put, subscribed, type DeskMoney } from '../../../test/desk-money.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { hashOf } from '../../platform/secrets.ts';

let service: DeskMoney;
let ann: Browser;
beforeAll(async () => {
  service = await openDeskMoney();
  service.deps.publication.cached().settings.time_zone = 'America/New_York';
  ann = await service.as('publisher');
  const publisher = { publicationId: 'main', email: 'pat@example.org', name: 'Pat', roles: ['publisher'], created: new Date() };
  await service.deps.db.staff.create({ data: { id: uuidv7(), ...publisher } });
});
afterAll(() => service.close());

const ask = (records: object, action = uuidv7(), browser = ann) => browser.post('/api/desk/exports/records', { action, records });
async function taken(records: object) {
  const response = await ask(records);
  expect(response.status).toBe(200);
  const file = v.parse(PeopleExported, await response.json());
  const [head, ...rows] = file.csv.replace('\uFEFF', '').trimEnd().split('\r\n');
  return { ...file, head, lines: rows };
}

/** As a clock on the wall there has it. */
const inNewYork = (at: Date): string => {
  const clock = new Date(at.toLocaleString('en-US', { timeZone: 'America/New_York' }) + ' UTC');
  return clock.toISOString().slice(0, 19).replace('T', ' ');
};

test('orders are taken as they are narrowed, and the history whole but for what a reader’s data were', async () => {
  await subscribed(service);
  await bought(service, (who) => put(who, { donation: { process: 'onetime', dollars: 250 } }));
  const all = await taken({ of: 'orders', filter: {} });
  expect(all.head).toBe(
    'number,placed (America/New_York),paid (America/New_York),state,name,email,what,shipping,discount,total,money_back,taken_by',
  );
  const [first] = all.lines;
  const { created } = await service.deps.db.order.findFirstOrThrow({ where: { number: { not: null } }, orderBy: { created: 'desc' } });
  expect(first?.split(',')[1]).toBe(inNewYork(created));
  const gifts = await taken({ of: 'orders', filter: { kind: 'donation' } });
  expect([all.rows, gifts.rows]).toEqual([await service.deps.db.order.count({ where: { number: { not: null } } }), 1]);
  expect(gifts.lines[0]).toMatch(/"Ann, \d{4}-\d\d-\d\d"$/);
  const { lines, csv, head } = await taken({ of: 'history' });
  expect(head).toMatch(/^at \(America\/New_York\),who,/);
  const { at } = await service.deps.db.staffAction.findFirstOrThrow({
    where: { verb: 'exportRecords', subject: 'orders' },
    orderBy: { at: 'desc' },
  });
  expect(lines[0]?.split(',')[0]).toBe(inNewYork(at));
  expect(lines[0]).toContain(',exportRecords,orders,');
  const [row] = await service.deps.db.staffAction.findMany({ where: { subject: 'the history' } });
  expect(row?.to).toEqual({ rows: lines.length, hash: hashOf(csv) });
});

test('the publishers are written to when somebody has taken a third file within a day, once', async () => {
  const letters = () => service.deps.db.outbox.findMany({ where: { kind: 'staff-files' } });
  // The test before took three.
  expect(await letters()).toMatchObject([
    { recipient: 'pat@example.org', payload: { who: 'Ann', files: ['orders', 'orders', 'the history'] } },
  ]);
  await taken({ of: 'history' });
  expect(await letters()).toHaveLength(1);
});

test('donors are taken by whoever may see what they gave; circulation, who may not, takes none', async () => {
  const { rows, head } = await taken({ of: 'donors', from: '2020-01-01', until: '2040-12-31' });
  expect([rows, head]).toEqual([1, 'name,email,donations,given,largest,taken_by']);
  expect((await ask({ of: 'donors', from: '2020-01-01', until: '2040-12-31' }, uuidv7(), await service.as('circulation'))).status).toBe(
    403,
  );
});
