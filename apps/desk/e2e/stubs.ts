// The service as these tests see it: answers of the contract's own types. Who may do what, and what is found, the
// service's tests show.
import type { DeskFound } from '@newsstand/contracts/desk-find';
import { JOB_QUEUES, type DeskJobs } from '@newsstand/contracts/desk-jobs';
import { deskEndpoints } from '@newsstand/contracts/desk-endpoints';
import { DeskWork, MONEY_LISTS, type DeskListed, type DeskMoneyWork } from '@newsstand/contracts/desk-lists';
import type { DeskMember } from '@newsstand/contracts/desk-members';
import type { DeskOrder, DeskOrders } from '@newsstand/contracts/desk-orders';
import type { DeskReader, DeskToday } from '@newsstand/contracts/desk-reader';
import type { DeskReaders } from '@newsstand/contracts/desk-readers';
import { DESK_ROLES, type DeskRole } from '@newsstand/contracts/desk-roles';
import type { DeskColleague, DeskSession } from '@newsstand/contracts/desk-staff';
import { expect, type Page, type Route } from '@playwright/test';
import * as v from 'valibot';

const AT = '2026-11-02T15:00:00.000Z';
export const OWNER = '01a20889-0000-7000-8000-000000000001';
const GIVER = '01a20889-0000-7000-8000-0000000000aa';

export const UNDONE = '01a20889-0000-7000-8000-00000000000b';
export const LETTER = '01a20889-0000-7000-8000-00000000000a';

const NAMES: Record<DeskRole, string> = {
  publisher: 'Ann',
  circulation: 'Bob',
  service: 'Cleo',
  shop: 'Dev',
  editor: 'Edith',
  accountant: 'Felix',
  developer: 'Gale',
};

export const sessionOf = (role: DeskRole | null): DeskSession => ({
  person: role && { name: NAMES[role], email: `${role}@sample.invalid`, roles: [role], proved: AT, keys: 2 },
  magazine: 'Exclave',
  zones: { a: 'United States', b: 'Canada', c: 'International' },
  levels: { low: 'Standard', high: 'Solidarity' },
  lists: { newsletter: 'The Shipping Forecast, a letter that comes once a month' },
  time_zone: 'America/New_York',
  invoices: 'EXC',
  samples: DESK_ROLES.map((each) => ({ role: each, name: NAMES[each] })),
});

export const NOTHING: DeskFound = { readers: [], orders: [], invoices: [], gifts: [], goods: [], guess: false };
export const FOUND: DeskFound = {
  readers: [
    {
      owner: OWNER,
      name: 'Anna Kowalska',
      email: 'anna@example.org',
      town: 'Dayton, OH',
      account: true,
      runs: { deliverable: 'print-a', left: 3 },
    },
    { owner: `${OWNER.slice(0, -1)}2`, name: 'Olga Kowalskaja', email: null, town: null, account: false, runs: null },
  ],
  orders: [{ number: 'EXR-8812', name: 'Anna Kowalska', state: 'paid', total: 5200, placed: AT, owner: OWNER }],
  invoices: [{ number: 'EXC-104', billed_to: 'Kowalska Library', total: 12_000, due: '2026-12-01', paid: false, owner: null }],
  gifts: [{ recipient: 'Jan Kowalski', town: 'Austin', order: 'EXR-8800', owner: OWNER }],
  goods: [],
  guess: false,
};

const action = {
  id: OWNER,
  who: 'Bob',
  verb: 'writeNote',
  subject: 'note',
  reason: '',
  from: null,
  to: null,
  at: AT,
  undone: false,
  undoes: false,
  undo: false,
};
/** An address on a mailing list. */
export const MEMBER: DeskMember = {
  id: '01a20889-0000-7000-8000-0000000000cc',
  email: 'anna@example.org',
  list: 'newsletter',
  since: AT,
  asked: AT,
  brought: null,
  left: null,
};
export const READER: DeskReader = {
  owner: OWNER,
  here: ['Bob'],
  name: 'Anna Kowalska',
  email: 'anna@example.org',
  account: { created: '2021-03-02T10:00:00Z', proved: AT, failing: AT, autorenew: AT, card: 'Visa ···· 4242' },
  addresses: [
    {
      shipcode: 'a',
      name: 'Anna Kowalska',
      lines: ['14 Elm St', 'Dayton, OH 45402', 'United States'],
      typed: { line1: '14 Elm St', line2: '', city: 'Dayton', state: 'OH', postcode: '45402', country: 'US' },
      version: 'v1',
      updated: AT,
      undeliverable: null,
    },
  ],
  terms: [
    {
      id: '2',
      deliverable: 'print-a',
      level: 'high',
      term: '1year',
      copies: 1,
      paid: 4,
      served: 1,
      last_issue: 16,
      created: AT,
      cancelled: null,
    },
    {
      id: '1',
      deliverable: 'print-a',
      level: 'high',
      term: '3year',
      copies: 2,
      paid: 12,
      served: 12,
      last_issue: 15,
      created: AT,
      cancelled: null,
      gift: { owner: GIVER, name: 'Gus Giver', order: 'EXR-8799' },
    },
  ],
  orders: [{ number: 'EXR-8812', placed: AT, state: 'paid', total: 5200, back: 1200, what: ['Subscription, Print, 1 year'] }],
  gifts: [
    {
      deliverable: 'digital',
      term: '1year',
      recipient: null,
      redeemed: AT,
      revoked: null,
      to: { owner: GIVER, name: 'Nana Okoro' },
      order: 'EXR-8800',
    },
    { deliverable: 'digital', term: '1year', recipient: null, redeemed: null, revoked: AT, to: null, order: 'EXR-8800' },
  ],
  donations: [{ id: LETTER, amount: 1000, monthly: true, first: AT, ended: null, failing: true }],
  given: [
    { issue: 16, medium: 'print', again: 0 },
    { issue: 15, medium: 'digital', again: 0 },
  ],
  copies: [{ id: LETTER, issue: 15, zone: 'a', part: null, asked: AT, copies: 1 }],
  posted: [{ issue: 16, zone: 'a', part: 2, frozen: AT, copies: 1, number: 412 }],
  lists: [MEMBER, { ...MEMBER, id: GIVER, email: 'anna.before@example.org', list: 'events', asked: null, brought: 'QuickFill', left: AT }],
  letters: [
    { id: LETTER, kind: 'receipt', to: 'anna@example.org', created: AT, sent: AT, bounced: AT, again: true },
    { id: OWNER, kind: 'code', to: 'anna@example.org', created: AT, sent: null, bounced: null, again: false },
  ],
  older: { orders: null, letters: null },
  notes: [{ id: OWNER, text: 'Prefers post, not calls', who: 'Cleo', created: AT }],
  history: [{ ...action, id: UNDONE, verb: 'changeAddressFor', subject: 'zone a', reason: 'asked', undo: true }, action],
};
export const EMPTY_READER: DeskReader = {
  ...READER,
  name: '',
  account: null,
  addresses: [],
  terms: [],
  orders: [],
  gifts: [],
  donations: [],
  given: [],
  copies: [],
  posted: [],
  lists: [],
  letters: [],
  notes: [],
  history: [],
};
export const TODAY: DeskToday = {
  work: [
    { list: 'email-fails', count: 12, oldest: AT },
    { list: 'refunded-elsewhere', count: 1, oldest: AT },
  ],
  yours: [{ owner: OWNER, name: 'Anna Kowalska', at: AT }],
  just_now: [{ ...action, owner: OWNER, name: 'Anna Kowalska' }],
};
export const LISTED: DeskListed = {
  list: 'refunded-elsewhere',
  count: 1,
  waiting: [{ owner: OWNER, name: 'Anna Kowalska', what: 'EXR-8812', amount: 1200, since: AT }],
};
export const ORDERS: DeskOrders = {
  orders: [
    {
      number: 'EXR-8812',
      owner: OWNER,
      name: 'Anna Kowalska',
      what: ['Subscription, Print, Solidarity, 1 year', 'Harbour Mug, blue'],
      placed: AT,
      state: 'paid',
      total: 7200,
      back: 1200,
    },
    { number: 'EXR-8801', owner: OWNER, name: 'Tom Guestling', what: ['Issue 16'], placed: AT, state: 'fulfilled', total: 1400, back: 0 },
  ],
  next: null,
};
export const ORDER: DeskOrder = {
  id: '01a20889-0000-7000-8000-0000000000aa',
  number: 'EXR-8812',
  owner: OWNER,
  name: 'Anna Kowalska',
  email: 'anna@example.org',
  address: ['14 Elm St', 'Dayton, OH 45402', 'United States'],
  goes_to: [],
  zone: 'a',
  state: 'paid',
  placed: AT,
  paid: AT,
  invoice: null,
  by: 'Visa ···· 4242',
  lines: [
    {
      ordinal: 1,
      type: 'personal-subscription',
      name: 'Subscription',
      detail: 'Print, Solidarity, 1 year',
      quantity: 1,
      price: 5200,
      discount: 500,
      shipping: 0,
      coupon: 'WELCOME',
      gifts: [],
      terms: [{ id: '2', paid: 4, served: 1, cancelled: null }],
    },
    {
      ordinal: 2,
      type: 'gift-subscription',
      name: 'Gift subscription',
      detail: 'Digital, 1 year',
      quantity: 2,
      price: 1000,
      discount: 0,
      shipping: 0,
      coupon: null,
      gifts: [
        { recipient: 'Jan Kowalski', redeemed: null },
        { recipient: null, redeemed: AT, revoked: null, to: { owner: OWNER, name: 'Anna Kowalska' } },
      ],
      terms: [],
    },
  ],
  goods: 7200,
  shipping: 500,
  discount: 500,
  waived: 0,
  total: 7200,
  back: [{ id: 're_1', state: 'refunded', amount: 1200, reason: 'requested_by_customer', created: AT, updated: AT }],
  again_of: null,
  sent_again: [],
  letters: READER.letters,
  history: READER.history,
};
export const READERS: DeskReaders = {
  readers: [
    {
      owner: OWNER,
      name: 'Anna Kowalska',
      email: 'anna@example.org',
      town: 'Dayton, OH',
      runs: { deliverable: 'print-a', level: 'high', left: 3 },
      renews: true,
      failing: true,
    },
  ],
  count: 1,
  next: null,
};
export const STAFF: { staff: DeskColleague[] } = {
  staff: [
    { id: OWNER, version: 'publisher', name: 'Ann', email: 'ann@example.org', roles: ['publisher'], disabled: null, keys: 2 },
    { id: UNDONE, version: 'service', name: 'Cleo', email: 'cleo@example.org', roles: ['service'], disabled: null, keys: 1 },
  ],
};

export const JOBS: DeskJobs = {
  queues: JOB_QUEUES.map((queue, n) => ({
    queue,
    waiting: n === 0 ? 3 : 0,
    oldest: n === 0 ? AT : null,
    running: 0,
    last: n === 1 ? null : AT,
  })),
  count: 2,
  failed: [
    {
      id: LETTER,
      queue: 'mail',
      what: 'issue-out',
      created: AT,
      failed: AT,
      tries: 13,
      message: '550 <(a mailbox)>: no such user',
      again: true,
    },
    { id: UNDONE, queue: 'books', what: null, created: AT, failed: AT, tries: 4, message: null, again: false },
  ],
};

/** By path below `/api/desk`: what is answered, or how. */
export type Answers = Record<string, unknown>;

/** Answers the desk's calls; what is a function decides by itself. `role`: who is signed in, null for nobody. */
export async function serveStubs(page: Page, role: DeskRole | null, own: Answers = {}): Promise<void> {
  const answers: Answers = {
    '/session': sessionOf(role),
    '/today': TODAY,
    '/today/money': moneyOf(own['/today'] ?? TODAY),
    '/find': FOUND,
    '/lists/refunded-elsewhere': LISTED,
    [`/readers/${OWNER}`]: READER,
    '/readers': READERS,
    '/orders': ORDERS,
    '/orders/EXR-8812': ORDER,
    '/history': { actions: [action], next: null },
    '/staff': STAFF,
    '/jobs': JOBS,
    ...own,
  };
  const told = new Set<string>();
  await page.route('**/api/desk/**', async (route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    const path = pathname.replace('/api/desk', '');
    const isDry = searchParams.has('dry');
    const wish = isTriedFirst(route, pathname) ? wishOf(route, path) : null;
    // In whatever test: no button of a dialog does anything before what it would do was told, of just what is asked
    // for. A scan has no dialog.
    if (wish !== null && !isDry && (await page.getByRole('dialog').count()) > 0)
      expect(told, `${path} was asked for before what it does was read`).toContain(wish);
    const answer = answers[path];
    if (isOwn(answer)) await answer(route);
    else await route.fulfill(answer === undefined ? { status: 404, json: { errors: 'Not found.' } } : { json: answer });
    if (isDry && wish !== null) told.add(wish);
  });
}

const TRIED_FIRST = Object.values(deskEndpoints)
  .filter((endpoint) => 'query' in endpoint && 'dry' in endpoint.query)
  .map(({ method, path }) => ({ method, path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }));
const isTriedFirst = (route: Route, pathname: string): boolean =>
  TRIED_FIRST.some(({ method, path }) => route.request().method() === method && path.test(pathname));

/** What is asked for, whichever action asks, and whatever was shown when it does: a version, or how many terms. */
function wishOf(route: Route, path: string): string {
  const body: unknown = route.request().postDataJSON();
  return JSON.stringify([path, typeof body === 'object' ? { ...body, action: '', version: '', moved: '', terms: '' } : body]);
}

const moneyOf = (today: unknown): DeskMoneyWork => {
  const read = v.safeParse(v.object({ work: v.array(DeskWork) }), today);
  return { work: read.success ? read.output.work.filter(({ list }) => MONEY_LISTS.some((one) => one === list)) : [] };
};

const isOwn = (answer: unknown): answer is (route: Route) => Promise<void> => typeof answer === 'function';

/**
 * Counts what is pressed with a mouse on the page from now on, as section 1 of the design does: keys are none. Answers
 * how often by then.
 */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  // A press of Enter on a button is a click of no times. The test before may have counted on this page as well.
  await page.evaluate(`
    removeEventListener('click', globalThis.countClick, true);
    globalThis.clicks = 0;
    globalThis.countClick = ({ detail }) => detail > 0 && (clicks += 1);
    addEventListener('click', countClick, true)`);
  return () => page.evaluate<number>('clicks');
}

/**
 * Whether the page is wider than its window, or a dialog than itself. Asked in text, as `comeBack`: what a function
 * does to the page nobody knows (kept-page.ts).
 */
export const isWide = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>(
    '[document.documentElement, document.querySelector("dialog")].some((box) => box !== null && box.scrollWidth > box.clientWidth)',
  );

/** Somebody comes back to the window. */
export const comeBack = (page: Page): Promise<unknown> => page.evaluate('dispatchEvent(new Event("visibilitychange"))');

/**
 * How wide the window is, as a test's title says it: on a telephone what staff do all day at a desk is tried by the
 * long tests.
 */
export const wide = (width: number): string => `${width} px wide${width === 375 ? ' @long' : ''}`;

/** Where a page is narrow a reader's rarer buttons wait behind 'More', which stays open. */
export async function unfold(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 1280) > 768) return;
  const more = page.getByRole('button', { name: 'More', exact: true });
  if ((await more.getAttribute('aria-expanded')) === 'false') await more.click();
}
