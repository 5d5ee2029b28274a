import { lowStockProduct, makeProduct, sizedProduct } from '@newsstand/contracts/fixtures/product';
import { expect, test } from 'vitest';
import { codeToKeep, type Kept, stillOffered } from './kept-choice.ts';

const kept = (chosen: Partial<Kept['chosen']>): Kept => ({
  of: 'new',
  code: null,
  chosen: {
    purpose: 'gift',
    medium: 'print',
    level: 'low',
    term: '1year',
    shipcode: 'a',
    gifts: 1,
    swag: {},
    donation: 0,
    when: 'now',
    ...chosen,
  },
});
const all = { checkout_later: true, add_donation: true, add_products: true };
const none = { checkout_later: false, add_donation: false, add_products: false };
const tote = makeProduct();

test('what was chosen comes back after a reload as it was', () => {
  const chosen = kept({ gifts: 3, swag: { [tote.ref]: { quantity: 2, size: null } }, donation: 10, when: 'later' });
  expect(stillOffered(chosen, { swag: [tote], flags: all })).toEqual(chosen.chosen);
});

test('what is no longer offered does not come back, nor more than is in stock', { tags: ['§5.quantities.5', '§5.quantities.6'] }, () => {
  const [size] = sizedProduct.sizes;
  const before = kept({
    gifts: 99,
    donation: 10,
    when: 'later',
    swag: {
      'prd:gone': { quantity: 1, size: null },
      [lowStockProduct.ref]: { quantity: 50, size: null },
      [sizedProduct.ref]: { quantity: 1, size: size?.ref ?? null },
    },
  });
  const sold = { ...sizedProduct, sizes: sizedProduct.sizes.map((each) => ({ ...each, quantity: 0 })) };
  expect(stillOffered(before, { swag: [lowStockProduct, sold], flags: none })).toMatchObject({
    gifts: 20,
    donation: 0,
    when: 'now',
    swag: { [lowStockProduct.ref]: { quantity: lowStockProduct.quantity, size: null } },
  });
  expect(Object.keys(stillOffered(before, { swag: [lowStockProduct, sold], flags: none }).swag)).toEqual([lowStockProduct.ref]);
});

test('a code comes back where it was tried, not where it was half typed', () => {
  const field = { typed: 'LANDF', busy: false, entered: null, error: null, changed: false };
  expect(codeToKeep(field)).toBeNull();
  expect(codeToKeep({ ...field, busy: true })).toBe('LANDF');
  expect(codeToKeep({ ...field, error: 'Unable to apply coupon LANDF' })).toBe('LANDF');
});
