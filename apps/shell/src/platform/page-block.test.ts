import { makePageData } from '@newsstand/contracts/fixtures/page';
import { expect, test } from 'vitest';
import { wrongInBlock } from './page-block.ts';

const whole = { ...makePageData({ page: 'article' }), widgets: ['checkout.store'] };

test.each([whole, {}, { cart: null }, { cart: whole.cart }])('a page may say %o of itself', (data) => {
  expect(wrongInBlock(JSON.stringify(data))).toBe(null);
});

test.each([
  ['', 'it is no JSON'],
  ['{ oops', 'it is no JSON'],
  ['null', 'it is no object'],
  ['[1]', 'it is no object'],
  ['"words"', 'it is no object'],
  [JSON.stringify({ ...whole, widgets: 'checkout.store' }), '"widgets" is no list of names'],
  [JSON.stringify({ ...whole, widgets: 5 }), '"widgets" is no list of names'],
  [JSON.stringify({ ...whole, widgets: [{}] }), '"widgets" is no list of names'],
  [JSON.stringify({ ...whole, publication: undefined }), 'it names widgets, and has no "publication"'],
  [JSON.stringify({ ...whole, cart: 'x' }), '"cart" is no cart'],
  [JSON.stringify({ ...whole, cart: { ...whole.cart, items: 'x' } }), '"cart" is no cart'],
])('of %s its developer is told what is wrong', (text, words) => {
  expect(wrongInBlock(text)).toContain(words);
});
