import { expect, type Page } from '@playwright/test';
import { makeAccount, makeDeletePreview, makeMonthlyDonation, makeSubscriber } from '@newsstand/contracts/fixtures/account';
import { everythingCart } from '@newsstand/contracts/fixtures/cart';
import { business, makeInvoice } from '@newsstand/contracts/fixtures/invoice';
import { makeProduct, sizedProduct } from '@newsstand/contracts/fixtures/product';
import { membershipReceipt } from '@newsstand/contracts/fixtures/receipt';
import { makePricing, makeUpgradeOptions } from '@newsstand/contracts/fixtures/subscribe';
import { makeRenewing, makeSubscription } from '@newsstand/contracts/fixtures/subscription';
import type { PageData } from '@newsstand/contracts/page-data';
import type { Keys } from '@newsstand/contracts/checkout';
import type { WidgetName } from '@newsstand/contracts/widget';

/** The widgets that the hostile page itself holds, with what the product has in store for anybody. */
export const ON_THE_PAGE = [
  'checkout.counter',
  'checkout.add',
  'checkout.product',
  'checkout.table',
  'checkout.store',
  'mailing-list.form',
] as const satisfies WidgetName[];

/** What a widget is given on the hostile page that is one reader's own, and what is seen then. */
export type Given = {
  data: Partial<PageData>;
  /** `data-*` of its mount. */
  options?: Record<string, string>;
  /**
   * What the API answers, by method and path; whatever is not here, the real one answers. `keys` are of an intent that
   * the payment provider knows.
   */
  answers?: (keys: Keys) => Record<string, unknown>;
  /** The words that are there once the widget has all it asked for, or what else is waited for. */
  shows: string | ((page: Page) => Promise<void>);
  /** What the reader does after the first picture, and of which there is another. */
  act?: (page: Page) => Promise<void>;
};

const press = (name: string | RegExp) => async (page: Page) => {
  await page.locator('[data-widget]').getByRole('button', { name }).first().click();
};
const CARD_FORM = 'iframe[title="Secure payment input frame"]';
/** The provider's own frame, in the room that the widget gives it, once it is as high as what is in it. */
const cardForm = async (page: Page): Promise<void> => {
  const form = page.frameLocator(CARD_FORM);
  await expect(form.getByLabel('Card number')).toBeVisible();
  const inside = () => form.locator('html').evaluate((root) => Math.round(root.getBoundingClientRect().height));
  await expect.poll(async () => (await page.locator(CARD_FORM).evaluate((frame) => frame.clientHeight)) - (await inside())).toBe(0);
};

const intentOf = ({ secret }: Keys): string => secret.replace(/_secret_.*/, '');

const ada = { name: 'Ada Merrow', email: 'ada@example.org' };
const ofReader: Given['data'] = {
  page: 'account',
  account: ada,
  subscriber: makeSubscriber({
    account: makeAccount({ email_change: 'ada.new@example.org' }),
    donations: [makeMonthlyDonation(), makeMonthlyDonation({ token: 'don_failing1', failing: true, next_charge: null })],
  }),
};
const account = (shows: Given['shows'], more: Partial<Given> = {}): Given => ({ data: ofReader, shows, ...more });

const builder: Given['data'] = {
  page: 'subscribe',
  subscribe: {
    pricing: makePricing(),
    donation_tiers: [{ name: 'Visitor Visa', onetime: 5000, monthly: 500, description: 'You are only passing through.' }],
    swag: [makeProduct(), sizedProduct],
    coupon: null,
  },
};
const guest: Given['data'] = { page: 'login', account: null, logins: ['password', 'email-code', 'google', 'institutional'] };
const visa = { card: { type: 'visa', last_four: '4242', exp_month: 4, exp_year: 2030 }, ach: null };
const record = { name: 'Ada Merrow', details: { type: 'details', data: visa } };
const invoice = makeInvoice({ created: '2098-12-02T08:00:00.000Z', due_date: '2099-01-01' });

/** Every widget that shows what is one reader's own; the type says so. */
export const GIVEN: Record<Exclude<WidgetName, (typeof ON_THE_PAGE)[number]>, Given> = {
  'checkout.panel': { data: { page: 'article', cart: everythingCart }, shows: 'items', act: press(/cart/i) },
  'checkout.page': { data: { page: 'checkout', cart: everythingCart }, shows: 'Your order', act: press('Proceed to Payment') },
  'checkout.receipt': { data: { page: 'receipts', receipt: membershipReceipt }, shows: 'Thank you for your order.' },
  'checkout.invoice': {
    data: { page: 'invoice', invoice, business },
    answers: (keys) => ({
      [`POST /api/invoice/${invoice.token}/checkout`]: { type: 'started', intent: intentOf(keys), keys, total: invoice.total },
    }),
    shows: 'Proceed to Payment',
    act: async (page) => {
      await press('Proceed to Payment')(page);
      await cardForm(page);
    },
  },
  'mailing-list.popup': { data: { page: 'article' }, options: { after: '0', 'list-tag': 'letter' }, shows: 'Sign up' },
  'login.page': { data: guest, shows: 'Log in', act: press('Log in') },
  'login.header': { data: { ...guest, page: 'article' }, shows: 'Log in', act: press('Log in') },
  'login.paywall': { data: { ...guest, page: 'article' }, shows: 'Log in' },
  'subscribe.builder': { data: builder, options: { 'add-donation': 'true' }, shows: 'Proceed to Checkout' },
  'subscribe.renew': {
    data: { ...builder, page: 'renew', account: ada, payment_info: visa, renew: makeRenewing() },
    shows: 'You have 3 issues to come',
  },
  'subscribe.donate': { data: { ...builder, page: 'donate' }, shows: 'Visitor Visa' },
  'subscribe.redeem': {
    data: {
      page: 'redeem',
      redeem: {
        gift: {
          token: 'gift_fixture0001',
          order: { name: 'Grace Holm' },
          term: '1year',
          level: 'low',
          deliverables: { set: 'print-a' },
          redeemed: false,
        },
        options: {
          renewal: false,
          misaligned: false,
          needs_upgrade: false,
          preselected: 'print-a',
          prices: { digital: 0, 'print-a': 0, 'print-b': 1200, 'print-c': 2400 },
        },
      },
    },
    shows: 'Grace Holm',
  },
  'account.overview': account('Account Settings'),
  'account.name': account('Name'),
  'account.email': account('Email'),
  'account.address': account('2 Slipway'),
  'account.delete-address': account('2 Slipway', { options: { ship: 'ship-a' } }),
  'account.payment': account(cardForm, { answers: (keys) => ({ 'GET /api/account/card': { ...record, keys } }) }),
  'account.subscription': account('Print', {
    options: { token: 'sub_41d7' },
    answers: () => ({
      'GET /api/account/subscriptions/sub_41d7': {
        upgrade: { subscription: makeSubscription(), options: makeUpgradeOptions() },
        subscriber: { addresses: makeAccount().addresses },
      },
    }),
  }),
  'account.donation': account(cardForm, {
    options: { token: 'don_fixture0001' },
    answers: (keys) => ({ 'POST /api/donation/setup': { ...record, keys, failing: true, owed: 2500 } }),
  }),
  'account.renewal': account('ending in 3184', {
    options: { token: 'chg_fixture0001' },
    answers: (keys) => ({
      'GET /api/charges/chg_fixture0001': {
        status: 'authorize-card',
        charge: 'renewal',
        detail: 'Print, Standard, 1 year (4 issues)',
        amount: 5600,
        name: 'Ada Merrow',
        intent: intentOf(keys),
        keys,
        method: 'pm_1',
        card: { type: 'visa', last_four: '3184' },
        failure: null,
        donation: null,
      },
    }),
  }),
  'account.sessions': account('Safari on iPhone', {
    answers: () => ({
      'GET /api/access/sessions': {
        sessions: ['Firefox on Linux', 'Safari on iPhone'].map((agent, index) => ({
          id: `0000000${index}-0000-4000-8000-000000000000`,
          agent,
          method: 'password',
          current: index === 0,
          created: '2026-11-01T09:00:00.000Z',
          seen: '2026-11-20T09:00:00.000Z',
        })),
      },
    }),
  }),
  'account.data': account('Delete', { answers: () => ({ 'GET /api/account/delete': makeDeletePreview() }) }),
};
