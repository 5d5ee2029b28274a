import type { ShippingCode } from '@newsstand/contracts/shipcode';
import type { WidgetName } from '@newsstand/contracts/widget';
import { html } from 'hono/html';
import { type Frame, type Page, pathTo, pathWithoutToken, widget } from '../page.ts';
import { withoutWidget } from '../without-widget.ts';

/** The account (section 2): each page is one widget, and what stands in its place until it is there. */

export const accountPage = (frame: Frame): Page =>
  page(frame, {
    path: pathTo(frame, 'account'),
    title: 'Your account',
    data: 'account',
    widget: 'account.overview',
    waiting: 'Your account',
  });

export const accountNamePage = (frame: Frame): Page =>
  page(frame, {
    path: pathTo(frame, 'account-name'),
    title: 'Change name',
    data: 'account-name',
    widget: 'account.name',
    waiting: 'Your name',
  });

/** Also where the link in the letter leads: its token stands in the fragment. */
export const accountEmailPage = (frame: Frame): Page =>
  page(frame, {
    path: pathTo(frame, 'account-email'),
    title: 'Change email',
    data: 'account-email',
    widget: 'account.email',
    waiting: 'Your email',
  });

export const accountAddressPage = (frame: Frame): Page =>
  page(frame, {
    path: pathTo(frame, 'account-address'),
    title: 'Change addresses',
    data: 'account-address',
    widget: 'account.address',
    waiting: 'Your address book',
  });

export const deleteAddressPage = (frame: Frame, ship: ShippingCode): Page =>
  page(frame, {
    path: pathTo(frame, 'account-delete-address', ship),
    title: 'Delete address',
    data: 'account-address',
    widget: 'account.delete-address',
    waiting: 'Your address',
    options: { ship },
  });

export const accountPaymentPage = (frame: Frame): Page =>
  page(frame, {
    path: pathTo(frame, 'account-payment'),
    title: 'Change payment',
    data: 'account-payment',
    widget: 'account.payment',
    waiting: 'Your payment card',
  });

export const accountSubscriptionPage = (frame: Frame, token: string): Page =>
  page(frame, {
    path: pathTo(frame, 'account-subscription', token),
    title: 'Update your subscription',
    data: 'account-subscription',
    widget: 'account.subscription',
    waiting: 'Your subscription',
    options: { token },
  });

/** By the link in a letter: nobody needs to be logged in. */
export const accountDonationPage = (frame: Frame): Page =>
  page(frame, {
    path: pathWithoutToken(frame, 'account-donation'),
    title: 'Your monthly donation',
    data: 'account-donation',
    widget: 'account.donation',
    waiting: 'Your donation',
  });

/**
 * By the link in a letter: a renewal or a month of a donation that the reader's bank asks about. Nobody needs to be
 * logged in.
 */
export const renewalPage = (frame: Frame): Page =>
  page(frame, {
    path: pathWithoutToken(frame, 'renewal'),
    title: 'Confirm a payment',
    data: 'account-donation',
    widget: 'account.renewal',
    waiting: 'The payment',
  });

export const accountSessionsPage = (frame: Frame): Page =>
  page(frame, {
    path: pathTo(frame, 'account-sessions'),
    title: 'Where you are logged in',
    data: 'account-name',
    widget: 'account.sessions',
    waiting: 'The list',
  });

export const accountDataPage = (frame: Frame): Page =>
  page(frame, {
    path: pathTo(frame, 'account-data'),
    title: 'Your data',
    data: 'account-name',
    widget: 'account.data',
    waiting: 'The page',
  });

type Parts = {
  path: string;
  title: string;
  data: NonNullable<Page['data']>['page'];
  widget: WidgetName;
  /** What is being fetched. */
  waiting: string;
  options?: Record<string, string>;
};

const page = ({ publication: { site } }: Frame, { path, title, data, widget: name, waiting, options = {} }: Parts): Page => ({
  path,
  title,
  description: `${title}: an account at ${site.name}.`,
  data: { page: data },
  startsWith: name,
  look: 'account',
  body: html`<div class="desk">
    ${widget(
      name,
      'load',
      // Where the page's data cannot be had, whom to write to is still said.
      { ...options, support: site.settings.support_address },
      html`<h1>${title}</h1>
        <p class="waiting">${waiting} is being fetched.</p>
        ${withoutWidget('change something', site.settings.support_address)}`,
    )}
  </div>`,
});
