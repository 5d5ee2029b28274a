import { Cart } from '@newsstand/contracts/cart';
import { makeCart, makeLine } from '@newsstand/contracts/fixtures/cart';
import { TOMORROW } from '@newsstand/contracts/fixtures/aged';
import { makeProduct } from '@newsstand/contracts/fixtures/product';
import { makeSubscription } from '@newsstand/contracts/fixtures/subscription';
import { Cents } from '@newsstand/contracts/money';
import { Product } from '@newsstand/contracts/product';
import { PublicationInfo } from '@newsstand/contracts/publication-info';
import { LoginTab } from '@newsstand/contracts/reader';
import { Subscription } from '@newsstand/contracts/subscription';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readAnswer } from './read-answer.ts';

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => vi.restoreAllMocks());

const read = async <S extends v.GenericSchema>(schema: S, answer: unknown): Promise<unknown> => {
  const parsed = await readAnswer(schema, answer);
  return parsed.success ? parsed.output : 'cannot be read';
};
const without = (answer: object, ...keys: string[]) => Object.fromEntries(Object.entries(answer).filter(([key]) => !keys.includes(key)));

test('of a list with kinds that are not known the others are read, and the console says what was left out', async () => {
  const mug = makeProduct();
  const tape = { ...mug, type: TOMORROW };
  expect(await read(v.array(Product), [tape, mug, tape])).toEqual([mug]);
  expect(console.warn).toHaveBeenCalledWith(expect.stringContaining('0, 1'));
  expect(await read(v.array(LoginTab), ['password', 'passkey'])).toEqual(['password']);
});

test('missing words are no words, missing lists empty ones, and what is counted is none', async () => {
  const { description, tags, image, ...rest } = makeProduct();
  expect([description, tags.length > 0, image.width > 0]).toEqual([expect.any(String), true, true]);
  expect(await read(Product, { ...rest, image: without(image, 'width') })).toMatchObject({
    ...rest,
    description: '',
    tags: [],
    image: { width: 0 },
  });
});

test('what has fields stands for itself, where each of them can be stood for', async () => {
  const mug = makeProduct();
  const settings = { checkout_later: false, add_donation: false, add_products: false, default_shipcode: 'a', default_donation: 2500 };
  expect(await read(Product, without(mug, 'image'))).toEqual({ ...mug, image: { source: '', width: 0, height: 0, alt: '' } });
  expect(await read(PublicationInfo, { name: 'Harbour', support_address: '', messages: {} })).toEqual({
    name: 'Harbour',
    support_address: '',
    settings,
    messages: {},
  });
  expect(await read(v.object({ publication: PublicationInfo }), {})).toMatchObject({ publication: { name: '', settings } });
});

test('of what stands for itself nothing is left behind where one of its fields has an amount', async () => {
  const priced = v.object({ name: v.string(), lines: v.array(v.string()), price: v.object({ lines: v.array(v.string()), cents: Cents }) });
  const answer = { can_checkout: true, orders: [{ name: 'Mug', lines: [] }] };
  const Orders = v.object({ can_checkout: v.boolean(), orders: v.array(priced) });
  expect(await read(priced, { name: 'Mug', lines: [] })).toBe('cannot be read');
  expect(await read(Orders, answer)).toEqual({ can_checkout: false, orders: [] });
});

test('a count that cannot be read is unknown, and not without end', async () => {
  const counted = { ...makeSubscription(), issues_left: 3, tokens_left: 3 };
  for (const odd of [
    { issues_left: 'many', tokens_left: [3] },
    { issues_left: undefined, tokens_left: undefined },
    { issues_left: -1, tokens_left: 0.5 },
  ])
    expect(await read(Subscription, { ...counted, ...odd })).toEqual(without(counted, 'issues_left', 'tokens_left'));
  expect(await read(Subscription, { ...counted, issues_left: null })).toMatchObject({ issues_left: null });
});

test('no amount of money is made up: what has it goes with it', async () => {
  const mug = makeProduct();
  expect(await read(Product, without(mug, 'print_price'))).toBe('cannot be read');
  expect(await read(v.object({ product: v.nullable(Product) }), { product: without(mug, 'print_price') })).toEqual({ product: null });
  expect(await read(v.object({ products: v.array(Product) }), { products: [mug, without(mug, 'print_price')] })).toEqual({
    products: [mug],
  });
});

test('a cart of which a line cannot be shown is not to be checked out here', async () => {
  const cart = makeCart({ lines: [makeLine()] });
  const [line] = cart.billing.a;
  const tape = { ...line, cart: { ...line?.cart, type: TOMORROW } };
  const seen = await read(Cart, { ...cart, billing: { ...cart.billing, a: [line, tape] } });
  expect(seen).toEqual({ ...v.parse(Cart, cart), can_checkout: false });
  expect(cart.can_checkout).toBe(true);
});

test('a cart whose lines are not told is read without them, in all zones or in one, and not to be checked out here', async () => {
  const cart = makeCart({ lines: [makeLine()] });
  const known = v.parse(Cart, cart);
  const none = { a: [], b: [], c: [] };
  expect(await read(Cart, without(cart, 'billing'))).toEqual({ ...known, billing: none, can_checkout: false });
  expect(await read(Cart, { ...cart, billing: without(cart.billing, 'b') })).toEqual({
    ...known,
    billing: { ...known.billing, b: [] },
    can_checkout: false,
  });
  expect(await read(Cart, without(cart, 'items'))).toEqual({ ...known, items: [] });
  expect(await read(Cart, without(cart, 'totals'))).toBe('cannot be read');
});

test('what is no answer at all is not made one', async () => {
  for (const answer of [undefined, null, 'OK', [], {}]) expect(await read(Cart, answer)).toBe('cannot be read');
  expect(await read(v.nullable(v.object({ total: v.pipe(v.number(), v.integer()) })), { total: 'ten' })).toBe('cannot be read');
});
