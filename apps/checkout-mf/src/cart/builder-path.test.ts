import { couponCart, giftLine, giftsCart, subscriptionLine } from '@newsstand/contracts/fixtures/cart';
import { describe, expect, it } from 'vitest';
import { builderPath, builderPathOf } from './builder-path.ts';

const { subscription } = couponCart;
const [gift] = giftsCart.giftsubs;
if (!subscription || !gift) throw new Error('the fixtures hold a subscription and gifts');
const refused = { coupon_message: 'In the publication’s words.', coupon_message_code: { code: 'api.coupon_not_this' } };

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
    ['a coupon that nobody knows', { code: 'api.coupon_unable', values: { code: 'NOTHING' } }],
    ['a coupon for new subscriptions only', { code: 'api.coupon_not_renewals' }],
    ['no coupon', undefined],
  ])('is none for %s', (_, coupon_message_code) => {
    const line = subscriptionLine('a', coupon_message_code && { coupon_message: 'Why not.', coupon_message_code });
    expect(builderPath(line, couponCart)).toBe(null);
  });

  it('has the code that was typed, for the subscription before the gifts', () => {
    const { giftsubs } = giftsCart;
    expect(builderPathOf('POSTCARD', { subscription, giftsubs }, 'a')).toMatch(/^\/subscribe\?level=.*&code=POSTCARD$/);
    expect(builderPathOf('PAPERTRAIL', { subscription: null, giftsubs }, 'a')).toBe(
      '/subscribe?type=gift&level=print-low&years=1years&shipping=ship-b&code=PAPERTRAIL',
    );
  });
});
