import { AccountExport } from '@newsstand/contracts/account-data';
import { DeskReader } from '@newsstand/contracts/desk-reader';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { compose } from '../../../test/letter.ts';
import { answerOf, lettersTo, logInWith, makeAccount } from '../../../test/reader.ts';
import { live, subscribe } from '../../../test/subscriber.ts';
import { letterText } from '../../letters/letter-text.ts';
import { exportPostList } from '../../ledger/releases/export-post-list.ts';
import { runRelease } from '../../ledger/releases/run-release.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';

let service: DeskApp;
let cleo: Browser;
beforeAll(async () => {
  service = await createDeskTestApp();
  cleo = await service.as('service');
});
afterAll(() => service.close());

let latest = 700;
/** An issue that everybody has who is owed one. */
async function release(): Promise<number> {
  const number = ++latest;
  const names = {
    ref: `iss:${number}`,
    title: `Ice ${number}`,
    slug: `issue-${number}`,
    summary: '',
    cover: { source: '/api/art/a.svg', width: 3, height: 4, alt: '' },
  };
  await service.deps.db.issue.create({ data: { publicationId: 'main', number, ...names, released: new Date('2026-10-01') } });
  await runRelease(service.deps, number);
  return number;
}

type Reader = Awaited<ReturnType<typeof makeAccount>>;
async function anna(deliverable: 'print-a' | 'digital' = 'print-a'): Promise<Reader> {
  const reader = await makeAccount(service, { name: 'Anna Kowalska' });
  await subscribe(service, reader.id, { deliverable });
  if (deliverable === 'print-a') await live(service, reader.id);
  return reader;
}

async function letterTo({ email }: Reader): Promise<string> {
  const row = await service.deps.db.outbox.findFirstOrThrow({ where: { recipient: email, kind: 'copy-sent' } });
  const letter = await compose(service.deps, row);
  return letter === null ? '' : letterText(letter);
}

const listsOf = (issue: number, late = false) => exportPostList(service.deps, { issue, shipcode: 'a', late });
const pageOf = async ({ id }: { id: string }) => v.parse(DeskReader, await (await cleo.get(`/api/desk/readers/${id}`)).json());
type How = { who?: Browser; dry?: boolean; action?: string; asked?: number };
const send = ({ id }: { id: string }, issue: number, { who = cleo, dry = false, action = uuidv7(), asked = 0 }: How = {}) =>
  who.post(`/api/desk/readers/${id}/copies${dry ? '?dry' : ''}`, { action, reason: 'lost', issue, asked });
const takeBack = (done: string) => cleo.post(`/api/desk/actions/${done}/undo`, { action: uuidv7() });

test('a copy that was lost in the post is posted again with the next list, to the address of then, once', async () => {
  const reader = await anna();
  const issue = await release();
  expect((await send(reader, issue)).status).toBe(422);
  await listsOf(issue);
  const address = ['Ana Reader', '1 Pier Road', 'Portland, ME 04101', 'United States'];
  const would = [200, { medium: 'print', copies: 1, address, letter: reader.email }];
  expect([await answerOf(await send(reader, issue, { dry: true })), (await pageOf(reader)).copies]).toEqual([would, []]);
  const action = uuidv7();
  for (const answer of await Promise.all(Array.from({ length: 5 }, () => send(reader, issue, { action })))) {
    expect(await answerOf(answer)).toEqual(would);
  }
  const page = await pageOf(reader);
  expect([page.copies, page.given, page.history]).toMatchObject([
    [{ id: action, issue, zone: 'a', part: null, copies: 1 }],
    [{ issue, medium: 'print', again: 1 }],
    [{ who: 'Cleo', verb: 'sendCopy', subject: `issue ${issue}`, reason: 'lost', undo: true }],
  ]);
  expect(await lettersTo(service, reader.email)).toContain('copy-sent');
  expect(await letterTo(reader)).toContain(`Another one of issue ${issue}, Ice ${issue}, is posted to you`);

  // What was frozen stays as it is; the further list has it, where they live now, and has it alone.
  expect(await listsOf(issue)).toMatchObject({ lists: [{ copies: 1 }], late: 1, without: 0 });
  await live(service, reader.id, 'a', {
    line1: '9 Elm St',
    line2: '',
    city: 'Dayton',
    state: 'OH',
    state_name: 'Ohio',
    postcode: '45402',
    country_code: 'US',
    country_name: 'United States',
  });
  const { lists, late } = await listsOf(issue, true);
  expect([lists.map(({ copies }) => copies), late]).toEqual([[1, 1], 0]);
  expect([lists[0]?.csv, lists[1]?.csv]).toEqual([expect.stringContaining('1 Pier Road'), expect.stringContaining('9 Elm St')]);
  expect(await listsOf(issue, true)).toEqual({ lists, late: 0, without: 0, held: 0 });
  expect((await pageOf(reader)).copies).toMatchObject([{ part: 2 }]);
  // Then it is posted, and nothing of it is taken back.
  expect((await takeBack(action)).status).toBe(409);
});

test('of two who answer one complaint at once, the second is told, and one copy is posted', async () => {
  const reader = await anna();
  const issue = await release();
  await listsOf(issue);
  const bob = await service.as('circulation');
  const answers = await Promise.all([send(reader, issue), send(reader, issue, { who: bob })]);
  expect([answers.map(({ status }) => status).toSorted(), (await pageOf(reader)).copies.length]).toEqual([[200, 409], 1]);
  const second = answers.find(({ status }) => status === 409);
  expect(await second?.text()).toMatch(/"(?!somebody)[^"]+ asked for another copy meanwhile/i);
  // Nor is a third sent by whoever has seen the second, before a list has taken that.
  const waits = [422, { errors: { issue: `Another copy of issue ${issue} waits for the next list already.` } }];
  for (const dry of [true, false]) expect(await answerOf(await send(reader, issue, { asked: 1, dry }))).toEqual(waits);
  expect((await listsOf(issue, true)).lists.map(({ copies }) => copies)).toEqual([expect.any(Number), 1]);
  expect((await send(reader, issue, { asked: 1 })).status).toBe(200);
  expect((await listsOf(issue, true)).lists.map(({ copies }) => copies)).toEqual([expect.any(Number), 1, 1]);
});

test(
  'a copy that no list has taken is taken back once, and its reader told; one that a list takes meanwhile is posted',
  { tags: ['ci'] },
  async () => {
    const reader = await anna();
    const issue = await release();
    await listsOf(issue);
    const action = uuidv7();
    await send(reader, issue, { action });
    const answers = await Promise.all([takeBack(action), takeBack(action)]);
    expect([answers.map(({ status }) => status).toSorted(), (await pageOf(reader)).copies]).toEqual([[200, 409], []]);
    expect((await lettersTo(service, reader.email)).filter((kind) => kind.startsWith('copy'))).toEqual(['copy-sent', 'copy-taken-back']);
    expect((await listsOf(issue, true)).lists).toHaveLength(1);
    for (let round = 0; round < 5; round++) {
      const again = uuidv7();
      await send(reader, issue, { action: again, asked: round });
      const [back, lists] = await Promise.all([takeBack(again), listsOf(issue, true)]);
      const waits = (await pageOf(reader)).copies.find(({ id }) => id === again);
      // Posted or taken back, never both.
      expect(waits === undefined ? back.status : [back.status, waits.part]).toEqual(waits === undefined ? 200 : [409, lists.lists.length]);
      if (waits === undefined) {
        await send(reader, issue, { asked: round });
        await listsOf(issue, true);
      }
    }
  },
);

test('without an address it waits, and says so; with one the next list has it', async () => {
  const reader = await anna();
  const issue = await release();
  await listsOf(issue);
  await service.deps.db.ownerAddress.deleteMany({ where: { ownerId: reader.id } });
  expect(await answerOf(await send(reader, issue))).toMatchObject([200, { address: null }]);
  expect(await listsOf(issue, true)).toMatchObject({ lists: [{}], without: 1 });
  await live(service, reader.id);
  expect((await listsOf(issue, true)).lists).toHaveLength(2);
});

test('to where copies come back from another one is not said to go: it waits, and the letter asks for where', async () => {
  const reader = await anna();
  const issue = await release();
  await listsOf(issue);
  await service.deps.db.ownerAddress.updateMany({ where: { ownerId: reader.id }, data: { undeliverable: new Date() } });
  expect(await answerOf(await send(reader, issue))).toMatchObject([200, { address: null }]);
  expect(await letterTo(reader)).toContain('It is posted once we know an address at which the post reaches you.');
  expect(await letterTo(reader)).not.toContain('with our next list');
});

test('what is read in files is sent again by a letter that leads to it; nothing is posted', async () => {
  const reader = await anna('digital');
  const issue = await release();
  const action = uuidv7();
  expect(await answerOf(await send(reader, issue, { action }))).toEqual([
    200,
    { medium: 'digital', copies: 1, address: null, letter: reader.email },
  ]);
  expect(await letterTo(reader)).toContain(`/issue/issue-${issue}`);
  expect([(await pageOf(reader)).copies, (await takeBack(action)).status]).toEqual([[], 409]);
  const guest = { id: uuidv7() };
  await subscribe(service, guest.id, { deliverable: 'digital' });
  expect((await send(guest, await release())).status).toBe(422);
});

test('an issue that was not given to a reader, or is not there any more, is not sent; nor to whom nobody knows', async () => {
  const reader = await anna();
  const issue = await release();
  expect((await send(reader, issue + 50)).status).toBe(422);
  expect((await send({ id: uuidv7() }, issue)).status).toBe(404);
  await listsOf(issue);
  await service.deps.db.issue.updateMany({ where: { number: issue }, data: { slug: `withdrawn:${issue}` } });
  expect((await send(reader, issue)).status).toBe(422);
});

test('a further copy is in what its reader takes away, and goes with their account', async () => {
  const reader = await anna();
  const issue = await release();
  await listsOf(issue);
  await send(reader, issue);
  await listsOf(issue, true);
  const browser = service.browser();
  await logInWith(browser, reader.email);
  const answer = await browser.get('/api/account/export');
  const { records } = v.parse(AccountExport, await answer.json());
  expect(records?.['posted_again']).toMatchObject([{ issue, name: 'Ana Reader', copies: 1 }]);
});
