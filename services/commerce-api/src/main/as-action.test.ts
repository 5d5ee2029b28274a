import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeskTestApp, type DeskApp } from '../../test/desk.ts';
import { makeSubscriber } from '../../test/subscriber.ts';
import { endEverybodysSessions, endSessionsAt } from '../readers/login/end-sessions.ts';
import { makeLink } from '../readers/make-link.ts';
import { asAction } from './staff-program.ts';

let service: DeskApp;
beforeAll(async () => {
  service = await createDeskTestApp();
});
afterAll(() => service.close());

const actionsOf = (ownerId: string | null) => service.deps.db.staffAction.findMany({ where: { ownerId }, orderBy: { at: 'asc' } });

test('what a program does for a reader stands in their history, by the program’s name, and holds no key', async () => {
  const reader = await makeSubscriber(service);
  const { deps } = service;
  const { url } = await makeLink(
    deps,
    { email: reader.email, staff: 'bruna' },
    asAction(deps, 'admin-view', { verb: 'seeAsReader', subject: 'account' }),
  );
  expect(await endSessionsAt(deps, reader.email, asAction(deps, 'end-sessions', { verb: 'endSessionsFor', subject: 'sessions' }))).toBe(1);
  const rows = await actionsOf(reader.id);
  expect(rows).toMatchObject([
    { program: 'admin-view', staffId: null, verb: 'seeAsReader', subject: 'account' },
    { program: 'end-sessions', staffId: null, verb: 'endSessionsFor' },
  ]);
  expect(JSON.stringify(rows)).not.toContain(/admin-view=([\w-]+)/.exec(url)?.[1] ?? 'no key');
  const cleo = await service.as('service');
  expect(await (await cleo.get(`/api/desk/readers/${reader.id}`)).text()).toContain('"who":"end-sessions"');
});

test('what is done to everybody is one action, and what fails is none', async () => {
  const { deps } = service;
  const begin = asAction(deps, 'end-sessions', { verb: 'endEverybodysSessions', subject: 'everybody' });
  expect(await endEverybodysSessions(deps, begin)).toBeGreaterThanOrEqual(0);
  await expect(begin(null, () => Promise.reject(new Error('it was not to be')))).rejects.toThrow('it was not to be');
  expect(await actionsOf(null)).toMatchObject([{ verb: 'endEverybodysSessions', program: 'end-sessions' }]);
});
