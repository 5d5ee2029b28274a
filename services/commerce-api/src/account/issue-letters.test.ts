import { afterAll, beforeAll, expect, test } from 'vitest';
import { compose } from '../../test/letter.ts';
import { HOME, live, makeSubscriber, subscribe, subscriberAt, type TestSubscriber } from '../../test/subscriber.ts';
import { createTestApp, type TestApp } from '../../test/test-app.ts';
import { letterHtml } from '../letters/letter-html.ts';
import { letterText } from '../letters/letter-text.ts';
import type { Letter } from '../letters/letter.ts';
import { unsubscribeUrl } from '../letters/unsubscribe.ts';
import { voidIfUnproved } from '../readers/login/find-or-create-account.ts';
import { runRelease } from '../ledger/releases/run-release.ts';

let service: TestApp;
let other: TestApp;
let number = 900;
beforeAll(async () => {
  service = await createTestApp();
  other = await service.replica();
});
afterAll(() => Promise.all([service.close(), other.close()]));

async function publish(): Promise<number> {
  number += 1;
  const names = { ref: `iss:${number}`, title: `The Tide ${number}`, slug: `tide-${number}`, summary: '', cover: {} };
  const { publicationId } = service.deps.config;
  await service.deps.db.issue.create({ data: { publicationId, number, ...names, released: new Date('2026-01-01') } });
  return number;
}

const lettersOf = ({ email }: Pick<TestSubscriber, 'email'>) =>
  service.deps.db.outbox.findMany({ where: { kind: 'issue-out', recipient: email }, orderBy: { created: 'asc' } });

const isOn = async ({ id }: Pick<TestSubscriber, 'id'>) =>
  (await service.deps.db.account.findUniqueOrThrow({ where: { id } })).issueLetters;

async function letterTo(reader: TestSubscriber): Promise<Letter> {
  const [row] = await lettersOf(reader);
  const letter = row && (await compose(service.deps, row));
  return letter ?? expect.unreachable();
}

const buttonOf = ({ blocks }: Letter) => blocks.find((block) => block.type === 'button');
const offLink = ({ id }: Pick<TestSubscriber, 'id'>) => {
  const { pathname, search } = new URL(unsubscribeUrl('https://magazine.example', service.deps.config.access.secret, id));
  return pathname + search;
};
/** As a mail program answers a letter (RFC 8058): without cookies, and no page sends it. */
const endBy = (path: string) =>
  service.app.request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });

test('who reads online is written to with the link when an issue is out, once, however often and by how many it is released', async () => {
  const reader = await makeSubscriber(service, { name: 'Ana Reader' });
  await subscribe(service, reader.id, { deliverable: 'digital' });
  const issue = await publish();
  await Promise.all([runRelease(service.deps, issue), runRelease(other.deps, issue)]);
  await runRelease(service.deps, issue);
  expect(await lettersOf(reader)).toHaveLength(1);
  const letter = await letterTo(reader);
  expect(letter.subject).toBe(`The Tide ${issue} is out: issue ${issue} of Exclave`);
  expect(buttonOf(letter)).toMatchObject({
    text: `Read The Tide ${issue}`,
    url: expect.stringMatching(new RegExp(`^https?://[^/]+/issue/tide-${issue}$`)),
  });
  expect(letterText(letter)).toContain('Dear Ana Reader,');
});

test('who has it posted is told that it is on its way, and without an address, to name one', async () => {
  const [home, lost] = [await makeSubscriber(service), await makeSubscriber(service)];
  for (const { id } of [home, lost]) await subscribe(service, id, { deliverable: 'print-a' });
  await live(service, home.id, 'a', HOME);
  const issue = await publish();
  await runRelease(service.deps, issue);
  const posted = await letterTo(home);
  expect(posted.subject).toBe(`The Tide ${issue} is on its way: issue ${issue} of Exclave`);
  expect(letterText(posted)).toContain('your copy is on its way to you');
  const asked = await letterTo(lost);
  expect(letterText(asked)).toContain('have no address for it');
  expect(letterText(asked)).not.toContain('on its way');
  expect(buttonOf(asked)).toMatchObject({ url: expect.stringMatching(/\/account\/address$/) });
});

test('whose copies come back is told that this one is kept until they say where it goes, and not that it is on its way', async () => {
  const reader = await makeSubscriber(service);
  await subscribe(service, reader.id, { deliverable: 'print-a' });
  await live(service, reader.id, 'a', HOME);
  await service.deps.db.ownerAddress.updateMany({ where: { ownerId: reader.id }, data: { undeliverable: new Date() } });
  await runRelease(service.deps, await publish());
  const letter = await letterTo(reader);
  expect(letterText(letter)).toContain('We keep your copy, since one came back to us from the address that we have.');
  expect(letterText(letter)).not.toMatch(/on its way|have no address/);
  expect(buttonOf(letter)).toMatchObject({ text: 'Say where they go', url: expect.stringMatching(/\/account\/address$/) });
});

test('a release that breaks off at any of its steps and is run again writes to everybody once', async () => {
  const readers = await Promise.all(Array.from({ length: 3 }, () => makeSubscriber(service)));
  for (const { id } of readers) await subscribe(service, id, { deliverable: 'digital', term: '3year' });
  for (let step = 1; ; step++) {
    const issue = await publish();
    let asked = 0;
    const clock = () => {
      asked += 1;
      if (asked === step) throw new Error('broken off');
      return service.deps.clock();
    };
    const broken = await runRelease({ ...service.deps, clock }, issue).catch((error: unknown) => String(error));
    await runRelease(other.deps, issue);
    for (const reader of readers) expect(await lettersOf(reader)).toHaveLength(step);
    if (typeof broken === 'object') return expect(step).toBeGreaterThan(3);
    expect(broken).toBe('Error: broken off');
  }
});

test('it is switched off and on in the account', async () => {
  const reader = await makeSubscriber(service);
  await subscribe(service, reader.id, { deliverable: 'digital' });
  const switchTo = (issue_letters: boolean) => reader.browser.post('/api/account/issue-letters', { issue_letters });
  expect((await subscriberAt(reader.browser)).account.issue_letters).toBe(true);
  expect(await (await switchTo(false)).json()).toEqual({ issue_letters: false });
  expect((await subscriberAt(reader.browser)).account.issue_letters).toBe(false);
  await runRelease(service.deps, await publish());
  expect(await lettersOf(reader)).toEqual([]);
  await switchTo(true);
  await runRelease(service.deps, await publish());
  expect(await lettersOf(reader)).toHaveLength(1);
});

test('one that waits to be sent is not, where its reader switched them off since', async () => {
  const [off, on] = [await makeSubscriber(service), await makeSubscriber(service)];
  for (const { id } of [off, on]) await subscribe(service, id, { deliverable: 'digital' });
  await runRelease(service.deps, await publish());
  await endBy(offLink(off));
  const written = await Promise.all(
    [off, on].map(async (reader) => compose(service.deps, (await lettersOf(reader))[0] ?? expect.unreachable())),
  );
  expect(written.map((letter) => letter !== null)).toEqual([false, true]);
});

test('each such letter leads to a page that ends them, which a program that follows links does not do, and a mail program does by itself', async () => {
  const reader = await makeSubscriber(service);
  await subscribe(service, reader.id, { deliverable: 'digital' });
  await runRelease(service.deps, await publish());
  const letter = await letterTo(reader);
  const link = new URL(letter.unsubscribe?.url ?? '');
  expect(link.pathname + link.search).toBe(offLink(reader));
  expect(letterHtml(letter)).toContain(link.href);
  expect(letterText(letter)).toContain(link.href);
  const page = await service.app.request(offLink(reader));
  expect(page.headers.get('content-type')).toMatch(/^text\/html/);
  expect(await page.text()).toContain('Do not write to me any more</button>');
  expect(await isOn(reader)).toBe(true);
  const ended = await endBy(offLink(reader));
  expect([ended.status, (await ended.text()).includes('You get no more letters when an issue is out.')]).toEqual([200, true]);
  expect(await isOn(reader)).toBe(false);
});

test.each([
  [
    'multipart/form-data; boundary=part',
    '--part\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--part--\r\n',
  ],
  ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
])('a mail program that answers a letter as %s ends them', async (type, body) => {
  const reader = await makeSubscriber(service);
  const answer = await service.app.request(offLink(reader), { method: 'POST', headers: { 'Content-Type': type }, body });
  expect([answer.status, await isOn(reader)]).toEqual([200, false]);
});

test('who ended them by a letter before they ever showed that the mailbox is theirs gets none after it either', async () => {
  const reader = await makeSubscriber(service, { verified: false });
  expect((await endBy(offLink(reader))).status).toBe(200);
  await service.deps.db.$transaction((tx) => voidIfUnproved(tx, service.deps, { id: reader.id, name: null }));
  const { voided } = await service.deps.db.account.findUniqueOrThrow({ where: { id: reader.id } });
  expect([voided !== null, await isOn(reader)]).toEqual([true, false]);
});

test('where the API has an address of its own the letter leads there, and so does the button of the page', async () => {
  const API = 'https://api.magazine.example';
  const app = await createTestApp({
    env: { PUBLIC_URL: 'https://magazine.example', API_URL: API, ALLOWED_ORIGINS: 'https://cms.example', COOKIE_MODE: 'partitioned' },
  });
  try {
    const reader = await makeSubscriber(app);
    await subscribe(app, reader.id, { deliverable: 'digital' });
    const { publicationId } = app.deps.config;
    const issue = {
      number: 990,
      ref: 'iss:990',
      title: 'The Tide',
      slug: 'tide',
      summary: '',
      cover: {},
      released: new Date('2026-01-01'),
    };
    await app.deps.db.issue.create({ data: { publicationId, ...issue } });
    await runRelease(app.deps, 990);
    const row = await app.deps.db.outbox.findFirstOrThrow({ where: { kind: 'issue-out', recipient: reader.email } });
    const link = new URL((await compose(app.deps, row))?.unsubscribe?.url ?? '');
    expect(link.origin).toBe(API);
    const pressed = (origin: string) =>
      app.app.request(link.href, { method: 'POST', headers: { Origin: origin, 'Content-Type': 'application/x-www-form-urlencoded' } });
    expect((await pressed(API)).status).toBe(200);
    // A webmail's page that presses for its reader (RFC 8058).
    expect((await pressed('https://webmail.example')).status).toBe(200);
  } finally {
    await app.close();
  }
});

test('a link that nobody signed ends nobody’s letters', async () => {
  const [reader, mallory] = [await makeSubscriber(service), await makeSubscriber(service)];
  const forged = offLink(reader).replace(/-.*$/, offLink(mallory).replace(/^[^-]*issues[^-]*/, ''));
  for (const path of [forged, '/api/letters/issues?to=x', `${offLink(reader)}x`]) {
    expect([path, (await service.app.request(path)).status]).toEqual([path, 404]);
    expect([path, (await endBy(path)).status]).toEqual([path, 404]);
  }
  expect((await endBy('/api/letters/issues')).status).toBe(422);
  expect(await isOn(reader)).toBe(true);
});

test('nothing is written to an address from which letters come back, nor to whom the issue is not given', async () => {
  const [failing, none] = [await makeSubscriber(service), await makeSubscriber(service)];
  await subscribe(service, failing.id, { deliverable: 'digital' });
  await service.deps.db.account.update({ where: { id: failing.id }, data: { emailFailing: new Date() } });
  await runRelease(service.deps, await publish());
  expect([...(await lettersOf(failing)), ...(await lettersOf(none))]).toEqual([]);
});
