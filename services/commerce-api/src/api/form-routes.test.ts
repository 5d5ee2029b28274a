import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/test-app.ts';
import { joinPath } from '../../test/letter.ts';
import { makeAccount, PASSWORD } from '../../test/reader.ts';

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp();
});
afterAll(() => service.close());

const FORM = 'application/x-www-form-urlencoded';
/** As a browser without scripts sends it; each from a network of its own, but where one is named. */
let networks = 0;
const send = (
  path: string,
  fields: Record<string, string>,
  { network = `10.1.${(networks += 1)}.1`, ...headers }: Record<string, string> = {},
) =>
  service.app.request(path, {
    method: 'POST',
    headers: { 'content-type': FORM, accept: 'text/html', origin: service.deps.config.publicUrl, 'x-forwarded-for': network, ...headers },
    body: new URLSearchParams(fields).toString(),
  });

test('a reader without scripts joins a list by a form and the letter that it asks for', async () => {
  const form = await (await service.app.request('/api/forms/list?list-tag=letter')).text();
  expect(form).toContain('<input type="hidden" name="list-tag" value="letter" />');
  const answer = await send('/api/forms/list', { email: ' Ana@Example.org', 'list-tag': 'letter' });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(await answer.text()).toContain('A letter to ana@example.org is on its way.');
  const link = await joinPath(service.deps, 'ana@example.org');
  await service.app.request(link, { method: 'POST', headers: { origin: service.deps.config.publicUrl } });
  const rows = await service.deps.db.listSignup.findMany({ where: { email: 'ana@example.org' } });
  expect(rows.map(({ tag }) => tag)).toEqual(['letter']);
});

test('an address that cannot be one is shown again with what is wrong, and a script in it is a word', async () => {
  const answer = await send('/api/forms/list', { email: '"><script>', 'list-tag': 'letter' });
  const page = await answer.text();
  expect(answer.status).toBe(422);
  expect(page).toContain('role="alert"');
  expect(page).toContain('value="&quot;&gt;&lt;script&gt;"');
  expect(page).toContain('name="list-tag" value="letter"');
  expect(answer.headers.get('content-security-policy')).toContain("form-action 'self'");
});

test.each(['/api/forms/list', '/api/forms/login', '/api/docs'])(
  '%s is seen in its own style: the browser allows just that sheet',
  async (path) => {
    const answer = await service.app.request(path, { headers: { accept: 'text/html' } });
    const [, sheet = ''] = /<style>(.*?)<\/style>/s.exec(await answer.text()) ?? [];
    const hash = createHash('sha256').update(sheet).digest('base64');
    expect(answer.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`);
  },
);

test('without a bot check one network asks for six letters an hour, and is then told when to come back', async () => {
  const answers = [];
  for (let n = 0; n < 8; n++) answers.push(await send('/api/forms/list', { email: `f${n}@example.org` }, { network: '10.9.9.9' }));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
  expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(3000);
  expect(await answers.at(-1)?.text()).toContain('value="f7@example.org"');
});

test('all networks together ask for so many letters without a bot check, and no more', async () => {
  const points = { key: 'list-form:main', points: 300, expires: new Date(Date.now() + 60_000) };
  await service.deps.db.rateLimit.upsert({ where: { key: points.key }, create: points, update: points });
  expect((await send('/api/forms/list', { email: 'late@example.org' })).status).toBe(429);
  expect(await service.deps.db.outbox.count({ where: { recipient: 'late@example.org' } })).toBe(0);
  await service.deps.db.rateLimit.delete({ where: { key: points.key } });
});

test('a reader without scripts logs in and is led back to the page, of this site alone', async () => {
  const { email } = await makeAccount(service);
  const form = await (await service.app.request('/api/forms/login?path=/articles/tides')).text();
  expect(form).toContain('<input type="hidden" name="path" value="/articles/tides" />');
  for (const [path, to] of [
    ['/articles/tides?x=1', '/articles/tides?x=1'],
    ['', '/'],
    ['https://other.example/', '/'],
    ['//other.example/', '/'],
  ] as const) {
    const answer = await send('/api/forms/login', { email, password: PASSWORD, path });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, new URL(to, service.deps.config.publicUrl).href]);
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
    const session = await service.app.request('/api/access/session', { headers: { cookie: cookies.join('; ') } });
    expect(await session.json()).toMatchObject({ account: { email } });
  }
});

test('a wrong password is told on the form, which keeps the address and the page, and no password', async () => {
  const { email } = await makeAccount(service);
  const answer = await send('/api/forms/login', { email, password: 'wrong horse', path: '/articles/tides' });
  const page = await answer.text();
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([401, []]);
  expect(page).toContain(`value="${email}"`);
  expect(page).toContain('name="path" value="/articles/tides"');
  expect(page).not.toContain('wrong horse');
});

test('the address of the login’s page says where its reader is led, also past a wrong password', async () => {
  const { email } = await makeAccount(service);
  const referer = `${service.deps.config.publicUrl}/login?redirect=%2Farticles%2Ftides`;
  const wrong = await send('/api/forms/login', { email, password: 'wrong horse' }, { referer });
  expect(await wrong.text()).toContain('name="path" value="/articles/tides"');
  const answer = await send('/api/forms/login', { email, password: PASSWORD }, { referer });
  expect(answer.headers.get('location')).toBe(`${service.deps.config.publicUrl}/articles/tides`);
  const outside = await send(
    '/api/forms/login',
    { email, password: PASSWORD },
    { referer: referer.replace('%2Farticles', '%2F%2Fother.example') },
  );
  expect(outside.headers.get('location')).toBe(`${service.deps.config.publicUrl}/`);
});

test('a form of another site logs nobody in', async () => {
  const { email } = await makeAccount(service);
  const answer = await send('/api/forms/login', { email, password: PASSWORD }, { origin: 'https://other.example' });
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
});
