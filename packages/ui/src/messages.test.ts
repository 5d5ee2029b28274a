import { expect, test } from 'vitest';
import { mustNotBeBlank } from '@newsstand/contracts/blank';
import { upTo } from '@newsstand/contracts/bounded';
import * as v from 'valibot';
import { createMessages, fill, ownPath, uiMessages, withQuery } from './messages.ts';

const defaults = { place_order: 'Place Order', low_stock: 'LOW STOCK (ONLY {n} LEFT)' } as const;

test('a text is the remote’s own until the publication overrides it', () => {
  expect(createMessages(defaults)('place_order')).toBe('Place Order');
  expect(createMessages(defaults, { place_order: 'Bestellen', other_remote: 'x' })('place_order')).toBe('Bestellen');
});

test('placeholders are filled in, in an override too', () => {
  expect(createMessages(defaults)('low_stock', { n: 3 })).toBe('LOW STOCK (ONLY 3 LEFT)');
  expect(createMessages(defaults, { low_stock: 'Nur noch {n}: {n}!' })('low_stock', { n: 3 })).toBe('Nur noch 3: 3!');
});

test('a placeholder without a value stays as it is, and a value is never read as a placeholder', () => {
  expect(fill('{a} and {b}', { a: '{b}', b: 1 })).toBe('{b} and 1');
  expect(fill('{c}')).toBe('{c}');
  expect(fill('{c}. {a}.', { a: 1 })).toBe('{c}. 1.');
});

test.each([
  ['A sentence within one: {message}. Try again.', 'Your card was declined.', 'A sentence within one: Your card was declined. Try again.'],
  ['Billed to {message}.', 'Acme Inc.', 'Billed to Acme Inc.'],
  ['{message} is billed.', 'Acme Inc.', 'Acme Inc. is billed.'],
  ['It goes on with {message}.', 'more …', 'It goes on with more ….'],
  ['It goes on with {message}.', 'more...', 'It goes on with more...'],
])('a value that brings its full stop is followed by no second one: %s %s', (text, message, filled) => {
  expect(fill(text, { message })).toBe(filled);
});

test('the compiler refuses unknown keys and missing values', () => {
  const t = createMessages(defaults);
  // @ts-expect-error there is no such text
  expect(t('nothing')).toBe('nothing');
  // @ts-expect-error it needs n
  expect(t('low_stock')).toBe('LOW STOCK (ONLY {n} LEFT)');
});

test('the texts of the components and of the contracts are the publication’s from the first call on', () => {
  createMessages(defaults, {
    'ui.close': 'Zu',
    'api.blank': 'Bitte ausfüllen.',
    'api.too_long': 'Höchstens {n} Zeichen.',
  });
  expect([uiMessages.close, uiMessages.cancel]).toEqual(['Zu', 'Cancel']);
  expect(mustNotBeBlank()).toBe('Bitte ausfüllen.');
  expect(v.safeParse(upTo(3), 'four').issues?.[0].message).toBe('Höchstens 3 Zeichen.');
});

test('a page is led to where the publication has it, and where the specification has it otherwise', () => {
  expect(ownPath('/store/product/{slug}', 'a b')).toBe('/store/product/a%20b');
  expect(withQuery(ownPath('/login'), { redirect: '/account' })).toBe('/login?redirect=%2Faccount');
  createMessages({}, { '/store/product/{slug}': '/shop/?product={slug}', '/login': '/?page=anmelden' });
  expect(ownPath('/store/product/{slug}', 'a&b')).toBe('/shop/?product=a%26b');
  expect(withQuery(ownPath('/login'), { redirect: '/account' })).toBe('/?page=anmelden&redirect=%2Faccount');
  expect(ownPath('/store')).toBe('/store');
});
