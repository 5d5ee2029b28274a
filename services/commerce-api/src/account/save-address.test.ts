import { AccountAddresses } from '@newsstand/contracts/account';
import type { AddressForm } from '@newsstand/contracts/address';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../test/browser.ts';
import { answerOf, lettersTo } from '../../test/reader.ts';
import { ADDRESS } from '../../test/shop.ts';
import { deliver, HOME, live, makeSubscriber, subscribe, subscriberAt } from '../../test/subscriber.ts';
import { createTestApp, type TestApp } from '../../test/test-app.ts';

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp();
});
afterAll(() => service.close());

const CANADA: AddressForm = { line1: '8 Quay', line2: '', city: 'Halifax', state: 'NS', postcode: 'B3H 1A1', country: 'CA' };
const CHANGED = 'This address was changed meanwhile, in another tab or browser. Load the page again to see it, and then change it.';
const save = (browser: Browser, zone: string, form: object, query = '') => browser.post(`/api/account/address/${zone}${query}`, form);
const remove = (browser: Browser, zone: string, query = '') =>
  browser.send('DELETE', `/api/account/address/${zone}${query}`, undefined, {});
const changed = async (response: Promise<Response>) => v.parse(AccountAddresses, await (await response).json());

test.each(['a', 'ship-a'])(
  'a subscriber keeps one address for the zone %s, the last one',
  { tags: ['§1.offers.15', '§3.account.3', '§3.codes.2', '§6.subscriber.2', '§7.calls.24'] },
  async (zone) => {
    const { browser, id } = await makeSubscriber(service);
    await subscribe(service, id);
    await save(browser, zone, { ...ADDRESS, line1: '2 Slipway' });
    const { addresses, address_versions } = await changed(save(browser, zone, ADDRESS));
    expect(addresses).toEqual({ a: HOME, b: null, c: null });
    expect((await subscriberAt(browser)).account).toMatchObject({ addresses, address_versions });
    expect(await service.deps.db.ownerAddress.findMany({ where: { ownerId: id } })).toMatchObject([{ name: 'Ana Reader', shipcode: 'a' }]);
  },
);

test('that copies come back from an address is said of it until another is saved, or the same again', async () => {
  const { browser, id } = await makeSubscriber(service);
  await subscribe(service, id);
  const returned = async () => (await subscriberAt(browser)).account.address_returned;
  await save(browser, 'a', ADDRESS);
  expect(await returned()).toEqual({ a: false, b: false, c: false });
  for (const next of [ADDRESS, { ...ADDRESS, line1: '2 Slipway' }]) {
    await service.deps.db.ownerAddress.updateMany({ where: { ownerId: id }, data: { undeliverable: new Date() } });
    expect(await returned()).toEqual({ a: true, b: false, c: false });
    expect((await changed(save(browser, 'a', next))).address_returned).toEqual({ a: false, b: false, c: false });
    expect(await returned()).toEqual({ a: false, b: false, c: false });
  }
});

test('a form without a script is understood too', async () => {
  const { browser } = await makeSubscriber(service);
  const { line2: _none, ...fields } = ADDRESS;
  expect((await browser.postForm('/api/account/address/a', fields)).status).toBe(200);
});

test.each<[string, Partial<AddressForm>, object]>([
  ['a', { line1: ' ' }, { line1: 'Must not be blank.' }],
  ['a', { state: '' }, { state: 'Must not be blank.' }],
  ['a', { state: 'ZZ' }, { state: 'Choose a state from the list.' }],
  ['a', { line1: '1 Pier Road\nFirst class' }, { line1: 'Write it in one line.' }],
  ['a', { postcode: '' }, { postcode: 'Must not be blank.' }],
  ['a', { country: 'XX', state: '' }, { country: 'Choose a country from the list.' }],
  ['a', { country: 'CA', state: 'NS' }, { country: 'This country belongs to another shipping category.' }],
  ['c', {}, { country: 'This country belongs to another shipping category.' }],
])('in zone %s, %j is refused beside its field', { tags: ['§5.address.1', '§5.address.2', '§7.calls.24'] }, async (zone, wrong, errors) => {
  const { browser } = await makeSubscriber(service);
  expect(await answerOf(await save(browser, zone, { ...ADDRESS, ...wrong }))).toEqual([422, { errors }]);
});

test('an address is taken with the `country_code` that it is shown with, too', { tags: ['§7.calls.25'] }, async () => {
  const { browser } = await makeSubscriber(service);
  const { country: country_code, ...rest } = ADDRESS;
  expect((await changed(save(browser, 'a', { ...rest, country_code }))).addresses.a).toEqual(HOME);
  expect((await changed(save(browser, 'a', { ...HOME, line1: '2 Slipway' }))).addresses.a).toEqual({ ...HOME, line1: '2 Slipway' });
  expect(await answerOf(await save(browser, 'a', { ...HOME, line1: '', country_code: '' }))).toEqual([
    422,
    { errors: { line1: 'Must not be blank.', country: 'Must not be blank.' } },
  ]);
});

test('an address is taken with its country and state as objects, by a form without a script, too', { tags: ['§3.address.2'] }, async () => {
  const { browser } = await makeSubscriber(service);
  const { country, state, ...lines } = ADDRESS;
  const objects = { ...lines, country: { code: country, names: ['United States'] }, state: { code: state, names: ['Maine'] } };
  expect((await changed(save(browser, 'a', objects))).addresses.a).toEqual(HOME);
  const fields = { ...lines, line1: '2 Slipway', 'country[code]': country, 'state[code]': state };
  expect((await changed(browser.postForm('/api/account/address/a', fields))).addresses.a).toEqual({ ...HOME, line1: '2 Slipway' });
});

test('a zone that is none is not there', async () => {
  const { browser } = await makeSubscriber(service);
  expect((await save(browser, 'd', ADDRESS)).status).toBe(404);
});

test('a zone that the subscription does not use is refused', { tags: ['§2.change-address.4'] }, async () => {
  const { browser, id } = await makeSubscriber(service);
  const token = await subscribe(service, id);
  const refused = [422, { errors: { shipcode: 'Your subscription does not use this shipping category.' } }];
  expect(await answerOf(await save(browser, 'b', CANADA))).toEqual(refused);
  expect(await answerOf(await browser.post(`/api/account/change-address/b?token=${token}`, CANADA))).toEqual(refused);
  expect((await changed(browser.post(`/api/account/change-address/a?token=${token}`, ADDRESS))).addresses).toEqual({
    a: HOME,
    b: null,
    c: null,
  });
  // What is there already can be changed.
  await live(service, id, 'b');
  expect((await changed(save(browser, 'b', CANADA))).addresses.b).toMatchObject({ country_name: 'Canada', state_name: 'Nova Scotia' });
});

test('of two subscriptions each has its own zone: the address for one is not the other’s', { tags: ['§7.calls.23'] }, async () => {
  const { browser, id } = await makeSubscriber(service);
  const here = await subscribe(service, id);
  const next = await subscribe(service, id, { deliverable: 'print-b' });
  const change = (zone: string, token: string, form: object) => browser.post(`/api/account/change-address/${zone}?token=${token}`, form);
  await save(browser, 'a', ADDRESS);
  expect((await change('a', next, { ...ADDRESS, line1: '2 Slipway' })).status).toBe(422);
  expect((await change('b', here, CANADA)).status).toBe(422);
  expect((await changed(change('b', next, CANADA))).addresses).toMatchObject({ a: HOME, b: { city: 'Halifax' } });
});

test('a digital subscriber, to whom nothing is posted, may keep an address of any zone', async () => {
  const { browser, id } = await makeSubscriber(service);
  await subscribe(service, id, { deliverable: 'digital' });
  expect((await save(browser, 'b', CANADA)).status).toBe(200);
});

test('the address of another reader’s subscription cannot be changed', { tags: ['§7.calls.24'] }, async () => {
  const [ana, bo] = [await makeSubscriber(service), await makeSubscriber(service)];
  const token = await subscribe(service, ana.id);
  const path = `/api/account/change-address/a?token=${token}`;
  expect(await answerOf(await bo.browser.post(path, ADDRESS))).toEqual([404, { errors: 'Not found.' }]);
  expect(await service.deps.db.ownerAddress.count({ where: { ownerId: { in: [ana.id, bo.id] } } })).toBe(0);
});

test(
  'an address to which something is posted cannot be deleted, and one that is not used can, however often',
  { tags: ['§5.address.4', '§7.calls.26'] },
  async () => {
    const { browser, id } = await makeSubscriber(service);
    await subscribe(service, id);
    await live(service, id, 'a');
    await live(service, id, 'b');
    const required = 'Your subscription is posted to this address, so it cannot be deleted. You can change it.';
    expect(await answerOf(await remove(browser, 'ship-a'))).toEqual([422, { errors: required }]);
    expect((await changed(remove(browser, 'ship-b'))).addresses).toEqual({ a: HOME, b: null, c: null });
    expect((await remove(browser, 'ship-b')).status).toBe(200);
  },
);

test('a deleted address is confirmed by a letter, one for each that was deleted', async () => {
  const { browser, id, email } = await makeSubscriber(service);
  for (const zone of ['a', 'b'] as const) await live(service, id, zone);
  await Promise.all([remove(browser, 'ship-a'), remove(browser, 'ship-a')]);
  expect(await lettersTo(service, email)).toEqual(['address-deleted']);
  await remove(browser, 'ship-b');
  await save(browser, 'a', ADDRESS);
  await remove(browser, 'ship-a');
  expect(await lettersTo(service, email)).toEqual(['address-deleted', 'address-deleted', 'address-deleted']);
});

test.each([
  ['ship-a', 'a'],
  ['ship-b', 'b'],
  ['ship-c', 'c'],
])(
  'the address of %s is deleted by a route of its own, and no other with it',
  { tags: ['§1.offers.15', '§2.routes.14'] },
  async (code, zone) => {
    const { browser, id } = await makeSubscriber(service);
    for (const each of ['a', 'b', 'c'] as const) await live(service, id, each);
    expect((await changed(remove(browser, code))).addresses).toEqual({ a: HOME, b: HOME, c: HOME, [zone]: null });
    const left = await service.deps.db.ownerAddress.findMany({ where: { ownerId: id }, orderBy: { shipcode: 'asc' } });
    expect(left.map(({ shipcode }) => shipcode)).toEqual(['a', 'b', 'c'].filter((each) => each !== zone));
  },
);

test(
  'the address that the next cycle will be posted to cannot be deleted while autorenew is on, and where it is missing it is asked for',
  { tags: ['§3.timetable.3', '§5.address.4'] },
  async () => {
    const { browser, id } = await makeSubscriber(service);
    await deliver(service, await subscribe(service, id), [2001, 2002, 2003, 2004]);
    const card = { customer: 'cus_1', method: `pm_${id}`, payment: { card: null, ach: null } };
    const renew = (autorenewSince: Date | null) => service.deps.db.account.update({ where: { id }, data: { ...card, autorenewSince } });
    const needs = async () => (await subscriberAt(browser)).timetable;
    await renew(service.deps.clock());
    expect(await needs()).toMatchObject({
      address_required: { a: true, b: false, c: false },
      address_removable: { a: false, b: true, c: true },
    });
    expect((await save(browser, 'a', ADDRESS)).status).toBe(200);
    expect((await save(browser, 'b', CANADA)).status).toBe(422);
    const required = 'Your subscription is posted to this address, so it cannot be deleted. You can change it.';
    expect(await answerOf(await remove(browser, 'ship-a'))).toEqual([422, { errors: required }]);
    await renew(null);
    expect(await needs()).toMatchObject({ address_required: { a: false }, address_removable: { a: true } });
    expect((await remove(browser, 'ship-a')).status).toBe(200);
  },
);

test('the address of a renewal that the bank refused for good is asked for no more, and can be deleted', async () => {
  const { browser, id } = await makeSubscriber(service);
  const token = await subscribe(service, id);
  await deliver(service, token, [2001, 2002, 2003, 2004]);
  const { db, clock, config } = service.deps;
  const card = { customer: `cus_${id}`, method: `pm_${id}`, payment: { card: null, ach: null } };
  await db.account.update({ where: { id }, data: { ...card, autorenewSince: clock() } });
  await live(service, id, 'a');
  const subscription = await db.subscription.findUniqueOrThrow({ where: { token } });
  const key = {
    publicationId: config.publicationId,
    ownerId: id,
    kind: 'renewal',
    subject: subscription.id,
    cycle: subscription.cycle + 1,
  };
  const charge = { token: `charge-${id}`, amount: 5600, choice: {}, remind: clock(), due: clock() };
  await db.charge.create({ data: { ...key, ...charge, nextAttempt: clock() } });
  expect((await remove(browser, 'ship-a')).status).toBe(422);
  await db.charge.update({
    where: { publicationId_ownerId_kind_subject_cycle: key },
    data: { state: 'stopped', why: 'do-not-try-again', nextAttempt: null },
  });
  expect(await subscriberAt(browser)).toMatchObject({
    renewal: { state: 'refused', at: null },
    timetable: { address_required: { a: false }, address_removable: { a: true } },
  });
  expect((await remove(browser, 'ship-a')).status).toBe(200);
});

test('two tabs that change the same address lose nothing: one wins, and the other is told', async () => {
  const { browser, id } = await makeSubscriber(service);
  await subscribe(service, id);
  const { address_versions } = await changed(save(browser, 'a', ADDRESS));
  const tab = (line1: string) => save(browser, 'a', { ...ADDRESS, line1 }, `?version=${address_versions.a}`);
  const answers = await Promise.all([tab('1 East'), tab('2 West')].map(async (sent) => answerOf(await sent)));
  expect(answers.map(([status]) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(([status]) => status === 409)?.[1]).toEqual({ errors: CHANGED });
  const won = answers[0]?.[0] === 200 ? '1 East' : '2 West';
  expect((await subscriberAt(browser)).account.addresses.a?.line1).toBe(won);
});

test('two tabs that change different addresses both succeed', async () => {
  const { browser } = await makeSubscriber(service);
  const { address_versions } = await changed(save(browser, 'a', ADDRESS));
  const answers = await Promise.all([
    save(browser, 'a', { ...ADDRESS, line1: '1 East' }, `?version=${address_versions.a}`),
    save(browser, 'b', CANADA, `?version=${address_versions.b}`),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const { addresses } = (await subscriberAt(browser)).account;
  expect([addresses.a?.line1, addresses.b?.line1]).toEqual(['1 East', '8 Quay']);
});

test('an address that another tab deleted is not brought back by a change, nor deleted once it was changed', async () => {
  const { browser } = await makeSubscriber(service);
  const first = (await changed(save(browser, 'a', ADDRESS))).address_versions.a;
  await save(browser, 'a', { ...ADDRESS, line1: '1 East' }, `?version=${first}`);
  expect(await answerOf(await remove(browser, 'a', `?version=${first}`))).toEqual([409, { errors: CHANGED }]);
  const second = (await subscriberAt(browser)).account.address_versions.a;
  expect((await remove(browser, 'a', `?version=${second}`)).status).toBe(200);
  expect((await save(browser, 'a', ADDRESS, `?version=${second}`)).status).toBe(409);
});
