import { DeskStaff } from '@newsstand/contracts/desk-staff';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { MINUTE } from '../../platform/duration.ts';

let service: DeskApp;
let ann: Browser;
let later = 0;
beforeAll(async () => {
  service = await createDeskTestApp({ clock: () => new Date(Date.now() + later) });
  ann = await service.as('publisher');
});
afterAll(() => service.close());

async function colleague(name: string) {
  const { staff } = v.parse(DeskStaff, await (await ann.get('/api/desk/staff')).json());
  const found = staff.find((one) => one.name === name);
  if (!found) throw new Error(`${name} does not work here`);
  return found;
}
async function change(
  name: string,
  wish: { roles?: string[]; disabled?: boolean },
  { version, who = ann, how = '' }: { version?: string; who?: Browser; how?: string } = {},
) {
  const one = await colleague(name);
  const body = { action: uuidv7(), version: version ?? one.version, roles: wish.roles ?? one.roles, disabled: wish.disabled ?? false };
  return who.post(`/api/desk/staff/${one.id}${how}`, body);
}

test('what somebody may do changes at once, and their browsers are signed out; tried first, nothing happens', async () => {
  const cleo = await service.as('service');
  expect((await cleo.get('/api/desk/readers')).status).toBe(200);
  expect(await (await change('Cleo', { roles: ['shop'] }, { how: '?dry' })).json()).toEqual({ ended: 1 });
  expect((await cleo.get('/api/desk/readers')).status).toBe(200);
  expect((await change('Cleo', { roles: ['shop'] })).status).toBe(200);
  expect((await cleo.get('/api/desk/readers')).status).toBe(401);
  expect((await colleague('Cleo')).roles).toEqual(['shop']);
  expect((await change('Cleo', { roles: ['service'] })).status).toBe(200);
});

test('who is disabled works here no more until they are let in again', async () => {
  const bob = await service.as('circulation');
  expect((await change('Bob', { disabled: true })).status).toBe(200);
  expect((await bob.get('/api/desk/readers')).status).toBe(401);
  expect((await (await service.as('circulation')).get('/api/desk/readers')).status).toBe(401);
  expect((await change('Bob', { disabled: false })).status).toBe(200);
  expect((await (await service.as('circulation')).get('/api/desk/readers')).status).toBe(200);
});

test('the last publisher can be neither disabled nor demoted, also when two take each other’s role at once', async () => {
  for (const wish of [{ disabled: true }, { roles: ['service'] }]) expect((await change('Ann', wish)).status).toBe(409);
  await service.as('editor');
  expect((await change('Edith', { roles: ['editor', 'publisher'] })).status).toBe(200);
  const edith = await service.as('editor');
  // Read before either is changed: whoever is changed is signed out.
  const [annNow, edithNow] = [await colleague('Ann'), await colleague('Edith')];
  const demote = (who: Browser, { id, version }: typeof annNow, role: string) =>
    who.post(`/api/desk/staff/${id}`, { action: uuidv7(), version, roles: [role], disabled: false });
  const both = await Promise.all([demote(edith, annNow, 'shop'), demote(ann, edithNow, 'editor')]);
  expect(both.map(({ status }) => status).toSorted()).not.toEqual([200, 200]);
  const publishers = await service.deps.db.staff.count({ where: { roles: { has: 'publisher' }, disabled: null } });
  expect(publishers).toBe(1);
  await service.deps.db.staff.updateMany({ where: { name: 'Ann' }, data: { roles: ['publisher'] } });
  ann = await service.as('publisher');
});

test('it wants the publisher’s passkey of the last minutes, and who was shown an older state is told', async () => {
  await service.as('shop');
  expect((await change('Dev', { roles: ['editor'] }, { version: 'publisher' })).status).toBe(409);
  expect((await change('Dev', { roles: [] })).status).toBe(422);
  later = 6 * MINUTE;
  const late = await change('Dev', { roles: ['editor'] });
  expect([late.status, await late.json()]).toMatchObject([403, { require: 'step-up' }]);
  later = 0;
  expect((await colleague('Dev')).roles).toEqual(['shop']);
});
