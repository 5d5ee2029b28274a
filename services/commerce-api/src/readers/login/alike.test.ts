import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOf, codeFor, lettersTo, logInWith, makeAccount } from '../../../test/reader.ts';
import { ADDRESS, stock } from '../../../test/shop.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp();
});
afterAll(() => service.close());

/** An order of a guest for something that is given away: no provider of payments has a word in it. */
async function orderOf(email: string, more: object = {}) {
  const browser = service.browser();
  await browser.post('/api/cart', { type: 'add', item: { item: 'digital-product', ref: 'prd:given-away', quantity: 1 } });
  const captcha = await browser.captcha();
  const before = service.statements.length;
  const answer = await browser.post(`/api/cart/checkout?captcha=${captcha}`, {
    name: 'Ana Reader',
    email,
    address: ADDRESS,
    total: 0,
    ...more,
  });
  const message: unknown = await answer.json();
  return { status: answer.status, message, statements: service.statements.slice(before) };
}

test('at the check-out a guest’s order is the same statements, whether the address has an account or not', async () => {
  await stock(service.deps.db, 'prd:given-away', null, 0, 'digital-product');
  const { email } = await makeAccount(service);
  const [known, unknown] = [await orderOf(email), await orderOf(`not-${email}`)];
  expect([known.status, known.message]).toEqual([200, { type: 'gratis', receipt: expect.any(String) }]);
  expect(known.statements.length).toBeGreaterThan(3);
  expect({ ...known, message: null }).toEqual({ ...unknown, message: null });
});

test('at the check-out an account whose fields are wrong is refused alike, whether the address has one already or not', async () => {
  const { email } = await makeAccount(service);
  const wish = { account: true, password: { password: 'password1', confirm: 'password1' } };
  const [known, unknown] = [await orderOf(email, wish), await orderOf(`not-${email}`, wish)];
  expect(known.status).toBe(422);
  expect(known).toEqual(unknown);
});

/** What a request costs the database, and what it answers. */
async function costOf(path: string, email: string, browser = service.browser()) {
  const before = service.statements.length;
  const { status } = await browser.post(path, { email, password: 'a wrong one' });
  return { status, statements: service.statements.slice(before) };
}

test.each(['/api/access/login', '/api/access/signin', '/api/access/reset-password'])(
  'a known address and an unknown one are the same statements: %s',
  async (path) => {
    const { email } = await makeAccount(service);
    expect(await costOf(path, email)).toEqual(await costOf(path, `not-${email}`));
    const strange = service.browser();
    await logInWith(strange, (await makeAccount(service)).email);
    expect(await costOf(path, email, strange)).toEqual(await costOf(path, `not-${email}`, strange));
  },
);

test('where there were too many, known addresses and unknown ones are answered alike, too', async () => {
  const { email } = await makeAccount(service);
  for (const path of ['/api/access/login', '/api/access/signin', '/api/access/reset-password']) {
    const [known, unknown] = await Promise.all(
      [email, `not-${email}`].map(async (address) => {
        const browser = service.browser();
        const answers: unknown[] = [];
        for (let n = 0; n < 7; n++) answers.push(await answerOf(await browser.post(path, { email: address, password: 'a wrong one' })));
        return answers.map((answer) => JSON.stringify(answer).replace(/"token":"[^"]*"/, 'a token'));
      }),
    );
    expect(known?.at(-1)).toContain('429');
    expect(known).toEqual(unknown);
  }
});

test('whether there is an account is found out when the letter is written: one that was made meanwhile gets its code', async () => {
  const email = 'meanwhile@example.org';
  const browser = service.browser();
  const [, asked] = await answerOf(await browser.post('/api/access/signin', { email }));
  expect(await lettersTo(service, email)).toEqual(['no-account']);
  await makeAccount(service, { email });
  expect(await lettersTo(service, email)).toEqual(['code']);
  const { token } = v.parse(v.object({ token: v.string() }), asked);
  const verified = await browser.post('/api/access/signin/verify', { token, password: await codeFor(service, email) });
  expect(verified.status).toBe(200);
});
