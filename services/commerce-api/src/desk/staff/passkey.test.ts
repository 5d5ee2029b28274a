import * as v from 'valibot';
import { DeskSession, DeskStaff, UNATTENDED } from '@newsstand/contracts/desk-staff';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, DESK, type DeskApp } from '../../../test/desk.ts';
import { compose } from '../../../test/letter.ts';
import { Passkey } from '../../../test/passkey.ts';
import { letterText } from '../../letters/letter-text.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
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

test('the history says of a passkey whether it is somebody’s first, a further one, or takes the place of those before', async () => {
  const made = await invitation();
  const browser = service.atDesk();
  expect((await accept(browser, made, new Passkey(DESK))).status).toBe(200);
  expect((await accept(service.atDesk(), await invitation({ email: made.email }), new Passkey(DESK))).status).toBe(200);
  const round: unknown = await (await browser.post('/api/desk/keys/options', {})).json();
  expect((await browser.post('/api/desk/keys', { key: new Passkey(DESK).make(round) })).status).toBe(200);
  expect((await accept(service.atDesk(), await invitation({ email: made.email, replace: true }), new Passkey(DESK))).status).toBe(200);
  // Whoever had none has none replaced, however their link was asked for.
  const lost = await invitation({ replace: true });
  expect((await accept(service.atDesk(), lost, new Passkey(DESK))).status).toBe(200);
  const countsOf = async (email: string) => {
    const where = { verb: 'makeKey', staff: { email } };
    return (await service.deps.db.staffAction.findMany({ where, orderBy: { id: 'asc' } })).map(({ subject }) => subject);
  };
  expect(await countsOf(made.email)).toEqual(['', 'a further one', 'a further one', 'in place of those before']);
  expect(await countsOf(lost.email)).toEqual(['']);
});

test('whoever opens an invitation’s link is told how it stands, and it works afterwards as before', async () => {
  const stands = async (token: string): Promise<unknown> => (await service.atDesk().post('/api/desk/welcome/look', { token })).json();
  const made = await invitation();
  expect([await stands(made.token), await stands(made.token), await stands('made-up')]).toEqual([
    { state: 'open' },
    { state: 'open' },
    { state: 'gone' },
  ]);
  const another = await invitation({ email: made.email });
  expect((await accept(service.atDesk(), made, new Passkey(DESK))).status).toBe(200);
  expect([await stands(made.token), await stands(another.token)]).toEqual([{ state: 'used' }, { state: 'gone' }]);
  const disabled = await invitation();
  await service.deps.db.staff.updateMany({ where: { email: disabled.email }, data: { disabled: new Date() } });
  const late = await invitation();
  later = 31 * MINUTE;
  expect([await stands(disabled.token), await stands(late.token)]).toEqual([{ state: 'gone' }, { state: 'gone' }]);
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

test('a page that asks by itself while nobody is there keeps nobody signed in', async () => {
  const made = await invitation();
  const browser = service.atDesk();
  await accept(browser, made, new Passkey(DESK));
  const begun = later;
  for (; later < begun + 2 * HOUR; later += HOUR / 2)
    expect((await browser.get('/api/desk/today', { [UNATTENDED]: 'yes' })).status).toBe(200);
  later = begun + 2 * HOUR + MINUTE;
  expect((await browser.get('/api/desk/today')).status).toBe(401);
  later = begun;
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

/** What was mailed, as it goes out. */
async function letterTo(email: string, kind: string): Promise<string> {
  const row = await service.deps.db.outbox.findFirstOrThrow({ where: { recipient: email, kind }, orderBy: { id: 'desc' } });
  const letter = await compose(service.deps, row);
  return letter === null ? '' : letterText(letter);
}
/** A publisher with a passkey of their own, signed in. */
async function publisher() {
  const made = await invitation();
  const [browser, key] = [service.atDesk(), new Passkey(DESK)];
  expect((await accept(browser, made, key)).status).toBe(200);
  return { browser, key, email: made.email };
}
const inviteAt = (browser: Browser, email: string, { dry = false, action = uuidv7(), roles = ['shop'] } = {}) =>
  browser.post(`/api/desk/staff${dry ? '?dry' : ''}`, { action, email, name: 'Ivy', roles });
const tokenIn = (text: string): string => /\/welcome#([\w-]{43})/.exec(text)?.[1] ?? '';

test('a publisher invites somebody by mail, once, and the link makes their passkey within three days', async () => {
  const { browser } = await publisher();
  const email = 'ivy@example.org';
  expect([(await inviteAt(browser, email, { dry: true })).status, (await inviteAt(browser, email, { roles: [] })).status]).toEqual([
    200, 422,
  ]);
  expect(await service.deps.db.staff.count({ where: { email } })).toBe(0);
  const action = uuidv7();
  const answers = await Promise.all(Array.from({ length: 5 }, () => inviteAt(browser, email, { action })));
  expect(new Set(await Promise.all(answers.map((answer) => answer.text())))).toHaveLength(1);
  expect(await service.deps.db.outbox.count({ where: { recipient: email } })).toBe(1);
  // Who works here is not invited a second time, whoever asks at once.
  expect((await inviteAt(browser, email)).status).toBe(409);
  const token = tokenIn(await letterTo(email, 'staff-invite'));
  // The link stands in no row.
  expect(JSON.stringify(await service.deps.db.outbox.findMany({ where: { recipient: email } }))).not.toContain(token);
  const [ivys, key] = [service.atDesk(), new Passkey(DESK)];
  later = 71 * HOUR;
  expect((await accept(ivys, { email, token }, key)).status).toBe(200);
  expect(await personAt(ivys)).toMatchObject({ email, roles: ['shop'], keys: 1 });
  expect((await accept(service.atDesk(), { email, token }, new Passkey(DESK))).status).toBe(422);
});

test('an invitation that lies in a mailbox for more than three days is not sent, and opens nothing', async () => {
  const { browser } = await publisher();
  const email = 'late@example.org';
  await inviteAt(browser, email);
  const token = tokenIn(await letterTo(email, 'staff-invite'));
  later = 73 * HOUR;
  expect([(await accept(service.atDesk(), { email, token }, new Passkey(DESK))).status, await letterTo(email, 'staff-invite')]).toEqual([
    422,
    '',
  ]);
});

const colleague = async (browser: Browser, email: string) => {
  const { staff } = v.parse(DeskStaff, await (await browser.get('/api/desk/staff')).json());
  const one = staff.find((each) => each.email === email);
  if (!one) throw new Error(`${email} is not on the page of staff`);
  return one;
};

test('an invitation is taken back, and its link makes no passkey; who was shown one that is used or another by now is told', async () => {
  const { browser } = await publisher();
  const email = 'ines@example.org';
  expect((await inviteAt(browser, email)).status).toBe(200);
  const tokenOf = async () => tokenIn(await letterTo(email, 'staff-invite'));
  const first = await tokenOf();
  const seen = await colleague(browser, email);
  expect(seen).toMatchObject({ keys: 0, invited: expect.stringMatching(/Z$/) });
  const takeBack = (invited: string, { dry = false, action = uuidv7() } = {}) =>
    browser.post(`/api/desk/staff/${seen.id}/key-link/take-back${dry ? '?dry' : ''}`, { action, invited });
  const until = seen.invited ?? '';
  expect(await (await takeBack(until, { dry: true })).json()).toEqual({ links: 1 });
  expect((await service.atDesk().post('/api/desk/welcome/options', { token: first })).status).toBe(200);
  // However often it is sent, it is done once; whoever asks anew is told that it is gone.
  const action = uuidv7();
  for (const answer of [await takeBack(until, { action }), await takeBack(until, { action })])
    expect([answer.status, await answer.json()]).toEqual([200, { links: 1 }]);
  expect((await takeBack(until)).status).toBe(409);
  expect((await accept(service.atDesk(), { email, token: first }, new Passkey(DESK))).status).toBe(422);
  expect(await colleague(browser, email)).toMatchObject({ keys: 0, invited: null });
  const history = await (await browser.get('/api/desk/history')).text();
  expect(history).toContain('takeBackKeyLink');
  // Another link is not the one that was looked at, and one that was used is none.
  later = MINUTE;
  expect((await browser.post(`/api/desk/staff/${seen.id}/key-link`, { action: uuidv7(), replace: false })).status).toBe(200);
  expect((await takeBack(until)).status).toBe(409);
  const second = (await colleague(browser, email)).invited ?? '';
  const [made, taken] = await Promise.all([
    accept(service.atDesk(), { email, token: await tokenOf() }, new Passkey(DESK)),
    takeBack(second),
  ]);
  expect([
    [200, 409],
    [422, 200],
  ]).toContainEqual([made.status, taken.status]);
  expect(await colleague(browser, email)).toMatchObject({ keys: made.status === 200 ? 1 : 0, invited: null });
  expect((await browser.post(`/api/desk/staff/${uuidv7()}/key-link/take-back`, { action: uuidv7(), invited: second })).status).toBe(404);
});

test('every publisher is written to when a passkey is made, by an invitation or a further one', async () => {
  const ann = await publisher();
  const [email, ivys] = ['irma@example.org', service.atDesk()];
  await inviteAt(ann.browser, email);
  expect((await accept(ivys, { email, token: tokenIn(await letterTo(email, 'staff-invite')) }, new Passkey(DESK))).status).toBe(200);
  const publishers = await service.deps.db.staff.findMany({ where: { roles: { has: 'publisher' }, sample: false, disabled: null } });
  expect(publishers.length).toBeGreaterThan(1);
  const told = async () => {
    const rows = await service.deps.db.outbox.findMany({ where: { kind: 'staff-key', payload: { path: ['who'], equals: email } } });
    const letters = await Promise.all(rows.map((row) => compose(service.deps, row)));
    return { to: rows.map(({ recipient }) => recipient).toSorted(), words: letters.map((letter) => (letter ? letterText(letter) : '')) };
  };
  const all = publishers.map((one) => one.email).toSorted();
  const first = await told();
  expect(first.to).toEqual(all);
  for (const words of first.words)
    for (const part of [`${email} has made a passkey, with a link that was made for them.`, `disable ${email}`])
      expect(words).toContain(part);
  const round: unknown = await (await ivys.post('/api/desk/keys/options', {})).json();
  expect(await told()).toEqual(first);
  expect((await ivys.post('/api/desk/keys', { key: new Passkey(DESK).make(round) })).status).toBe(200);
  const both = await told();
  expect(both.to).toEqual([...all, ...all].toSorted());
  expect(both.words.filter((words) => words.includes(`${email} has made a further passkey, where they were signed in.`))).toHaveLength(
    all.length,
  );
});

test('lost keys are replaced by a mailed link, of which every publisher is told; until it is used the old ones open', async () => {
  const [ann, lost] = [await publisher(), await publisher()];
  const { staff } = v.parse(DeskStaff, await (await ann.browser.get('/api/desk/staff')).json());
  const id = staff.find(({ email }) => email === lost.email)?.id ?? '';
  const mail = (replace: boolean) => ann.browser.post(`/api/desk/staff/${id}/key-link`, { action: uuidv7(), replace });
  const answer = await mail(true);
  const publishers = await service.deps.db.staff.findMany({ where: { roles: { has: 'publisher' }, sample: false, disabled: null } });
  expect([answer.status, await answer.json()]).toMatchObject([200, { letter: lost.email, told: publishers.length }]);
  for (const { email } of publishers)
    expect(await letterTo(email, 'staff-recovery')).toContain(`A new passkey for ${lost.email} was asked for by Ann Arbor.`);
  expect((await signIn(service.atDesk(), lost.key)).status).toBe(200);
  const [fresh, key] = [service.atDesk(), new Passkey(DESK)];
  const words = await letterTo(lost.email, 'staff-invite');
  for (const part of ['Make a new passkey', 'those of before open nothing any more', 'If you have lost nothing, do not press it'])
    expect(words).toContain(part);
  expect(words).not.toContain('Welcome to the desk');
  const token = tokenIn(words);
  expect((await accept(fresh, { email: lost.email, token }, key)).status).toBe(200);
  expect([(await signIn(service.atDesk(), lost.key)).status, await personAt(lost.browser)]).toEqual([401, null]);
  // A further one takes nothing away, and alarms nobody.
  const told = await service.deps.db.outbox.count({ where: { kind: 'staff-recovery' } });
  expect((await mail(false)).status).toBe(200);
  expect(await service.deps.db.outbox.count({ where: { kind: 'staff-recovery' } })).toBe(told);
  await service.deps.db.staff.update({ where: { id }, data: { disabled: new Date() } });
  expect((await mail(true)).status).toBe(409);
});

test('a link from the server that replaces keys is told to every publisher, too', async () => {
  const { email } = await publisher();
  await invitation({ email, replace: true });
  expect(await letterTo(email, 'staff-recovery')).toContain('was asked for by desk:invite.');
});

test('who showed their passkey long ago shows it again and goes on; nobody else’s is taken for theirs', async () => {
  const { browser, key } = await publisher();
  const { key: anothers } = await publisher();
  later = 6 * MINUTE;
  const add = async () => (await browser.post('/api/desk/keys/options', {})).status;
  const show = async (one: Passkey): Promise<Response> => {
    const round: unknown = await (await browser.post('/api/desk/session/options', {})).json();
    return browser.post('/api/desk/session/step-up', { key: one.show(round) });
  };
  expect([await add(), (await show(anothers)).status, await add()]).toEqual([403, 401, 403]);
  expect([(await show(key)).status, await add()]).toEqual([200, 200]);
});

test('who is signed in makes a second passkey there, after showing the first, and either opens', async () => {
  const { browser, key } = await publisher();
  const second = new Passkey(DESK);
  later = 6 * MINUTE;
  const stale = await browser.post('/api/desk/keys/options', {});
  expect([stale.status, await stale.json()]).toMatchObject([403, { require: 'step-up' }]);
  later = 0;
  const round: unknown = await (await browser.post('/api/desk/keys/options', {})).json();
  // A round of one browser is none of another's.
  const other = service.atDesk();
  await signIn(other, key);
  expect((await other.post('/api/desk/keys', { key: new Passkey(DESK).make(round) })).status).toBe(401);
  const again: unknown = await (await browser.post('/api/desk/keys/options', {})).json();
  expect((await browser.post('/api/desk/keys', { key: second.make(again) })).status).toBe(200);
  expect(await personAt(browser)).toMatchObject({ keys: 2 });
  for (const one of [key, second]) expect((await signIn(service.atDesk(), one)).status).toBe(200);
  expect((await (await service.as('shop')).post('/api/desk/keys/options', {})).status).toBe(422);
});
