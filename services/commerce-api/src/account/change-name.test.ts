import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOf } from '../../test/reader.ts';
import { live, makeSubscriber, subscriberAt } from '../../test/subscriber.ts';
import { createTestApp, type TestApp } from '../../test/test-app.ts';

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp();
});
afterAll(() => service.close());

const CHANGED = 'Your name was changed meanwhile, in another tab or browser. Load the page again to see it, and then change it.';

test(
  'a reader changes their name, and what is posted to them carries it',
  { tags: ['§1.offers.14', '§6.subscriber.2', '§7.calls.30'] },
  async () => {
    const { browser, id } = await makeSubscriber(service);
    await live(service, id);
    const answer = await answerOf(await browser.post('/api/account/name', { name: '  Ana Maria Holm ' }));
    expect(answer).toEqual([200, { name: 'Ana Maria Holm', first_name: 'Ana', name_version: expect.any(String) }]);
    const { account } = await subscriberAt(browser);
    expect(account).toMatchObject(answer[1] ?? {});
    expect(await service.deps.db.ownerAddress.findFirst({ where: { ownerId: id } })).toMatchObject({ name: 'Ana Maria Holm' });
  },
);

test('an address to somebody else keeps their name', async () => {
  const { browser, id } = await makeSubscriber(service);
  await live(service, id);
  await service.deps.db.ownerAddress.updateMany({ where: { ownerId: id }, data: { name: 'Bo Holm' } });
  await browser.post('/api/account/name', { name: 'Ana Maria Holm' });
  expect(await service.deps.db.ownerAddress.findFirst({ where: { ownerId: id } })).toMatchObject({ name: 'Bo Holm' });
});

test.each([
  ['  ', 'Must not be blank.'],
  ['\u200B', 'Must not be blank.'],
  ['\u3164 \u2060\u00AD', 'Must not be blank.'],
  ['x'.repeat(121), 'Must be at most 120 characters.'],
  ['Ana\nBcc: everybody', 'Write it in one line.'],
])('%j is refused beside the field', { tags: ['§7.calls.30'] }, async (name, message) => {
  const { browser } = await makeSubscriber(service);
  expect(await answerOf(await browser.post('/api/account/name', { name }))).toEqual([422, { errors: { name: message } }]);
});

test.each([
  ['علی‌رضا حسینی', 'علی‌رضا'],
  ['\u200B Ana Holm', 'Ana'],
])('%j is a name, and its first word that can be seen is greeted', { tags: ['§3.account.1'] }, async (name, first_name) => {
  const { browser } = await makeSubscriber(service);
  expect(await answerOf(await browser.post('/api/account/name', { name }))).toMatchObject([200, { name, first_name }]);
});

test('of two tabs that change the name at once one wins, and the other is told and overwrites nothing', async () => {
  const { browser } = await makeSubscriber(service);
  const { name_version } = (await subscriberAt(browser)).account;
  const change = (name: string) => browser.post(`/api/account/name?version=${name_version}`, { name });
  const answers = await Promise.all([change('Ana One'), change('Ana Two')].map(async (sent) => answerOf(await sent)));
  expect(answers.map(([status]) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(([status]) => status === 409)?.[1]).toEqual({ errors: CHANGED });
  const won = answers.find(([status]) => status === 200)?.[1];
  expect((await subscriberAt(browser)).account).toMatchObject(won ?? { name: 'nobody won' });
});

test('the same change from two tabs is one change', async () => {
  const { browser } = await makeSubscriber(service);
  const { name_version } = (await subscriberAt(browser)).account;
  const change = () => browser.post(`/api/account/name?version=${name_version}`, { name: 'Ana Both' });
  expect((await Promise.all([change(), change()])).map(({ status }) => status)).toEqual([200, 200]);
});
