import { CartLine, Deliverable, Level, Medium, Term, type Giftsub } from '@newsstand/contracts/cart';
import { COUPON_MESSAGES, tryCoupon } from '@newsstand/contracts/coupon';
import { deliverableOf } from '@newsstand/contracts/deliverable';
import { makeDonation } from '@newsstand/contracts/donation';
import {
  freeDigitalCoupon,
  giftCoupon,
  makeCoupon,
  makePricing,
  newCoupon,
  northAmericaCoupon,
  renewalCoupon,
} from '@newsstand/contracts/fixtures/subscribe';
import { addUp, subscriptionPrice } from '@newsstand/contracts/pricing';
import { SHIPCODES } from '@newsstand/contracts/shipcode';
import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { LINE_TEXTS } from '../../publication/texts/line-texts.ts';
import { membershipLines, needsAccount, needsAddress, type Membership, type Offer } from './membership-rules.ts';

const pricing = makePricing();
const coupons = [makeCoupon(), giftCoupon, renewalCoupon, newCoupon, freeDigitalCoupon, northAmericaCoupon];
const offer: Offer = { prices: pricing, coupons, messages: {} };
const nothing: Membership = { subscription: null, giftsubs: [], donation: null };
const subscription = { renewal: false, medium: 'print', level: 'low', term: '2year', coupon: null } as const;
const giftsub: Giftsub = { deliverable: 'print-c', level: 'low', term: '1year', coupon: 'POSTCARD' };

describe('the lines of a cart beside its goods', () => {
  it("need an account for a subscription of one's own, and for nothing else", { tags: ['§6.visitor.8'] }, () => {
    expect(needsAccount({ ...nothing, subscription })).toBe(true);
    expect(needsAccount({ ...nothing, giftsubs: [giftsub], donation: makeDonation('monthly', 5) })).toBe(false);
  });

  it("need an address for a print subscription of one's own", { tags: ['§5.address.3'] }, () => {
    expect(
      (['print', 'digital'] as const).map((medium) => needsAddress({ ...nothing, subscription: { ...subscription, medium } })),
    ).toEqual([true, false]);
  });

  it.each([
    ['a subscription', { subscription }],
    ['a lifetime that is renewed', { subscription: { ...subscription, renewal: true, level: 'high' as const, term: 'lifetime' as const } }],
    ['a gift with a coupon that is not for it', { giftsubs: [{ ...giftsub, deliverable: 'digital' as const, coupon: 'STAYLONGER' }] }],
    ['a donation', { donation: makeDonation('onetime', 5) }],
    ['a monthly donation', { donation: makeDonation('monthly', 5) }],
  ])('are called what the publication calls %s', (_what, membership) => {
    const inBrackets = Object.entries(LINE_TEXTS).map(([key, text]) => [`line.${key}`, text.replaceAll(/[A-Za-z]+(?![^{]*\})/g, '[$&]')]);
    const messages = {
      ...Object.fromEntries(inBrackets),
      'api.coupon_not_renewals': '[Not]',
      'api.coupon_not_new': '[Not]',
      'api.coupon_not_this': '[Not]',
    };
    const [line] = membershipLines({ ...offer, messages }, { ...nothing, ...membership }, 'a');
    const shown = [line?.name, line?.detail, line?.coupon_message].filter((text) => typeof text === 'string').join(' ');
    expect(shown).toMatch(/\[\w+\]/);
    expect(shown.replaceAll(/\[[^\]]*\]/g, '')).not.toMatch(/[A-Za-z]/);
  });

  it('bill a subscription to the zone that the order ships to', { tags: ['§3.pricing.1'] }, () => {
    const lines = SHIPCODES.flatMap((zone) => membershipLines(offer, { ...nothing, subscription }, zone));
    expect(lines.map(({ shipcode, price, shipping, detail }) => [shipcode, price, shipping, detail])).toEqual([
      ['a', 11200, 0, 'Print, Standard, 2 years (8 issues)'],
      ['b', 11200, 2400, 'Print, Standard, 2 years (8 issues)'],
      ['c', 11200, 4800, 'Print, Standard, 2 years (8 issues)'],
    ]);
  });

  it('bill a gift to where it goes, whatever the order ships to', () => {
    const lines = SHIPCODES.flatMap((zone) => membershipLines(offer, { ...nothing, giftsubs: [giftsub] }, zone));
    expect(lines.map(({ price, shipping, discount }) => [price, shipping, discount])).toEqual(SHIPCODES.map(() => [5600, 2400, 1000]));
  });

  it.each([
    ['not for this zone', { coupon: 'PAPERTRAIL' }, [undefined, undefined, COUPON_MESSAGES.not_this]],
    ['not for renewals', { coupon: 'FIRSTLANDING', renewal: true }, SHIPCODES.map(() => COUPON_MESSAGES.not_renewals)],
    ['for renewals alone', { coupon: 'STAYLONGER' }, SHIPCODES.map(() => COUPON_MESSAGES.not_new)],
    ['none any more', { coupon: 'GONE' }, SHIPCODES.map(() => 'Unable to apply coupon GONE')],
    ['none', {}, SHIPCODES.map(() => undefined)],
  ])(
    'say of a coupon that is %s why it takes nothing off',
    { tags: ['§5.coupons.2', '§5.coupons.3', '§5.coupons.4', '§5.coupons.5'] },
    (_, parts, message) => {
      const lines = SHIPCODES.flatMap((zone) => membershipLines(offer, { ...nothing, subscription: { ...subscription, ...parts } }, zone));
      expect(lines.map((line) => line.coupon_message)).toEqual(message);
    },
  );

  it('make one line of gifts that are alike, with the discount on each', () => {
    const other: Giftsub = { ...giftsub, deliverable: 'digital', coupon: null };
    const lines = membershipLines(offer, { ...nothing, giftsubs: [giftsub, other, giftsub, giftsub] }, 'a');
    expect(lines.map(({ quantity, price, shipping, discount }) => [quantity, price, shipping, discount])).toEqual([
      [3, 5600, 7200, 3000],
      [1, 2800, 0, 0],
    ]);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(2);
  });

  it.each([
    ['onetime', 'Donation', 2500],
    ['monthly', 'Monthly donation', 2500],
  ] as const)('charge a %s donation with the order', (type, name, price) => {
    expect(membershipLines(offer, { ...nothing, donation: makeDonation(type, 25) }, 'c')).toMatchObject([
      { name, price, shipping: 0, discount: 0 },
    ]);
  });

  it.each([
    ['print', true],
    ['digital', false],
  ] as const)("need an address for a %s subscription of one's own: %s", { tags: ['§5.address.3'] }, (medium, needed) => {
    expect(needsAddress({ ...nothing, subscription: { ...subscription, medium } })).toBe(needed);
    expect(needsAddress({ ...nothing, giftsubs: [giftsub] })).toBe(false);
  });
});

const level = fc.constantFrom(...Level.options);
const term = fc.constantFrom(...Term.options);
const code = fc.constantFrom(null, 'UNKNOWN', ...coupons.map((coupon) => coupon.code));
const memberships = fc.record({
  subscription: fc.option(fc.record({ renewal: fc.boolean(), medium: fc.constantFrom(...Medium.options), level, term, coupon: code })),
  giftsubs: fc.array(fc.record({ deliverable: fc.constantFrom(...Deliverable.options), level, term, coupon: code }), { maxLength: 20 }),
  donation: fc.option(fc.integer({ min: 1, max: 5000 }).map((dollars) => makeDonation('onetime', dollars))),
});

describe('any cart', () => {
  it("costs what the page's running price says", () => {
    fc.assert(
      fc.property(memberships, fc.constantFrom(...SHIPCODES), (membership, zone) => {
        const find = (wanted: string) => coupons.find((coupon) => coupon.code === wanted) ?? null;
        const tried = (wanted: string | null, trial: Parameters<typeof tryCoupon>[2]) =>
          wanted === null ? null : tryCoupon(wanted, find(wanted), trial);
        const own = membership.subscription;
        const codes = [...(own ? [own] : []), ...membership.giftsubs].map(({ coupon }) => coupon);
        const copiesWith = (wanted: string | null) => codes.filter((each) => each === wanted).length;
        const shown =
          (own ? priceShown({ ...own, deliverable: deliverableOf(own.medium, zone) }, 'personal', own.renewal) : 0) +
          membership.giftsubs.reduce((sum, gift) => sum + priceShown(gift, 'gift', false), 0) +
          (membership.donation?.amount ?? 0);
        function priceShown(choice: Giftsub, purpose: 'personal' | 'gift', renewal: boolean): number {
          const { deliverable, level: at, term: length } = choice;
          return subscriptionPrice(
            pricing,
            choice,
            tried(choice.coupon, { purpose, renewal, deliverable, level: at, term: length, copies: copiesWith(choice.coupon) }),
          ).total;
        }
        const lines = membershipLines(offer, membership, zone);
        const { total, waived } = addUp(
          lines.map(({ price, quantity, shipping, discount }) => ({ goods: price * quantity, shipping, discount })),
        );
        expect(total + waived).toBe(shown);
        expect(lines.every((line) => v.is(CartLine, line))).toBe(true);
      }),
    );
  });
});
