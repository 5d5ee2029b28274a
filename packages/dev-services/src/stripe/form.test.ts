import { expect, test } from 'vitest';
import { parseForm } from './form.ts';

test.each([
  ['amount=4000&currency=usd', { amount: '4000', currency: 'usd' }],
  ['metadata[order]=o1&metadata[a b]=%26', { metadata: { order: 'o1', 'a b': '&' } }],
  ['expand[0]=customer&expand[1]=latest_charge', { expand: ['customer', 'latest_charge'] }],
  ['expand[]=a&expand[]=b', { expand: ['a', 'b'] }],
  ['card[address][city]=X&card[number]=1', { card: { address: { city: 'X' }, number: '1' } }],
  ['setup_future_usage=', { setup_future_usage: '' }],
  ['metadata[1]=one', { metadata: { 1: 'one' } }],
  ['', {}],
])('%s', (encoded, form) => {
  expect(parseForm(encoded)).toEqual(form);
});

test('a key named __proto__ changes nothing but itself', () => {
  const form = parseForm('__proto__[polluted]=1&metadata[__proto__][polluted]=1');
  expect(Object.hasOwn(form, '__proto__')).toBe(true);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});
