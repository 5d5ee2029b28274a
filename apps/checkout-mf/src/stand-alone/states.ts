import * as carts from '@newsstand/contracts/fixtures/cart';
import { checkoutErrors } from '@newsstand/contracts/fixtures/checkout';
import { makePageData, makePublication } from '@newsstand/contracts/fixtures/page';
import { products, sizedProduct } from '@newsstand/contracts/fixtures/product';
import { makeReceipt, membershipReceipt } from '@newsstand/contracts/fixtures/receipt';
import type { Cart } from '@newsstand/contracts/cart';
import type { PageData } from '@newsstand/contracts/page-data';
import type { CheckoutScript, StandAloneState } from './world.ts';

const subscriber = {
  account: { name: 'Ada Merrow', email: 'ada@example.org' },
  payment_info: { card: { type: 'visa', last_four: '4242', exp_month: 4, exp_year: 2030 }, ach: null },
} satisfies Partial<PageData>;

const checkOut = (title: string, cart: Cart, more: Partial<StandAloneState> & { data?: Partial<PageData> } = {}): StandAloneState => {
  const { data, ...rest } = more;
  return { title, widgets: [{ widget: 'checkout.page' }], page: makePageData({ cart, ...data }), ...rest };
};

const savedCard = (title: string, checkout: CheckoutScript): StandAloneState =>
  checkOut(title, carts.mixedCart, { data: subscriber, checkout });

const add = (title: string, item: string, ref: string): StandAloneState => ({
  title,
  widgets: [{ widget: 'checkout.add', options: { item, ref } }],
  page: makePageData({ page: 'article' }),
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

const dearer = carts.makeCart({ lines: [carts.teeLine({ price: 3900 }), carts.printIssueLine(), carts.digitalIssueLine()] });

/** Every state of every widget that can be looked at without an API; fed from the fixtures of contracts. */
export const states = {
  'check-out': checkOut('Check out: a mixed cart', carts.mixedCart),
  'empty-cart': checkOut('Check out: empty cart', carts.emptyCart, {
    data: {
      publication: makePublication({
        messages: { 'checkout.empty_cart': 'You have nothing to declare. Your cart is empty, and the store is open at all hours.' },
      }),
    },
  }),
  'stand-ins': checkOut('Check out: with stand-ins', carts.digitalCart, {
    data: { stand_ins: ['Payments go to a Stripe emulator: no card is charged.', 'Mail goes to a mailbox on this machine.'] },
  }),
  digital: checkOut('Check out: nothing to post', carts.digitalCart),
  discount: checkOut('Check out: discount', carts.discountedCart),
  'sold-out': checkOut('Check out: a line sold out', carts.soldOutCart),
  short: checkOut('Check out: too few left', carts.shortCart),
  withdrawn: checkOut('Check out: a line withdrawn', carts.withdrawnCart),
  subscription: checkOut('Check out: a subscription with a coupon', carts.couponCart),
  gifts: checkOut('Check out: three gifts', carts.giftsCart),
  donation: checkOut('Check out: a donation only', carts.donationCart),
  everything: checkOut('Check out: everything together', carts.everythingCart),
  free: checkOut('Check out: free order', carts.freeCart),
  waived: checkOut('Check out: waived order', carts.waivedCart),
  'saved-card': savedCard('Check out: saved card', { type: 'customer' }),
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
  'server-error': checkOut('Check out: server error', carts.mixedCart, { checkout: { type: 'falls-over' } }),
  'poll-timeout': checkOut('Check out: never confirmed', carts.mixedCart, { status: 'never' }),
  'status-error': checkOut('Check out: status error', carts.mixedCart, { status: 'falls-over' }),
  processing: checkOut('Check out: leads to an invoice', carts.mixedCart, { status: 'processing' }),
  'no-stripe': checkOut('Check out: card form does not come', carts.mixedCart, { withoutStripe: true }),
  receipt: receipt('Receipt', makeReceipt()),
  'receipt-free': receipt(
    'Receipt: free and digital',
    makeReceipt({
      address: null,
      card: null,
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
  'receipt-missing': receipt('Receipt: not found', null),
  panel: panel('Panel', carts.mixedCart),
  'panel-discount': panel('Panel: sales price', carts.discountedCart),
  'panel-subscription': panel('Panel: a subscription, no coupon yet', carts.subscriptionCart),
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
  'table-empty': table('Table: empty', carts.emptyCart),
  'add-sizes': add('Add: sizes, one low, one sold out', 'sized-product', sizedProduct.ref),
  'add-low': add('Add: low stock', 'basic-product', 'prd:harbour-mug'),
  'add-sold-out': add('Add: out of stock', 'basic-product', 'prd:nothing-to-declare-tote'),
  'add-issue': add('Add: print issue', 'print-issue', 'iss:14'),
  'add-coming': add('Add: issue that is not out', 'print-issue', 'iss:16'),
  product: {
    title: 'Product box',
    widgets: [{ widget: 'checkout.product', options: { slug: sizedProduct.slug } }],
    page: makePageData({ page: 'product', product: sizedProduct }),
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
  if (path === '/store/checkout') return 'check-out';
  if (path.startsWith('/store/product/')) return 'product';
  return path === '/store' ? 'store' : null;
};
