import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../test/browser.ts';
import { createTestApp, type TestApp } from '../../test/test-app.ts';
import { answerOf } from '../../test/reader.ts';

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp();
});
afterAll(() => service.close());

test('a reader joins the lists that the tags name', { tags: ['§1.offers.8', '§6.visitor.2'] }, async () => {
  const response = await signUp(service.browser(), 'Ana@Example.org ', ['weekly', 'events']);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ email: 'ana@example.org' });
  const rows = await service.deps.db.listSignup.findMany({ where: { email: 'ana@example.org' }, orderBy: { tag: 'asc' } });
  expect(rows.map(({ tag }) => tag)).toEqual(['events', 'weekly']);
});

test('a second sign-up is answered like the first, and changes nothing', async () => {
  const [first, second] = [await signUp(service.browser(), 'bo@example.org'), await signUp(service.browser(), 'bo@example.org')];
  expect(await answerOf(second)).toEqual(await answerOf(first));
  expect(await service.deps.db.listSignup.count({ where: { email: 'bo@example.org' } })).toBe(1);
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
  expect(await service.deps.db.listSignup.count({ where: { email: 'cy@example.org' } })).toBe(0);
});

test('a list that cannot exist is refused', async () => {
  const response = await service.browser().post('/api/list/signup?list-tag=<script>', { email: 'di@example.org' });
  expect(response.status).toBe(422);
});

test('nobody makes up lists without end for an address, and who is on as many as it can be is answered alike', async () => {
  const lists = (from: number) => Array.from({ length: 10 }, (_, n) => `list-${from + n}`);
  const answers = [];
  for (const from of [0, 8, 100, 200]) answers.push(await signUp(service.browser(), 'ed@example.org', lists(from)));
  for (const answer of answers) expect(await answerOf(answer)).toEqual([200, { email: 'ed@example.org' }]);
  const on = await service.deps.db.listSignup.findMany({ where: { email: 'ed@example.org' } });
  expect(new Set(on.map(({ tag }) => tag))).toEqual(new Set([...lists(0), ...lists(8), 'list-100', 'list-101']));
  expect((await signUp(service.browser(), 'ed@example.org', ['list-3'])).status).toBe(200);
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
