import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../../test/browser.ts';
import { createTestApp, type TestApp } from '../../test/test-app.ts';
import { leaveListUrl, unsubscribeUrl } from '../letters/unsubscribe.ts';
import { compose, joinPath } from '../../test/letter.ts';
import { becomeSecond } from '../../test/open-second-publication.ts';
import { letterText } from '../letters/letter-text.ts';
import { parseTags } from '../readers/join-list.ts';
import { answerOf } from '../../test/reader.ts';

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp();
});
afterAll(() => service.close());

test(
  'a reader joins the lists that the tags name, once the link of the letter is answered',
  { tags: ['§1.offers.8', '§6.visitor.2'] },
  async () => {
    const response = await signUp(service.browser(), 'Ana@Example.org ', ['newsletter', 'letter']);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ email: 'ana@example.org' });
    expect(await listsOf('ana@example.org')).toEqual([]);
    const link = await joinPath(service.deps, 'ana@example.org');
    const asked = await service.app.request(link);
    expect([asked.status, await asked.text()]).toEqual([200, expect.stringContaining('Yes, write to me</button>')]);
    expect(await listsOf('ana@example.org')).toEqual([]);
    for (let times = 0; times < 2; times++) {
      const joined = await press(link);
      expect([joined.status, await joined.text()]).toEqual([200, expect.stringContaining('You are on the list.')]);
    }
    expect(await listsOf('ana@example.org')).toEqual(['letter', 'newsletter']);
    const [row] = await service.deps.db.listSignup.findMany({ where: { email: 'ana@example.org' } });
    expect(Number(row?.asked)).toBeLessThanOrEqual(Number(row?.created));
  },
);

test('a second sign-up is answered like the first, with a letter, and changes nothing for who is on the list', async () => {
  const first = await signUp(service.browser(), 'bo@example.org');
  await press(await joinPath(service.deps, 'bo@example.org'));
  const before = await service.deps.db.listSignup.findMany({ where: { email: 'bo@example.org' } });
  const second = await signUp(service.browser(), 'bo@example.org');
  expect(await answerOf(second)).toEqual(await answerOf(first));
  await press(await joinPath(service.deps, 'bo@example.org'));
  expect(await service.deps.db.listSignup.findMany({ where: { email: 'bo@example.org' } })).toEqual(before);
});

test('who is on a list without having asked for it here is known to have asked once they do', { tags: ['ci'] }, async () => {
  const { db } = service.deps;
  const created = new Date(Date.now() - 86_400_000);
  await db.listSignup.create({ data: { publicationId: 'main', email: 'vi@example.org', tag: 'newsletter', created, brought: 'house' } });
  await signUp(service.browser(), 'vi@example.org');
  await press(await joinPath(service.deps, 'vi@example.org'));
  const [row] = await db.listSignup.findMany({ where: { email: 'vi@example.org' } });
  expect(row).toMatchObject({ asked: expect.any(Date), brought: 'house' });
  expect(Number(row?.created)).toBeGreaterThanOrEqual(Number(row?.asked));
});

test('the link of a letter is told to be too old after a week, with the way to a new one, and one that is cut short is none', async () => {
  await signUp(service.browser(), 'gus@example.org');
  const link = await joinPath(service.deps, 'gus@example.org');
  await service.deps.db.ticket.updateMany({ where: { email: 'gus@example.org' }, data: { expires: new Date() } });
  for (const response of [await service.app.request(link), await press(link)]) {
    expect(await response.text()).toContain('/mailing-list">Sign up again</a>');
  }
  const short = link.slice(0, -5);
  expect([(await service.app.request(short)).status, (await press(short)).status]).toEqual([404, 404]);
  expect(await listsOf('gus@example.org')).toEqual([]);
});

test('who leaves by a letter leaves that list alone, by a mail program or by the page, and joins again only by their own letter', async () => {
  await signUp(service.browser(), 'ida@example.org', ['newsletter', 'letter']);
  const join = await joinPath(service.deps, 'ida@example.org');
  await press(join);
  const { id } = await service.deps.db.listSignup.findFirstOrThrow({ where: { email: 'ida@example.org', tag: 'newsletter' } });
  const { pathname, search } = new URL(leaveListUrl('https://magazine.example', service.deps.config.access.secret, id));
  const leave = pathname + search;
  const asked = await service.app.request(leave);
  expect([asked.status, await asked.text()]).toEqual([200, expect.stringContaining('Do not write to me any more</button>')]);
  expect(await listsOf('ida@example.org')).toEqual(['letter', 'newsletter']);
  for (let times = 0; times < 2; times++) expect((await press(leave, 'List-Unsubscribe=One-Click')).status).toBe(200);
  expect(await listsOf('ida@example.org')).toEqual(['letter']);
  await signUp(service.browser(), 'ida@example.org', ['newsletter']);
  expect(await listsOf('ida@example.org')).toEqual(['letter']);
  await press(await joinPath(service.deps, 'ida@example.org'));
  expect(await listsOf('ida@example.org')).toEqual(['letter', 'newsletter']);
  // The link of a letter of before is as good as a new one.
  expect((await press(leave)).status).toBe(200);
  expect(await listsOf('ida@example.org')).toEqual(['letter']);
});

test('a webmail that presses for its reader, in a page of its own, takes them off the list', async () => {
  for (const [origin, email] of [
    ['https://webmail.example', 'una@example.org'],
    ['null', 'uma@example.org'],
  ] as const) {
    const { id } = await service.deps.db.listSignup.create({ data: { publicationId: 'main', email, tag: 'newsletter' } });
    const { pathname, search } = new URL(leaveListUrl('https://magazine.example', service.deps.config.access.secret, id));
    const left = await press(pathname + search, 'List-Unsubscribe=One-Click', { Origin: origin, 'Sec-Fetch-Site': 'cross-site' });
    expect([left.status, left.headers.get('access-control-allow-origin'), await listsOf(email)]).toEqual([200, null, []]);
  }
});

describe('lists that the publication names', () => {
  const WHICH = 'Letters from the editors';

  test('the letter, the page with the button and the page to leave say for which lists they are', async () => {
    await signUp(service.browser(), 'una.lists@example.org');
    const link = await joinPath(service.deps, 'una.lists@example.org');
    expect(await letterTo('una.lists@example.org')).toContain(`What comes to you then: ${WHICH}.`);
    expect(await pageOf(link)).toContain(`What comes to you then: ${WHICH}.`);
    expect(await (await press(link)).text()).toContain(`What comes to you: ${WHICH}.`);
    const { id } = await service.deps.db.listSignup.findFirstOrThrow({ where: { email: 'una.lists@example.org' } });
    const { pathname, search } = new URL(leaveListUrl('https://magazine.example', service.deps.config.access.secret, id));
    expect(await pageOf(pathname + search)).toContain(`What would come no more: ${WHICH}.`);
    expect(await (await press(pathname + search)).text()).toContain(`What comes no more: ${WHICH}.`);
  });

  test('a tag that is mistyped or made up is no list: who signs up is asked for the others, or for the newsletter', async () => {
    const [both, one] = ['uma.lists@example.org', 'ute.lists@example.org'];
    await signUp(service.browser(), both, ['letter', 'claim-your-prize', 'leter']);
    await signUp(service.browser(), one, ['newsleter']);
    expect(await letterTo(both)).toContain('What comes to you then: The Shipping Forecast, once a month.');
    expect(await letterTo(one)).toContain(`What comes to you then: ${WHICH}.`);
    for (const email of [both, one]) await press(await joinPath(service.deps, email));
    expect([await listsOf(both), await listsOf(one)]).toEqual([['letter'], ['newsletter']]);
    const page = await service.app.request('/api/page/article?widgets=mailing-list.popup');
    expect(await page.json()).toMatchObject({ lists: ['newsletter', 'letter'] });
  });

  test('where it names none, any tag is a list', () => {
    expect(parseTags({ lists: {} }, ['newsletter', 'claim-your-prize'])).toEqual(['newsletter', 'claim-your-prize']);
    expect(parseTags({ lists: {} }, undefined)).toEqual(['newsletter']);
  });

  test('another magazine’s lists have the names that it gives them', async () => {
    const karoo = await createTestApp();
    try {
      await becomeSecond(karoo.deps);
      await signUp(karoo.browser(), 'bo@example.org', ['newsletter', 'fridays']);
      expect(await letterTo('bo@example.org', karoo)).toContain('What comes to you then: Slow news and Friday’s letter <by hand>.');
      const page = await (await karoo.app.request(await joinPath(karoo.deps, 'bo@example.org'))).text();
      expect(page).toContain('Slow news and Friday’s letter &lt;by hand&gt;.');
    } finally {
      await karoo.close();
    }
  });

  const pageOf = async (path: string) => (await service.app.request(path)).text();
  async function letterTo(recipient: string, { deps } = service): Promise<string> {
    const row = await deps.db.outbox.findFirstOrThrow({ where: { kind: 'list-join', recipient }, orderBy: { id: 'desc' } });
    const letter = await compose(deps, row);
    return letter === null ? '' : letterText(letter).replaceAll(/\s+/g, ' ');
  }
});

test('a link to leave that nobody signed, or that was signed for something else, ends nothing', async () => {
  const row = await service.deps.db.listSignup.create({ data: { publicationId: 'main', email: 'jo@example.org', tag: 'newsletter' } });
  const { secret } = service.deps.config.access;
  const other = new URL(unsubscribeUrl('https://magazine.example', secret, row.id)).search;
  for (const query of ['?to=x', other]) expect((await press(`/api/letters/lists/leave${query}`)).status).toBe(404);
  expect(await listsOf('jo@example.org')).toEqual(['newsletter']);
});

test.each([
  ['/api/letters/lists?join=half-of-it', 404],
  ['/api/letters/lists', 422],
  ['/api/letters/lists/leave?to=half-of-it', 404],
  ['/api/letters/issues?to=half-of-it', 404],
])('who follows %s, a link that is not a whole one, reads what to do', async (path, status) => {
  for (const method of ['GET', 'POST']) {
    const headers = { accept: 'text/html,*/*;q=0.8', origin: service.deps.config.publicUrl };
    const answer = await service.app.request(path, { method, headers });
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      status,
      expect.stringContaining('text/html'),
      'no-store',
    ]);
    expect(await answer.text()).toContain('Copy all of it from the letter, or write to consulate@exclave.example.org.');
    expect(answer.headers.get('content-security-policy')).toContain("form-action 'self'");
  }
  // Programs are answered as everywhere.
  expect(await (await service.app.request(path)).json()).toHaveProperty('errors');
});

test('no network, and not all of them together, fills a mailbox with letters that ask', async () => {
  const stranger = service.browser();
  const answers = await Promise.all(Array.from({ length: 5 }, () => signUp(stranger, 'kim@example.org')));
  const limited = answers.filter(({ status }) => status === 429);
  expect(limited).toHaveLength(2);
  expect(Number(limited[0]?.headers.get('retry-after'))).toBeGreaterThan(3000);
  const letters = () => service.deps.db.outbox.count({ where: { kind: 'list-join', recipient: 'kim@example.org' } });
  expect(await letters()).toBe(3);
  for (let networks = 0; networks < 5; networks++) await signUp(service.browser(), 'kim@example.org');
  expect(await letters()).toBe(6);
});

test.each(['', 'nobody', 'a@b', 'a b@example.org', '<script>@x.org', 'a\u202E@x.org', 'a@-x.org', 'x'.repeat(250) + '@example.org'])(
  'the address %j is refused with a message beside the field',
  { tags: ['§5.list.2'] },
  async (email) => {
    const response = await signUp(service.browser(), email);
    expect(response.status).toBe(422);
    expect((await answerOf(response))[1]).toEqual({ errors: { email: expect.any(String) } });
  },
);

test('an absent address is refused in words for a reader', async () => {
  const response = await service.browser().post('/api/list/signup', {});
  expect((await answerOf(response))[1]).toEqual({ errors: { email: 'Must not be blank.' } });
});

test('without a good bot check nobody joins, and the message is beside the field', { tags: ['§1.outside.5'] }, async () => {
  const response = await service.browser().post('/api/list/signup?captcha=nonsense', { email: 'cy@example.org' });
  expect(response.status).toBe(403);
  expect((await answerOf(response))[1]).toEqual({ errors: { email: 'We could not check that you are human. Please try again.' } });
  expect(await service.deps.db.outbox.count({ where: { recipient: 'cy@example.org' } })).toBe(0);
});

test('a list that cannot exist is refused', async () => {
  const response = await service.browser().post('/api/list/signup?list-tag=<script>', { email: 'di@example.org' });
  expect(response.status).toBe(422);
});

test('a flood from one network is stopped, and told when to come back', async () => {
  const flood = service.browser();
  const responses = await Promise.all(
    Array.from({ length: 40 }, (_, n) => flood.post('/api/list/signup?captcha=none', { email: `f${n}@example.org` })),
  );
  const limited = responses.filter(({ status }) => status === 429);
  expect(limited).toHaveLength(10);
  expect(Number(limited[0]?.headers.get('retry-after'))).toBeGreaterThan(3000);
  expect((await signUp(service.browser(), 'elsewhere@example.org')).status).toBe(200);
});

async function signUp(reader: Browser, email: string, tags: string[] = []): Promise<Response> {
  const query = new URLSearchParams([['captcha', await reader.captcha()], ...tags.map((tag) => ['list-tag', tag])]);
  return reader.post(`/api/list/signup?${query}`, { email });
}

async function listsOf(email: string): Promise<string[]> {
  const rows = await service.deps.db.listSignup.findMany({ where: { email, left: null }, orderBy: { tag: 'asc' } });
  return rows.map(({ tag }) => tag);
}

/** The button of a letter's page, or what a mail program sends: without cookies, and no page sends it. */
const press = (path: string, body = '', headers: Record<string, string> = {}) =>
  service.app.request(path, { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers }, body });
