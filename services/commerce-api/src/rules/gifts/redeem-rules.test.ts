import { Deliverable, Level, Term } from '@newsstand/contracts/cart';
import { makePricing } from '@newsstand/contracts/fixtures/subscribe';
import { issuesOf } from '@newsstand/contracts/term';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redeemGift } from '../../../test/subscription-oracle.ts';
import { bought, day, release } from '../../../test/samples.ts';
import { countIssues, type Subscriptions } from '../subscriptions/subscription-rules.ts';
import { type PaidGift, redeemOptions } from './redeem-rules.ts';

const pricing = makePricing();
const makeGift = (parts: Partial<PaidGift> = {}): PaidGift => ({
  token: 'gift-token',
  deliverable: 'digital',
  level: 'low',
  term: '1year',
  redeemed: null,
  ...parts,
});
const redemption = { owner: 'ada', id: 's9', deliverable: 'digital', paid: 0, at: day(3) } as const;
const digitalReader = bought({ deliverables: { set: 'digital', active: 'digital' } });

describe('what redeeming a gift can be', () => {
  it.each<[string, PaidGift, Subscriptions, object]>([
    ['for a new reader', makeGift(), [], { renewal: false, misaligned: false, needs_upgrade: false, preselected: 'digital' }],
    [
      'for a reader of the same',
      makeGift({ deliverable: 'print-a' }),
      bought({}),
      { renewal: true, misaligned: false, needs_upgrade: false, preselected: 'print-a' },
    ],
    [
      'for a reader for a lifetime, who has every issue to come already',
      makeGift(),
      bought({ term: 'lifetime', deliverables: { set: 'digital', active: 'digital' } }),
      { renewal: true, misaligned: false, lifetime: true },
    ],
    [
      'misaligned, with an upgrade, where the current settings are preselected',
      makeGift(),
      bought({}),
      { renewal: true, misaligned: true, needs_upgrade: true, preselected: 'print-a' },
    ],
    [
      'misaligned, but better than what the reader has',
      makeGift({ deliverable: 'print-a' }),
      digitalReader,
      { renewal: true, misaligned: true, needs_upgrade: false, preselected: 'print-a' },
    ],
    [
      'for a reader whose subscription has run out',
      makeGift(),
      release(bought({}), 1, 2, 3, 4),
      { renewal: true, misaligned: false, needs_upgrade: false, preselected: 'digital' },
    ],
  ])('%s', (_, gift, subscriptions, expected) => {
    expect(redeemOptions(pricing, gift, subscriptions)).toMatchObject(expected);
  });

  it('preselects the current settings when the gift is misaligned and needs an upgrade', { tags: ['§4.redeem.3', '§4.redeem.4'] }, () => {
    expect(redeemOptions(pricing, makeGift(), bought({}))).toMatchObject({ misaligned: true, needs_upgrade: true, preselected: 'print-a' });
  });

  it('names a price for each deliverable that the gift does not cover', () => {
    expect(redeemOptions(pricing, makeGift({ term: '2year' }), []).prices).toEqual({
      digital: 0,
      'print-a': 5600,
      'print-b': 8000,
      'print-c': 10400,
    });
  });
});

describe('redeeming a gift', () => {
  it('starts a subscription for a new reader', { tags: ['§4.redeem.2'] }, () => {
    const result = redeemGift(pricing, makeGift(), [], redemption);
    expect(result).toMatchObject({
      type: 'redeemed',
      gift: { redeemed: 'ada' },
      subscriptions: [{ phase: 'introductory', term: '1year' }],
    });
  });

  it('adds a term behind those of a reader who has one', { tags: ['§4.redeem.2'] }, () => {
    const result = redeemGift(pricing, makeGift(), bought({}), redemption);
    expect(result).toMatchObject({ type: 'redeemed', subscriptions: [{ id: 's1' }, { id: 's9', phase: 'renewal', cycle: 2 }] });
  });

  it('is refused the second time: already redeemed', { tags: ['§4.redeem.1'] }, () => {
    expect(redeemGift(pricing, makeGift({ redeemed: 'ada' }), [], redemption)).toEqual({ type: 'already-redeemed' });
  });

  it('asks for a payment where the gift does not cover the choice', () => {
    expect(redeemGift(pricing, makeGift(), bought({}), { ...redemption, deliverable: 'print-a' })).toEqual({
      type: 'payment-required',
      amount: 2800,
    });
  });

  it('sets what was paid for', () => {
    const result = redeemGift(pricing, makeGift(), bought({}), { ...redemption, deliverable: 'print-a', paid: 2800 });
    expect(result).toMatchObject({ subscriptions: [{}, { deliverables: { set: 'print-a', active: 'print-a' } }] });
  });

  it('keeps the deliverable of the gift as set where the reader takes less', { tags: ['§3.subscription.2'] }, () => {
    const result = redeemGift(pricing, makeGift({ deliverable: 'print-a' }), [], redemption);
    expect(result).toMatchObject({ subscriptions: [{ deliverables: { set: 'print-a', active: 'digital' } }] });
  });

  it('gives the issues that the gift was bought with, and asks for exactly the price it showed', () => {
    const gifts = fc.record({
      token: fc.constant('gift-token'),
      deliverable: fc.constantFrom(...Deliverable.options),
      level: fc.constantFrom(...Level.options),
      term: fc.constantFrom(...Term.options),
      redeemed: fc.constant(null),
    });
    fc.assert(
      fc.property(gifts, fc.constantFrom(...Deliverable.options), (gift, deliverable) => {
        const price = redeemOptions(pricing, gift, []).prices[deliverable];
        const short = redeemGift(pricing, gift, [], { ...redemption, deliverable, paid: Math.max(0, price - 1) });
        expect(short.type).toBe(price > 0 ? 'payment-required' : 'redeemed');
        const result = redeemGift(pricing, gift, [], { ...redemption, deliverable, paid: price });
        expect(result.type === 'redeemed' && result.subscriptions.map((each) => countIssues(each).left)).toEqual([issuesOf(gift.term)]);
      }),
    );
  });
});
