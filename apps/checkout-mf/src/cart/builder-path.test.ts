import { couponCart, giftLine, giftsCart, subscriptionLine } from '@newsstand/contracts/fixtures/cart';
import { COUPON_MESSAGES } from '@newsstand/contracts/coupon';
import { describe, expect, it } from 'vitest';
import { builderPath, builderPathOf } from './builder-path.ts';

const { subscription } = couponCart;
const [gift] = giftsCart.giftsubs;
if (!subscription || !gift) throw new Error('the fixtures hold a subscription and gifts');
const refused = { coupon_message: COUPON_MESSAGES.not_this };

describe('the form that a coupon sends to', () => {
  it('is the builder with the settings of the line, in the zone that it is shown for, and the code', () => {
    expect(builderPath(subscriptionLine('c', refused), { subscription, giftsubs: [] })).toBe(
      '/subscribe?level=print-low&years=2years&shipping=ship-c&code=LANDFALL',
    );
  });

  it('is the renewal’s page for a renewal', () => {
    const renewal = { ...subscription, renewal: true };
    expect(builderPath(subscriptionLine('a', refused), { subscription: renewal, giftsubs: [] })).toBe('/subscribe/renew?code=LANDFALL');
  });

  it('is that of the gift for a gift, whatever other gifts are there', () => {
    const digital = { deliverable: 'digital', level: 'high', term: 'lifetime', coupon: 'CARGO & CO' } as const;
    const { cart } = giftLine();
    const line = giftLine({ ...refused, cart: { ...cart, ref: 'digital/high/lifetime/CARGO & CO' } });
    expect(builderPath(line, { subscription, giftsubs: [gift, digital] })).toBe(
      '/subscribe?type=gift&level=digital-high&years=lifetime&code=CARGO+%26+CO',
    );
  });

  it.each([
    ['a coupon that nobody knows', COUPON_MESSAGES.unable],
    ['a coupon for new subscriptions only', COUPON_MESSAGES.not_renewals],
    ['no coupon', undefined],
  ])('is none for %s', (_, coupon_message) => {
    expect(builderPath(subscriptionLine('a', coupon_message === undefined ? {} : { coupon_message }), couponCart)).toBe(null);
    expect(builderPathOf(coupon_message ?? '', 'CODE', couponCart, 'a')).toBe(null);
  });

  it('has the code that was typed, for the subscription before the gifts', () => {
    const { not_this } = COUPON_MESSAGES;
    const { giftsubs } = giftsCart;
    expect(builderPathOf(not_this, 'POSTCARD', { subscription, giftsubs }, 'a')).toMatch(/^\/subscribe\?level=.*&code=POSTCARD$/);
    expect(builderPathOf(not_this, 'PAPERTRAIL', { subscription: null, giftsubs }, 'a')).toBe(
      '/subscribe?type=gift&level=print-low&years=1years&shipping=ship-b&code=PAPERTRAIL',
    );
  });
});
