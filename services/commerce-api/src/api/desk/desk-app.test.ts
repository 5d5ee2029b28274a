import { deskEndpoints, type DeskEndpoint } from '@newsstand/contracts/desk-endpoints';
import { DESK_ROLES, type DeskRole } from '@newsstand/contracts/desk-roles';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, DESK, type DeskApp } from '../../../test/desk.ts';
import { OWN_ENVIRONMENT } from '../../../test/own-environment.ts';
import { logInWith, makeAccount } from '../../../test/reader.ts';
import { readConfig } from '../../platform/config/config.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { ownDeskEndpoints } from '../own-endpoints.ts';
import { createDeskApp } from './desk-app.ts';

let service: DeskApp;
beforeAll(async () => {
  service = await createDeskTestApp();
});
afterAll(() => service.close());

const ENDPOINTS: [string, DeskEndpoint][] = Object.entries({ ...deskEndpoints, ...ownDeskEndpoints });

/** Who may make each call: what design and reviewers agreed on, written apart from the table that the guard reads. */
const MAY: Record<string, string> = {
  deskSession: 'anybody',
  deskKeyRound: 'anybody',
  deskSignIn: 'anybody',
  deskBeSample: 'anybody',
  deskLookAtInvitation: 'anybody',
  deskOpenInvitation: 'anybody',
  deskAcceptInvitation: 'anybody',
  deskStepUp: 'publisher circulation service shop editor accountant developer',
  deskSignOut: 'publisher circulation service shop editor accountant developer',
  deskStaff: 'publisher',
  deskChangeStaff: 'publisher',
  deskInvite: 'publisher',
  deskMailKeyLink: 'publisher',
  deskTakeBackKeyLink: 'publisher',
  deskOpenFurtherKey: 'publisher circulation service shop editor accountant developer',
  deskKeepFurtherKey: 'publisher circulation service shop editor accountant developer',
  deskHistory: 'publisher accountant',
  deskFind: 'publisher circulation service shop accountant developer',
  deskToday: 'publisher circulation service shop editor accountant developer',
  deskTodayMoney: 'publisher circulation service shop editor accountant developer',
  deskList: 'publisher circulation service shop accountant',
  deskIssues: 'publisher circulation editor',
  deskIssue: 'publisher circulation editor',
  deskPlanRelease: 'publisher circulation editor',
  deskStopRelease: 'publisher circulation editor',
  deskPost: 'publisher circulation',
  deskMakePostLists: 'publisher circulation',
  deskExportLabels: 'publisher circulation',
  deskKeepFile: 'publisher editor',
  deskPutIssueFile: 'publisher editor',
  deskReturned: 'publisher circulation service',
  deskReturnToSender: 'publisher circulation service',
  deskReport: 'publisher circulation accountant',
  deskExportRecords: 'publisher accountant',
  deskDonationYear: 'publisher accountant',
  deskWriteToDonors: 'publisher accountant',
  deskTakeDonorLetters: 'publisher accountant',
  deskClosings: 'publisher circulation accountant',
  deskClosing: 'publisher circulation accountant',
  deskCloseMonth: 'publisher accountant',
  deskImports: 'publisher circulation',
  deskImport: 'publisher circulation',
  deskUploadImport: 'publisher circulation',
  deskCheckImport: 'publisher circulation',
  deskApplyImport: 'publisher circulation',
  deskWriteToImported: 'publisher circulation',
  deskWithdrawImport: 'publisher circulation',
  deskDiscardImport: 'publisher circulation',
  deskPauseImport: 'publisher circulation',
  deskRefusedRows: 'publisher circulation',
  deskReaders: 'publisher circulation service accountant',
  deskExportPeople: 'publisher circulation',
  deskLetters: 'publisher circulation service accountant',
  deskOrders: 'publisher circulation service shop accountant developer',
  deskOrder: 'publisher circulation service shop accountant developer',
  deskReader: 'publisher circulation service accountant',
  deskWriteNote: 'publisher circulation service',
  deskZones: 'publisher circulation service accountant',
  deskInvoices: 'publisher service accountant',
  deskInvoice: 'publisher service accountant',
  deskInvoiceGoods: 'publisher service accountant',
  deskWriteInvoice: 'publisher service accountant',
  deskRecordPayment: 'publisher accountant',
  deskCorrectPayment: 'publisher accountant',
  deskCancelInvoice: 'publisher accountant',
  deskChangeAddress: 'publisher circulation service',
  deskSwitchAutorenew: 'publisher circulation service',
  deskCancelSubscription: 'publisher circulation service',
  deskComp: 'publisher circulation service',
  deskCompNew: 'publisher circulation service',
  deskEndDonation: 'publisher circulation service',
  deskLeaveList: 'publisher circulation service',
  deskSeeAsReader: 'publisher circulation service',
  deskAskToErase: 'publisher circulation',
  deskErase: 'publisher circulation',
  deskEndSessions: 'publisher circulation service',
  deskResendLetter: 'publisher circulation service',
  deskSendLogin: 'publisher circulation service',
  deskSendCopy: 'publisher circulation service',
  deskSendGood: 'publisher circulation service',
  deskExportReader: 'publisher circulation service',
  deskTakeBack: 'publisher circulation service shop editor accountant',
  deskOrderMoney: 'publisher circulation service shop accountant',
  deskCreditNote: 'publisher circulation service shop accountant',
  deskParcels: 'publisher shop',
  deskMakeBatch: 'publisher shop',
  deskBatch: 'publisher shop',
  deskDissolveBatch: 'publisher shop',
  deskExportBatch: 'publisher shop',
  deskPrintBatch: 'publisher shop',
  deskCalibration: 'publisher circulation shop',
  deskParcel: 'publisher shop',
  deskSendParcel: 'publisher shop',
  deskStock: 'publisher shop',
  deskGood: 'publisher shop',
  deskMoveStock: 'publisher shop',
  deskSearches: 'publisher',
  deskJobs: 'publisher developer',
  deskRetryJob: 'publisher developer',
  deskBooks: 'publisher accountant developer',
  deskRefundOrder: 'publisher service shop accountant',
  deskApproveRefund: 'publisher accountant',
  deskRetryRefund: 'publisher service shop accountant',
  deskDecideMoneyBack: 'publisher service accountant',
  deskOpenapi: 'publisher circulation service shop editor accountant developer',
  deskDocs: 'publisher circulation service shop editor accountant developer',
};

test('every call of the desk is in the table of who may make it, and served at the desk alone', () => {
  expect(Object.keys(MAY).toSorted()).toEqual(ENDPOINTS.map(([name]) => name).toSorted());
  const pathOf = ({ path }: DeskEndpoint) => path.replaceAll(/\{(\w+)\}/g, ':$1');
  const served = (app: DeskApp['desk']) => app.routes.map(({ method, path }) => `${method} ${path}`);
  for (const [, endpoint] of ENDPOINTS) {
    expect(served(service.desk)).toContain(`${endpoint.method} ${pathOf(endpoint)}`);
    expect(served(service.app)).not.toContain(`${endpoint.method} ${pathOf(endpoint)}`);
  }
  const atDesk = service.desk.routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'));
  expect(new Set(atDesk.map(({ method, path }) => `${method} ${path}`))).toEqual(
    new Set(ENDPOINTS.map(([, endpoint]) => `${endpoint.method} ${pathOf(endpoint)}`)),
  );
});

/** A call that says nothing of use: whoever may make it is not refused for who they are. */
function call(browser: Browser, { method, path }: DeskEndpoint): Promise<Response> {
  const address = path.replaceAll(/\{\w+\}/g, uuidv7());
  return method === 'POST' ? browser.post(address, {}) : browser.send(method, address, undefined, {});
}

const REFUSED = 'This is not for your role. A publisher can change what you may do.';
const saysNo = async (response: Response) => [response.status, await response.text()] as const;

const mayWhatTheTableSays = async (role: DeskRole): Promise<void> => {
  for (const [name, endpoint] of ENDPOINTS) {
    // Signing out ends the session: each call has one of its own.
    const [status, text] = await saysNo(await call(await service.as(role), endpoint));
    const may = MAY[name] === 'anybody' || MAY[name]?.split(' ').includes(role) === true;
    expect([name, status === 403 && text.includes(REFUSED)]).toEqual([name, !may]);
    if (may) expect([name, status]).not.toEqual([name, 403]);
  }
};
const EXACTLY = '%s may make exactly the calls that the table says';
test('service may make exactly the calls that the table says', () => mayWhatTheTableSays('service'));
test.each(DESK_ROLES.filter((role) => role !== 'service'))(EXACTLY, { tags: ['ci'] }, mayWhatTheTableSays);

test('nobody makes a call of the desk without having signed in, nor with a reader’s session, nor with a made-up one', async () => {
  const reader = service.browser();
  const { email } = await makeAccount(service);
  expect((await logInWith(reader, email)).status).toBe(200);
  const withReaders = service.atDesk();
  for (const [name, value] of reader.cookies) withReaders.cookies.set(name, value);
  // Nor if it is called what the desk's is called.
  const renamed = service.atDesk();
  renamed.cookies.set('desk', reader.cookies.get('sid') ?? '');
  expect(renamed.cookies.get('desk')).toHaveLength(43);
  for (const [name, endpoint] of ENDPOINTS.filter(([name]) => MAY[name] !== 'anybody')) {
    for (const browser of [service.atDesk(), withReaders, renamed]) {
      expect([name, (await call(browser, endpoint)).status]).toEqual([name, 401]);
    }
  }
});

test('a session of the desk is nothing to the readers’ side', async () => {
  const cleo = await service.as('service');
  const there = service.browser();
  for (const [name, value] of cleo.cookies) there.cookies.set(name, value);
  there.cookies.set('sid', cleo.cookies.get('desk') ?? '');
  expect((await there.get('/api/account/subscriber')).status).toBe(401);
  expect((await there.get('/api/desk/session')).status).toBe(404);
});

test.each([
  ['the magazine’s origin', { Origin: 'http://localhost:4000' }],
  ['the desk’s own name with another port', { Origin: 'http://localhost:4401' }],
  ['no origin at all', { Origin: 'null' }],
  ['another site', { Origin: DESK, 'Sec-Fetch-Site': 'cross-site' }],
  ['another name of the desk’s site', { Origin: DESK, 'Sec-Fetch-Site': 'same-site' }],
  ['the address bar', { Origin: DESK, 'Sec-Fetch-Site': 'none' }],
])('a signed-in browser that asks from %s is refused what is anybody’s, and told of no other origin', async (where, headers) => {
  const ann = await service.as('publisher');
  for (const [name, endpoint] of ENDPOINTS) {
    const response = await ann.send(endpoint.method, endpoint.path.replaceAll(/\{\w+\}/g, uuidv7()), undefined, {
      'Content-Type': 'application/json',
      ...headers,
    });
    // But the document of its calls and its page, which have nothing of anybody's.
    const isOpened = name in ownDeskEndpoints && where === 'the address bar';
    expect([name, response.status, response.headers.get('access-control-allow-origin')]).toEqual([name, isOpened ? 200 : 403, null]);
  }
});

test('a change that does not say where it comes from is refused, and so is a form', async () => {
  const cleo = await service.as('service');
  const cookie = `desk=${cleo.cookies.get('desk')}`;
  const silent = await service.desk.request('/api/desk/session', { method: 'DELETE', headers: { Cookie: cookie } });
  expect(silent.status).toBe(403);
  expect((await cleo.postForm('/api/desk/session/options', {})).status).toBe(415);
  expect((await cleo.get('/api/desk/session')).status).toBe(200);
});

test('the desk calls mailing lists as the publication does, by their tags', async () => {
  const session = await (await (await service.as('circulation')).get('/api/desk/session')).json();
  expect(session).toMatchObject({ lists: { newsletter: 'Letters from the editors' } });
});

test('the desk’s cookie is for its host alone, for no script, and comes with no request of another site', async () => {
  const answer = await service.atDesk().post('/api/desk/session/sample', { role: 'service' });
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^desk=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/),
  ]);
  expect([answer.headers.get('cache-control'), answer.headers.get('cross-origin-resource-policy')]).toEqual(['no-store', 'same-origin']);
  const { desk } = readConfig({ ...OWN_ENVIRONMENT, DESK_URL: 'https://desk.magazine.example' });
  expect(desk).toEqual({
    url: 'https://desk.magazine.example',
    port: 4400,
    files: expect.stringContaining('apps/desk/dist'),
    cookie: { mode: 'host' },
    samples: false,
  });
});

test('where others may reach it, the start refuses sample people, plain http and the magazine’s own host', () => {
  const start = (env: Record<string, string>) => () => readConfig({ ...OWN_ENVIRONMENT, ...env });
  const url = { DESK_URL: 'https://desk.magazine.example' };
  expect(start(url)).not.toThrow();
  expect(start({ ...url, DESK_SAMPLES: 'yes' })).toThrow('DESK_SAMPLES must not be set: nothing stands in here');
  expect(start({ DESK_URL: 'http://desk.magazine.example' })).toThrow('DESK_URL must begin with https://');
  expect(start({ DESK_URL: 'https://magazine.example' })).toThrow('DESK_URL must have a host of its own');
  expect(start({ DESK_URL: 'https://magazine.example:8443' })).toThrow('DESK_URL must have a host of its own');
  // A desk that others reach makes the whole service one that others reach.
  expect(() => readConfig({ DESK_URL: 'https://desk.magazine.example' })).toThrow('DESK_URL is not on this machine');
});

test('a sample person’s session is worth nothing where there are none', async () => {
  const ann = await service.as('publisher');
  const { desk } = service.deps.config;
  if (desk === null) throw new Error('there is no desk');
  desk.samples = false;
  try {
    expect((await ann.get('/api/desk/staff')).status).toBe(401);
    expect((await service.atDesk().post('/api/desk/session/sample', { role: 'publisher' })).status).toBe(404);
  } finally {
    desk.samples = true;
  }
  expect((await ann.get('/api/desk/staff')).status).toBe(200);
});

test('a bug is told to staff in words of the desk’s, with what a developer finds it by', { tags: ['ci'] }, async () => {
  const broken = await service.replica();
  const ann = await service.as('publisher');
  broken.deps.db.$queryRaw = () => {
    throw new Error('a bug');
  };
  broken.deps.db.$transaction = () => {
    throw new Error('a bug');
  };
  const response = await ann.at(createDeskApp(broken.deps)).get('/api/desk/today');
  const line = JSON.parse(broken.logs.find((entry) => entry.includes('request failed')) ?? '{}');
  expect([response.status, await response.json()]).toEqual([
    500,
    {
      errors: `The desk’s server failed at this. Try again; if it stays so, tell a developer: its log says why at ${line.request}.`,
      codes: { code: 'desk.failed', values: { request: line.request } },
    },
  ]);
});

test('what the desk refuses is a code with its values, in the publication’s own words where it has some', async () => {
  const bob = await service.as('publisher');
  const refused = async () => (await bob.get('/api/desk/issues/999')).json();
  expect(await refused()).toEqual({ errors: 'There is no such issue.', codes: { code: 'desk.no_such_issue' } });
  const say = async (messages: Record<string, string>) => {
    await service.deps.db.$executeRaw`
      update publication set data = jsonb_set(data, '{messages}', ${JSON.stringify(messages)}::jsonb), revision = revision + 1`;
    await service.deps.publication.now();
  };
  const { messages } = service.deps.publication.cached();
  await say({ ...messages, 'desk.no_such_issue': 'Diese Ausgabe gibt es nicht.' });
  expect(await refused()).toEqual({ errors: 'Diese Ausgabe gibt es nicht.', codes: { code: 'desk.no_such_issue' } });
  await say(messages);
});
