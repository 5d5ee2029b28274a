import * as v from 'valibot';
import { DeskSession } from '@newsstand/contracts/desk-staff';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, DESK, type DeskApp } from '../../../test/desk.ts';
import { Passkey } from '../../../test/passkey.ts';
import { HOUR, MINUTE } from '../../platform/duration.ts';
import { invite } from './invite.ts';

let service: DeskApp;
let later = 0;
beforeAll(async () => {
  service = await createDeskTestApp({ clock: () => new Date(Date.now() + later) });
});
beforeEach(() => {
  later = 0;
});
afterAll(() => service.close());

type Made = { email: string; token: string };
let invited = 0;

async function invitation({ email = `ann-${(invited += 1)}@example.org`, replace = false } = {}): Promise<Made> {
  const { url } = await invite(service.deps, { program: 'desk:invite' }, { email, name: 'Ann Arbor', roles: ['publisher'], replace });
  const [address, token = ''] = url.split('#');
  expect([address, token.length]).toEqual([`${DESK}/welcome`, 43]);
  return { email, token };
}

async function accept(browser: Browser, { token }: Made, key: Passkey, wishes = {}): Promise<Response> {
  const round = await browser.post('/api/desk/welcome/options', { token });
  if (round.status !== 200) return round;
  return browser.post('/api/desk/welcome', { token, key: key.make(await round.json(), wishes) });
}

async function signIn(browser: Browser, key: Passkey, wishes = {}): Promise<Response> {
  const round = await browser.post('/api/desk/session/options', {});
  return browser.post('/api/desk/session', { key: key.show(await round.json(), wishes) });
}

const personAt = async (browser: Browser) => v.parse(DeskSession, await (await browser.get('/api/desk/session')).json()).person;

test('whoever was invited makes a passkey, is signed in with it, and signs in with it again', async () => {
  const made = await invitation();
  const [browser, key] = [service.atDesk(), new Passkey(DESK)];
  expect((await accept(browser, made, key)).status).toBe(200);
  expect(await personAt(browser)).toMatchObject({ name: 'Ann Arbor', email: made.email, roles: ['publisher'] });
  expect((await browser.send('DELETE', '/api/desk/session', undefined, {})).status).toBe(200);
  expect([await personAt(browser), browser.cookies.size]).toEqual([null, 0]);
  expect((await signIn(browser, key)).status).toBe(200);
  expect(await personAt(browser)).toMatchObject({ email: made.email });
  // What was done is in the history, and no secret is.
  const history = await (await browser.get('/api/desk/history')).text();
  expect(history).toContain('makeKey');
  expect(history).toContain('inviteStaff');
  expect(history).not.toContain(made.token);
});

test('an invitation works once and for half an hour, and a made-up one never', async () => {
  const made = await invitation();
  expect((await accept(service.atDesk(), made, new Passkey(DESK))).status).toBe(200);
  expect((await accept(service.atDesk(), made, new Passkey(DESK))).status).toBe(422);
  const late = await invitation();
  later = 31 * MINUTE;
  expect((await accept(service.atDesk(), late, new Passkey(DESK))).status).toBe(422);
  expect((await accept(service.atDesk(), { email: '', token: 'x'.repeat(43) }, new Passkey(DESK))).status).toBe(422);
});

test('whoever starts the program is told in words where no desk is served', async () => {
  const config = { ...service.deps.config, desk: null };
  const wish = { email: 'ann@example.org', name: 'Ann', roles: ['publisher' as const], replace: false };
  await expect(invite({ ...service.deps, config }, { program: 'desk:invite' }, wish)).rejects.toThrow('No desk is served: set DESK_URL');
});

test('a round of one invitation keeps no key for another, so that nobody’s browser is led into it', async () => {
  const [mine, theirs] = [await invitation(), await invitation()];
  const browser = service.atDesk();
  const round = await (await browser.post('/api/desk/welcome/options', { token: mine.token })).json();
  const answer = await browser.post('/api/desk/welcome', { token: theirs.token, key: new Passkey(DESK).make(round) });
  expect([answer.status, await personAt(browser)]).toEqual([401, null]);
});

test.each([
  ['of another site', { origin: 'http://localhost:4000' }],
  ['whose owner did not show a finger or a PIN', { verified: false }],
])('a passkey %s is refused, when it is made and when it is shown', async (_which, wishes) => {
  const made = await invitation();
  const key = new Passkey(DESK);
  expect((await accept(service.atDesk(), made, key, wishes)).status).toBe(401);
  expect((await accept(service.atDesk(), made, key)).status).toBe(200);
  const browser = service.atDesk();
  expect([(await signIn(browser, key, wishes)).status, await personAt(browser)]).toEqual([401, null]);
});

test('a round is answered once and within five minutes, and a copied key is noticed', async () => {
  const key = new Passkey(DESK);
  await accept(service.atDesk(), await invitation(), key);
  const browser = service.atDesk();
  const round = await (await browser.post('/api/desk/session/options', {})).json();
  const shown = key.show(round);
  expect((await browser.post('/api/desk/session', { key: shown })).status).toBe(200);
  expect((await service.atDesk().post('/api/desk/session', { key: shown })).status).toBe(401);
  const slow = await (await browser.post('/api/desk/session/options', {})).json();
  later = 6 * MINUTE;
  expect((await browser.post('/api/desk/session', { key: key.show(slow) })).status).toBe(401);
  later = 0;
  expect((await signIn(service.atDesk(), key, { counter: 1 })).status).toBe(401);
  // A key of nobody's.
  expect((await signIn(service.atDesk(), new Passkey(DESK))).status).toBe(401);
});

test('a session ends after two hours without a request, after twelve in all, and at once when its person may not work here any more', async () => {
  const made = await invitation();
  const [browser, key] = [service.atDesk(), new Passkey(DESK)];
  await accept(browser, made, key);
  for (later = HOUR; later < 12 * HOUR; later += HOUR) expect((await browser.get('/api/desk/staff')).status).toBe(200);
  later = 12 * HOUR + MINUTE;
  expect((await browser.get('/api/desk/staff')).status).toBe(401);
  await signIn(browser, key);
  later += 2 * HOUR + MINUTE;
  expect((await browser.get('/api/desk/staff')).status).toBe(401);
  await signIn(browser, key);
  expect((await browser.get('/api/desk/staff')).status).toBe(200);
  await service.deps.db.staff.updateMany({ where: { email: made.email }, data: { disabled: service.deps.clock() } });
  expect((await browser.get('/api/desk/staff')).status).toBe(401);
  expect((await signIn(service.atDesk(), key)).status).toBe(401);
});

test('who lost their key is invited to replace it: neither it nor what was signed in with it works any more', async () => {
  const made = await invitation();
  const [thief, lost, fresh] = [service.atDesk(), new Passkey(DESK), new Passkey(DESK)];
  await accept(thief, made, lost);
  const browser = service.atDesk();
  const again = await invitation({ email: made.email, replace: true });
  expect((await thief.get('/api/desk/staff')).status).toBe(200);
  expect((await accept(browser, again, fresh)).status).toBe(200);
  expect([(await thief.get('/api/desk/staff')).status, (await browser.get('/api/desk/staff')).status]).toEqual([401, 200]);
  expect([(await signIn(service.atDesk(), lost)).status, (await signIn(service.atDesk(), fresh)).status]).toEqual([401, 200]);
});

test('nothing that opens the desk is in its log or in the database', async () => {
  const made = await invitation();
  const browser = service.atDesk();
  await accept(browser, made, new Passkey(DESK));
  const session = browser.cookies.get('desk') ?? 'none';
  const logged = service.logs.join('\n');
  const rows = await service.deps.db.$queryRaw<{ row: string }[]>`
    select t::text as row from staff t union all select t::text from staff_session t union all select t::text from ticket t
    union all select t::text from staff_action t`;
  const kept = rows.map(({ row }) => row).join('\n');
  for (const secret of [made.token, session]) expect([logged.includes(secret), kept.includes(secret)]).toEqual([false, false]);
  expect(logged).not.toContain(made.email);
});
