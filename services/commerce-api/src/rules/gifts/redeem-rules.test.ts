import { makePricing } from '@newsstand/contracts/fixtures/subscribe';
import { describe, expect, it } from 'vitest';
import { bought, release } from '../../../test/samples.ts';
import { type Subscriptions } from '../subscriptions/subscription-rules.ts';
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
