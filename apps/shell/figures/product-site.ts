import path from 'node:path';
import { makeSubscriber } from '@newsstand/contracts/fixtures/account';
import { makePageData } from '@newsstand/contracts/fixtures/page';
import { makeProduct } from '@newsstand/contracts/fixtures/product';
import { makePricing } from '@newsstand/contracts/fixtures/subscribe';
import type { PageData } from '@newsstand/contracts/page-data';
import { place } from '../e2e/loader/site.ts';
import type { Straddle } from '../e2e/loader/straddle.ts';

const APPS = path.resolve(import.meta.dirname, '../..');
/** A build of the product, as `turbo run build` left it. */
const build = (workspace: string): string => path.join(APPS, workspace, 'dist');

/** The shell and the product's five remotes. */
export const PRODUCT_BUILDS = ['shell', 'checkout-mf', 'mailing-list-mf', 'login-mf', 'account-mf', 'subscribe-mf'].map(build);

/** One widget of each remote. */
export const PRODUCT_WIDGETS = ['checkout.counter', 'mailing-list.form', 'login.page', 'account.overview', 'subscribe.builder'];

/** What all of them read, for a reader who is a subscriber. */
export const productPage: PageData = makePageData({
  page: 'article',
  widgets: [...PRODUCT_WIDGETS, 'checkout.store'],
  logins: ['password', 'email-code'],
  subscriber: makeSubscriber(),
  subscribe: { pricing: makePricing(), donation_tiers: [], swag: [makeProduct()], coupon: null },
  renew: null,
});

/**
 * Check-out is there when it is deployed anew, and its shelf comes in a chunk that the page has not asked for; of the
 * other remote nothing has.
 */
export const productReaders: Straddle = {
  builds: PRODUCT_BUILDS,
  inline: productPage,
  body:
    place('checkout.counter') +
    place('checkout.store', 'data-when="intent"', '<a href="/store">The store</a>') +
    place('mailing-list.form', 'data-when="intent"', '<a href="/mailing-list">The letter</a>'),
  deployed: [build('checkout-mf'), build('mailing-list-mf')],
  arrive: (page) => page.getByText('0 items').waitFor(),
  reach: async (page) => {
    await page.getByRole('link', { name: 'The store' }).click();
    await page
      .getByRole('button', { name: /^Add to Cart/ })
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'The letter' }).click();
    await page.getByRole('textbox', { name: 'Email' }).waitFor();
  },
};
