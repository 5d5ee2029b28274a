import { expect, test } from 'vitest';
import { linePath } from './routes.ts';

test.each([
  ['basic-product', 'harbour-mug', '/store/product/harbour-mug'],
  ['sized-product', 'last-boat-tee', '/store/product/last-boat-tee'],
  ['digital-product', 'tide-wallpapers', '/store/product/tide-wallpapers'],
  ['print-issue', 'salt', '/issue/salt'],
  ['digital-issue', 'salt', '/issue/salt'],
  ['personal-subscription', null, null],
  ['gift-subscription', null, null],
  ['donation-item', null, null],
  ['subscription-upgrade', null, null],
] as const)('the name of a %s leads to its page', { tags: ['§2.routes.4', '§2.checkout.10'] }, (type, slug, path) => {
  expect(linePath({ slug, cart: { type, ref: 'any', item: null, qty: 1 } })).toBe(path);
});
