import { makeReceivedIssue } from '@newsstand/contracts/fixtures/account';
import { TOMORROW } from '@newsstand/contracts/fixtures/aged';
import * as carts from '@newsstand/contracts/fixtures/cart';
import { checkoutErrors, RECEIPT_TOKEN } from '@newsstand/contracts/fixtures/checkout';
import { business, makeInvoice } from '@newsstand/contracts/fixtures/invoice';
import { makePageData, makePublication } from '@newsstand/contracts/fixtures/page';
import { issues, products, sizedProduct } from '@newsstand/contracts/fixtures/product';
import { gifteesReceipt, makeAddress, makeReceipt, membershipReceipt } from '@newsstand/contracts/fixtures/receipt';
import type { Cart, CartLine, Deliverable } from '@newsstand/contracts/cart';
import { COUPON_MESSAGES } from '@newsstand/contracts/coupon';
import type { Invoice } from '@newsstand/contracts/invoice';
import type { PageData } from '@newsstand/contracts/page-data';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import type { Subscriber } from '../check-out/membership.ts';
import type { CheckoutScript, StandAloneState } from './stand-alone-state.ts';

const subscriber = {
  account: { name: 'Ada Merrow', email: 'ada@example.org' },
  payment_info: { card: { type: 'visa', last_four: '4242', exp_month: 4, exp_year: 2030 }, ach: null },
} satisfies Partial<PageData>;

const onRecord = (active: Deliverable | null, addresses: Partial<Subscriber['account']['addresses']>): Subscriber => ({
  account: { addresses: { a: null, b: null, c: null, ...addresses } },
  payment_info: subscriber.payment_info,
  timetable: { current_subscription: active && { info: { deliverables: { active } } } },
});

const postedHome = onRecord('print-a', { a: makeAddress() });
const oneGift = carts.makeCart({
  lines: [carts.giftLine({ quantity: 1, shipping: 1200 })],
  giftsubs: [{ deliverable: 'print-b', level: 'low', term: '1year', coupon: null }],
});
const subscriptionTo = (zone: Shipcode) =>
  carts.makeZonedCart((shipcode) => [carts.subscriptionLine(shipcode)], {
    subscription: { renewal: true, medium: 'print', level: 'low', term: '2year', coupon: null, shipcode: zone },
    address_required: true,
  });
const toCanada = subscriptionTo('b');
const giftBeside = (price: number) =>
  carts.makeZonedCart((shipcode) => [carts.subscriptionLine(shipcode, { price }), carts.giftLine({ quantity: 1, shipping: 1200 })], {
    subscription: { renewal: false, medium: 'print', level: 'low', term: '2year', coupon: null },
    giftsubs: [{ deliverable: 'print-b', level: 'low', term: '1year', coupon: null }],
    address_required: true,
  });
const freeSubscription = carts.makeZonedCart(
  (shipcode) => [carts.subscriptionLine(shipcode, { discount: { a: 11200, b: 13600, c: 16000 }[shipcode] })],
  {
    subscription: { renewal: false, medium: 'print', level: 'low', term: '2year', coupon: 'LANDFALL' },
    address_required: true,
  },
);

/** The cart of a guest with a subscription, after a login that added a tee and two mugs to the one they had chosen. */
const withAccountCart = carts.makeZonedCart(
  (shipcode) => [carts.subscriptionLine(shipcode), carts.teeLine({ from_account: 1 }), carts.makeLine({ quantity: 3, from_account: 2 })],
  {
    subscription: { renewal: false, medium: 'print', level: 'low', term: '2year', coupon: null },
    address_required: true,
  },
);

const NOT_THIS = { coupon_message: COUPON_MESSAGES.not_this, coupon_message_code: { code: 'api.coupon_not_this' } };
/** Ten dollars off in zone a alone. */
const couponAtHome = (chosen: Shipcode) =>
  carts.makeZonedCart((shipcode) => [carts.subscriptionLine(shipcode, shipcode === 'a' ? { discount: 1000 } : NOT_THIS)], {
    subscription: { renewal: false, medium: 'print', level: 'low', term: '2year', coupon: 'LANDFALL', shipcode: chosen },
    address_required: true,
  });

const checkOut = (title: string, cart: Cart, more: Partial<StandAloneState> & { data?: Partial<PageData> } = {}): StandAloneState => {
  const { data, ...rest } = more;
  return { title, widgets: [{ widget: 'checkout.page' }], page: makePageData({ cart, ...data }), ...rest };
};

/** As another tab of a younger release would tell it. */
const withStrangeLine = (cart: Cart): Cart => {
  const [line] = cart.billing.a;
  const younger: unknown = { ...line, cart: { ...line?.cart, type: TOMORROW } };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what no type of this build knows is the point
  return { ...cart, billing: { ...cart.billing, a: [...cart.billing.a, younger as CartLine] } };
};

const renewal = (autorenew: boolean): StandAloneState =>
  checkOut(`Check out: a renewal with autorenew ${autorenew ? 'on' : 'off'}`, toCanada, {
    data: subscriber,
    subscriber: { ...postedHome, account: { ...postedHome.account, autorenew } },
    checkout: { type: 'customer' },
  });

const savedCard = (title: string, checkout: CheckoutScript): StandAloneState =>
  checkOut(title, carts.mixedCart, { data: subscriber, checkout });

const add = (title: string, item: string, ref: string, options: Record<string, string> = {}): StandAloneState => ({
  title,
  widgets: [{ widget: 'checkout.add', options: { item, ref, ...options } }],
  page: makePageData({ page: 'article' }),
});

/** A reader who is logged in and has one issue. */
const held = (ref: string): Partial<StandAloneState> => ({
  page: makePageData({ page: 'article', ...subscriber }),
  subscriber: {
    ...onRecord(null, {}),
    issues: issues.filter((issue) => issue.ref === ref).map(({ number, slug, title }) => makeReceivedIssue({ number, slug, title })),
  },
});

const table = (title: string, cart: Cart): StandAloneState => ({
  title,
  widgets: [{ widget: 'checkout.table' }],
  page: makePageData({ page: 'store', cart }),
});

const panel = (title: string, cart: Cart): StandAloneState => ({
  title,
  widgets: [{ widget: 'checkout.panel', intent: true }],
  page: makePageData({ page: 'article', cart }),
});

const receipt = (title: string, data: PageData['receipt']): StandAloneState => ({
  title,
  widgets: [{ widget: 'checkout.receipt' }],
  page: makePageData({ page: 'receipts', receipt: data }),
});

/** Due in a month, whenever the page is looked at. */
const invoice = (title: string, parts: Partial<Invoice> | null = {}, more: Partial<StandAloneState> = {}): StandAloneState => ({
  title,
  widgets: [{ widget: 'checkout.invoice' }],
  page: makePageData({
    page: 'invoice',
    invoice: parts && makeInvoice({ created: '2098-12-02T08:00:00.000Z', due_date: '2099-01-01', ...parts }),
    business,
  }),
  ...more,
});

const introductory: Invoice['bill']['membership'] = {
  type: 'subscription',
  item: { medium: 'print', phase: 'introductory', coupon: null },
  detail: 'Print, Standard, 1 year (4 issues)',
};
const upgraded: Partial<Invoice> = {
  bill: {
    goods: [],
    membership: {
      type: 'upgrades',
      item: { medium: 'print', phase: 'renewal', coupon: null },
      detail: 'Print, Standard, 1 year (4 issues)',
      old_deliverable: 'digital',
      new_deliverable: 'print-b',
    },
    giftees: [],
  },
  lines: [
    {
      type: 'subscription-upgrade',
      ref: '0199/print-b/low',
      name: 'Upgrade',
      detail: 'Print, Standard, 1 year (4 issues)',
      quantity: 3,
      price: 4000,
      discount: 0,
      shipping: 0,
    },
  ],
  totals: { goods: 12000, shipping: 0, discount: 0, waived: 0, total: 12000 },
  total: 12000,
};
const five = ['Bo Holm', 'Cai Reyes', 'Dag Lund', 'Eva Sund', 'Finn Ness'].flatMap((name) =>
  makeInvoice()
    .bill.giftees.slice(0, 1)
    .map((giftee) => ({ ...giftee, name })),
);

const dearer = carts.makeCart({ lines: [carts.teeLine({ price: 3900 }), carts.printIssueLine(), carts.digitalIssueLine()] });

/** Every state of every widget that can be looked at without an API; fed from the fixtures of contracts. */
export const states = {
  'check-out': checkOut('Check out: a mixed cart', carts.mixedCart),
  'check-out-later': checkOut('Check out: now or later', carts.mixedCart, {
    data: { publication: makePublication({ settings: { ...makePublication().settings, checkout_later: true } }) },
  }),
  'empty-cart': checkOut('Check out: empty cart', carts.emptyCart, {
    data: {
      publication: makePublication({
        messages: { 'checkout.empty_cart': 'You have nothing to declare. Your cart is empty, and the store is open at all hours.' },
      }),
    },
  }),
  'empty-cart-paid': checkOut('Check out: empty cart after an order', carts.emptyCart, {
    data: { last_order: { status: 'completed', receipt: RECEIPT_TOKEN } },
  }),
  'empty-cart-processing': checkOut('Check out: empty cart, a bank debit on its way', carts.emptyCart, {
    data: { last_order: { status: 'processing', invoice: RECEIPT_TOKEN } },
  }),
  'stand-ins': checkOut('Check out: with stand-ins', carts.digitalCart, {
    data: { stand_ins: ['Payments go to a Stripe emulator: no card is charged.', 'Mail goes to a mailbox on this machine.'] },
  }),
  digital: checkOut('Check out: nothing to post', carts.digitalCart),
  discount: checkOut('Check out: discount', carts.discountedCart),
  'sold-out': checkOut('Check out: a line sold out', carts.soldOutCart),
  held: checkOut('Check out: lines that others hold', carts.heldCart),
  'all-sold-out': checkOut('Check out: nothing of it can be had any more', carts.allSoldOutCart),
  short: checkOut('Check out: too few left', carts.shortCart),
  withdrawn: checkOut('Check out: a line withdrawn', carts.withdrawnCart),
  subscription: checkOut('Check out: a subscription with a coupon', carts.couponCart),
  gifts: checkOut('Check out: three gifts', carts.giftsCart),
  donation: checkOut('Check out: a donation only', carts.donationCart),
  'strange-cart': checkOut('Check out: the tab holds a kind of line that this build does not know', carts.mixedCart, {
    held: withStrangeLine(carts.mixedCart),
  }),
  everything: checkOut('Check out: everything together', carts.everythingCart),
  'subscription-abroad': checkOut('Check out: a subscription, to Canada as chosen in the builder', toCanada),
  'subscription-overseas': checkOut('Check out: a subscription, to a zone of several countries', subscriptionTo('c'), {
    data: { publication: makePublication({ messages: { 'checkout.zone_c': 'Everywhere else' } }) },
  }),
  'coupon-at-home': checkOut('Check out: a coupon for one zone alone', couponAtHome('a')),
  'renewal-off': renewal(false),
  'renewal-on': renewal(true),
  'goods-has-account': checkOut('Check out: goods, and the address has an account', carts.digitalCart, {
    checkout: { type: 'has-account' },
  }),
  'has-account-by-code': checkOut('Check out: the address has an account, where nobody has a password', carts.subscriptionCart, {
    checkout: { type: 'has-account' },
    data: { logins: ['email-code'] },
  }),
  'has-account': checkOut('Check out: the address has an account', carts.subscriptionCart, { checkout: { type: 'has-account' } }),
  'account-holds-more': checkOut('Check out: the address has an account, whose cart holds something', carts.subscriptionCart, {
    merged: withAccountCart,
    checkout: { type: 'has-account' },
  }),
  'from-account': checkOut('Check out: the account’s cart added something', withAccountCart, { data: subscriber }),
  'weak-password': checkOut('Check out: a password that anybody would try', carts.subscriptionCart, {
    checkout: {
      type: 'field-errors',
      errors: { 'password.password': 'This password is one of the first that anybody would try. Please choose another.' },
    },
  }),
  'keep-address': checkOut('Check out: a subscriber keeps the address', carts.subscriptionCart, {
    // The card is among what is asked of the subscriber, as on a page whose data do not have it.
    data: { account: subscriber.account },
    subscriber: postedHome,
    checkout: { type: 'customer' },
  }),
  'kept-address-refused': checkOut('Check out: the kept address is refused', carts.subscriptionCart, {
    data: subscriber,
    subscriber: postedHome,
    checkout: { type: 'field-errors', errors: { 'address.postcode': 'This postal code is not in Maine.' } },
  }),
  'missing-address': checkOut('Check out: a subscriber without an address', carts.mixedCart, {
    data: subscriber,
    subscriber: onRecord('print-b', {}),
  }),
  'prefilled-address': checkOut('Check out: an address on record to begin with', carts.mixedCart, {
    data: subscriber,
    subscriber: onRecord('digital', { a: makeAddress() }),
  }),
  'gift-by-post': checkOut('Check out: one gift, which can be posted', oneGift),
  free: checkOut('Check out: free order', carts.freeCart),
  'free-subscription': checkOut('Check out: a subscription that a coupon makes free', freeSubscription),
  waived: checkOut('Check out: waived order', carts.waivedCart),
  'saved-card': savedCard('Check out: saved card', { type: 'customer' }),
  'paid-before': savedCard('Check out: an earlier order was already paid', {
    type: 'customer',
    message: 'Your earlier order was already paid, so this is its receipt. What you have added since is still in your cart.',
  }),
  'saved-bank': checkOut('Check out: bank account on record', carts.mixedCart, {
    data: {
      ...subscriber,
      payment_info: { card: null, ach: { bank_name: 'Tidal Savings', last_four: '6789', routing_number: '110000000' } },
    },
    checkout: { type: 'customer' },
  }),
  'saved-declined': { ...savedCard('Check out: saved card declined', { type: 'customer' }), status: 'declines' },
  'replace-card': savedCard('Check out: replace-card', { type: 'refuses', errors: checkoutErrors.replaceCard }),
  'authorize-card': savedCard('Check out: authorize-card', { type: 'refuses', errors: checkoutErrors.authorizeCard }),
  'field-errors': checkOut('Check out: field errors', carts.mixedCart, {
    checkout: {
      type: 'field-errors',
      errors: {
        email: 'We cannot deliver to this address.',
        'address.postcode': 'This postal code is not in Maine.',
        session: 'Please reload.',
      },
    },
  }),
  'price-changed': checkOut('Check out: price changed', carts.mixedCart, { checkout: { type: 'price-changes', cart: dearer } }),
  stumbles: checkOut('Check out: whatever goes wrong', giftBeside(8800), {
    checkout: { type: 'stumbles', over: ['falling-over', 'no-answer', 'price'], cart: giftBeside(9600) },
  }),
  'server-error': checkOut('Check out: server error', carts.mixedCart, { checkout: { type: 'falls-over' } }),
  'poll-timeout': checkOut('Check out: never confirmed', carts.mixedCart, { status: 'never' }),
  'status-error': checkOut('Check out: status error', carts.mixedCart, { status: 'falls-over' }),
  processing: checkOut('Check out: leads to an invoice', carts.mixedCart, { status: 'processing' }),
  'no-stripe': checkOut('Check out: card form does not come', carts.mixedCart, { withoutStripe: true }),
  receipt: receipt('Receipt', makeReceipt()),
  'receipt-later': receipt('Receipt: its letter is put away', makeReceipt({ mailed: false })),
  'receipt-free': receipt(
    'Receipt: free and digital',
    makeReceipt({
      address: null,
      card: null,
      issues: [],
      files: [{ slug: 'tide-wallpapers', title: 'Tide Wallpapers', url: '/api/receipts/rcpt_fixture0001/files/tide-wallpapers' }],
      lines: [
        {
          type: 'digital-product',
          ref: 'prd:tide-wallpapers',
          name: 'Tide Wallpapers',
          detail: 'Digital',
          quantity: 1,
          price: 0,
          discount: 0,
        },
      ],
      totals: { goods: 0, shipping: 0, discount: 0, waived: 0, total: 0 },
    }),
  ),
  'receipt-membership': receipt('Receipt: subscription, gifts and donation', membershipReceipt),
  'receipt-renews': receipt('Receipt: a card that is kept, and a subscription that renews by itself', {
    ...membershipReceipt,
    agreed: {
      kept: true,
      autorenew: true,
      renewal: { amount: 11_200, when: '2028-10', after: 23 },
      donation: { amount: 1000, when: '2026-12-21', kept: true },
    },
  }),
  'receipt-kept': receipt('Receipt: a card that is kept', makeReceipt({ agreed: { kept: true } })),
  'receipt-renews-not': receipt('Receipt: a subscription that does not renew by itself', {
    ...membershipReceipt,
    agreed: { autorenew: false },
  }),
  'receipt-bank': receipt('Receipt: paid by a bank debit', makeReceipt({ card: { type: 'bank_account', last_four: '6789' } })),
  'receipt-giftees': receipt('Receipt: an invoice for other people', gifteesReceipt),
  'receipt-gifts-gone': receipt('Receipt: gifts that are all passed on', {
    ...membershipReceipt,
    gifts: membershipReceipt.gifts?.filter(({ redeemed }) => redeemed),
  }),
  'receipt-gifts-refunded': receipt('Receipt: gifts that were refunded', {
    ...membershipReceipt,
    gifts: membershipReceipt.gifts?.map((gift) => ({
      ...gift,
      ...(gift.redeemed ? { ended: '2026-11-25T10:00:00.000Z' } : gift.sent_to === undefined && { refunded: true }),
    })),
  }),
  'receipt-refunded': receipt('Receipt: refunded', {
    ...membershipReceipt,
    lines: membershipReceipt.lines.map((line) => ({
      ...line,
      ...(line.type === 'personal-subscription' && { ended: '2026-11-25T10:00:00.000Z' }),
    })),
    money_back: [
      { state: 'failed', amount: 300, created: '2026-11-23T10:00:00.000Z', updated: '2026-11-24T10:00:00.000Z' },
      { state: 'refunded', amount: 8100, created: '2026-11-25T10:00:00.000Z', updated: '2026-11-25T10:00:00.000Z', credit_note: 'CN-31' },
    ],
    stopped: ['autorenew', 'donation'],
  }),
  'receipt-missing': receipt('Receipt: not found', null),
  invoice: invoice('Invoice: open, for five people', { bill: { goods: [], membership: null, giftees: five } }),
  'invoice-past-due': invoice('Invoice: past due', { created: '2026-01-02T08:00:00.000Z', due_date: '2026-02-01' }),
  'invoice-processing': invoice('Invoice: processing', { processing: '2098-12-03T08:00:00.000Z', agreed: { autorenew: true, kept: true } }),
  'invoice-failed': invoice('Invoice: failed before', { failures: [{ data: { msg: 'Your card was declined.' } }] }),
  'invoice-paid': invoice('Invoice: paid, and in part paid back', {
    paid: '2098-12-05T12:00:00.000Z',
    lines: makeInvoice().lines.map((line) => ({ ...line, ended: '2098-12-09T10:00:00.000Z' })),
    money_back: [
      { state: 'refunded', amount: 700, created: '2098-12-09T10:00:00.000Z', updated: '2098-12-09T10:00:00.000Z', credit_note: 'CN-31' },
    ],
  }),
  'invoice-superseded': invoice('Invoice: its upgrade is paid for already', { ...upgraded, superseded: 'done' }),
  'invoice-superseded-debit': invoice('Invoice: its upgrade is being debited', { ...upgraded, superseded: 'on-its-way' }),
  'invoice-check': invoice('Invoice: check or wire only', { accepted_payments: 'check-or-wire-only' }),
  'invoice-introductory': invoice('Invoice: a first subscription', { bill: { goods: [], membership: introductory, giftees: [] } }),
  'invoice-upgrade': invoice('Invoice: an upgrade', upgraded),
  'invoice-saved-card': {
    ...invoice('Invoice: saved card'),
    page: makePageData({ page: 'invoice', invoice: makeInvoice(), business, ...subscriber }),
    checkout: { type: 'customer' },
  },
  'invoice-known': invoice(
    'Invoice: a first subscription for an address that has an account',
    { bill: { goods: [], membership: introductory, giftees: [] } },
    { checkout: { type: 'has-account' } },
  ),
  'invoice-replace': {
    ...invoice('Invoice: replace-card'),
    page: makePageData({ page: 'invoice', invoice: makeInvoice(), business, ...subscriber }),
    checkout: { type: 'refuses', errors: checkoutErrors.replaceCard },
  },
  'invoice-down': invoice('Invoice: server error', {}, { checkout: { type: 'falls-over' } }),
  'invoice-bank': invoice('Invoice: the bank takes days', {}, { status: 'processing' }),
  'invoice-missing': invoice('Invoice: not found', null),
  panel: panel('Panel', carts.mixedCart),
  'panel-discount': panel('Panel: sales price', carts.discountedCart),
  'panel-free': panel(
    'Panel: a good that costs nothing beside one that does',
    carts.makeCart({ lines: [carts.freeLine(), carts.teeLine()] }),
  ),
  'panel-subscription': panel('Panel: a subscription, no coupon yet', carts.subscriptionCart),
  'panel-coupon-abroad': panel('Panel: a coupon that takes nothing off abroad', couponAtHome('c')),
  'panel-gifts': panel('Panel: three gifts', carts.giftsCart),
  'panel-everything': panel('Panel: everything together', carts.everythingCart),
  'panel-trouble': panel('Panel: too few left', carts.shortCart),
  'panel-empty': panel('Panel: empty', carts.emptyCart),
  counter: {
    title: 'Counter and panel button',
    widgets: [{ widget: 'checkout.counter' }, { widget: 'checkout.panel' }],
    page: makePageData({ page: 'article', cart: carts.mixedCart }),
  },
  table: table('Table', carts.discountedCart),
  'table-everything': table('Table: everything together', carts.everythingCart),
  'table-trouble': table('Table: a line sold out', carts.soldOutCart),
  'table-held': table('Table: lines that others hold', carts.heldCart),
  'table-empty': table('Table: empty', carts.emptyCart),
  'add-sizes': add('Add: sizes, one low, one sold out', 'sized-product', sizedProduct.ref),
  'add-low': add('Add: low stock', 'basic-product', 'prd:harbour-mug'),
  'add-sold-out': add('Add: out of stock', 'basic-product', 'prd:nothing-to-declare-tote'),
  'add-held': {
    ...add('Add: in somebody’s cart', 'sized-product', sizedProduct.ref),
    page: makePageData({
      page: 'article',
      products: [{ ...sizedProduct, sizes: sizedProduct.sizes.map((size) => (size.quantity === 0 ? { ...size, held: true } : size)) }],
    }),
  },
  'add-held-product': {
    ...add('Add: in somebody’s cart, without sizes', 'basic-product', 'prd:nothing-to-declare-tote'),
    page: makePageData({
      page: 'article',
      products: products.map((product) => (product.quantity === 0 ? { ...product, held: true } : product)),
    }),
  },
  'add-issue': add('Add: print issue', 'print-issue', 'iss:14'),
  'add-file': { ...add('Add: an issue as a file, which this reader does not have', 'digital-issue', 'iss:14'), ...held('iss:12') },
  'add-bought': {
    ...add('Add: an issue as a file, which a guest bought in this browser', 'digital-issue', 'iss:14'),
    page: makePageData({
      page: 'article',
      held_issues: issues.filter(({ ref }) => ref === 'iss:14').map(({ slug }) => makeReceivedIssue({ slug })),
    }),
  },
  'add-owned': { ...add('Add: an issue as a file, which this reader has', 'digital-issue', 'iss:14'), ...held('iss:14') },
  'add-owned-print': { ...add('Add: a print issue, which this reader can read', 'print-issue', 'iss:14'), ...held('iss:14') },
  'add-named': add('Add: a button that names the good', 'basic-product', 'prd:harbour-mug', { named: '' }),
  'add-unknown': add('Add: nothing of that name', 'basic-product', 'prd:boat'),
  'add-nowhere': {
    ...add('Add: an issue’s page whose address names none', 'print-issue', ''),
    widgets: [{ widget: 'checkout.add', options: { item: 'print-issue' } }],
  },
  'add-coming': add('Add: issue that is not out', 'print-issue', 'iss:16'),
  product: {
    title: 'Product box',
    widgets: [{ widget: 'checkout.product', options: { slug: sizedProduct.slug } }],
    page: makePageData({ page: 'product', product: sizedProduct }),
  },
  'product-in-article': {
    title: 'Product box: in an article',
    widgets: [{ widget: 'checkout.product', options: { headingLevel: '3' } }],
    page: makePageData({ page: 'product', product: sizedProduct }),
  },
  'product-unknown': {
    title: 'Product box: nothing of that name',
    widgets: [{ widget: 'checkout.product' }],
    page: makePageData({ page: 'product', product: null, products }),
  },
  store: {
    title: 'Store',
    widgets: [{ widget: 'checkout.store', options: { tag: 'store' } }],
    page: makePageData({ page: 'store', products }),
  },
  'store-empty': {
    title: 'Store: nothing there',
    widgets: [{ widget: 'checkout.store', options: { tag: 'boats' } }],
    page: makePageData({ page: 'store', products }),
  },
  loading: { title: 'Loading', widgets: [{ widget: 'checkout.page' }], page: 'pending' },
  'failed-load': { title: 'Failed load', widgets: [{ widget: 'checkout.page' }], page: 'failed' },
} satisfies Record<string, StandAloneState>;

export type StateName = keyof typeof states;

/** Where the widgets' own links lead on this page. */
export const stateOfPath = (path: string): StateName | null => {
  if (path === '/receipts') return 'receipt';
  if (path.startsWith('/invoice/')) return 'invoice-processing';
  if (path === '/store/checkout') return 'check-out';
  if (path.startsWith('/store/product/')) return 'product';
  return path === '/store' ? 'store' : null;
};
