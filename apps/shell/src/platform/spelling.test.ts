import { expect, test } from 'vitest';
import { meant } from './spelling.ts';

test.each([
  ['chekout.panel', 'checkout.panel'],
  ['checkout.pannel', 'checkout.panel'],
  ['checkout-panel.', 'checkout.panel'],
  ['checkout-panel', 'checkout.panel'],
  ['mailingList_popup', 'mailing-list.popup'],
  ['acount.delete-adress', 'account.delete-address'],
  ['login.paywal', 'login.paywall'],
  ['subscribe.donation', 'subscribe.donate'],
  ['mailing-list', 'mailing-list.form'],
  ['mailingList', 'mailing-list.form'],
  ['checkout', 'checkout.page'],
  ['login', 'login.page'],
  ['account', 'account.overview'],
  ['subscribe', 'subscribe.builder'],
  ['checkout-pannel', 'checkout.panel'],
  ['mailinglist-from', 'mailing-list.form'],
  ['Checkout.Panel', 'checkout.panel'],
  [' checkout.panel', 'checkout.panel'],
  ['checkout/panel', 'checkout.panel'],
  ['paywall', 'login.paywall'],
  ['Paywal', 'login.paywall'],
  ['donate', 'subscribe.donate'],
  ['redeem', 'subscribe.redeem'],
])('%s is told as %s', (name, widget) => {
  expect(meant(name)).toBe(widget);
});

test.each([
  '',
  'slider',
  'logins',
  'account-menu',
  'checkout-button',
  'subscribe-form',
  'acme.slider',
  'checkout.panel',
  'mailing-list.popup',
  'cart.page',
  'shop.header',
  'donut',
  'form',
  'header',
  'popup',
  'store',
])('%j is told as nothing', (name) => {
  expect(meant(name)).toBe(null);
});
