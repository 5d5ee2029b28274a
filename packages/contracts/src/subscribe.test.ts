import { describe, expect, it } from 'vitest';
import { digitalProduct, makeProduct, sizedProduct, soldOutProduct } from '../fixtures/product.ts';
import { makeAddress } from '../fixtures/receipt.ts';
import type { Deliverable } from './cart.ts';
import { mediumOf } from './deliverable.ts';
import { clampGifts } from './gift.ts';
import { builderFlags, clampSwag, pickSwag, readSubscribeQuery } from './subscribe.ts';
import { mustChangeSettings, sameSettings } from './subscription.ts';

const nothing = { purpose: 'personal', category: 'print-low', term: '1year', shipcode: 'a', code: null };
const all = { checkout_later: true, add_donation: true, add_products: true };
const none = { checkout_later: false, add_donation: false, add_products: false };

describe('a link to /subscribe', () => {
  it.each([
    [{}, {}],
    [{ type: 'gift' }, { purpose: 'gift' }],
    [{ type: 'present' }, {}],
    [{ level: 'high' }, { category: 'print-high' }],
    [{ level: 'solidarity-digital' }, { category: 'digital-high' }],
    [{ level: 'digital-low' }, { category: 'digital-low' }],
    [{ level: 'imperial' }, {}],
    [{ years: 'lifetime' }, { term: 'lifetime' }],
    [{ years: '2years' }, { term: '2year' }],
    [{ years: '12' }, {}],
    [{ shipping: 'ship-b' }, { shipcode: 'b' }],
    [{ shipping: 'c' }, { shipcode: 'c' }],
    [{ shipping: 'ship-d' }, {}],
    [{ code: ' postcard ' }, { code: 'POSTCARD' }],
    [{ code: ' ' }, {}],
  ])('%j chooses %j', { tags: ['§2.query.8', '§3.codes.2'] }, (query, chosen) => {
    expect(readSubscribeQuery(query, 'a')).toEqual({ ...nothing, ...chosen });
  });
});

describe('what a page of the builder offers', () => {
  it('is products on subscribe and renew, and checking out later on donate', { tags: ['§4.flags.1', '§4.flags.2'] }, () => {
    expect((['subscribe', 'renew', 'donate'] as const).map((page) => builderFlags(page, all))).toEqual([
      { checkout_later: false, add_donation: false, add_products: true },
      { checkout_later: false, add_donation: false, add_products: true },
      { checkout_later: true, add_donation: false, add_products: false },
    ]);
  });

  it.each([
    ['subscribe', all, {}, { checkout_later: false, add_donation: false, add_products: true }],
    ['renew', all, {}, { checkout_later: false, add_donation: false, add_products: true }],
    ['donate', all, {}, { checkout_later: true, add_donation: false, add_products: false }],
    ['subscribe', all, { add_donation: true, checkout_later: true }, all],
    ['subscribe', { ...all, checkout_later: false }, { checkout_later: true }, { ...none, add_products: true }],
    ['donate', none, all, none],
  ] as const)('%s, where the publication says %j and the page %j: %j', (page, settings, config, flags) => {
    expect(builderFlags(page, settings, config)).toEqual(flags);
  });
});

describe('swag', () => {
  it('is taken between 1 and the lesser of what is in stock and 50', { tags: ['§5.quantities.5', '§9.swag.2'] }, () => {
    expect([clampSwag(60, 80), clampSwag(60, 7), clampSwag(0, 7), clampSwag(60, null)]).toEqual([50, 7, 1, 50]);
  });

  it(
    'is at most two products, and only what is in stock in at least one size',
    { tags: ['§2.builder.5', '§5.swag.1', '§9.swag.1'] },
    () => {
      const third = makeProduct({ ref: 'prd:third' });
      const noSize = { ...sizedProduct, sizes: sizedProduct.sizes.map((size) => ({ ...size, quantity: 0 })) };
      expect(pickSwag([soldOutProduct, noSize, sizedProduct, digitalProduct, third])).toEqual([sizedProduct, digitalProduct]);
    },
  );
});

describe('gifts', () => {
  it('are 1 to 20 of a kind, floored to a whole number', { tags: ['§5.quantities.6', '§9.gifts.1'] }, () => {
    expect(['0', 3.7, 21].map(clampGifts)).toEqual([1, 3, 20]);
  });

  it.each([
    ['0', 1],
    ['3.7', 3],
    [21, 20],
    ['many', 1],
  ])('%s of a kind are taken as %i', (typed, quantity) => {
    expect(clampGifts(typed)).toBe(quantity);
  });
});

describe('renewing with the same settings', () => {
  const addresses = { a: makeAddress(), b: null, c: null };
  const having = (set: Deliverable, active: Deliverable) =>
    ({ term: '1year', deliverables: { set, active }, settings: { medium: mediumOf(active), level: 'low' } }) as const;

  it('is impossible when the address for the set deliverable is missing or was refused', { tags: ['§4.renew.4', '§4.renew.5'] }, () => {
    expect(mustChangeSettings({ subscription: having('print-b', 'print-b'), addresses, zone: 'b' }, false)).toBe(true);
    expect(mustChangeSettings({ subscription: having('print-a', 'print-a'), addresses, zone: 'b' }, true)).toBe(true);
    expect(mustChangeSettings({ subscription: having('print-a', 'print-a'), addresses, zone: 'b' }, false)).toBe(false);
  });

  it.each([
    ['print-a', 'print-a', false, false],
    ['print-b', 'print-b', false, true],
    ['digital', 'digital', false, false],
    ['print-a', 'print-a', true, true],
    // Where it goes now is what counts.
    ['print-c', 'print-a', false, false],
    ['print-a', 'print-b', false, true],
    ['digital', 'print-b', false, true],
    ['print-b', 'digital', false, false],
  ] as const)('%s was paid for, it comes as %s, address refused %s: the settings must change is %s', (set, active, refused, forced) => {
    expect(mustChangeSettings({ subscription: having(set, active), addresses, zone: 'b' }, refused)).toBe(forced);
  });

  it('keeps how it comes now, and a lifetime that ended goes on by the year', () => {
    expect(sameSettings(having('print-c', 'print-a'), 'c')).toEqual({ medium: 'print', level: 'low', term: '1year', shipcode: 'a' });
    expect(sameSettings(having('print-b', 'digital'), 'c')).toMatchObject({ medium: 'digital', shipcode: 'b' });
    expect(sameSettings(having('digital', 'digital'), 'c')).toMatchObject({ medium: 'digital', shipcode: 'c' });
    expect(sameSettings({ ...having('digital', 'digital'), term: 'lifetime' }, 'c')).toMatchObject({ term: '1year' });
  });
});
