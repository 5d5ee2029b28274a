import { TOO_MANY_ATTEMPTS } from '@newsstand/contracts/access';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, answerOf, whoIs } from '../../test/reader.ts';
import { makeSubscriber, type TestSubscriber } from '../../test/subscriber.ts';
import { createTestApp, type TestApp } from '../../test/test-app.ts';
import { MINUTE, SECOND } from '../platform/duration.ts';
import { codeOf, hashOf } from '../platform/secrets.ts';

let service: TestApp;
let now = new Date('2026-11-21T12:00:00Z');
beforeAll(async () => {
  service = await createTestApp({ clock: () => now });
});
afterAll(() => service.close());

type Code = { type: 'code'; token: string; code: string };

const remove = async ({ browser }: TestSubscriber, body: object) => answerOf(await browser.post('/api/account/delete', body));
const makeReader = () => makeSubscriber(service);
const withoutPassword = async (reader: TestSubscriber) => {
  await service.deps.db.account.update({ where: { id: reader.id }, data: { passwordHash: null } });
  return reader;
};

/** Asks for a code a second later, and answers the right one. */
async function askForCode({ browser }: TestSubscriber): Promise<Code> {
  now = new Date(now.getTime() + SECOND);
  const { token }: { token: string } = await (await browser.post('/api/account/delete/code', {})).json();
  return { type: 'code', token, code: codeOf(service.deps.config.access.secret, hashOf(token)) };
}
const wrong = ({ code, ...asked }: Code): Code => ({ ...asked, code: code === '000000' ? '000001' : '000000' });

const DELETED = [200, { redirect: '/account/data?deleted' }];
const refusal = (code: string) => [422, { errors: { code } }];
const TOO_OLD = refusal('This code is too old. Please ask for a new one.');

test('a right code that is too old is said to be too old, not tried too often; a new one works', async () => {
  const reader = await withoutPassword(await makeReader());
  const old = await askForCode(reader);
  now = new Date(now.getTime() + 10 * MINUTE);
  expect(await remove(reader, old)).toEqual(TOO_OLD);
  // A wrong one hears the same: nothing is told of a code that does not count.
  expect(await remove(reader, wrong(old))).toEqual(TOO_OLD);
  expect(await remove(reader, await askForCode(reader))).toEqual(DELETED);
});

test('a code that another tab’s took the place of says so, and the newer one works where it was asked for', async () => {
  const reader = await withoutPassword(await makeReader());
  const [first, second] = [await askForCode(reader), await askForCode(reader)];
  expect(await remove(reader, first)).toEqual(
    refusal('A newer code was sent since, so this one does not work any more. Please ask for a new one here.'),
  );
  expect(await remove(reader, second)).toEqual(DELETED);
});

test(
  'after five wrong codes the right one is refused with the text of section 8, and a new code is a new start',
  { tags: ['§8.login.1'] },
  async () => {
    const reader = await withoutPassword(await makeReader());
    const asked = await askForCode(reader);
    const guesses = await Promise.all(Array.from({ length: 8 }, () => remove(reader, wrong(asked))));
    expect(guesses.filter(([status]) => status === 422)).toEqual(Array.from({ length: 5 }, () => refusal('That code is not correct.')));
    expect(guesses.filter(([status]) => status === 429)).toEqual(Array.from({ length: 3 }, () => [429, { errors: TOO_MANY_ATTEMPTS }]));
    expect(await remove(reader, asked)).toEqual([429, { errors: TOO_MANY_ATTEMPTS }]);
    expect(await remove(reader, await askForCode(reader))).toEqual(DELETED);
  },
);

test('a code that was used is said to be used, and one that is another reader’s is as one that never was', async () => {
  const [reader, other] = [await withoutPassword(await makeReader()), await makeReader()];
  const asked = await askForCode(reader);
  expect(await remove(other, asked)).toEqual(TOO_OLD);
  expect(await remove(other, { ...asked, token: 'x'.repeat(43) })).toEqual(TOO_OLD);
  await service.deps.db.ticket.update({ where: { tokenHash: hashOf(asked.token) }, data: { consumed: now } });
  expect(await remove(reader, asked)).toEqual(refusal('This code was used already. Please ask for a new one.'));
});

test('after five wrong passwords the right one is refused for a while, in words that speak of no code and no login', async () => {
  const reader = await makeReader();
  for (let count = 0; count < 5; count++) await remove(reader, { type: 'password', password: 'wrong horse' });
  const answer = await reader.browser.post('/api/account/delete', { type: 'password', password: PASSWORD });
  expect(answer.headers.get('Retry-After')).toBe('900');
  expect(await answerOf(answer)).toEqual([429, { errors: 'Too many wrong passwords. Please try again in 15 minutes.' }]);
  expect(await whoIs(reader.browser)).toBe(reader.email);
  now = new Date(now.getTime() + 15 * MINUTE);
  expect(await remove(reader, { type: 'password', password: PASSWORD })).toEqual(DELETED);
});

test('whose password has gone since the page was opened is not told that it is wrong', async () => {
  const reader = await withoutPassword(await makeReader());
  expect(await remove(reader, { type: 'password', password: PASSWORD })).toEqual([
    422,
    { errors: { password: 'Your account has no password any more. Please load this page again: a code is asked for instead.' } },
  ]);
});
