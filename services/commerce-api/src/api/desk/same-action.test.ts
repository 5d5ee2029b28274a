import { deskEndpoints, type DeskEndpoint } from '@newsstand/contracts/desk-endpoints';
import { DeskInvoice, InvoiceWritten } from '@newsstand/contracts/desk-invoices';
import { BatchMade } from '@newsstand/contracts/desk-parcels';
import { DeskIssue } from '@newsstand/contracts/desk-issues';
import { DeskClosing } from '@newsstand/contracts/desk-reports';
import { DeskReader } from '@newsstand/contracts/desk-reader';
import { Refunded } from '@newsstand/contracts/desk-refund';
import { wantsProof } from '@newsstand/contracts/desk-roles';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, DESK, type DeskApp } from '../../../test/desk.ts';
import { apply, askToApply, bring, bytesOf, check, listOf, readImport } from '../../../test/imports.ts';
import { readOne, sellMugs } from '../../../test/parcels.ts';
import { failLetter, makeQueues } from '../../../test/failed-job.ts';
import { answerOf } from '../../../test/reader.ts';
import { donate, live, makeSubscriber, subscribe } from '../../../test/subscriber.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { createDeskApp } from './desk-app.ts';

let service: DeskApp;
let ann: Browser;
beforeAll(async () => {
  // What an action asks for while it holds its transaction it has to ask through that: the desk has two connections.
  service = await createDeskTestApp({ connections: 1 });
  ann = await service.as('publisher');
});
// All that is tried here is one publisher's, and more than anybody clicks in a minute.
beforeEach(async () => {
  await service.deps.db.$executeRaw`delete from rate_limit`;
  // Nor is their key shown longer ago than it counts, however long all of it takes.
  await service.deps.db.staffSession.updateMany({ data: { proved: new Date() } });
});
afterAll(() => service.close());

/** Where a thing is asked for, and with what: `one` is done, and `other` is not what was asked for. */
type Case = { path: string; one: object; other: object };
/** A reader who has one of everything that is changed. */
type Ana = { id: string; page: DeskReader; note: string; open: DeskInvoice; paid: DeskInvoice; colleague: string; issue: DeskIssue };

const HOME = { line1: '9 Elm St', line2: '', city: 'Dayton', state: 'OH', postcode: '45402', country: 'US' };
const { country, ...typed } = HOME;
const LISTED = { ...typed, state_name: 'Ohio', country_code: country, country_name: 'United States' };
const reason = 'asked';
const OTHER = { reason: 'mended' };

const TODAY = new Date().toISOString().slice(0, 10);
const invoiceFor = (id: string) => ({
  billed_to: 'Library',
  name: 'Ana',
  email: `library-${id}@example.org`,
  address: null,
  term: 30,
  accepted_payments: 'any',
  membership: { medium: 'digital', level: 'low', term: '1year', copies: 1 },
  goods: [],
});

async function writeInvoice(id: string): Promise<DeskInvoice> {
  const answer = await ann.post('/api/desk/invoices', { action: uuidv7(), ...invoiceFor(id) });
  return readInvoice(v.parse(InvoiceWritten, await answer.json()).number ?? '');
}
const readInvoice = async (number: string) => v.parse(DeskInvoice, await (await ann.get(`/api/desk/invoices/${number}`)).json());

/** Every call that does something, by its name in the contract: what is not here fails the first test. */
const CASES: Record<string, (ana: Ana) => Case | Promise<Case>> = {
  deskWriteNote: () => ({ path: 'notes', one: { text: 'Prefers post' }, other: { text: 'Prefers calls' } }),
  deskChangeAddress: ({ page }) => {
    const change = { reason, version: page.addresses[0]?.version, address: HOME };
    return { path: 'address/a', one: change, other: { ...change, address: { ...HOME, line1: '10 Elm St' } } };
  },
  deskSwitchAutorenew: () => ({ path: 'autorenew', one: { reason, on: true }, other: { ...OTHER, on: true } }),
  deskCancelSubscription: ({ page }) => ({
    path: `subscriptions/${page.terms[0]?.id}/cancel`,
    one: { reason, served: 0 },
    other: { ...OTHER, served: 0 },
  }),
  deskExportPeople: () => ({
    path: '/api/desk/exports',
    one: { people: { of: 'lists' } },
    other: { people: { of: 'readers', segment: 'lifetime' } },
  }),
  deskExportRecords: () => ({
    path: '/api/desk/exports/records',
    one: { records: { of: 'history' } },
    other: { records: { of: 'orders', filter: {} } },
  }),
  deskComp: () => {
    const comp = { reason: 'courtesy', deliverable: 'digital', level: 'low', term: '1year', issues: 2, terms: 1 };
    return { path: 'comps', one: comp, other: { ...comp, issues: 3 } };
  },
  deskCompNew: () => {
    const comp = {
      reason: 'courtesy',
      deliverable: 'print-a',
      level: 'low',
      term: '1year',
      issues: 2,
      name: 'Jan',
      email: null,
      address: HOME,
    };
    return { path: '/api/desk/comps', one: comp, other: { ...comp, name: 'Jana' } };
  },
  deskEndDonation: ({ page }) => ({
    path: `donations/${page.donations[0]?.id}/end`,
    one: { reason, amount: 2500 },
    other: { ...OTHER, amount: 2500 },
  }),
  deskLeaveList: async ({ id }) => {
    const member = await service.deps.db.listSignup.create({ data: { publicationId: 'main', email: `${id}@example.org`, tag: 'letter' } });
    return { path: `/api/desk/memberships/${member.id}/leave`, one: { reason }, other: OTHER };
  },
  deskSeeAsReader: () => ({ path: 'admin-view', one: {}, other: {} }),
  deskAskToErase: () => ({ path: 'erasure', one: { reason }, other: { reason: 'legal' } }),
  deskErase: () => ({ path: 'erase', one: { reason }, other: { reason: 'legal' } }),
  deskEndSessions: () => ({ path: 'end-sessions', one: { reason }, other: OTHER }),
  deskResendLetter: ({ page }) => ({ path: `letters/${page.letters[0]?.id}/resend`, one: {}, other: {} }),
  deskSendLogin: () => ({ path: 'login-letter', one: {}, other: {} }),
  deskWriteInvoice: ({ id }) => ({ path: '/api/desk/invoices', one: invoiceFor(id), other: { ...invoiceFor(id), term: 60 } }),
  deskRecordPayment: ({ open: { number, version, total } }) => {
    const check = { version, method: 'check', amount: total, received: TODAY, reference: '4711' };
    return { path: `/api/desk/invoices/${number}/payment`, one: check, other: { ...check, method: 'wire' } };
  },
  deskCorrectPayment: ({ paid: { number, version } }) => {
    const wire = { version, method: 'wire', received: TODAY, reference: 'W-1' };
    return { path: `/api/desk/invoices/${number}/correction`, one: wire, other: { ...wire, reference: 'W-2' } };
  },
  deskCancelInvoice: ({ open: { number, version } }) => ({
    path: `/api/desk/invoices/${number}/cancel`,
    one: { version, reason: 'unpaid' },
    other: { version, reason: 'mended' },
  }),
  deskChangeStaff: ({ colleague }) => {
    const change = { version: 'shop', roles: ['editor'], disabled: false };
    return { path: `/api/desk/staff/${colleague}`, one: change, other: { ...change, disabled: true } };
  },
  deskSendCopy: () => ({ path: 'copies', one: { reason, issue: 9, asked: 0 }, other: { ...OTHER, issue: 9, asked: 0 } }),
  deskSendGood: async ({ id }) => {
    const order = await sellMugs(service, { ownerId: id });
    await service.deps.db.orderLine.updateMany({ where: { orderId: order.id }, data: { sent: 2 } });
    const one = { reason, ordinal: 0, quantity: 1, asked: 0 };
    return { path: `/api/desk/orders/${order.id}/copies`, one, other: { ...one, quantity: 2 } };
  },
  deskExportReader: () => ({ path: 'export', one: {}, other: {} }),
  deskMakeBatch: async ({ id }) => {
    await sellMugs(service, { ownerId: id });
    return { path: '/api/desk/parcels/batches', one: { most: 1 }, other: { most: 2 } };
  },
  deskDissolveBatch: async ({ id }) => ({ path: `/api/desk/parcels/batches/${await packedFor(id)}/dissolve`, one: {}, other: {} }),
  deskExportBatch: async ({ id }) => ({ path: `/api/desk/parcels/batches/${await packedFor(id)}/export`, one: {}, other: {} }),
  deskPrintBatch: async ({ id }) => {
    const one = { as: 'slips', skip: 0, dx: 0, dy: 0 };
    return { path: `/api/desk/parcels/batches/${await packedFor(id)}/pdf`, one, other: { ...one, as: '5160' } };
  },
  deskSendParcel: async ({ id }) => {
    const { number } = await sellMugs(service, { ownerId: id });
    const { version } = await readOne(ann, number);
    const send = { version, carrier: 'UPS', tracking: '1Z999' };
    return { path: `/api/desk/parcels/${number}/sent`, one: send, other: { ...send, tracking: '1Z998' } };
  },
  deskMoveStock: async ({ id }) => {
    const { ref } = await sellMugs(service, { ownerId: id });
    const more = { kind: 'restock', pieces: 4, stock: 8, held: 2, note: '' };
    return { path: `/api/desk/stock/basic-product/${encodeURIComponent(ref)}/moves`, one: more, other: { ...more, pieces: 5 } };
  },
  deskPlanRelease: ({ issue: { number, version } }) => {
    const plan = { version, at: '2040-01-02T12:00:00.000Z', typed: {} };
    return { path: `/api/desk/issues/${number}/plan`, one: plan, other: { ...plan, at: null } };
  },
  deskMakePostLists: async ({ issue: { number } }) => {
    await service.deps.db.release.create({ data: { publicationId: 'main', issue: number, released: new Date(), completed: new Date() } });
    return { path: `/api/desk/issues/${number}/lists`, one: { lists: 0 }, other: { lists: 3 } };
  },
  deskExportLabels: async ({ id, page, issue: { number } }) => {
    const list = { publicationId: 'main', issue: number, shipcode: 'a', part: 1 };
    await service.deps.db.postList.create({ data: { ...list, frozen: new Date() } });
    const line = { ownerId: id, subscriptionId: page.terms[0]?.id ?? '', name: 'Ana', address: LISTED, copies: 1, number: 1 };
    await service.deps.db.postLine.create({ data: { ...list, ...line } });
    const sheet = { shipcode: 'a', part: 1, as: '5160', from: 1, to: 1, skip: 0, dx: 0, dy: 0 };
    return { path: `/api/desk/issues/${number}/lists/export`, one: sheet, other: { ...sheet, as: 'csv' } };
  },
  deskReturnToSender: async ({ id, page, issue: { number } }) => {
    const list = { publicationId: 'main', issue: number, shipcode: 'a', part: 1 };
    await service.deps.db.postList.create({ data: { ...list, frozen: new Date() } });
    const line = { ownerId: id, subscriptionId: page.terms[0]?.id ?? '', name: 'Ana', address: LISTED, copies: 1, number: 1 };
    await service.deps.db.postLine.create({ data: { ...list, ...line } });
    await service.deps.db.postCopy.create({ data: { ...list, ...line, number: 2, id: uuidv7(), asked: new Date() } });
    const path = '/api/desk/post/returned';
    return { path, one: { label: `${number}-A1-000001` }, other: { label: `${number}-A1-000002` } };
  },
  deskStopRelease: ({ issue: { number } }) => ({ path: `/api/desk/issues/${number}/stop`, one: {}, other: {} }),
  deskPutIssueFile: async ({ id, issue: { number } }) => {
    const hash = id.replaceAll('-', '').padEnd(64, '0');
    const kept = { type: 'application/pdf', size: 1, staffId: id, kept: new Date() };
    await service.deps.db.file.create({ data: { publicationId: 'main', hash, ...kept } });
    const put = { version: '', format: 'pdf', hash, alt: '' };
    return { path: `/api/desk/issues/${number}/files`, one: put, other: { ...put, alt: 'another' } };
  },
  deskInvite: ({ id }) => {
    const one = { email: `invited-${id}@example.org`, name: 'Ivy', roles: ['shop'] };
    return { path: '/api/desk/staff', one, other: { ...one, roles: ['editor'] } };
  },
  deskMailKeyLink: ({ colleague }) => ({
    path: `/api/desk/staff/${colleague}/key-link`,
    one: { replace: false },
    other: { replace: true },
  }),
  deskTakeBackKeyLink: async ({ colleague }) => {
    const expires = new Date(Date.now() + 60_000);
    const ticket = { tokenHash: uuidv7(), kind: 'desk-invite', data: { staff: colleague, replace: false }, created: new Date(), expires };
    await service.deps.db.ticket.create({ data: ticket });
    const path = `/api/desk/staff/${colleague}/key-link/take-back`;
    return { path, one: { invited: expires.toISOString() }, other: { invited: ticket.created.toISOString() } };
  },
  deskCheckImport: async () => {
    const id = await bring(ann, bytesOf(listOf(1, 1)), { source: 'checked' });
    const { columns } = await readImport(ann, id);
    return { path: `/api/desk/imports/${id}/check`, one: { columns }, other: { columns: { ...columns, dates: 'dmy' } } };
  },
  deskApplyImport: async ({ id: source }) => {
    const { id } = await check(service, ann, await bring(ann, bytesOf(listOf(1, 1)), { source }));
    return { path: `/api/desk/imports/${id}/apply`, one: { rows: 1 }, other: { rows: 2 } };
  },
  deskWriteToImported: async ({ id: source }) => {
    const list = listOf(1, 1, () => `${source}@imported.example`);
    const { id } = await apply(service, ann, await check(service, ann, await bring(ann, bytesOf(list), { source })));
    return { path: `/api/desk/imports/${id}/letters`, one: { readers: 1 }, other: { readers: 2 } };
  },
  deskWithdrawImport: async ({ id: source }) => {
    const { id } = await apply(service, ann, await check(service, ann, await bring(ann, bytesOf(listOf(1, 1)), { source })));
    return { path: `/api/desk/imports/${id}/withdraw`, one: {}, other: {} };
  },
  deskDiscardImport: async ({ id: source }) => {
    const id = await bring(ann, bytesOf(listOf(1, 1)), { source });
    return { path: `/api/desk/imports/${id}/discard`, one: {}, other: {} };
  },
  deskPauseImport: async ({ id: source }) => {
    const found = await check(service, ann, await bring(ann, bytesOf(listOf(1, 1)), { source }));
    await askToApply(ann, found);
    // It is held, or the next one's check would have it taken over.
    await service.deps.db.import.update({ where: { id: found.id }, data: { paused: true } });
    return { path: `/api/desk/imports/${found.id}/pause`, one: { paused: false }, other: { paused: true } };
  },
  deskRefusedRows: async ({ id: source }) => {
    const { id } = await check(service, ann, await bring(ann, bytesOf(listOf(1, 1).replace('OH', '')), { source }));
    return { path: `/api/desk/imports/${id}/refused`, one: {}, other: {} };
  },
  deskRefundOrder: async ({ id }) => {
    const path = `/api/desk/orders/${(await sellMugs(service, { ownerId: id })).id}/refunds`;
    const wish = { ...BACK, lines: [{ ordinal: 0, quantity: 1, amount: null, came_back: false }] };
    const back = { ...wish, version: await versionOf(path, wish) };
    return { path, one: back, other: { ...back, reference: '8' } };
  },
  deskApproveRefund: async ({ id }) => ({
    path: `/api/desk/refunds/${await refundOf(id, 'to-approve')}/approve`,
    one: { approved: true },
    other: { approved: false },
  }),
  deskRetryRefund: async ({ id }) => ({
    path: `/api/desk/refunds/${await refundOf(id, 'failed')}/retry`,
    one: { method: 'check', reference: '8' },
    other: { method: 'none' },
  }),
  deskRetryJob: async () => {
    await (queues ??= makeQueues(service));
    return { path: `/api/desk/jobs/${await failLetter(service)}/retry`, one: {}, other: {} };
  },
  deskDecideMoneyBack: async ({ id }) => {
    const sold = await sellMugs(service, { ownerId: id });
    const [back, now] = [uuidv7(), new Date()];
    await service.deps.db.moneyBack.create({
      data: { id: back, orderId: sold.id, state: 'refunded', amount: 500, created: now, updated: now },
    });
    const path = `/api/desk/money-back/${back}/decide`;
    const wish = { reason, lines: [{ ordinal: 0, quantity: 1, came_back: false }] };
    const decided = { ...wish, version: await versionOf(path, wish) };
    return { path, one: decided, other: { ...decided, lines: [] } };
  },
  deskCloseMonth: async ({ id }) => {
    const month = `2026-0${(closing -= 1)}`;
    await sellMugs(service, { ownerId: id, paid: new Date(`${month}-15`) });
    const { version } = v.parse(DeskClosing, await (await ann.get(`/api/desk/closings/${month}`)).json());
    return { path: `/api/desk/closings/${month}`, one: { version }, other: { version: 'another' } };
  },
  deskWriteToDonors: async ({ id }) => {
    const year = await gaveIn(id);
    return { path: `/api/desk/donations/${year}/letters`, one: { unwritten: 1 }, other: { unwritten: 2 } };
  },
  deskTakeDonorLetters: async ({ id }) => {
    const year = await gaveIn(id);
    // Of an account that was deleted since: on paper alone.
    await service.deps.db.order.updateMany({ where: { email: `giver-${year}@example.org` }, data: { keptFor: 'giver@example.org' } });
    return { path: `/api/desk/donations/${year}/pdf`, one: { of: 'everybody' }, other: { of: 'unreached' } };
  },
  deskTakeBack: ({ note }) => ({ path: `/api/desk/actions/${note}/undo`, one: {}, other: {} }),
};

let givenIn = 2024;
/** A donation that was paid in a year of its own, before everybody's else. */
async function gaveIn(ownerId: string): Promise<string> {
  const { id } = await sellMugs(service, { ownerId, paid: new Date(`${(givenIn -= 1)}-05-05`) });
  await service.deps.db.order.update({ where: { id }, data: { email: `giver-${givenIn}@example.org` } });
  await service.deps.db.orderLine.updateMany({ where: { orderId: id }, data: { type: 'donation-item', held: false } });
  return String(givenIn);
}

/** What is written of each request, and by what is no action: counts, sessions, looks. */
const OF_EACH: ReadonlySet<string> = new Set(['rate_limit', 'staff_session', 'staff_look', 'staff_search']);
/**
 * What an action writes before its own transaction: each part of it may be done twice, and the provider is asked
 * between.
 */
const BESIDES: Record<string, string[]> = { deskErase: ['donation', 'charge', 'account'] };

/** The tables that were written to without a row of the history in the same transaction. */
function unnoted(statements: readonly string[]): string[] {
  const found: string[] = [];
  let open: string[] | null = null;
  for (const statement of statements) {
    if (/^\s*begin/i.test(statement)) open = [];
    else if (/^\s*(commit|rollback)/i.test(statement)) {
      if (open !== null && /commit/i.test(statement) && !open.includes('staff_action')) found.push(...open);
      open = null;
    } else {
      const written = [...statement.matchAll(/\b(?:insert\s+into|update|delete\s+from)\s+(?:"public"\.)?"?(\w+)/gi)].map(
        ([, table]) => table ?? '',
      );
      (open ?? found).push(...written.filter((table) => table !== 'set' && !OF_EACH.has(table)));
    }
  }
  return found;
}

const ACTING = Object.entries<DeskEndpoint>(deskEndpoints)
  .filter(([, { body }]) => body !== undefined && 'entries' in body && v.is(v.object({ entries: v.object({ action: v.unknown() }) }), body))
  .map(([name]) => name);

test('every call that is an action is tried here', () => {
  expect(Object.keys(CASES).toSorted()).toEqual(ACTING.toSorted());
});

/**
 * What goes back of an order that was paid by a check; those of cards, with the provider's emulator, are in
 * `desk/refunds`.
 */
const BACK = { reason, method: 'check', reference: '7', lines: [], shipping: 0, redeemed: 'keep', note: '' };

/** As its dialog reads it before. */
async function versionOf(path: string, wish: object): Promise<string> {
  const { plan } = v.parse(Refunded, await (await ann.post(`${path}?dry`, { action: uuidv7(), version: '', ...wish })).json());
  return plan.version;
}

/** A refund by check that waits for somebody. */
async function refundOf(ownerId: string, state: string): Promise<string> {
  const [{ id: orderId }, id, now] = [await sellMugs(service, { ownerId }), uuidv7(), new Date()];
  const refund = { publicationId: 'main', orderId, method: 'check', reference: '7', amount: 500, shipping: 0, untold: false };
  await service.deps.db.refund.create({ data: { id, ...refund, state, created: now, updated: now } });
  return id;
}

let queues: Promise<void> | undefined;

/** Months that are over, each with a sale of its own. */
let closing = 9;

let oldest = new Date('2020-01-01').getTime();

/** A batch of one parcel, the oldest of all: nobody else's is in it. */
async function packedFor(ownerId: string): Promise<number> {
  await sellMugs(service, { ownerId, paid: new Date((oldest -= 1000)) });
  const { number } = v.parse(BatchMade, await (await ann.post('/api/desk/parcels/batches', { action: uuidv7(), most: 1 })).json());
  return number ?? 0;
}

const readIssue = async (number: number) => v.parse(DeskIssue, await (await ann.get(`/api/desk/issues/${number}`)).json());

let issues = 900;
async function makeAna(): Promise<Ana> {
  const { id, email, name } = await makeSubscriber(service);
  const { db } = service.deps;
  await live(service, id);
  await subscribe(service, id);
  const payment = { name, card: { type: 'visa', last_four: '4242', exp_month: 4, exp_year: 2030 }, ach: null, agreed: 1 };
  await db.account.update({ where: { id }, data: { customer: `cus_${id}`, method: `pm_${id}`, payment } });
  const letter = { kind: 'welcome', subject: uuidv7(), recipient: email, payload: { name }, sent: new Date() };
  await db.outbox.create({ data: { id: uuidv7(), publicationId: 'main', ...letter } });
  const note = uuidv7();
  await ann.post(`/api/desk/readers/${id}/notes`, { action: note, text: 'Moved' });
  await donate(service, id);
  const [open, due] = [await writeInvoice(`${id}-open`), await writeInvoice(`${id}-paid`)];
  const check = { action: uuidv7(), version: due.version, method: 'check', amount: due.total, received: TODAY, reference: '1' };
  await ann.post(`/api/desk/invoices/${due.number}/payment`, check);
  const paid = await readInvoice(due.number);
  const colleague = uuidv7();
  const person = { publicationId: 'main', email: `${colleague}@example.org`, name: 'Dev', roles: ['shop'], created: new Date() };
  await db.staff.create({ data: { id: colleague, ...person } });
  const number = (issues += 1);
  const names = { ref: `iss:${number}`, title: 'T', slug: `issue-${number}`, summary: '', cover: {} };
  await db.issue.create({ data: { publicationId: 'main', number, ...names, released: new Date('2040-01-01') } });
  const issue = await readIssue(number);
  return { id, note, open, paid, colleague, issue, page: v.parse(DeskReader, await (await ann.get(`/api/desk/readers/${id}`)).json()) };
}

const fieldsOf = (answer: object): string[] =>
  'entries' in answer && typeof answer.entries === 'object' ? Object.keys(answer.entries ?? {}) : [];
/** Calls that answer with a file: it holds whatever a reader of it would copy by hand from hundreds of pages. */
/** A sheet of rulers names nobody. */
const OF_NOBODY = ['deskCalibration'];
const FILES = Object.entries<DeskEndpoint>(deskEndpoints).filter(
  ([name, { answer }]) => !OF_NOBODY.includes(name) && fieldsOf(answer).some((field) => ['csv', 'data'].includes(field)),
);

test('a file of people is taken with a passkey alone, whichever call makes it', () => {
  expect(FILES.map(([name]) => name)).toEqual(expect.arrayContaining(['deskExportPeople', 'deskExportBatch', 'deskExportLabels']));
  expect(FILES.filter(([, { verb }]) => verb === 'anybody' || verb === 'staff' || !wantsProof(verb)).map(([name]) => name)).toEqual([]);
});

async function caseOf(name: string, reader: Ana): Promise<Case> {
  const found = await CASES[name]?.(reader);
  if (!found) throw new Error(`${name} is not tried`);
  return { ...found, path: found.path.startsWith('/') ? found.path : `/api/desk/readers/${reader.id}/${found.path}` };
}

const isAnsweredAlike = async (name: string): Promise<void> => {
  const ana = await makeAna();
  const { path, one, other } = await caseOf(name, ana);
  // What is asked with nothing but an id is of another reader, or another thing, then.
  const wrong = JSON.stringify(one) === JSON.stringify(other) ? await caseOf(name, await makeAna()) : { path, one: other };
  if (name === 'deskErase') {
    // One asks for it, another does it; at the provider's, who is not here, there is nobody to forget.
    await (await service.as('circulation')).post(path.replace('erase', 'erasure'), { action: uuidv7(), reason });
    await service.deps.db.$executeRaw`update account set customer = null, method = null, payment = null where id = ${ana.id}::uuid`;
  }
  if (name === 'deskSendCopy') {
    const given = { issue: 9, deliverable: 'print-a', delivered: new Date() };
    await service.deps.db.issueToken.updateMany({ where: { ownerId: ana.id, ordinal: 1 }, data: given });
    const list = { publicationId: 'main', issue: 9, shipcode: 'a', part: 1 };
    await service.deps.db.postList.create({ data: { ...list, frozen: new Date() } });
    const [term] = ana.page.terms;
    const line = { ...list, ownerId: ana.id, subscriptionId: term?.id ?? '', name: 'Ana', address: {}, copies: 1, number: 1 };
    await service.deps.db.postLine.create({ data: line });
    await service.deps.db.ownerAddress.deleteMany({ where: { ownerId: ana.id } });
  }
  const action = uuidv7();
  const before = service.statements.length;
  const first = await answerOf(await ann.post(path, { action, ...one }));
  expect([name, unnoted(service.statements.slice(before))]).toEqual([name, BESIDES[name] ?? []]);
  expect([name, first[0]]).toEqual([name, 200]);
  const [row] = await service.deps.db.staffAction.findMany({ where: { id: action } });
  expect([row?.verb === undefined, row?.asked]).toEqual([false, expect.stringMatching(/^[\w-]{43}$|^[0-9a-f]{64}$/)]);
  // What left the house is known by its hash.
  if (FILES.some(([file]) => file === name)) expect([name, row?.to]).toEqual([name, expect.objectContaining({ hash: expect.any(String) })]);
  expect(await answerOf(await ann.post(path, { action, ...one }))).toEqual(first);
  const refused = [409, { errors: 'This was sent for something else before. Load the page again.' }];
  expect(await answerOf(await ann.post(wrong.path, { action, ...wrong.one }))).toEqual(refused);
};

/**
 * By which money, goods or a letter would go twice, one each: with them every run shows how it is done, and each change
 * tries all calls.
 */
const TWICE = ['deskRefundOrder', 'deskDecideMoneyBack', 'deskComp', 'deskResendLetter'];
const ALIKE = '%s: the same action is answered alike, and another wish with its id is refused';
test.each(TWICE)(ALIKE, isAnsweredAlike);
test.each(Object.keys(CASES).filter((name) => !TWICE.includes(name)))(ALIKE, { tags: ['ci'] }, isAnsweredAlike);

/** Whoever is a publisher of another magazine in the same database, at a desk of their own. */
async function elsewhere(): Promise<Browser> {
  const { db, config } = service.deps;
  await db.$executeRaw`
    insert into publication select (jsonb_populate_record(p, '{"id": "other"}')).* from publication p where id = 'main' on conflict do nothing`;
  const other = new Browser(createDeskApp({ ...service.deps, config: { ...config, publicationId: 'other' } }), DESK);
  expect((await other.post('/api/desk/session/sample', { role: 'publisher' })).status).toBe(200);
  return other;
}

/** What every table has of this publication. */
async function everythingOfMain(): Promise<Record<string, unknown>> {
  const { db } = service.deps;
  const tables = await db.$queryRaw<{ table_name: string }[]>`
    select c.table_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'publication_id' and t.table_type = 'BASE TABLE' order by 1`;
  const all = tables.map(
    ({
      table_name: name,
    }) => `select '${name}' as name, (select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from "${name}" t
    where publication_id = 'main') as has`,
  );
  const rows = await db.$queryRawUnsafe<{ name: string; has: string }[]>(all.join(' union all '));
  return Object.fromEntries(rows.map(({ name, has }) => [name, has]));
}

let another: Promise<Browser> | undefined;
const anaAndElsewhere = async (): Promise<[Ana, Browser]> => [await makeAna(), await (another ??= elsewhere())];

test.each(Object.keys(CASES))(
  '%s: from the desk of another publication nothing of this one is changed or told',
  { tags: ['ci'] },
  async (name) => {
    const [ana, there] = await anaAndElsewhere();
    const { path, one } = await caseOf(name, ana);
    // An action of this desk is no action of that one, whoever knows its id.
    const [done] = await service.deps.db.staffAction.findMany({ where: { publicationId: 'main' }, orderBy: { at: 'desc' }, take: 1 });
    await service.deps.db.staffSession.updateMany({ data: { proved: new Date() } });
    const before = await everythingOfMain();
    const told: string[] = [];
    for (const action of [uuidv7(), done?.id]) told.push(await (await there.post(path, { action, ...one })).text());
    expect([name, await everythingOfMain()]).toEqual([name, before]);
    // What somebody asks for there they are told again.
    const asked = JSON.stringify(one);
    const known = [ana.id, ana.page.email ?? '@'].filter((word) => !asked.includes(word));
    expect([name, told.filter((words) => known.some((word) => words.includes(word)))]).toEqual([name, []]);
  },
);

test('no page of the desk of another publication has anything of this one', async () => {
  const [ana, there] = await anaAndElsewhere();
  await sellMugs(service, { ownerId: ana.id });
  const pages = Object.values<DeskEndpoint>(deskEndpoints).filter(({ method }) => method === 'GET');
  for (const { path } of pages) {
    const of: Record<string, string> = { owner: ana.id, number: ana.open.number, list: 'no-address' };
    const asked = path.replaceAll(/\{(\w+)\}/g, (_, param: string) => of[param] ?? '1');
    const told = await (
      await there.get(`${asked}${path.endsWith('/find') ? `?q=${encodeURIComponent(ana.page.email ?? '')}` : ''}`)
    ).text();
    expect([path, told.includes(ana.id), told.includes(ana.page.email ?? '@'), told.includes(ana.open.number)]).toEqual([
      path,
      false,
      false,
      false,
    ]);
  }
  expect(await (await ann.get(`/api/desk/readers/${ana.id}`)).text()).toContain(ana.id);
});
