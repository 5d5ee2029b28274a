import { expect, test } from 'vitest';
import { callsIn, hotFiles, modelsOf, readsByKey, serviceFiles, serviceModels, statementsIn } from './prisma-calls.ts';

/** Files that are read on the hot paths and make a call of Prisma's, and when they make it. */
const SELDOM: Record<string, string> = {
  'ledger/orders/paid-before.ts': 'a page that lost the answer to an order that it sent',
  'ledger/orders/started-order.ts': 'an order that waits for its payment already',
  'ledger/planned-charges/follow-autorenew.ts': 'autorenew is switched',
  'ledger/terms/refuse-lifetime.ts': 'a check-out with a subscription',
  'payments/intents/intents-to-cancel.ts': 'the job that cancels intents',
  'payments/provider/detach-unused.ts': 'a card that another has replaced',
  'payments/settle/keep-paid-card.ts': 'a card that is kept',
  'payments/settle/settle.ts': 'a bank debit that failed after all',
  'publication/publication-source.ts': 'the publication was applied anew',
};

const files = serviceFiles();
const models = serviceModels();
const hot = hotFiles(files);
const problems = [...files].flatMap(([file, text]) => callsIn(models, file, text).problems);

test('Prisma is asked for records by their own columns, with what hangs on them by key, and for nothing else', () => {
  expect(files.size).toBeGreaterThan(500);
  expect(problems).toEqual([]);
});

test('a cart, a check-out, its poll, a receipt and an article are served by statements, but where it is named', () => {
  const asking = [...hot.keys()].filter((file) => callsIn(models, file, files.get(file) ?? '').calls > 0).sort();
  expect(asking).toEqual(Object.keys(SELDOM));
});

test('off the hot paths no statement reads one record by its key, as a call of Prisma’s does', () => {
  const byKey = [...files].flatMap(([file, text]) =>
    hot.has(file)
      ? []
      : statementsIn(file, text)
          .filter((one) => readsByKey(models, one.text) !== null)
          .map(({ line }) => `${file}:${line}`),
  );
  expect(byKey).toEqual([]);
});

const shop = modelsOf(`model Order {
  id       String  @id @db.Uuid
  state    String
  invoice  Invoice?
  lines    Line[]
  @@map("order")
}

model Invoice {
  orderId String @id @map("order_id") @db.Uuid
  order   Order  @relation(fields: [orderId], references: [id])
  @@map("invoice")
}

model Line {
  orderId String @map("order_id") @db.Uuid
  ordinal Int
  order   Order  @relation(fields: [orderId], references: [id])

  @@id([orderId, ordinal])
  @@map("order_line")
}
`);

test.each([
  ['await tx.order.aggregate({ _max: { id: true } });', 'aggregate'],
  ["await tx.order.groupBy({ by: ['state'] });", 'groupBy'],
  ['await tx.order.count({ where: { lines: { some: { held: true } } } });', 'some'],
  ['const owed = { lines: { every: { held: true } } };', 'every'],
  ['await db.order.findMany({ include: { _count: { select: { lines: true } } } });', '_count'],
  ['await deps.db.invoice.findFirst({ where, include: { order: { include: { lines: true } } } });', 'lines, a part of a part'],
])('%s would be found', (text, what) => {
  expect(callsIn(shop, 'shop.ts', text).problems).toEqual([`shop.ts:1 ${what}`]);
});

test.each([
  "await tx.order.findFirst({ where: { state: 'paid', invoice: { token } }, include: { lines: true, invoice: true } });",
  'await tx.order.update({ where: { id }, data: { state } });',
])('%s is Prisma’s', (text) => {
  expect(callsIn(shop, 'shop.ts', text)).toEqual({ calls: 1, problems: [] });
});

test.each([
  ['select id, state from "order" where id = ${id}::uuid', 'order'],
  ['\n    select * from order_line l where l.order_id = ${order}::uuid and l.ordinal = ${ordinal}::int limit 1', 'order_line'],
  ['select id from order_line where order_id = ${order}::uuid', null],
  ['select id from "order" where id = ${id}::uuid for update', null],
  ['select id from "order" where id = ${id}::uuid and state = \'paid\'', null],
])('of the statement ‘%s’ is known whether it reads one record by its key: %s', (text, table) => {
  expect(readsByKey(shop, text)).toBe(table);
  expect(statementsIn('shop.ts', 'await sql.$queryRaw`select 1`;')).toEqual([{ line: 1, text: 'select 1' }]);
});
