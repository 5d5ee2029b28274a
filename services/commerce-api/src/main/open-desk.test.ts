import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeskTestApp, type DeskApp } from '../../test/desk.ts';
import { openDesk } from './open-desk.ts';

let service: DeskApp;
beforeAll(async () => {
  service = await createDeskTestApp();
});
afterAll(() => service.close());

/** Whether it says, when it opens, how somebody is invited. */
async function saysHowToInvite(): Promise<boolean> {
  const before = service.logs.length;
  const { desk } = service.deps.config;
  if (desk === null) return expect.unreachable();
  await (await openDesk(service.deps, { ...desk, port: 0 })).stop();
  return service.logs.slice(before).some((line) => line.includes('nobody has a passkey for the desk yet'));
}

test('as long as nobody who works here has a passkey, the desk says how somebody is invited', async () => {
  const { staff, staffKey } = service.deps.db;
  const id = randomUUID();
  const publicationId = service.deps.config.publicationId;
  const now = new Date();
  await staff.create({
    data: { id, publicationId, email: 'ivy@example.org', name: 'Ivy', roles: ['publisher'], created: now, disabled: now },
  });
  expect(await saysHowToInvite()).toBe(true);
  await staffKey.create({ data: { id: 'a-key', staffId: id, publicKey: new Uint8Array([1]), counter: 0n, transports: [], created: now } });
  expect(await saysHowToInvite()).toBe(true);
  await staff.update({ where: { id }, data: { disabled: null } });
  expect(await saysHowToInvite()).toBe(false);
});
