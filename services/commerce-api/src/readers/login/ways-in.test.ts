// What there is not, as lists that a new call would make longer.
import { endpoints, type Endpoint } from '@newsstand/contracts/endpoints';
import { toJsonSchema } from '@valibot/to-json-schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logInWith, makeAccount, PASSWORD } from '../../../test/reader.ts';
import { openShop, stock, type Shop } from '../../../test/shop.ts';

let service: Shop;
beforeAll(async () => {
  service = await openShop();
});
afterAll(() => service.close());

/** The names of all fields that a body has, however deep. */
function fieldsOf({ body }: Endpoint): Set<string> {
  const names = new Set<string>();
  const walk = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    for (const [key, inner] of Object.entries(part)) {
      if (key === 'properties' && typeof inner === 'object' && inner !== null) for (const name of Object.keys(inner)) names.add(name);
      walk(inner);
    }
  };
  if (body) walk(toJsonSchema(body, { typeMode: 'input', errorMode: 'ignore' }));
  return names;
}
const callsWith = (field: RegExp) =>
  Object.entries<Endpoint>(endpoints)
    .filter(([, endpoint]) => [...fieldsOf(endpoint)].some((name) => field.test(name)))
    .map(([name]) => name)
    .toSorted();

test('a new password is taken by the mailed link, and by what makes an account at the check-out; of an account that there is it changes nothing', async () => {
  const ofCheckOut = ['checkout', 'donate', 'invoiceCheckout', 'redeem', 'renew', 'subscribe', 'updateSubscription'];
  expect(callsWith(/^confirm$/)).toEqual([...ofCheckOut, 'resetConfirm'].toSorted());
  const ref = await stock(service.deps.db, 'prd:password', null);
  const { email } = await makeAccount(service);
  const other = 'their own harbour';
  const [reader, guest] = [service.reader(), service.reader()];
  await logInWith(reader.browser, email);
  for (const buyer of [reader, guest]) {
    await buyer.add(ref);
    await buyer.press({ email, password: { password: other, confirm: other } });
  }
  expect((await logInWith(service.browser(), email, other)).status).toBe(401);
  expect((await logInWith(service.browser(), email, PASSWORD)).status).toBe(200);
});

test('no call asks for a telephone, a hint, a secret question or a second factor', () => {
  expect(callsWith(/^password$/)).not.toEqual([]);
  expect(callsWith(/phone|mobile|sms|hint|question|factor|otp/i)).toEqual([]);
});

test('a provider has a beginning and an end of a round here, and no other door: no SAML, and no word of its logouts', () => {
  const paths = service.app.routes.map(({ path }) => path).filter((path) => path.startsWith('/oauth/'));
  const [google, openathens] = ['/oauth/google', '/oauth/openathens'];
  const doors = [google, `${google}/callback`, openathens, `${openathens}/callback`, `${openathens}/deeplink`];
  expect([...new Set(paths)].toSorted()).toEqual(doors);
  expect(service.app.routes.map(({ path }) => path).filter((path) => /saml|back-?channel/i.test(path))).toEqual([]);
});
