import { DeskLetters } from '@newsstand/contracts/desk-orders';
import { DeskReader } from '@newsstand/contracts/desk-reader';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { makeAccount } from '../../../test/reader.ts';
import { sendOutbox } from '../../jobs/send-outbox.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';

let service: DeskApp;
beforeAll(async () => {
  service = await createDeskTestApp();
});
afterAll(() => service.close());

test('a letter that the mailer did not write stands as not sent, with its reason', async () => {
  const { id: owner, email } = await makeAccount(service);
  const { db } = service.deps;
  await db.account.update({ where: { id: owner }, data: { issueLetters: false } });
  const id = uuidv7();
  const row = { publicationId: 'main', recipient: email, payload: {}, created: new Date() };
  await db.outbox.create({ data: { ...row, id, kind: 'issue-out', subject: `issue:${id}` } });
  const sent: string[] = [];
  const mailer = { send: async () => void sent.push(id), close: () => undefined };
  const failures = await sendOutbox({ ...service.deps, stopping: new AbortController().signal }, mailer, [id]);
  expect([sent, [...failures]]).toEqual([[], []]);
  const cleo = await service.as('service');
  const { letters } = v.parse(DeskLetters, await (await cleo.get(`/api/desk/readers/${owner}/letters`)).json());
  const page = v.parse(DeskReader, await (await cleo.get(`/api/desk/readers/${owner}`)).json());
  for (const all of [letters, page.letters]) expect(all).toMatchObject([{ kind: 'issue-out', sent: null, unwritten: 'unwanted' }]);
});

test('a letter that the mail server did not take for two days waits no more', async () => {
  const { id: owner, email } = await makeAccount(service);
  const day = (ago: number) => new Date(Date.now() - ago * 24 * 60 * 60 * 1000);
  const row = { publicationId: 'main', recipient: email, payload: {}, kind: 'card-saved' };
  for (const ago of [1, 3]) {
    const id = uuidv7();
    await service.deps.db.outbox.create({ data: { ...row, id, subject: id, created: day(ago), queued: day(ago) } });
  }
  const cleo = await service.as('service');
  const { letters } = v.parse(DeskLetters, await (await cleo.get(`/api/desk/readers/${owner}/letters`)).json());
  const page = v.parse(DeskReader, await (await cleo.get(`/api/desk/readers/${owner}`)).json());
  for (const all of [letters, page.letters]) {
    expect(all.map(({ unwritten, sent }) => [unwritten, sent])).toEqual([
      [null, null],
      ['untaken', null],
    ]);
  }
});
