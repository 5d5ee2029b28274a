import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeskTestApp, type DeskApp } from '../../test/desk.ts';
import { answerOf, makeAccount } from '../../test/reader.ts';
import { forgetDeskRecords } from '../account/forget-desk-records.ts';
import { uuidv7 } from '../platform/db/uuidv7.ts';
import { act } from './act.ts';

let service: DeskApp;
beforeAll(async () => {
  service = await createDeskTestApp();
});
afterAll(() => service.close());

const notesOf = (ownerId: string) => service.deps.db.readerNote.findMany({ where: { ownerId } });
const actionsOf = (ownerId: string) => service.deps.db.staffAction.findMany({ where: { ownerId } });

test('what is sent twenty times with one id is done once, and answered alike each time', async () => {
  const { id } = await makeAccount(service);
  const [cleo, action] = [await service.as('service'), uuidv7()];
  const send = () => cleo.post(`/api/desk/readers/${id}/notes`, { action, text: 'Prefers post, not calls' });
  const answers = await Promise.all(Array.from({ length: 20 }, async () => answerOf(await send())));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toMatchObject([200, { note: { id: action, text: 'Prefers post, not calls', who: 'Cleo' } }]);
  expect(await notesOf(id)).toHaveLength(1);
  expect(await actionsOf(id)).toMatchObject([{ id: action, verb: 'writeNote', subject: 'note', to: { text: 'Prefers post, not calls' } }]);
});

test('an id that was for something else, or for somebody else, does nothing', async () => {
  const [one, other] = [await makeAccount(service), await makeAccount(service)];
  const [cleo, bob, action] = [await service.as('service'), await service.as('circulation'), uuidv7()];
  expect((await cleo.post(`/api/desk/readers/${one.id}/notes`, { action, text: 'First' })).status).toBe(200);
  expect((await cleo.post(`/api/desk/readers/${other.id}/notes`, { action, text: 'Second' })).status).toBe(409);
  expect((await bob.post(`/api/desk/readers/${one.id}/notes`, { action, text: 'First' })).status).toBe(409);
  expect([await notesOf(other.id), (await notesOf(one.id)).length]).toEqual([[], 1]);
});

test('what is refused leaves no trace, and may be sent again', async () => {
  const cleo = await service.as('service');
  const [owner, action] = [uuidv7(), uuidv7()];
  expect((await cleo.post(`/api/desk/readers/${owner}/notes`, { action, text: 'Nobody' })).status).toBe(404);
  expect([await notesOf(owner), await actionsOf(owner)]).toEqual([[], []]);
  await makeAccount(service, { id: owner });
  expect((await cleo.post(`/api/desk/readers/${owner}/notes`, { action, text: 'Somebody' })).status).toBe(200);
});

test('what is only tried says what would happen, and nothing has', async () => {
  const { id } = await makeAccount(service);
  const action = { id: uuidv7(), verb: 'writeNote', subject: 'note', owner: id };
  const write = (dry: boolean) =>
    act(service.deps, { program: 'a-test' }, { ...action, dry }, v.number(), async (tx) => {
      await tx.readerNote.create({ data: { publicationId: 'main', ownerId: id, id: action.id, text: 'Tried', created: new Date() } });
      return { result: await tx.readerNote.count({ where: { ownerId: id } }) };
    });
  expect([await write(true), await write(true), (await notesOf(id)).length, (await actionsOf(id)).length]).toEqual([1, 1, 0, 0]);
  expect([await write(false), (await notesOf(id)).length]).toEqual([1, 1]);
  expect(await actionsOf(id)).toMatchObject([{ program: 'a-test', staffId: null }]);
});

test('a thing is taken back once, whoever of two is first', async () => {
  const done = uuidv7();
  const perform = (id: string, undoes?: string) =>
    act(
      service.deps,
      { program: 'a-test' },
      { id, verb: 'tried', subject: 'it', ...(undoes !== undefined && { undoes }) },
      v.null(),
      async () => ({
        result: null,
      }),
    );
  await perform(done);
  const settled = await Promise.allSettled([perform(uuidv7(), done), perform(uuidv7(), done)]);
  expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('the history stands: neither a statement of ours nor a hand at the database changes a row or takes it away', async () => {
  const { id } = await makeAccount(service);
  const cleo = await service.as('service');
  await cleo.post(`/api/desk/readers/${id}/notes`, { action: uuidv7(), text: 'Stands' });
  const { db } = service.deps;
  const before = await actionsOf(id);
  await expect(db.$executeRaw`delete from staff_action where owner_id = ${id}::uuid`).rejects.toThrow('is history and stands');
  await expect(db.$executeRaw`update staff_action set reason = 'x' where owner_id = ${id}::uuid`).rejects.toThrow('is history and stands');
  expect(await actionsOf(id)).toEqual(before);
});

test('when a reader is erased, who did what and when stays, and nothing of the reader', async () => {
  const { id } = await makeAccount(service);
  const cleo = await service.as('service');
  const action = uuidv7();
  await cleo.post(`/api/desk/readers/${id}/notes`, { action, text: 'Zephyrine moved to Ohio' });
  await service.deps.db.$transaction((tx) => forgetDeskRecords(tx, 'main', id));
  expect(await notesOf(id)).toEqual([]);
  const [row] = await actionsOf(id);
  expect(row).toMatchObject({ id: action, verb: 'writeNote', from: null, to: null, result: null });
  expect(JSON.stringify(row)).not.toContain('Ohio');
  const ann = await service.as('publisher');
  expect(await (await ann.get('/api/desk/history')).text()).toContain(action);
});
