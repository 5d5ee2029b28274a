// Each page of the desk in each state: on its way, failed and tried again, empty, and old where it could not be read
// anew. Somebody who was first in a dialog is in changed-meanwhile.e2e.ts.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { violations } from '@newsstand/build/axe';
import { appTest as test } from '@newsstand/build/kept-page';
import { deskEndpoints } from '@newsstand/contracts/desk-endpoints';
import { DESK_LISTS } from '@newsstand/contracts/desk-lists';
import { DESK_ROLES, mayDo, rolesOf, type DeskRole, type DeskVerb } from '@newsstand/contracts/desk-roles';
import { expect, type Page, type Route } from '@playwright/test';
import { FILE, FOUND as CHECKED } from './import-stubs.ts';
import { INVOICE, INVOICE_ANSWERS, LISTED as INVOICES } from './invoice-stubs.ts';
import { COMING, OUT } from './issue-stubs.ts';
import { BATCH, GOOD, LEDGER, LIST } from './parcel-stubs.ts';
import { AFTER, BEFORE } from './post-stubs.ts';
import { OCTOBER, REVENUE, YEAR } from './report-stubs.ts';
import {
  EMPTY_READER,
  FOUND,
  JOBS,
  LISTED,
  NOTHING,
  ORDER,
  ORDERS,
  OWNER,
  READER,
  READERS,
  serveStubs,
  sessionOf,
  STAFF,
  TODAY,
  UNDONE,
  type Answers,
  isWide,
  comeBack,
} from './stubs.ts';

const AT = '2026-11-02T15:00:00.000Z';
type Reads = {
  /** What it asks for, and what is answered; `none`: where there is nothing yet, with what it says then. */
  asks: string;
  full: object;
  none?: [answer: object, says: string | RegExp];
  /** What is on it once it came. */
  shows: string | RegExp;
  /** It is read when somebody asks for it, not each time the window comes to the front. */
  onceOnly?: true;
};
type Shown = { at: string; reads: Reads | null; own?: Answers };

const LISTED_ISSUE = { number: 17, title: 'The Ice Road', day: '2026-11-01', state: 'coming', at: null, made: [] };
const difference = { rule: 'stock', subject: 'prd:mug', detail: 'is 3, moved 4', order: null, owner: null, found: AT };
const returned = {
  id: UNDONE,
  label: '16-A1-000412',
  owner: OWNER,
  name: 'Anna Kowalska',
  returned: AT,
  who: 'Bob',
  waits: true,
  sent: null,
};
const { id, source, name, state, rows, created } = FILE;

/** By the path of its route, as the routes of the areas have it. */
const PAGES: Record<string, Shown> = {
  '/': {
    at: '/',
    reads: {
      asks: '/today',
      full: TODAY,
      none: [{ work: [], yours: [], just_now: [] }, 'Nothing waits for you.'],
      shows: 'E-mail that fails',
    },
  },
  '/find': {
    at: '/find?q=kowalska',
    reads: { asks: '/find', full: FOUND, none: [NOTHING, 'Nothing was found.'], shows: 'Olga Kowalskaja' },
  },
  '/readers/$owner': {
    at: `/readers/${OWNER}`,
    reads: {
      asks: `/readers/${OWNER}`,
      full: READER,
      none: [EMPTY_READER, 'No subscription was ever bought or given.'],
      shows: 'Anna Kowalska',
    },
  },
  '/readers': {
    at: '/readers',
    reads: { asks: '/readers', full: READERS, none: [{ readers: [], count: 0, next: null }, 'Nobody is in it.'], shows: 'Anna Kowalska' },
  },
  '/orders': {
    at: '/orders',
    reads: { asks: '/orders', full: ORDERS, none: [{ orders: [], next: null }, /No order|Nothing was/], shows: 'Tom Guestling' },
  },
  '/orders/$number': {
    at: '/orders/EXR-8812',
    reads: {
      asks: '/orders/EXR-8812',
      full: ORDER,
      none: [{ ...ORDER, letters: [], history: [], back: [] }, /Nobody at the desk|No letter/],
      shows: 'Gift subscription',
    },
  },
  '/invoices': {
    at: '/invoices',
    reads: { asks: '/invoices', full: INVOICES, none: [{ invoices: [], next: null }, /No invoice/], shows: 'Kowalska Library' },
    own: { '/invoices': INVOICES },
  },
  '/invoices/new': { at: '/invoices/new', reads: null, own: INVOICE_ANSWERS },
  '/invoices/$number': {
    at: '/invoices/EXC-104',
    reads: { asks: '/invoices/EXC-104', full: INVOICE, none: [INVOICE, 'Nothing has come yet.'], shows: 'Kowalska Library' },
  },
  '/issues': {
    at: '/issues',
    reads: { asks: '/issues', full: { issues: [LISTED_ISSUE] }, none: [{ issues: [] }, 'There is no issue yet.'], shows: 'The Ice Road' },
  },
  '/issues/$number': {
    at: '/issues/17',
    reads: {
      asks: '/issues/17',
      full: COMING,
      none: [{ ...OUT, number: 17, counts: [], lists: [], without_address: 0, held: 0, last: 0, lifetimes: 0 }, 'Nobody waited for it.'],
      shows: 'Who will be given it',
    },
  },
  '/issues/$number/post': {
    at: '/issues/16/post',
    reads: { asks: '/issues/16/post', full: AFTER, none: [{ ...BEFORE, waiting: [], missing: [] }, 'None yet.'], shows: 'Canada' },
  },
  '/imports': {
    at: '/imports',
    reads: {
      asks: '/imports',
      full: { imports: [{ id, source, name, state, rows, created }] },
      none: [{ imports: [] }, /No file/],
      shows: 'readers-2026.csv',
    },
  },
  '/imports/$id': { at: `/imports/${OWNER}`, reads: { asks: `/imports/${OWNER}`, full: { ...FILE, ...CHECKED }, shows: 'Take over…' } },
  '/reports': {
    at: '/reports',
    reads: {
      asks: '/closings',
      full: { months: [{ month: '2026-10', closed: null }] },
      none: [{ months: [] }, 'No month with a sale is over yet.'],
      shows: 'Not closed yet',
    },
  },
  '/reports/$report': {
    at: '/reports/revenue',
    reads: {
      asks: '/reports/revenue',
      full: REVENUE,
      none: [{ ...REVENUE, rows: [], total: null }, 'There was nothing of this kind.'],
      shows: 'Money back',
      onceOnly: true,
    },
  },
  '/reports/donors/letters': {
    at: '/reports/donors/letters',
    reads: {
      asks: `/donations/${YEAR.year}`,
      full: YEAR,
      none: [{ ...YEAR, donors: 0, given: 0, unwritten: 0, unreached: 0 }, `Nobody gave anything in ${YEAR.year}.`],
      shows: '12 donors gave',
      onceOnly: true,
    },
  },
  '/closings': {
    at: '/closings',
    reads: {
      asks: '/closings',
      full: { months: [{ month: '2026-10', closed: null }] },
      none: [{ months: [] }, 'No month with a sale is over yet.'],
      shows: 'Not closed yet',
    },
  },
  '/closings/$month': {
    at: '/closings/2026-10',
    reads: {
      asks: '/closings/2026-10',
      full: OCTOBER,
      none: [
        { ...OCTOBER, reports: OCTOBER.reports.map(({ report }) => ({ report: { ...report, rows: [], total: null }, kept: null })) },
        'There was nothing of this kind.',
      ],
      shows: 'Money back',
      onceOnly: true,
    },
  },
  '/parcels': {
    at: '/parcels',
    reads: {
      asks: '/parcels',
      full: LIST,
      none: [{ count: 0, open: [], next: null, batches: [], sent: [] }, 'Nothing is to be sent.'],
      shows: 'EXR-8813.1',
    },
  },
  '/parcels/scan': { at: '/parcels/scan', reads: null },
  '/parcels/batches/$number': {
    at: '/parcels/batches/3',
    reads: {
      asks: '/parcels/batches/3',
      full: BATCH,
      none: [{ ...BATCH, picking: [], parcels: BATCH.parcels.slice(2) }, 'Everything of this batch is sent.'],
      shows: 'Harbour Mug',
    },
  },
  '/post/returned': {
    at: '/post/returned',
    reads: {
      asks: '/post/returned',
      full: { returned: [returned] },
      none: [{ returned: [] }, /Nothing|None|No copy/],
      shows: 'Anna Kowalska',
    },
  },
  '/stock': {
    at: '/stock',
    reads: { asks: '/stock', full: { goods: [GOOD] }, none: [{ goods: [] }, /Nothing|No good/], shows: 'Harbour Mug' },
  },
  '/stock/$type/$ref': {
    at: '/stock/basic-product/prd%3Amug',
    reads: {
      asks: '/stock/basic-product/prd%3Amug',
      full: LEDGER,
      none: [{ ...LEDGER, moves: [], year: [] }, /to sell/],
      shows: 'Restocked',
    },
  },
  '/lists/$list': {
    at: '/lists/disputes',
    reads: {
      asks: '/lists/disputes',
      full: { ...LISTED, list: 'disputes' },
      none: [{ list: 'disputes', count: 0, waiting: [] }, 'Nobody waits here.'],
      shows: 'Anna Kowalska',
    },
  },
  '/books': {
    at: '/books',
    reads: {
      asks: '/books',
      full: { checked: AT, differences: [difference] },
      none: [{ checked: AT, differences: [] }, /Everything|add up|agree/],
      shows: 'is 3, moved 4',
    },
  },
  '/history': {
    at: '/history',
    reads: {
      asks: '/history',
      full: { actions: READER.history, next: null },
      none: [{ actions: [], next: null }, 'Nothing was done at the desk yet.'],
      shows: 'wrote a note',
    },
  },
  '/searches': {
    at: '/searches',
    reads: {
      asks: '/searches',
      full: { searches: [{ id: OWNER, who: 'Cleo', words: 'kowalska', at: AT }], next: null },
      none: [{ searches: [], next: null }, 'Nothing was searched for in the last 90 days.'],
      shows: 'kowalska',
    },
  },
  '/jobs': {
    at: '/jobs',
    reads: { asks: '/jobs', full: JOBS, none: [{ ...JOBS, count: 0, failed: [] }, 'Nothing waits for anybody'], shows: 'no such user' },
  },
  '/staff': { at: '/staff', reads: { asks: '/staff', full: STAFF, shows: 'cleo@example.org' } },
  '/welcome': { at: '/welcome', reads: null },
};

const looksRight = async (page: Page): Promise<void> => {
  expect(await violations(page)).toEqual([]);
  expect(await isWide(page), 'the page is wider than its window').toBe(false);
};
const broken = (route: Route) => route.fulfill({ status: 500, json: { errors: 'Something broke.' } });

test('each page has nothing for axe to say once all of it is there, is not wider than its window, and is printed without fields, on a desk in light and on a phone in dark', async ({
  page,
}) => {
  const pages = Object.entries(PAGES);
  test.setTimeout(60_000 + pages.length * 4_000);
  const answers = pages.map(([, { reads, own = {} }]) => (reads ? { ...own, [reads.asks]: reads.full } : own));
  await serveStubs(page, 'publisher', Object.assign({}, ...answers));
  for (const [index, [route, { at, reads }]] of pages.entries()) {
    // Neighbours are made of the same parts: every other page is looked at on a telephone.
    const isDesk = index % 2 === 0;
    await page.setViewportSize({ width: isDesk ? 1280 : 375, height: 900 });
    await page.emulateMedia({ colorScheme: isDesk ? 'light' : 'dark' });
    await page.goto(at);
    await expect(page.getByRole('heading', { level: 1 }), route).toBeVisible();
    if (reads) await expect(page.getByRole('main').getByText(reads.shows).first(), route).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: /^Loading / }), route).toHaveCount(0);
    expect
      .soft(
        (await violations(page)).map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
        route,
      )
      .toEqual([]);
    expect.soft(await isWide(page), `${route} is wider than its window`).toBe(false);
    await page.emulateMedia({ media: 'print' });
    const fields = page.getByRole('main').locator('button, input, select, textarea').filter({ visible: true });
    expect.soft(await fields.evaluateAll((all) => all.map((one) => one.outerHTML)), `${route} is printed with its fields`).toEqual([]);
    await page.emulateMedia({ media: null });
  }
});

/** What has most parts is read in each of its states with every run, its like with each change. */
const OFTEN: Record<string, string[]> = {
  '/readers/$owner': [],
  '/': ['@ci'],
  '/orders/$number': ['@ci'],
  '/issues/$number': ['@ci'],
  '/stock/$type/$ref': ['@ci'],
};

Object.entries(PAGES).forEach(([route, { at, reads, own = {} }], index) => {
  const width = index % 2 === 0 ? 1280 : 375;
  test(
    `${route} says what is on its way, what failed, what is not there and what is old, ${width} px wide`,
    { tag: OFTEN[route] ?? ['@long'] },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      if (reads === null) {
        await serveStubs(page, 'publisher', own);
        await page.goto(at);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByRole('status').filter({ hasText: /^Loading / })).toHaveCount(0);
        await looksRight(page);
        return;
      }
      const { asks, full, none, shows, onceOnly } = reads;
      const gate = Promise.withResolvers<void>();
      let answer: (route: Route) => Promise<void> = async (asked) => {
        await gate.promise;
        await broken(asked);
      };
      await serveStubs(page, 'publisher', { ...own, [asks]: (asked: Route) => answer(asked) });
      const main = page.getByRole('main');
      // On its way: what the page is called stands there at once.
      await page.goto(at);
      await expect(main.getByRole('status').filter({ hasText: /^Loading / })).toBeAttached();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await looksRight(page);
      // Failed, after one more try of its own: what was asked, that nothing was changed, and a way on.
      gate.resolve();
      const alert = main.getByRole('alert');
      await expect(alert).toContainText(/The desk could not read .*Something broke\. Nothing was changed\./);
      await looksRight(page);
      if (none) {
        answer = (asked) => asked.fulfill({ json: none[0] });
        await main.getByRole('button', { name: 'Try again' }).click();
        await expect(main.getByText(none[1]).first()).toBeVisible();
        await looksRight(page);
        answer = (asked) => asked.fulfill({ json: full });
        await page.reload();
      } else {
        answer = (asked) => asked.fulfill({ json: full });
        await main.getByRole('button', { name: 'Try again' }).click();
      }
      await expect(main.getByText(shows).first()).toBeVisible();
      await expect(alert).toHaveCount(0);
      await looksRight(page);
      if (onceOnly) return;
      // Read anew in vain: what is there stays, and is said to be old.
      answer = broken;
      await comeBack(page);
      await expect(main.getByText('This may be old: Something broke.')).toBeVisible();
      await expect(main.getByText(shows).first()).toBeVisible();
      await looksRight(page);
    },
  );
});

test('no page of the desk is left out', () => {
  const folder = path.join(import.meta.dirname, '../src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('-routes.ts'));
  const source = files.map((name) => readFileSync(path.join(folder, name), 'utf8')).join('\n');
  const routes = [...source.matchAll(/createRoute\(\{\s*getParentRoute: \(\) => root,\s*path: '([^']+)'/g)].map(([, route]) => route);
  expect(routes.length).toBeGreaterThan(30);
  expect(Object.keys(PAGES).toSorted()).toEqual(routes.toSorted());
});

/** The verb of what a page asks for first, as the service asks for it; what has no such call is named here. */
const OWN_VERBS: Record<string, DeskVerb> = { '/invoices/new': 'writeInvoice', '/parcels/scan': 'dispatchGoods' };
function verbOf(route: string, { reads }: Shown): DeskVerb | 'staff' | 'anybody' {
  if (route === '/lists/$list') return DESK_LISTS.disputes;
  if (reads === null) return OWN_VERBS[route] ?? 'anybody';
  const endpoint = Object.values(deskEndpoints).find(
    ({ method, path: asked }) =>
      method === 'GET' && new RegExp(`^${asked.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(`/api/desk${reads.asks}`),
  );
  if (!endpoint) throw new Error(`nothing answers ${reads.asks}`);
  return endpoint.verb;
}

for (const role of DESK_ROLES.filter((one) => one !== 'publisher')) {
  test(
    `who is ${role} is told of each page that is not for them, with whom to ask, and sees nothing of it`,
    { tag: role === 'editor' ? [] : ['@ci'] },
    async ({ page }) => {
      // Twenty pages and more, each of which is opened.
      test.setTimeout(180_000);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await serveStubs(page, role);
      for (const [route, shown] of Object.entries(PAGES)) {
        const verb = verbOf(route, shown);
        if (verb === 'staff' || verb === 'anybody' || mayDo([role], verb)) continue;
        asked.length = 0;
        await page.goto(shown.at);
        const main = page.getByRole('main');
        await expect(page.getByRole('heading', { level: 1 }), route).toHaveText('This page is not for your role');
        for (const may of rolesOf(verb)) await expect(main, route).toContainText(may);
        await expect(main, route).toContainText('a publisher, who can give you another role');
        await expect(main.getByRole('search'), route).toHaveCount(0);
        await expect(main.getByRole('button'), route).toHaveCount(0);
        expect(
          asked.filter((one) => one === `/api/desk${shown.reads?.asks}`),
          route,
        ).toEqual([]);
      }
      await looksRight(page);
    },
  );
}

test('who may do less than when the page was opened is told so, and not to try again', async ({ page }) => {
  let role: DeskRole = 'service';
  await serveStubs(page, 'service', {
    '/session': (route: Route) => route.fulfill({ json: sessionOf(role) }),
    '/orders': (route: Route) =>
      role === 'service' ? route.fulfill({ json: ORDERS }) : route.fulfill({ status: 403, json: { errors: 'This is not for your role.' } }),
  });
  await page.goto('/orders');
  await expect(page.getByRole('main').getByText('Tom Guestling')).toBeVisible();
  role = 'editor';
  await comeBack(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page is not for your role');
});

test('what is not there is not asked for again', async ({ page }) => {
  await serveStubs(page, 'publisher');
  await page.goto('/orders/EXR-1');
  await expect(page.getByRole('alert')).toContainText('The desk could not read the order EXR-1.');
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
});

test('a page that breaks says so in its place: the menu stays, what was read is read again, and other pages are as ever', async ({
  page,
}) => {
  let code = 'ÉXR-1';
  await serveStubs(page, 'shop', {
    '/parcels/batches/3': (route: Route) => route.fulfill({ json: { ...BATCH, parcels: [{ ...BATCH.parcels[0], code }] } }),
  });
  await page.goto('/parcels/batches/3');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page broke');
  await expect(page.getByRole('alert')).toContainText('tell a developer: ‘ÉXR-1 has signs that no barcode of ours has’.');
  await looksRight(page);
  await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Stock' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stock');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page broke');
  code = 'EXR-8812';
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Batch 3');
  await expect(page.getByRole('img', { name: 'Barcode of EXR-8812' })).toBeVisible();
});
