import { randomBytes } from 'node:crypto';
import { DeskFound } from '@newsstand/contracts/desk-find';
import { DeskHistory } from '@newsstand/contracts/desk-history';
import { DeskReader } from '@newsstand/contracts/desk-reader';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { answerOf, lettersTo, makeAccount } from '../../../test/reader.ts';
import { openEndpoint } from '../../jobs/hooks/relay-hooks.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { leaveList, putOnLists } from '../../readers/join-list.ts';

let service: DeskApp;
let cleo: Browser;
beforeAll(async () => {
  const endpoint = { WEBHOOK_URL: 'http://127.0.0.1:9/hooks', WEBHOOK_SECRETS: `whsec_${randomBytes(32).toString('base64')}` };
  service = await createDeskTestApp({ env: endpoint });
  await openEndpoint(service.deps);
  cleo = await service.as('service');
});
afterAll(() => service.close());

const ASKED = new Date('2026-02-03T10:00:00.000Z');

/** Somebody who is on the letter's list; answers their membership. */
async function join(email: string): Promise<string> {
  await putOnLists(service.deps, { email, tags: ['letter'], asked: ASKED });
  return (await memberOf(email)).id;
}
const memberOf = (email: string) => service.deps.db.listSignup.findFirstOrThrow({ where: { email } });
const leave = (membership: string, { action = uuidv7(), dry = false, who = cleo, reason = 'asked' } = {}) =>
  who.post(`/api/desk/memberships/${membership}/leave${dry ? '?dry' : ''}`, { action, reason });
const undo = (done: string, dry = false) => cleo.post(`/api/desk/actions/${done}/undo${dry ? '?dry' : ''}`, { action: uuidv7() });
const find = async (q: string, who = cleo) => v.parse(DeskFound, await (await who.get(`/api/desk/find?q=${encodeURIComponent(q)}`)).json());
const pageOf = async (owner: string) => v.parse(DeskReader, await (await cleo.get(`/api/desk/readers/${owner}`)).json());

test(
  'a caller is taken off a mailing list: tried first, then once, without a letter, and on it again with the same consent',
  { tags: ['ci'] },
  async () => {
    const { id: owner, email } = await makeAccount(service, { name: 'Anna Kowalska' });
    const membership = await join(email);
    const before = await memberOf(email);
    const since = before.created.toISOString();
    expect((await pageOf(owner)).lists).toMatchObject([{ id: membership, email, list: 'letter', brought: null, left: null }]);

    expect(await answerOf(await leave(membership, { dry: true }))).toEqual([200, { list: 'letter', since }]);
    expect(await memberOf(email)).toEqual(before);
    const action = uuidv7();
    const answers = await Promise.all(Array.from({ length: 5 }, () => leave(membership, { action })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await memberOf(email)).left).toEqual(expect.any(Date));
    expect(await lettersTo(service, email)).toEqual([]);
    const { lists, history } = await pageOf(owner);
    expect(lists?.[0]?.left).toEqual(expect.any(String));
    expect(history).toMatchObject([
      { who: 'Cleo', verb: 'leaveListFor', subject: membership, reason: 'asked', to: { list: 'letter' }, undo: true, email },
    ]);

    expect((await undo(action, true)).status).toBe(200);
    expect((await memberOf(email)).left).not.toBeNull();
    expect((await undo(action)).status).toBe(200);
    expect(await memberOf(email)).toEqual(before);
    expect((await pageOf(owner)).history).toMatchObject([
      { verb: 'takeBackLeaving', undoes: true },
      { undone: true, undo: false },
    ]);
    expect(await lettersTo(service, email)).toEqual([]);
  },
);

test('an address that no reader has is found by the whole of it, taken off, and on again where it is found', async () => {
  const membership = await join('only@lists.example');
  expect((await find('only@lists')).listed).toBeUndefined();
  const found = await find('Only@Lists.example');
  expect(found).toMatchObject({
    readers: [],
    listed: { members: [{ id: membership, email: 'only@lists.example', left: null }], history: [] },
  });

  const action = uuidv7();
  expect((await leave(membership, { action })).status).toBe(200);
  expect((await find('only@lists.example')).listed?.history).toMatchObject([{ id: action, undo: true, email: 'only@lists.example' }]);
  expect((await undo(action)).status).toBe(200);
  expect((await find('only@lists.example')).listed).toMatchObject({
    members: [{ left: null }],
    history: [{ undoes: true }, { undone: true }],
  });
});

test('the address stands nowhere in what is kept of it: with its membership it is gone from the history, too', async () => {
  const membership = await join('gone@lists.example');
  const action = uuidv7();
  await leave(membership, { action });
  expect(JSON.stringify(await service.deps.db.staffAction.findUniqueOrThrow({ where: { id: action } }))).not.toContain('gone@');
  await service.deps.db.listSignup.delete({ where: { id: membership } });
  const ann = await service.as('publisher');
  const { actions } = v.parse(DeskHistory, await (await ann.get('/api/desk/history?about=readers')).json());
  const kept = actions.find(({ id }) => id === action);
  expect([kept?.email, kept?.undo]).toEqual([undefined, false]);
  expect((await undo(action)).status).toBe(409);
});

test('the publisher’s systems are told that it is off the list, and on it again', async () => {
  const { db } = service.deps;
  const membership = await join('told@lists.example');
  await db.hookMessage.deleteMany();
  const action = uuidv7();
  await leave(membership, { dry: true });
  await leave(membership, { action });
  await undo(action);
  const told = await db.hookMessage.findMany({ orderBy: { created: 'asc' } });
  expect(told).toMatchObject([{ type: 'list.left' }, { type: 'list.joined' }]);
});

test('of two who take it off at once one does, and the other is told', async () => {
  const membership = await join('twice@lists.example');
  const bob = await service.as('circulation');
  const answers = await Promise.all([leave(membership), leave(membership, { who: bob })]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await answerOf(await leave(membership))).toMatchObject([409, { errors: 'This address is off the list already.' }]);
  expect((await leave(uuidv7())).status).toBe(404);
});

test('whoever has left themselves as well, or came back, is not put on it or off it by an Undo', async () => {
  const own = await join('own@lists.example');
  const first = uuidv7();
  await leave(own, { action: first });
  await leaveList(service.deps, own);
  const again = await join('again@lists.example');
  const second = uuidv7();
  await leave(again, { action: second });
  await join('again@lists.example');
  for (const done of [first, second]) {
    expect(await answerOf(await undo(done))).toMatchObject([
      409,
      { errors: 'It is on the list again, or its reader has left it themselves.' },
    ]);
  }
  expect([(await memberOf('own@lists.example')).left === null, (await memberOf('again@lists.example')).left === null]).toEqual([
    false,
    true,
  ]);
  expect((await find('own@lists.example')).listed?.history).toMatchObject([{ undo: false }]);
});
