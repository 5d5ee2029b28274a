import { NAMED_PAGES, type NamedPage, type OwnPaths, pageAt, patternOf } from '@newsstand/contracts/paths';
import { ShippingCode } from '@newsstand/contracts/shipcode';
import * as v from 'valibot';
import { type Frame, type Page, withoutToken } from './page.ts';
import {
  accountAddressPage,
  accountDataPage,
  accountDonationPage,
  accountEmailPage,
  accountNamePage,
  accountPage,
  accountPaymentPage,
  accountSessionsPage,
  accountSubscriptionPage,
  deleteAddressPage,
  renewalPage,
} from './pages/account-pages.ts';
import { checkoutPage, invoicePage, mailingListPage, receiptsPage } from './pages/desk-pages.ts';
import { frontPage } from './pages/front-page.ts';
import { issuePage } from './pages/issue-page.ts';
import { institutionalPage, loginPage } from './pages/login-pages.ts';
import { donatePage, redeemPage, renewPage, subscribePage } from './pages/membership-pages.ts';
import { productPage } from './pages/product-page.ts';
import { storePage } from './pages/store-page.ts';
import type { Publication } from './read-publication.ts';
import type { Piece } from './shop-pieces.ts';

type Make = (frame: Frame) => Page | null;
type Shop = { publication: Publication; piece: (path: string) => Promise<Piece> };
/**
 * `readers`: what it shows is one reader's (`own`), or its address may hold a key as well. `pays`: it needs the payment
 * provider's script. `value` is the slug, token or zone of its address.
 */
type Named = { page: (value: string | undefined, shop: Shop) => Make | Promise<Make>; readers?: 'own' | 'key'; pays?: true };

const account = (make: Make, more: Pick<Named, 'pays'> = {}): Named => ({ page: () => make, readers: 'key', ...more });

/** What stands at each address of the publication's map of paths. */
export const NAMED: Record<NamedPage, Named> = {
  home: { page: () => frontPage },
  store: {
    page: async (_value, { piece }) => {
      const [words, data] = await Promise.all([piece('products?tag=store&part=words&heading=3'), piece('products?tag=store&part=data')]);
      return (frame) => storePage(frame, { words, data });
    },
  },
  product: {
    page: async (slug = '', { publication, piece }) => {
      // Only what the magazine has a page of is asked about, so that made-up addresses fill no memory.
      const of = (part: string) => (publication.products.some((one) => one.slug === slug) ? piece(`product/${slug}?part=${part}`) : null);
      const [words, data] = await Promise.all([of('words&heading=1'), of('data')]);
      return (frame) => productPage(frame, slug, { words, data });
    },
  },
  issue: {
    page: async (slug = '', { publication, piece }) => {
      const isOurs = [...publication.issues, ...publication.coming].some((one) => one.slug === slug);
      const of = (part: string) => (isOurs ? piece(`issue/${slug}?part=${part}`) : null);
      const [print, digital, data] = await Promise.all([of('print'), of('digital'), of('data')]);
      return (frame) => issuePage(frame, slug, { print, digital, data });
    },
  },
  checkout: { page: () => checkoutPage, pays: true },
  receipts: { page: (token) => (frame) => receiptsPage(frame, token), readers: 'key' },
  invoice: { page: (token) => (frame) => (token === undefined ? null : invoicePage(frame, token)), readers: 'key', pays: true },
  subscribe: { page: () => subscribePage },
  // What one reader has, and where they live.
  renew: { page: () => renewPage, readers: 'own', pays: true },
  redeem: { page: (token) => (frame) => redeemPage(frame, token), readers: 'key', pays: true },
  donate: { page: () => donatePage },
  'mailing-list': { page: () => mailingListPage },
  login: { page: () => loginPage },
  'institutional-subscriptions': { page: () => institutionalPage },
  account: account(accountPage),
  'account-name': account(accountNamePage),
  'account-email': account(accountEmailPage),
  'account-address': account(accountAddressPage),
  'account-delete-address': {
    page: (value) => (frame) => {
      const ship = v.safeParse(ShippingCode, value);
      return ship.success ? deleteAddressPage(frame, ship.output) : null;
    },
    readers: 'key',
  },
  'account-payment': account(accountPaymentPage, { pays: true }),
  'account-subscription': {
    page: (token) => (frame) => (token === undefined ? null : accountSubscriptionPage(frame, token)),
    readers: 'key',
    pays: true,
  },
  'account-donation': account(accountDonationPage, { pays: true }),
  'account-sessions': account(accountSessionsPage),
  'account-data': account(accountDataPage),
  // Who has the address may confirm the payment.
  renewal: account(renewalPage, { pays: true }),
};

/** The page at an address, and what it is about. One that needs a token is found without it, too: it says so. */
export const namedPageAt = (paths: OwnPaths, address: string): { page: NamedPage; value: string | null } | null => {
  const whole = pageAt(paths, address);
  if (whole !== null && whole.value !== null) return whole;
  return pageAt(Object.fromEntries(NAMED_PAGES.map((page) => [page, bareOf(paths, page)])), address);
};

/** A page's pattern without its token, but where that is another page's address. */
function bareOf(paths: OwnPaths, page: NamedPage): string {
  const pattern = patternOf(paths, page);
  const bare = withoutToken(pattern);
  return bare.includes('?') || pageAt(paths, bare) === null ? bare : pattern;
}

/** How the addresses begin that are one reader's own; no search engine reads there. */
export const keptFromRobots = (paths: OwnPaths): string[] => {
  const begins = NAMED_PAGES.filter((page) => NAMED[page].readers === 'key').map((page) => bareOf(paths, page).replace(/\{.*/, ''));
  return begins.filter((one) => !begins.some((other) => other !== one && one.startsWith(other)));
};
