import { makeLine, makeCart } from '@newsstand/contracts/fixtures/cart';
import { makePageData, makePublication } from '@newsstand/contracts/fixtures/page';
import { lowStockProduct, makeProduct, sizedProduct } from '@newsstand/contracts/fixtures/product';
import * as coupons from '@newsstand/contracts/fixtures/subscribe';
import { makeRenewing } from '@newsstand/contracts/fixtures/subscription';
import type { Cart } from '@newsstand/contracts/cart';
import type { Coupon } from '@newsstand/contracts/coupon';
import type { DonationTier } from '@newsstand/contracts/donation';
import type { PageData } from '@newsstand/contracts/page-data';
import type { Renewing } from '@newsstand/contracts/subscription';
import type { WidgetName } from '@newsstand/contracts/widget';

/** How the pretended server answers when the choice is sent. */
export type Script =
  | 'accepts'
  | 'falls-over'
  | 'never'
  /**
   * Payments: the bank asks who pays, the card on record is refused, the card entered is, the server never hears of it,
   * the poll fails.
   */
  | 'authorize-card'
  | 'replace-card'
  | 'declines'
  | 'never-settles'
  | 'poll-fails'
  /** Somebody else redeems the gift first. */
  | 'meanwhile'
  /** The address has an account, as long as nobody is logged in. */
  | 'has-account'
  | { errors: string | Record<string, string> }
  /** Something between us and the server answers, in words of its own. */
  | { raw: string };

export type State = {
  title: string;
  widget: WidgetName;
  page: PageData | 'failed' | 'pending';
  options?: Record<string, string>;
  /** The query of the page's address, as a link would give it. */
  query?: string;
  script?: Script;
  /** Coupons that the pretended server knows. */
  coupons?: Coupon[];
};

export const tiers: DonationTier[] = [
  {
    name: 'Visitor Visa',
    onetime: 5000,
    monthly: 500,
    description: 'You are only passing through, and you leave the place better than you found it.',
  },
  { name: 'Permanent Residency', onetime: 10000, monthly: 2500, description: "You unpack. A day of a reporter's boat fare is yours." },
  { name: 'Citizenship', onetime: 25000, monthly: 5000, description: 'You vote each spring on one place that we must go to.' },
  { name: 'Ambassadorship', onetime: 100000, monthly: 10000, description: 'You pay for a whole assignment, and it begins with your name.' },
];

const RAW = 'Too many requests. Try again in a minute.';

const known: Coupon[] = [
  coupons.makeCoupon(),
  coupons.giftCoupon,
  coupons.renewalCoupon,
  coupons.newCoupon,
  coupons.freeDigitalCoupon,
  coupons.northAmericaCoupon,
];

const data = (page: PageData['page'], parts: Partial<PageData> = {}): PageData =>
  makePageData({
    page,
    subscribe: { pricing: coupons.makePricing(), donation_tiers: tiers, swag: [makeProduct(), sizedProduct], coupon: null },
    ...parts,
  });

const subscriber = { account: { name: 'Ada Merrow', email: 'ada@example.org' } };
const later = { publication: makePublication({ settings: { ...makePublication().settings, checkout_later: true } }) };
const held: Cart = makeCart({
  lines: [makeLine()],
  subscription: { renewal: false, medium: 'digital', level: 'low', term: '1year', coupon: null },
  donation: { process: 'onetime', dollars: 25, amount: 2500 },
});

type More = Partial<Omit<State, 'page'>> & { data?: Partial<PageData> };

const builder = (title: string, { data: parts, ...more }: More = {}): State => ({
  title: `Subscribe: ${title}`,
  widget: 'subscribe.builder',
  page: data('subscribe', parts),
  coupons: known,
  ...more,
});

const donate = (title: string, { data: parts, ...more }: More = {}): State => ({
  title: `Donate: ${title}`,
  widget: 'subscribe.donate',
  page: data('donate', parts),
  ...more,
});

const card = { card: { type: 'visa', last_four: '4242', exp_month: 8, exp_year: 2031 }, ach: null };

/** Where a subscriber stands: so many issues to come, of a subscription with these settings. */
const renewing = (left: number, parts: Partial<Renewing> = {}): Renewing =>
  makeRenewing({
    options: {
      expiration_tokens: { extended: left > 2, expiring: left > 0 && left <= 2, expired: left === 0 },
      issues_expected: Array.from({ length: left }, (_, index) => ({ issue: 13 + index })),
      is_lifetime: false,
    },
    standing: left === 0 ? { type: 'expired', autorenew: false } : { type: left > 2 ? 'extended' : 'expiring', left, autorenew: false },
    ...parts,
  });

const renew = (title: string, who: Renewing | null, { data: parts, ...more }: More = {}): State => ({
  title: `Renew: ${title}`,
  widget: 'subscribe.renew',
  page: data('renew', { renew: who, ...(who && subscriber), ...parts }),
  coupons: known,
  ...more,
});

const canada = {
  term: '2year',
  level: 'high',
  deliverables: { set: 'print-b', active: 'print-b' },
  settings: { medium: 'print', level: 'high' },
} as const;

/** Paid for the whole world, and posted at home. */
const moved = {
  term: '1year',
  level: 'low',
  deliverables: { set: 'print-c', active: 'print-a' },
  settings: { medium: 'print', level: 'low' },
} as const;

type Offer = NonNullable<PageData['redeem']>;

const offer = ({ gift, options }: { gift?: Partial<Offer['gift']>; options?: Partial<Offer['options']> } = {}): Offer => ({
  gift: {
    token: 'gift_fixture0001',
    order: { name: 'Grace Holm' },
    term: '1year',
    level: 'low',
    deliverables: { set: 'print-a' },
    redeemed: false,
    ...gift,
  },
  options: {
    renewal: false,
    misaligned: false,
    needs_upgrade: false,
    preselected: 'print-a',
    prices: { digital: 0, 'print-a': 0, 'print-b': 1200, 'print-c': 2400 },
    ...options,
  },
});

/** A subscriber with print, and a gift of files: what they have is chosen, and costs something. */
const better: Offer = offer({
  gift: { deliverables: { set: 'digital' } },
  options: {
    renewal: true,
    misaligned: true,
    needs_upgrade: true,
    preselected: 'print-a',
    prices: { digital: 0, 'print-a': 1600, 'print-b': 2800, 'print-c': 4000 },
  },
});

const redeem = (title: string, found: Offer | null, { data: parts, ...more }: More = {}): State => ({
  title: `Redeem: ${title}`,
  widget: 'subscribe.redeem',
  page: makePageData({ redeem: found, ...parts }),
  ...more,
});

/** Every state of every widget that can be looked at without an API; fed from the fixtures of contracts. */
export const states = {
  builder: builder('as it opens'),
  gift: builder('a gift', { query: 'type=gift' }),
  linked: builder('by a link', { query: 'level=solidarity-digital&years=3years&shipping=ship-b' }),
  coupon: builder('by a link with a coupon', { query: 'code=LANDFALL' }),
  'digital-coupon': builder('by a link with a coupon for files', { query: 'code=DIPLOMATICBAG' }),
  'gift-coupon': builder('a coupon for gifts', { query: 'code=POSTCARD' }),
  'coupon-elsewhere': builder('a coupon for another choice', { query: 'level=solidarity-digital&shipping=ship-b&code=PAPERTRAIL' }),
  'coupon-new': builder('a coupon for who is new, turned off by a gift', { query: 'code=FIRSTLANDING' }),
  'renewal-coupon': builder('a coupon for renewals', { query: 'code=STAYLONGER' }),
  'unknown-coupon': builder('a coupon that nobody knows', { query: 'code=NOWHERE' }),
  free: builder('free by a coupon', { query: 'level=standard-digital&code=DIPLOMATICBAG' }),
  everything: builder('donation, products, later', {
    data: later,
    options: { addDonation: 'true', checkoutLater: 'true' },
  }),
  bare: builder('nothing beside the subscription', { options: { addProducts: 'false' } }),
  'low-stock': builder('few products left', {
    data: {
      subscribe: { pricing: coupons.makePricing(), donation_tiers: tiers, swag: [lowStockProduct, sizedProduct], coupon: null },
    },
  }),
  subscriber: builder('for a subscriber', { data: subscriber }),
  held: builder('with a full cart', { data: { cart: held } }),
  refused: builder('will be refused', {
    options: { addDonation: 'true' },
    script: { errors: { 'item.donation.dollars': 'At least 5 dollars, please.', general: 'Please look at your choice again.' } },
  }),
  'server-down': builder('server down', { script: 'falls-over' }),
  raw: builder('an answer that is not ours', { script: { raw: RAW } }),
  sending: builder('never answered', { script: 'never' }),
  donate: donate('as it opens'),
  'donate-monthly': donate('by a link', { query: 'type=monthly&amount=50' }),
  'donate-later': donate('now or later', { data: later }),
  'donate-refused': donate('will be refused', { script: { errors: { amount: 'At least 5 dollars, please.' } } }),
  'donate-down': donate('server down', { script: 'falls-over' }),
  renew: renew('issues to come', renewing(3)),
  'renew-expiring': renew('about to end', renewing(1)),
  'renew-other': renew('another reader', renewing(1), { data: { account: { name: 'Bo Holm', email: 'bo@example.org' } } }),
  'renew-expired': renew('ended', renewing(0)),
  'renew-by-itself': renew('renews by itself', renewing(2, { standing: { type: 'expiring', left: 2, autorenew: true } })),
  'renew-refused': renew(
    'ended, and the card was refused',
    renewing(0, { standing: { type: 'expired', autorenew: true }, declined: true }),
  ),
  'renew-confirm': renew(
    'ended, and the bank waits for its reader',
    renewing(0, { standing: { type: 'expired', autorenew: true }, confirm: 'charge_fixture01' }),
  ),
  'renew-processing': renew('ended, and a bank debits the renewal, autorenew off since', renewing(0, { processing: true })),
  'renew-processing-more': renew('about to end, and a bank debits an older renewal', renewing(1, { processing: true })),
  'renew-invoice': renew(
    'ended, and an invoice for it is not paid',
    renewing(0, { invoices: [{ invoice_no: 'EXC-007', token: 'inv_renewal01', total: 5600, due_date: '2026-12-22', processing: false }] }),
  ),
  'renew-invoice-processing': renew(
    'ended, and a bank debits an invoice for it',
    renewing(0, { invoices: [{ invoice_no: 'EXC-007', token: 'inv_renewal01', total: 5600, due_date: '2026-12-22', processing: true }] }),
  ),
  'renew-lifetime': renew('for a lifetime', makeRenewing({ options: { ...makeRenewing().options, is_lifetime: true } })),
  'renew-none': renew('never subscribed', makeRenewing({ standing: { type: 'none' }, subscription: null })),
  'renew-guest': renew('not logged in', null),
  'renew-no-address': renew('no address', renewing(0, { subscription: canada })),
  'renew-moved': renew('posted elsewhere than was paid for', renewing(1, { subscription: moved })),
  'renew-address-refused': renew('the address is refused', renewing(1), {
    script: { errors: { 'address.postcode': 'Must not be blank.' } },
  }),
  'renew-coupon': renew('by a link with a coupon', renewing(1), { query: 'code=STAYLONGER' }),
  'renew-coupon-new': renew('a coupon for new ones', renewing(1), { query: 'code=FIRSTLANDING' }),
  'renew-coupon-digital': renew('a coupon that changes the settings', renewing(1), { query: 'code=DIPLOMATICBAG' }),
  'renew-coupon-gift': renew('a coupon for gifts', renewing(1), { query: 'code=POSTCARD' }),
  'renew-card': renew('with a card on record', renewing(1), { data: { payment_info: card } }),
  'renew-bank': renew('with a bank account on record', renewing(1), {
    data: { payment_info: { card: null, ach: { bank_name: 'Tidal Savings', last_four: '6789', routing_number: '110000000' } } },
  }),
  'renew-authorize': renew('the bank asks', renewing(1), { data: { payment_info: card }, script: 'authorize-card' }),
  'renew-replace': renew('the card is refused', renewing(1), { data: { payment_info: card }, script: 'replace-card' }),
  'renew-declined': renew('the new card is declined', renewing(1), { script: 'declines' }),
  'renew-never': renew('the payment is never heard of', renewing(1), { data: { payment_info: card }, script: 'never-settles' }),
  'renew-unheard': renew('the poll fails', renewing(1), { data: { payment_info: card }, script: 'poll-fails' }),
  'renew-price': renew('the price has changed', renewing(1), {
    script: { errors: { total: 'The price of your order is now $60.00. Please check it and confirm.' } },
  }),
  'renew-down': renew('server down', renewing(1), { script: 'falls-over' }),
  'renew-raw': renew('an answer that is not ours', renewing(1), { script: { raw: RAW } }),
  'renew-later': renew('now or later', renewing(1), { data: later, options: { addDonation: 'true', checkoutLater: 'true' } }),
  redeem: redeem('a new reader', offer()),
  'redeem-digital': redeem('files', offer({ gift: { deliverables: { set: 'digital' } }, options: { preselected: 'digital' } })),
  'redeem-renewal': redeem('as a renewal', offer({ options: { renewal: true } }), { data: subscriber }),
  'redeem-keep': redeem('with an address on record', offer({ options: { renewal: true } }), {
    data: { ...subscriber, renew: renewing(3) },
  }),
  'redeem-ended': redeem('for who has nothing left', offer({ options: { renewal: true } }), {
    data: { ...subscriber, renew: renewing(0) },
  }),
  'redeem-lifetime': redeem('for who has a lifetime', offer({ options: { renewal: true, lifetime: true } }), { data: subscriber }),
  'redeem-misaligned': redeem('delivered otherwise', offer({ options: { renewal: true, misaligned: true, preselected: 'digital' } }), {
    data: subscriber,
  }),
  'redeem-upgrade': redeem('as a renewal that costs something', better, { data: subscriber }),
  'redeem-card': redeem('paid with a card on record', better, { data: { ...subscriber, payment_info: card } }),
  'redeem-authorize': redeem('the bank asks', better, { data: { ...subscriber, payment_info: card }, script: 'authorize-card' }),
  'redeem-replace': redeem('the card is refused', better, { data: { ...subscriber, payment_info: card }, script: 'replace-card' }),
  'redeem-unheard': redeem('the poll fails', better, { data: { ...subscriber, payment_info: card }, script: 'poll-fails' }),
  'redeem-declined': redeem('the new card is declined', better, { data: subscriber, script: 'declines' }),
  'redeem-meanwhile': redeem('redeemed by somebody else meanwhile', better, { data: subscriber, script: 'meanwhile' }),
  'redeem-back': redeem('back from the bank', offer({ gift: { redeemed: true } }), {
    data: subscriber,
    query: 'payment_intent=pi_fixture&redirect_status=succeeded',
  }),
  'redeem-on-its-way': redeem(
    'the payment is on its way',
    { ...better, gift: { ...better.gift, payment: 'invoice_fixture01' } },
    { data: subscriber },
  ),
  'redeem-sent': redeem('sent directly', offer({ gift: { sent_to: 'Nana Okoro' } })),
  'redeem-sent-known': redeem('sent directly, to somebody else', offer({ gift: { sent_to: 'Nana Okoro' } }), { data: subscriber }),
  'redeem-sent-claim': redeem(
    'sent directly, to a subscriber',
    offer({ gift: { sent_to: 'Nana Okoro', can_claim: true }, options: { renewal: true, misaligned: true } }),
    { data: subscriber },
  ),
  'redeem-sent-claim-ended': redeem(
    'sent directly, to who has nothing left',
    offer({ gift: { sent_to: 'Nana Okoro', can_claim: true }, options: { renewal: true } }),
    { data: { ...subscriber, renew: renewing(0) } },
  ),
  'redeem-sent-midway': redeem(
    'sent directly, one issue left',
    offer({ gift: { sent_to: 'Nana Okoro', issues: { delivered: 3, left: 1 } } }),
  ),
  'redeem-sent-used': redeem('sent directly, all of it', offer({ gift: { sent_to: 'Nana Okoro', issues: { delivered: 4, left: 0 } } })),
  'redeem-sent-used-known': redeem(
    'sent directly, all of it, to a subscriber',
    offer({ gift: { sent_to: 'Nana Okoro', can_claim: false, issues: { delivered: 4, left: 0 } } }),
    { data: subscriber },
  ),
  'redeem-already': redeem('already redeemed', offer({ gift: { redeemed: true } })),
  'redeem-refunded': redeem('refunded', offer({ gift: { refunded: true } })),
  'redeem-missing': redeem('not found', null),
  'redeem-refused': redeem('will be refused', offer(), {
    script: { errors: { 'form.email': 'This address has an account already.', 'form.address.postcode': 'Must not be blank.' } },
  }),
  'redeem-has-account': redeem('the address has an account', offer(), { script: 'has-account' }),
  'redeem-down': redeem('server down', offer(), { script: 'falls-over' }),
  loading: { title: 'Loading', widget: 'subscribe.builder', page: 'pending' },
  'failed-load': { title: 'Failed load', widget: 'subscribe.builder', page: 'failed' },
} satisfies Record<string, State>;
