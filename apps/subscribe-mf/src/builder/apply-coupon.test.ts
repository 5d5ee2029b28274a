import {
  freeDigitalCoupon,
  giftCoupon,
  makeCoupon,
  newCoupon,
  northAmericaCoupon,
  renewalCoupon,
} from '@newsstand/contracts/fixtures/subscribe';
import type { Coupon } from '@newsstand/contracts/coupon';
import { readSubscribeQuery } from '@newsstand/contracts/subscribe';
import { describe, expect, it } from 'vitest';
import { allowedBy, couponResult, enterCoupon } from './apply-coupon.ts';
import { chosenByLink, type Chosen } from './chosen.ts';
import { startOf } from './start.ts';

const chosen = (parts: Partial<Chosen> = {}): Chosen => ({ ...chosenByLink(readSubscribeQuery({}, 'a'), false), ...parts });

describe('a code that is entered', () => {
  it('stays when it can be used here', () => {
    expect(enterCoupon(chosen(), 'LANDFALL', makeCoupon())).toMatchObject({ type: 'entered', change: {} });
  });

  it('makes the purpose a gift when it is for gifts only', () => {
    expect(enterCoupon(chosen(), 'POSTCARD', giftCoupon)).toMatchObject({ type: 'entered', change: { purpose: 'gift' } });
  });

  it.each([false, true])('resets the choice to what it allows, and leaves alone what fits (a renewal: %s)', (renewal) => {
    const change = (parts: Partial<Chosen>, coupon: Coupon) => {
      const entering = enterCoupon(chosen({ renewal, ...parts }), coupon.code, coupon);
      return entering.type === 'entered' ? entering.change : entering;
    };
    expect(change({ shipcode: 'b', level: 'high' }, freeDigitalCoupon)).toEqual({ medium: 'digital', level: 'low' });
    expect(change({ shipcode: 'c' }, northAmericaCoupon)).toEqual({ shipcode: 'a' });
    expect(change({ medium: 'digital', shipcode: 'b' }, northAmericaCoupon)).toEqual({ medium: 'print' });
    expect(change({ medium: 'digital', shipcode: 'c' }, northAmericaCoupon)).toEqual({ medium: 'print', shipcode: 'a' });
    expect(change({ shipcode: 'c' }, makeCoupon())).toEqual({});
  });

  it('is for a renewal when it says so, and refused there when it does not', () => {
    expect(enterCoupon(chosen({ renewal: true }), 'STAYLONGER', renewalCoupon)).toMatchObject({ type: 'entered', change: {} });
    expect(enterCoupon(chosen({ renewal: true }), 'FIRSTLANDING', newCoupon)).toEqual({
      type: 'refused',
      message: 'This coupon does not apply to subscription renewals.',
    });
  });

  it.each([
    ['nobody knows', null, 'Unable to apply coupon NOWHERE'],
    ['is for renewals', renewalCoupon, 'This coupon does not apply to new subscriptions.'],
    ['has no discounts', makeCoupon({ discounts: {} }), 'Unable to apply coupon NOWHERE'],
  ])('is refused when it %s', (_title, coupon, message) => {
    expect(enterCoupon(chosen(), 'NOWHERE', coupon)).toEqual({ type: 'refused', message });
  });
});

describe('a coupon that is on', () => {
  it('is turned off while the choice is another one, and on again when it fits', () => {
    const entered = { code: 'PAPERTRAIL', coupon: northAmericaCoupon };
    const types = [chosen(), chosen({ shipcode: 'c' }), chosen({ medium: 'digital' }), chosen({ shipcode: 'b' })].map(
      (choice) => couponResult(choice, entered)?.type,
    );
    expect(types).toEqual(['applied', 'not-applicable', 'not-applicable', 'applied']);
    expect(couponResult(chosen({ level: 'high' }), entered)).toEqual({ type: 'not-applicable', why: { key: 'not_this' } });
  });

  it('is turned off for a gift when it is for new subscriptions', () => {
    expect(couponResult(chosen({ purpose: 'gift' }), { code: 'FIRSTLANDING', coupon: newCoupon })?.type).toBe('not-applicable');
  });

  it('leaves what it allows to choose from, and never the high level', () => {
    const allowed = allowedBy({ code: 'DIPLOMATICBAG', coupon: freeDigitalCoupon });
    expect([[...allowed.media], [...allowed.deliverables], allowed.high, allowed.personal]).toEqual([
      ['digital'],
      ['digital'],
      false,
      true,
    ]);
    expect(allowedBy({ code: 'POSTCARD', coupon: giftCoupon }).personal).toBe(false);
    expect(allowedBy(null).high).toBe(true);
  });
});

describe('the page opens', () => {
  it('with what the link chose, and its coupon on', { tags: ['§2.query.8'] }, () => {
    const start = startOf(readSubscribeQuery({ level: 'standard-digital', years: '2years', code: 'postcard' }, 'a'), false, {
      coupon: giftCoupon,
    });
    expect(start).toMatchObject({
      chosen: { medium: 'digital', term: '2year', purpose: 'gift' },
      entered: { code: 'POSTCARD' },
      lookUp: null,
    });
  });

  it('with the nearest choice that the coupon of a link allows', () => {
    const query = readSubscribeQuery({ code: 'diplomaticbag', level: 'solidarity-print', years: '2years' }, 'a');
    expect(startOf(query, false, { coupon: freeDigitalCoupon }).chosen).toMatchObject({ medium: 'digital', level: 'low', term: '2year' });
  });

  it('asks for a code that the page does not hold', () => {
    expect(startOf(readSubscribeQuery({ code: 'landfall' }, 'a'), false, { coupon: null }).lookUp).toBe('LANDFALL');
  });

  it('says why the coupon of the link is refused', () => {
    const start = startOf(readSubscribeQuery({ code: 'staylonger' }, 'a'), false, { coupon: renewalCoupon });
    expect(start).toMatchObject({ entered: null, error: 'This coupon does not apply to new subscriptions.', code: 'STAYLONGER' });
  });

  it('says that too many codes were tried, as the page was told, and asks no more', () => {
    const coupon_refusal = { errors: { general: 'Too many attempts. Please try again in 9 minutes.' }, retry_after: 540 };
    const start = startOf(readSubscribeQuery({ code: 'landfall' }, 'a'), false, { coupon: null, coupon_refusal });
    expect(start).toMatchObject({
      entered: null,
      error: 'Too many attempts. Please try again in 9 minutes.',
      code: 'LANDFALL',
      lookUp: null,
    });
    expect(startOf(readSubscribeQuery({}, 'a'), false, { coupon: null, coupon_refusal })).toMatchObject({ error: null, lookUp: null });
  });

  it('with a gift for who has a subscription account already', () => {
    expect(startOf(readSubscribeQuery({}, 'a'), true, { coupon: null }).chosen.purpose).toBe('gift');
  });
});
