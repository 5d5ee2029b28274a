import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { createTestApp } from '../../test/test-app.ts';

// Rules of design/identity.md about how we use what we stand on.

const sources = globSync('**/*.ts', { cwd: path.join(import.meta.dirname, '..'), exclude: ['**/*.test.ts'] }).map((file) => ({
  file,
  text: readFileSync(path.join(import.meta.dirname, '..', file), 'utf8'),
}));

test.each([
  ['etag', 'drops the cookie of an answer that has not changed'],
  ['timeout', 'answers while a payment still goes on'],
])('no answer goes through Hono’s %s, which %s', (middleware) => {
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter(({ text }) => text.includes(`'hono/${middleware}'`)).map(({ file }) => file)).toEqual([]);
});

test('every connection to the database says how long it waits', () => {
  const opens = sources
    .filter(({ text }) => /new pg\.(Client|Pool)|new PgBoss|new PrismaPg/.test(text))
    .filter(({ file }) => !file.startsWith('platform/db/'));
  expect(opens.map(({ file }) => file)).toEqual(['jobs/start-jobs.ts']);
  expect(opens[0]?.text).toContain('new PgBoss({ ...connectionTo(deps.databaseUrl, PATIENCE.job)');
  const inDb = sources.filter(({ file, text }) => file.startsWith('platform/db/') && /new pg\.(Client|Pool)\(/.test(text));
  for (const { file, text } of inDb) expect(text, file).toMatch(/new pg\.(Client|Pool)\((\{ \.\.\.)?connectionTo\(/);
  expect(inDb.map(({ file }) => file)).toEqual(['platform/db/connection.ts', 'platform/db/open-pool.ts']);
});

/** Files whose dates are not the publication's days, and why (decision 010). */
const BY_UTC = [
  // Days of charges, which count their months and retries by UTC.
  'account/read-month.ts',
  'account/subscriber-of.ts',
  'files/read-agreed.ts',
  'ledger/planned-charges/renewal-charge.ts',
  'rules/subscriptions/renewal-state-rules.ts',
  // Days of invoices, whose pages know no zone.
  'desk/invoices/read-invoices.ts',
  'desk/today/work-lists.ts',
  'main/invoice-main.ts',
  'payments/invoices/check-received.ts',
  'payments/invoices/find-renewal-invoices.ts',
  'payments/invoices/invoice-pdf.ts',
  'payments/invoices/read-invoice.ts',
  'payments/invoices/upgrade-of-invoice.ts',
  'payments/settle/mark-paid.ts',
  // A date as the database has it, and the last day of a month.
  'files/issue-file.ts',
  'ledger/releases/run-release.ts',
  'desk/reports/close-month.ts',
];

/** Files that show days by UTC, and why. */
const SHOWN_BY_UTC = [
  // What readers are written, whose days are those of charges and receipts.
  'files/credit-note-pdf.ts',
  'files/receipt-pdf.ts',
  'letters/account-bodies.ts',
  'letters/charge-letter.ts',
  'letters/money-back-letter.ts',
  'letters/receipt-letter.ts',
  'payments/refunds/money-back-text.ts',
  // Days of invoices.
  'payments/invoices/invoice-letter.ts',
  'payments/invoices/invoice-pdf.ts',
  'payments/invoices/record-payment.ts',
];

test('a day is the publication’s own: only what is named here makes dates of moments by UTC, and one file moments of dates', () => {
  const asks = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);
  expect(asks(/toISOString\(\)\s*\.slice\(0,|\bcurrent_date\b|\bnow\(\)::date|\$\{(?:now|at|clock\(\))\}::date/i).toSorted()).toEqual(
    BY_UTC.toSorted(),
  );
  expect(asks(/::date::timestamp|::timestamp at time zone/)).toEqual(['publication/publication-day.ts']);
  // What is told of a moment at the desk is told its moment (`CodedText`).
  expect(asks(/\bdisplayDate\([^\n]*'UTC'/).toSorted()).toEqual(SHOWN_BY_UTC.toSorted());
  // An issue is out, or not, by one rule.
  expect(asks(/\bi\.released\s*[<>]|\breleased:\s*\{\s*(?:lt|gt)e?\b/).toSorted()).toEqual([
    'publication/publication-day.ts',
    'publication/sell-issues.ts',
  ]);
});

test('a browser that names a version of its own still gets the whole answer, and its cookie', async () => {
  const service = await createTestApp();
  try {
    const browser = service.browser();
    const added = await browser.post('/api/cart', { type: 'add', item: { item: 'digital-issue', ref: 'iss:2', quantity: 1 } });
    expect(added.headers.getSetCookie()).toHaveLength(1);
    const again = await browser.get('/api/cart', { 'If-None-Match': '*' });
    expect([again.status, again.headers.get('etag')]).toEqual([200, null]);
  } finally {
    await service.close();
  }
});

test('a reader is logged in at one place, and staff’s look at another; all other sessions are of guests', () => {
  const begun = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/session\.(?:create|createMany|upsert)\(|insert into session\b/g)].map(({ index }) => ({
      file,
      text: text.slice(index, index + 400),
    })),
  );
  expect([...new Set(begun.map(({ file }) => file))].toSorted()).toEqual([
    'platform/sessions/session.ts',
    'readers/login/start-session.ts',
    'readers/open-admin-view.ts',
    'readers/purchaser.ts',
  ]);
  const ofGuests = begun.filter(({ file }) => file.startsWith('platform/http/'));
  expect(ofGuests.filter(({ text }) => /account/i.test(text.split(/select|;/)[0] ?? ''))).toEqual([]);
  // Nor does any statement make a guest's session an account's.
  expect(
    sources.filter(({ text }) => /update session\s+set(?:(?!\bwhere\b)[^;`])*\baccount_id\b/.test(text)).map(({ file }) => file),
  ).toEqual([]);
});

test('alternatives in the path of a route are grouped, or Hono would match what none of them says', async () => {
  const service = await createTestApp();
  const patterns = service.app.routes.flatMap((route) => Array.from(route.path.matchAll(/\{(.*?)\}/g), ([, pattern = '']) => pattern));
  const ungrouped = patterns.filter((pattern) => pattern.replaceAll(/\([^()]*\)/g, '').includes('|'));
  await service.close();
  expect(patterns).not.toEqual([]);
  expect(ungrouped).toEqual([]);
});

test('nothing is written that Node’s type stripping refuses: the compiler refuses it too', () => {
  const options = v.object({ compilerOptions: v.object({ erasableSyntaxOnly: v.literal(true) }) });
  const base = readFileSync(path.join(import.meta.dirname, '../../../../tsconfig.base.json'), 'utf8');
  expect(v.is(options, JSON.parse(base))).toBe(true);
});

test('a new database has no account that one could log in to', async () => {
  const service = await createTestApp();
  const accounts = await service.deps.db.account.count();
  await service.close();
  expect(accounts).toBe(0);
});
