// @module-tag ci
// Somebody was first (409), in each dialog of the desk: what one saw, what is there now and what one typed stand side
// by side, and what was typed is kept.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { violations } from '@newsstand/build/axe';
import { appTest as test } from '@newsstand/build/kept-page';
import type { DeskRole } from '@newsstand/contracts/desk-roles';
import { expect, type Page, type Route } from '@playwright/test';
import { FILE, FOUND } from './import-stubs.ts';
import { INVOICE, INVOICE_ANSWERS } from './invoice-stubs.ts';
import { COMING } from './issue-stubs.ts';
import { BACK, MONEY, MUGS, PLAN, refundOf } from './money-stubs.ts';
import { BATCH, GOOD, LEDGER, LIST } from './parcel-stubs.ts';
import { AFTER, BEFORE, MADE, returnedCopy } from './post-stubs.ts';
import { CLOSED, OCTOBER, YEAR } from './report-stubs.ts';
import { JOBS, LETTER, MEMBER, ORDER, OWNER, READER, serveStubs, STAFF, UNDONE, unfold, type Answers, comeBack } from './stubs.ts';

const AT = '2026-11-02T15:00:00.000Z';
const letter = 'anna@example.org';

type Dialog = {
  /** The file of `src` that has it. */
  of: string;
  role: DeskRole;
  /** The page that it is opened on, what that reads, and what it reads once somebody was first. */
  at: string;
  reads: Answers;
  later: Answers;
  /** What is asked, and what it answers: before, and where it is on no page what it would do after. */
  asks: string;
  does: object;
  after?: object;
  /** It goes no more, since somebody did it already. */
  gone?: true;
  open: (page: Page) => Promise<void>;
  /** What stands beside each other. */
  saw: string;
  now: string;
  yours: string;
};

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const pressRarer = (name: string) => async (page: Page) => {
  await unfold(page);
  await press(name)(page);
};
const [term, ...terms] = READER.terms;
const [action, ...actions] = READER.history;
const [donation] = READER.donations;
const [address] = READER.addresses;
if (!term || !action || !donation || !address || !READER.account) throw new Error('the reader of the tests has too little');
const bob = (verb: string) => ({ ...action, id: LETTER, verb, subject: 'zone a', undo: false, undone: false });
const ofReader = (later: object, by = 'switchAutorenewFor') => ({
  at: `/readers/${OWNER}`,
  reads: {},
  later: { [`/readers/${OWNER}`]: { ...READER, history: [bob(by), ...READER.history], ...later } },
});
const reader = (rest: string) => `/readers/${OWNER}/${rest}`;
const RENEWING = { on: false, renewal: null, charging: false, letter };
const NO_RENEWAL = { account: { ...READER.account, autorenew: null } };
const money = (later: object, role: DeskRole = 'publisher') => ({
  role,
  at: `/orders/${ORDER.number}`,
  reads: { [`/orders/${ORDER.id}/money`]: MONEY },
  later: { [`/orders/${ORDER.id}/money`]: { ...MONEY, ...later } },
});
const mugs = (again: number) => ({
  ...ORDER,
  lines: ORDER.lines.slice(0, 1).map((line) => ({ ...line, name: 'Harbour Mug', posted: { sent: 2, dropped: 0, again }, terms: [] })),
});
const HELD = {
  list: 'paid-back-held',
  count: 1,
  waiting: [{ owner: '', name: 'Anna Kowalska', what: ORDER.number, order: ORDER.id, amount: 2000, since: AT }],
};
const WON = { ...BACK, state: 'won' as const, took: OWNER };
const TAKEN = refundOf({ id: OWNER, method: 'none', amount: 0, state: 'sent', takes: true });
const DISPUTES = {
  list: 'disputes',
  count: 1,
  waiting: [{ owner: OWNER, name: 'Anna Kowalska', what: ORDER.number, order: ORDER.id, amount: 7200, since: AT }],
};
const paidBack = { ...PLAN, gone: 0, methods: ['card'], lines: PLAN.lines.map((line) => ({ ...line, takes: 1 })) };
const [waiting] = MONEY.refunds.filter(({ state }) => state === 'to-approve');
const settled = { refunds: MONEY.refunds.map((one) => ({ ...one, settled: true, state: 'refused' })) };
const issue = (later: object) => ({
  role: 'publisher' as const,
  at: '/issues/17',
  reads: { '/issues/17': COMING },
  later: { '/issues/17': { ...COMING, ...later } },
});
const KEPT = { hash: 'a'.repeat(64), type: 'application/pdf', size: 4_200_000, width: null, height: null };
const UPLOADED = {
  format: 'pdf' as const,
  from: 'desk' as const,
  version: 'v2',
  size: 1_000_000,
  width: null,
  height: null,
  alt: '',
  by: 'Bob',
  uploaded: AT,
  undo: UNDONE,
};
const files = COMING.files.map((file) => (file.format === 'pdf' ? UPLOADED : file));
const imported = (begins: object, later: object) => ({
  role: 'circulation' as const,
  at: `/imports/${OWNER}`,
  reads: { [`/imports/${OWNER}`]: { ...FILE, ...FOUND, ...begins } },
  later: { [`/imports/${OWNER}`]: { ...FILE, ...FOUND, ...begins, ...later } },
});
const APPLIED = { state: 'applied', applied: AT, brought: 9871, withdrawable: true };
const invoice = (later: object, begins: object = {}) => ({
  role: 'accountant' as const,
  at: '/invoices/EXC-104',
  reads: { ...INVOICE_ANSWERS, '/invoices/EXC-104': { ...INVOICE, ...begins } },
  later: { '/invoices/EXC-104': { ...INVOICE, ...begins, ...later } },
});
const PAID = { state: 'paid', paid: { method: 'check', received: '2026-11-02', reference: '99', by: 'Felix' }, version: 'paid' };
const good = (later: object) => ({
  role: 'shop' as const,
  at: '/stock/basic-product/prd%3Amug',
  reads: { '/stock/basic-product/prd%3Amug': LEDGER },
  later: { '/stock/basic-product/prd%3Amug': { ...LEDGER, good: { ...GOOD, ...later } } },
});
const ZONE = { countries: [{ code: 'US', names: ['United States'] }], states: { US: [{ code: 'OH', names: ['Ohio'] }] } };
const ZONES = {
  '/zones': {
    a: ZONE,
    b: { countries: [], states: {} },
    c: { countries: [], states: {} },
    ship_prices: { a1: 0, a2: 0, a5: 0, b1: 0, b2: 0, b5: 0, c1: 0, c2: 0, c5: 0 },
  },
};
const staff = (later: object) => ({
  role: 'publisher' as const,
  at: '/staff',
  reads: {},
  later: { '/staff': { staff: STAFF.staff.map((one) => (one.name === 'Cleo' ? { ...one, ...later } : one)) } },
});
const alone = { role: 'service' as const, at: `/readers/${OWNER}`, reads: {}, later: {} };

const RETURNED = returnedCopy('16-A1-000414', UNDONE);

const DIALOGS: Record<string, Dialog> = {
  'an address': {
    of: 'change-address',
    role: 'service',
    ...ofReader({ addresses: [{ ...address, lines: ['2 Theirs St'], version: 'v2' }] }, 'changeAddressFor'),
    reads: ZONES,
    asks: reader('address/a'),
    does: { from: null, to: ['9 Oak St'], lists: [], letter },
    open: async (page) => {
      await press('Change address')(page);
      await page.getByRole('textbox', { name: /^Address/ }).fill('9 Oak St');
    },
    saw: '14 Elm St\nDayton, OH 45402',
    now: '2 Theirs St',
    yours: '9 Oak St',
  },
  'renewing by itself': {
    of: 'reader-acts',
    role: 'service',
    ...ofReader(NO_RENEWAL),
    asks: reader('autorenew'),
    does: RENEWING,
    gone: true,
    open: press('Stop renewing'),
    saw: 'Since 11.2.2026',
    now: 'No',
    yours: 'No',
  },
  'ending at its end': {
    of: 'reader-acts',
    role: 'service',
    ...ofReader({ account: { ...READER.account, card: 'Visa ···· 1111' } }),
    asks: reader('autorenew'),
    does: RENEWING,
    open: async (page) => {
      await press(/^End it…/)(page);
      await page.getByLabel('When').selectOption('at-end');
    },
    saw: 'Visa ···· 4242',
    now: 'Visa ···· 1111',
    yours: 'No',
  },
  'ending now': {
    of: 'reader-acts',
    role: 'service',
    ...ofReader({ terms: [{ ...term, served: 2 }, ...terms] }),
    asks: reader('subscriptions/2/cancel'),
    does: { left: 3, renewal: true, charging: false, back: 0, letter },
    open: press(/^End it…/),
    saw: '1 of 4 served',
    now: '2 of 4 served',
    yours: 'Ends now',
  },
  'a monthly donation': {
    of: 'reader-acts',
    role: 'circulation',
    ...ofReader({ donations: [{ ...donation, amount: 2000 }] }),
    asks: reader(`donations/${donation.id}/end`),
    does: { amount: 2000, processing: false, letter },
    open: press(/^End it ?: \$10/),
    saw: '$10.00',
    now: '$20.00',
    yours: 'Nothing more',
  },
  'a mailing list': {
    of: 'members',
    role: 'service',
    ...ofReader({ lists: [{ ...MEMBER, left: AT }] }),
    asks: `/memberships/${MEMBER.id}/leave`,
    does: { list: MEMBER.list, since: AT },
    gone: true,
    open: press(/^Take off…/),
    saw: 'Yes',
    now: 'Off it since 11.2.2026',
    yours: 'No',
  },
  sessions: {
    of: 'reader-acts',
    ...alone,
    asks: reader('end-sessions'),
    does: { ended: 2, letter },
    after: { ended: 0, letter },
    open: pressRarer('Log out everywhere'),
    saw: '2 browsers are logged out',
    now: 'Nobody is logged in',
    yours: 'Log out everywhere',
  },
  'a login link': {
    of: 'reader-acts',
    role: 'service',
    ...ofReader({ email: 'anna@new.example' }),
    asks: reader('login-letter'),
    does: { kind: 'reset', letter },
    open: press('Mail login link'),
    saw: letter,
    now: 'anna@new.example',
    yours: 'Mail the link',
  },
  'what is kept': {
    of: 'reader-acts',
    role: 'service',
    ...ofReader({ email: 'anna@new.example' }),
    asks: reader('export'),
    does: { kind: 'account-export', letter },
    open: pressRarer('Mail what we keep'),
    saw: letter,
    now: 'anna@new.example',
    yours: 'Mail it',
  },
  'a letter again': {
    of: 'reader-acts',
    ...alone,
    asks: reader(`letters/${LETTER}/resend`),
    does: { kind: 'receipt', letter },
    after: { kind: 'receipt', letter: 'anna@new.example' },
    open: press(/^Send again/),
    saw: `It goes to ${letter}`,
    now: 'It goes to anna@new.example',
    yours: 'Send again',
  },
  'an undo': {
    of: 'take-back',
    role: 'service',
    ...ofReader({ history: [{ ...action, undone: true, undo: false }, ...actions] }),
    asks: `/actions/${UNDONE}/undo`,
    does: { verb: 'changeAddressFor' },
    gone: true,
    open: press(/^Undo/),
    saw: 'Stands',
    now: 'Taken back already',
    yours: 'Taken back',
  },
  'what is given': {
    of: 'give-subscription',
    role: 'circulation',
    ...ofReader({ terms: [{ ...term, id: '3', served: 0, paid: 1 }, term, ...terms] }, 'compSubscription'),
    asks: reader('comps'),
    does: { issues: 1, address: true, renewal: false, letter },
    open: pressRarer('Give…'),
    saw: '1 year: 1 served',
    now: 'one issue: 0 served',
    yours: 'And one issue',
  },
  'what is given to somebody new': {
    of: 'give-to-new',
    role: 'circulation',
    at: '/readers',
    reads: ZONES,
    later: {},
    asks: '/comps',
    does: { issues: 4, address: null, renewal: false, letter, owner: OWNER, known: false },
    after: { issues: 4, address: null, renewal: false, letter, owner: OWNER, known: true },
    open: async (page) => {
      await press('Give to somebody new…')(page);
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('What', { exact: true }).selectOption('digital');
      await dialog.getByLabel('Name').fill('Jan Kowalski');
      await dialog.getByLabel('E-mail').fill('jan@example.org');
    },
    saw: 'An account is made',
    now: 'This mailbox has an account',
    yours: 'Give 1 year',
  },
  erasing: {
    of: 'erase-reader',
    role: 'circulation',
    ...ofReader({ history: [{ ...bob('askToErase'), at: new Date().toISOString() }, ...READER.history] }),
    asks: reader('erasure'),
    does: { terms: 1, donations: 0, orders: 1, goods: [], invoices: [], letter: null },
    gone: true,
    open: pressRarer('Erase…'),
    saw: 'Nobody has asked for it',
    now: 'Somebody has asked for it',
    yours: 'Asked for',
  },
  'another copy': {
    of: 'send-copy',
    role: 'service',
    ...ofReader({ given: [{ issue: 16, medium: 'print', again: 1 }] }, 'sendCopy'),
    asks: reader('copies'),
    does: { medium: 'print', copies: 1, address: null, letter },
    open: pressRarer('Another copy…'),
    saw: 'No further copy was sent for',
    now: 'One further copy was sent for',
    yours: 'Sent again',
  },
  'goods once more': {
    of: 'send-good',
    role: 'service',
    at: `/orders/${ORDER.number}`,
    reads: { [`/orders/${ORDER.id}/money`]: MONEY, [`/orders/${ORDER.number}`]: mugs(0) },
    later: { [`/orders/${ORDER.number}`]: { ...mugs(1), history: [bob('sendCopy'), ...ORDER.history] } },
    asks: `/orders/${ORDER.id}/copies`,
    does: { number: 'EXR-8813', stock: 7, address: null, moved: false, returned: null, letter },
    open: press('Send again…'),
    saw: 'None sent again',
    now: '1 sent again',
    yours: 'Send one piece again',
  },
  'a refund': {
    of: 'refund-dialog',
    ...money({ back: [BACK, { ...BACK, id: 're_9', amount: 1200 }] }),
    asks: `/orders/${ORDER.id}/refunds`,
    does: { plan: { ...paidBack, amount: 6_000, happens: { ...paidBack.happens, ends: 1 } }, refund: null },
    open: press('Pay back…'),
    saw: '$72.00: Refunded',
    now: '$12.00: Refunded',
    yours: 'Cancel and pay back $60.00',
  },
  'a refund to approve': {
    of: 'refund-acts',
    ...money(settled),
    asks: `/refunds/${UNDONE}/approve`,
    does: { refund: waiting, back_to: null, letter },
    gone: true,
    open: press(/^Decide… about \$300/),
    saw: '$300.00: Waits for another person',
    now: '$300.00: Not paid back, seen to',
    yours: '$300.00 are allowed',
  },
  'a refund that failed': {
    of: 'refund-acts',
    ...money(settled),
    asks: `/refunds/${OWNER}/retry`,
    does: { refund: waiting, back_to: null, letter },
    open: async (page) => {
      await press(/^Pay otherwise…/)(page);
      await page.getByLabel('Number of the check or wire').fill('1007');
    },
    saw: '$9.00: Refund failed',
    now: '$9.00: Not paid back, seen to',
    yours: '$9.00: By check',
  },
  'money that went back elsewhere': {
    of: 'decide-dialog',
    ...money({ back: [{ ...BACK, decided: AT }] }),
    asks: '/money-back/re_1/decide',
    does: { plan: PLAN, refund: null },
    gone: true,
    open: press(/^Decide… about \$72/),
    saw: '$72.00: Refunded',
    now: '$72.00: Refunded, decided',
    yours: 'Decide',
  },
  'a dispute that was won': {
    of: 'won-dispute-dialog',
    ...money({ refunds: [TAKEN], back: [{ ...WON, decided: AT }] }),
    at: '/lists/disputes',
    reads: { [`/orders/${ORDER.id}/money`]: { refunds: [TAKEN], back: [WON] }, '/lists/disputes': DISPUTES },
    asks: `/refunds/${TAKEN.id}/retry`,
    does: {
      refund: TAKEN,
      back_to: null,
      letter,
      given: { terms: 1, renewal: false, upgrades: 0, gifts: 0, donation: false, pieces: 0, coupons: 0 },
    },
    gone: true,
    open: press(/^Decide… order/),
    saw: '$72.00: Dispute won, the money is with us',
    now: '$72.00: Dispute won, the money is with us, decided',
    yours: 'Given back what was taken away',
  },
  stock: {
    of: 'good',
    ...good({ stock: 1 }),
    asks: '/stock/basic-product/prd%3Amug/moves',
    does: { from: 1, to: 41 },
    open: async (page) => {
      await press('Restock…')(page);
      await page.getByLabel('How many came').fill('40');
    },
    saw: '3',
    now: '1',
    yours: 'Add 40',
  },
  'a move of stock': {
    of: 'good',
    ...good({ stock: 2 }),
    asks: `/actions/${LEDGER.moves[0]?.action}/undo`,
    does: { verb: 'adjustStock' },
    open: press('Undo'),
    saw: '3',
    now: '2',
    yours: '-2',
  },
  'a payment': {
    of: 'invoice',
    ...invoice(PAID),
    asks: '/invoices/EXC-104/payment',
    does: { number: 'EXC-104', state: 'paid' },
    gone: true,
    open: async (page) => {
      await press('Record a payment')(page);
      await page.getByLabel('Dollars, as the check says').fill('120');
    },
    saw: 'Past due',
    now: 'Paid by check, 11.2.2026, 99',
    yours: 'Paid by check, $120.00',
  },
  'the correction of a payment': {
    of: 'invoice',
    ...invoice({ paid: { ...PAID.paid, reference: '100' } }, PAID),
    asks: '/invoices/EXC-104/correction',
    does: { number: 'EXC-104', state: 'paid' },
    open: async (page) => {
      await press('Correct the payment')(page);
      await page.getByLabel('Number of the check').fill('101');
    },
    saw: 'Paid by check, 11.2.2026, 99',
    now: 'Paid by check, 11.2.2026, 100',
    yours: 'By check, 101',
  },
  'an invoice': {
    of: 'invoice',
    ...invoice({ state: 'cancelled', version: 'cancelled' }),
    asks: '/invoices/EXC-104/cancel',
    does: { number: 'EXC-104', state: 'cancelled' },
    gone: true,
    open: press('Cancel the invoice'),
    saw: 'Past due',
    now: 'Cancelled',
    yours: 'Cancelled',
  },
  'a release': {
    of: 'issues',
    ...issue({ state: 'planned', at: '2027-01-01T15:00:00.000Z', version: 'v2' }),
    asks: '/issues/17/plan',
    does: { at: '2027-01-02T15:00:00.000Z' },
    open: async (page) => {
      await press('Give it to readers…')(page);
      await page.getByLabel(/Type 310/).fill('310');
    },
    saw: 'Comes out on 11.1.2026',
    now: 'Will be given to readers at 1.1.2027',
    yours: 'Given in ten minutes',
  },
  'a release that is stopped': {
    of: 'issues',
    ...issue({ state: 'held', version: 'v2' }),
    asks: '/issues/17/stop',
    does: { at: null },
    gone: true,
    open: press('Hold it…'),
    saw: 'Comes out on 11.1.2026',
    now: 'Held: nobody is given it',
    yours: 'Held: nobody is given it',
  },
  'a file of an issue': {
    of: 'issue-files',
    ...issue({ files }),
    asks: '/issues/17/files',
    does: { format: 'pdf', size: 4_200_000, replaces: 'texts', out: false },
    open: async (page) => {
      await press('Upload PDF')(page);
      await page
        .getByRole('dialog')
        .locator('input[type=file]')
        .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-') });
    },
    saw: 'Made of its texts',
    now: '1.0 MB, uploaded by Bob',
    yours: 'It is here and is what it should be: 4.2 MB',
  },
  'a file that is taken back': {
    of: 'issue-files',
    ...issue({ files: COMING.files }),
    reads: { '/issues/17': { ...COMING, files } },
    asks: `/actions/${UNDONE}/undo`,
    does: { verb: 'uploadIssueFile' },
    gone: true,
    open: press(/^Undo ?: PDF/),
    saw: '1.0 MB, uploaded by Bob',
    now: 'Made of its texts',
    yours: 'What was there before',
  },
  'lists of the post': {
    of: 'issue-post',
    role: 'circulation',
    at: '/issues/16/post',
    reads: { '/issues/16/post': BEFORE },
    later: { '/issues/16/post': AFTER },
    asks: '/issues/16/lists',
    does: MADE,
    open: press('Make the lists…'),
    saw: 'None yet',
    now: 'Canada: 310 labels',
    yours: 'Make late lists',
  },
  'a failed job': {
    of: 'jobs',
    role: 'developer',
    at: '/jobs',
    reads: {},
    later: { '/jobs': { ...JOBS, count: 1, failed: JOBS.failed.slice(1) } },
    asks: `/jobs/${LETTER}/retry`,
    does: { queue: 'mail' },
    gone: true,
    open: press(/^Try again…/),
    saw: 'Failed, 13 tries',
    now: 'It waits for nobody any more',
    yours: 'Try again',
  },
  'a batch': {
    of: 'parcels',
    role: 'shop',
    at: '/parcels',
    reads: { '/parcels': LIST },
    later: { '/parcels': { ...LIST, count: 1, open: LIST.open.slice(1) } },
    asks: '/parcels/batches',
    does: { number: 4, parcels: 1, pieces: 3 },
    open: press('Make a batch…'),
    saw: '2 parcels',
    now: '1 parcel',
    yours: '2 of them in a batch',
  },
  'a batch that is unpacked': {
    of: 'batch',
    role: 'shop',
    at: '/parcels/batches/3',
    reads: { '/parcels/batches/3': { ...BATCH, parcels: BATCH.parcels.slice(0, 2) } },
    later: { '/parcels/batches/3': BATCH },
    asks: '/parcels/batches/3/dissolve',
    does: { number: 3, parcels: 2 },
    gone: true,
    open: press('Unpack…'),
    saw: '0 of 2',
    now: '1 of 3',
    yours: 'Unpack batch 3',
  },
  'a parcel that was not sent after all': {
    of: 'parcel',
    role: 'shop',
    at: '/parcels',
    reads: { '/parcels': LIST },
    later: { '/parcels': { ...LIST, sent: LIST.sent.map((one) => ({ ...one, sent: null })) } },
    asks: `/actions/${LIST.sent[0]?.sent_by}/undo`,
    does: { verb: 'dispatchGoods', letter: 'none' },
    gone: true,
    open: press(/^Not sent after all/),
    saw: 'Sent',
    now: 'Not sent',
    yours: 'To be sent again',
  },
  'a copy that came back': {
    of: 'returned',
    role: 'circulation',
    at: '/post/returned',
    reads: { '/post/returned': { returned: [RETURNED] } },
    later: { '/post/returned': { returned: [{ ...RETURNED, waits: false }] } },
    asks: `/actions/${RETURNED.id}/undo`,
    does: { verb: 'returnToSender' },
    gone: true,
    open: press(/^Undo/),
    saw: 'waits for another address',
    now: 'not posted again',
    yours: 'Not come back',
  },
  'an import': {
    of: 'import-acts',
    ...imported({}, APPLIED),
    asks: `/imports/${OWNER}/apply`,
    does: { counts: FOUND.counts },
    gone: true,
    open: press('Take over…'),
    saw: 'Checked: nothing is taken over yet',
    now: 'Taken over',
    yours: 'Take over 9,967 rows',
  },
  'an import that is taken back': {
    of: 'import-acts',
    ...imported(APPLIED, { state: 'withdrawn', withdrawable: false }),
    asks: `/imports/${OWNER}/withdraw`,
    does: { untouched: 9800, used: 71 },
    gone: true,
    open: press('Take back…'),
    saw: 'Taken over',
    now: 'Taken back',
    yours: 'Take back',
  },
  'a file that is thrown away': {
    of: 'import-acts',
    ...imported({}, APPLIED),
    asks: `/imports/${OWNER}/discard`,
    does: { rows: 10_214 },
    gone: true,
    open: press('Throw the file away…'),
    saw: 'Checked: nothing is taken over yet',
    now: 'Taken over',
    yours: 'Throw it away',
  },
  'letters to who was brought': {
    of: 'write-imported',
    ...imported(APPLIED, { state: 'withdrawn', withdrawable: false }),
    asks: `/imports/${OWNER}/letters`,
    does: { letters: 6900, minutes: 230 },
    gone: true,
    open: press('Write to them…'),
    saw: 'Taken over',
    now: 'Taken back',
    yours: 'Write',
  },
  'what somebody may do': {
    of: 'staff',
    ...staff({ roles: ['service', 'editor'], version: 'v2' }),
    asks: `/staff/${UNDONE}`,
    does: { ended: 2 },
    open: async (page) => {
      await press(/^Change.*Cleo/)(page);
      await page.getByRole('checkbox', { name: 'shop' }).check();
    },
    saw: 'service',
    now: 'service, editor',
    yours: 'service, shop',
  },
  'an invitation': {
    of: 'staff',
    role: 'publisher',
    at: '/staff',
    reads: {},
    later: {},
    asks: '/staff',
    does: { letter: 'ivy@example.org', expires: '2026-12-01T12:00:00.000Z', told: 0 },
    after: { letter: 'ivy@example.org', expires: '2026-12-04T12:00:00.000Z', told: 0 },
    open: async (page) => {
      await press('Invite somebody…')(page);
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Ivy');
      await dialog.getByLabel('E-mail').fill('ivy@example.org');
      await dialog.getByRole('checkbox', { name: 'shop' }).check();
    },
    saw: 'until 12.1.2026',
    now: 'until 12.4.2026',
    yours: 'Mail the invitation',
  },
  'a passkey': {
    of: 'staff',
    ...staff({ keys: 2 }),
    asks: `/staff/${UNDONE}/key-link`,
    does: { letter: 'cleo@example.org', expires: '2026-12-01T12:00:00.000Z', told: 1 },
    open: press(/^New key.*Cleo/),
    saw: '1',
    now: '2',
    yours: 'Mail the link',
  },
  'a link that is taken back': {
    of: 'staff',
    ...staff({ invited: null }),
    reads: { '/staff': { staff: STAFF.staff.map((one) => (one.name === 'Cleo' ? { ...one, invited: '2026-12-01T12:00:00.000Z' } : one)) } },
    asks: `/staff/${UNDONE}/key-link/take-back`,
    does: { links: 1 },
    gone: true,
    open: press(/^Take back.*Cleo/),
    saw: 'Until 12.1.2026',
    now: 'None',
    yours: 'Take it back',
  },
  'a month': {
    of: 'closings',
    role: 'accountant',
    at: '/closings/2026-10',
    reads: { '/closings/2026-10': OCTOBER },
    later: { '/closings/2026-10': { ...OCTOBER, closed: CLOSED } },
    asks: '/closings/2026-10',
    does: { month: '2026-10', came_in: 1, unserved: 2 },
    gone: true,
    open: press('Close 10.2026…'),
    saw: 'Not closed yet',
    now: 'Closed on 10.3.2026 by Felix',
    yours: 'Close 10.2026',
  },
  'letters to donors': {
    of: 'donations',
    role: 'accountant',
    at: '/reports/donors/letters',
    reads: { [`/donations/${YEAR.year}`]: YEAR },
    later: { [`/donations/${YEAR.year}`]: { ...YEAR, unwritten: 3 } },
    asks: `/donations/${YEAR.year}/letters`,
    does: { letters: 3, given: 9000 },
    open: press('Write to donors…'),
    saw: '11 letters',
    now: '3 letters',
    yours: 'Write 3 letters',
  },
  'goods that were paid back': {
    of: 'take-pieces',
    ...money({ back: [{ ...BACK, amount: 1200 }] }, 'shop'),
    at: '/lists/paid-back-held',
    reads: { [`/orders/${ORDER.id}/money`]: MONEY, '/lists/paid-back-held': HELD },
    asks: `/orders/${ORDER.id}/refunds`,
    does: { plan: { ...PLAN, lines: [{ ...MUGS, takes: 2 }], happens: { ...PLAN.happens, dropped: 2, restocked: 2 } }, refund: null },
    open: press(/^Take them away…/),
    saw: '$72.00: Refunded',
    now: '$12.00: Refunded',
    yours: 'Take them away',
  },
};

/**
 * The desk where a colleague is quicker: what is pressed is refused once, and from later on the page is another. What
 * would happen is said from `tell` on.
 */
async function serveColleague(
  page: Page,
  { role, reads, later, asks, does, after, gone }: Dialog,
): Promise<{ done: () => number; tell: () => void }> {
  let [isChanged, done] = [false, 0];
  const told = Promise.withResolvers<void>();
  await serveStubs(page, role, { '/files': { ...KEPT }, ...reads });
  for (const at of Object.keys(later))
    await page.route(`**/api/desk${at}`, (route) =>
      route.request().method() === 'GET' && isChanged ? route.fulfill({ json: later[at] }) : route.fallback(),
    );
  const answer = async (route: Route) => {
    if (route.request().method() === 'GET') return route.fallback();
    const isDry = route.request().url().includes('dry');
    if (isDry) await told.promise;
    if (!isDry && isChanged) done += 1;
    if ((isDry && isChanged && gone) || (!isDry && !isChanged)) {
      isChanged = true;
      return route.fulfill({ status: 409, json: { errors: 'Somebody was first.' } });
    }
    return route.fulfill({ json: isChanged && after !== undefined ? after : does });
  };
  await page.route(`**/api/desk${asks}`, answer);
  await page.route(`**/api/desk${asks}?dry=`, answer);
  return { done: () => done, tell: told.resolve };
}

const OFTEN = ['an address', 'a payment', 'what is given to somebody new', 'a refund', 'a release'];

Object.entries(DIALOGS).forEach(([name, dialog], index) => {
  const { at, open, saw, now, yours, gone } = dialog;
  const width = index % 2 === 0 ? 1280 : 375;
  test(
    `${name}: nothing is confirmed before it was read, and whoever comes second sees what they saw, what it is now and what they typed, ${width} px wide`,
    {
      tag: OFTEN.includes(name) ? [] : ['@long'],
    },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      const { done, tell } = await serveColleague(page, dialog);
      await page.goto(at);
      const opened = open(page);
      const box = page.getByRole('dialog');
      const submit = box.locator('button[type=submit]');
      // Nobody confirms what they have not read, and whoever would reads why.
      await expect(submit).toBeDisabled();
      await expect(submit).toHaveAccessibleDescription(
        /^(One moment: what would happen|Something above is still missing|Nothing is changed yet)/,
      );
      tell();
      await opened;
      await expect(submit).toBeEnabled();
      await expect(submit).toHaveAccessibleDescription('');
      const typed = await box
        .locator('input:not([type=file]), select')
        .evaluateAll((all) =>
          all.map((field) => (field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.value : '')),
        );
      const lines = box.getByRole('region', { name: 'What happens' }).getByRole('listitem');
      await expect(lines.first()).toBeVisible();
      expect((await lines.allTextContents()).filter((line) => line.trim() === '')).toEqual([]);
      await submit.click();
      const both = box.getByRole('region', { name: 'Changed meanwhile' });
      await expect(both).toBeFocused();
      await expect(both.getByRole('columnheader')).toHaveText(['You saw', 'It is now', 'Yours']);
      const cells = async () => (await both.getByRole('cell').allInnerTexts()).map((text) => text.trim());
      const inColumn = async (column: number) => (await cells()).filter((_, cell) => cell % 3 === column).join('\n');
      await expect.poll(() => inColumn(1)).toContain(now);
      expect([await inColumn(0), await inColumn(2)]).toEqual([expect.stringContaining(saw), expect.stringContaining(yours)]);
      expect(
        await box
          .locator('input:not([type=file]), select')
          .evaluateAll((all) =>
            all.map((field) => (field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.value : '')),
          ),
      ).toEqual(typed);
      await expect(submit).toBeDisabled();
      await expect(both.getByRole('button')).toHaveText(['Use theirs', 'Go on with yours']);
      const [theirs, own] = [both.getByRole('button', { name: 'Use theirs' }), both.getByRole('button', { name: 'Go on with yours' })];
      if (gone) {
        await expect(both).toContainText('Somebody was first.');
        await expect(own).toBeDisabled();
        await expect(own).toHaveAccessibleDescription(/[a-z]/);
      } else await expect(own).toBeEnabled();
      // Nothing is said of what was typed where there is no field.
      const hasFields = (await box.locator('input, select, textarea').count()) > 0;
      await expect(both.getByText('nothing that you typed is lost')).toHaveCount(hasFields ? 1 : 0);
      // Who was first is said by the history of the page, or else by the answer.
      await expect(both).toContainText(/Somebody was first\.|Bob /);
      expect(await violations(page)).toEqual([]);
      expect(
        await page.evaluate(() =>
          [document.documentElement, document.querySelector('dialog')].some((one) => one !== null && one.scrollWidth > one.clientWidth),
        ),
      ).toBe(false);
      if (gone) {
        await theirs.click();
        await expect(box).toHaveCount(0);
        expect(done()).toBe(0);
        return;
      }
      await own.click();
      await expect(both).toHaveCount(0);
      await expect(submit).toBeFocused();
      await submit.click();
      await expect(box).toHaveCount(0);
      expect(done()).toBe(1);
    },
  );
});

/**
 * The desk that did it and whose answer got lost: from then on the page is what it became, and to try it once more is
 * refused, since it is done, or says what would come of doing it twice.
 */
async function serveLost(
  page: Page,
  { role, reads, later, asks, does }: Dialog,
  then: 'refused' | 'goes',
): Promise<{ sent: string[]; mend: () => void }> {
  const sent: string[] = [];
  let isCut = true;
  await serveStubs(page, role, { '/files': { ...KEPT }, ...reads });
  for (const at of Object.keys(later))
    await page.route(`**/api/desk${at}`, (route) =>
      route.request().method() === 'GET' && sent.length > 0 ? route.fulfill({ json: later[at] }) : route.fallback(),
    );
  const twice = 'plan' in does && typeof does.plan === 'object' ? { ...does, plan: { ...does.plan, version: 'of-now', total: 1 } } : does;
  const answer = (route: Route) => {
    if (route.request().method() === 'GET') return route.fallback();
    if (route.request().url().includes('dry')) {
      if (sent.length > 0 && then === 'refused') return route.fulfill({ status: 422, json: { errors: 'There is nothing left of it.' } });
      return route.fulfill({ json: sent.length > 0 ? twice : does });
    }
    sent.push(route.request().postData() ?? '');
    return isCut ? route.abort('connectionreset') : route.fulfill({ json: does });
  };
  await page.route(`**/api/desk${asks}`, answer);
  await page.route(`**/api/desk${asks}?dry=`, answer);
  return { sent, mend: () => (isCut = false) };
}

Object.entries(DIALOGS).forEach(([name, dialog], index) => {
  for (const then of ['refused', 'goes'] as const)
    test(
      `${name}: where the answer was lost the same button sends the very same again, also where trying it ${then === 'goes' ? 'goes on' : 'is refused'} since it is done`,
      { tag: OFTEN.includes(name) ? [] : ['@long'] },
      async ({ page }) => {
        await page.setViewportSize({ width: index % 2 === 0 ? 375 : 1280, height: 900 });
        const { sent, mend } = await serveLost(page, dialog, then);
        await page.goto(dialog.at);
        await dialog.open(page);
        const box = page.getByRole('dialog');
        const submit = box.locator('button[type=submit]');
        await expect(submit).toBeEnabled();
        const message = await submit.innerText();
        await submit.click();
        await expect(box.getByRole('alert')).toContainText('It may have been done: press the button again here, and it is done once.');
        // Whoever looks at another window meanwhile and comes back reads the page anew.
        await comeBack(page);
        await page.waitForLoadState('networkidle');
        await expect(submit).toBeEnabled();
        await expect(submit).toHaveText(message);
        await expect(submit).toHaveAccessibleDescription('');
        expect(await violations(page)).toEqual([]);
        mend();
        await submit.click();
        await expect(box).toHaveCount(0);
        expect([sent.length, sent[1]]).toEqual([2, sent[0]]);
      },
    );
});

test('no dialog of the desk is left out', () => {
  const src = path.join(import.meta.dirname, '../src');
  const inFiles = globSync('**/*.tsx', { cwd: src }).flatMap((file) => {
    // The one that takes back is as many as there are places that show it.
    const those = path.basename(file) === 'take-back.tsx' ? /<TakeBackDialog\b/g : /<(?:Act|TakeBack)Dialog\b/g;
    const dialogs = readFileSync(path.join(src, file), 'utf8').match(those) ?? [];
    return dialogs.map(() => path.basename(file, '.tsx'));
  });
  const tried = Object.values(DIALOGS).map(({ of }) => of);
  const left = inFiles.filter((file) => tried.filter((one) => one === file).length < inFiles.filter((one) => one === file).length);
  expect([left, tried.filter((file) => !inFiles.includes(file))]).toEqual([[], []]);
});
