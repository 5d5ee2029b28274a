import { issues, products } from '@newsstand/contracts/fixtures/product';
import { describe, expect, it } from 'vitest';
import { findOffer } from './offer.ts';

const page = { products, issues };

describe('findOffer', () => {
  it.each([
    ['sized-product', 'prd:last-boat-tee', { price: 3400, left: 89, sold: true }],
    ['sized-product', 'sze:last-boat-tee-l', { name: 'Last Boat Tee, L', left: 6, sizes: [] }],
    ['print-issue', 'iss:14', { price: 1600, left: 120, sold: true }],
    ['print-issue', 'iss:12', { left: 0 }],
    ['digital-issue', 'iss:12', { price: 800, left: null, sold: true }],
    ['print-issue', 'iss:16', { sold: false }],
    ['digital-product', 'prd:tide-wallpapers', { price: 0, left: null }],
  ])('%s %s', (item, ref, expected) => {
    expect(findOffer(page, item, ref)).toMatchObject(expected);
  });

  it('offers without a price what a page does not know that has lost its goods', () => {
    const unknown = { ref: 'prd:elsewhere', price: null, left: null, sold: true };
    expect(findOffer({ issues }, 'basic-product', 'prd:elsewhere')).toMatchObject(unknown);
    expect(findOffer({}, 'basic-product', 'prd:elsewhere')).toMatchObject(unknown);
  });

  it.each([
    ['boat', 'prd:boat'],
    ['basic-product', 'prd:elsewhere'],
    ['print-issue', 'iss:999'],
    ['basic-product', undefined],
    [undefined, 'prd:harbour-mug'],
  ])('offers nothing for %s %s', (item, ref) => {
    expect(findOffer(page, item, ref)).toBeNull();
  });
});
