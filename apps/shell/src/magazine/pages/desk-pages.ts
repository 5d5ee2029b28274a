import { invoicePdfPath } from '@newsstand/contracts/file-paths';
import { html } from 'hono/html';
import { articleCard } from '../cards.ts';
import { crumbs } from '../crumbs.ts';
import { letter, letterTitle } from '../letter.ts';
import { type Frame, type Html, type Page, pathTo, pathWithoutToken, widget } from '../page.ts';
import { offTheMap, turnedBack } from '../pictures.ts';
import { withoutWidget } from '../without-widget.ts';

/**
 * The pages at which a reader does something: check-out, receipt, mailing list; and what stands where a page should
 * have been.
 */

export const checkoutPage = (frame: Frame): Page => ({
  path: pathTo(frame, 'checkout'),
  title: 'Check Out',
  description: `Pay for what is in your cart at ${frame.publication.site.name}.`,
  data: { page: 'checkout' },
  startsWith: 'checkout.page',
  look: 'checkout',
  body: html`${crumbs(frame, 'Check Out')}
    <div class="desk">
      <div id="checkout" data-widget="checkout.page" data-when="load">
        <h1>Check Out</h1>
        <p class="waiting">Your cart is being fetched.</p>
        ${withoutWidget('order', frame.publication.site.settings.support_address)}
      </div>
    </div>`,
});

export const receiptsPage = (frame: Frame, token: string | undefined): Page => ({
  path: pathWithoutToken(frame, 'receipts'),
  title: 'Receipt',
  description: `A receipt from ${frame.publication.site.name}.`,
  data: { page: 'receipts', ...(token ? { token } : {}) },
  startsWith: 'checkout.receipt',
  look: 'receipt',
  body: html`${crumbs(frame, 'Receipt')}
    <div class="desk">
      ${widget(
        'checkout.receipt',
        'load',
        {},
        html`<h1>Receipt</h1>
          <p class="${token ? 'waiting' : 'held'}">
            ${token ? 'Your receipt is being fetched.' : 'This page needs the address from your receipt mail.'}
          </p>
          ${withoutWidget('see your receipt', frame.publication.site.settings.support_address)}`,
      )}
    </div>`,
});

/** The address holds the invoice's token: who has it may read and pay it. */
export const invoicePage = (frame: Frame, token: string): Page => ({
  path: pathTo(frame, 'invoice', token),
  title: 'Invoice',
  description: `An invoice from ${frame.publication.site.name}.`,
  data: { page: 'invoice', token },
  startsWith: 'checkout',
  look: 'invoice',
  body: html`${crumbs(frame, 'Invoice')}
    <div class="desk">
      ${widget(
        'checkout.invoice',
        'load',
        {},
        html`<h1>Invoice</h1>
          <p class="waiting">Your invoice is being fetched.</p>
          <p><a href="${invoicePdfPath(token)}">The invoice as a PDF</a></p>
          ${withoutWidget('pay', frame.publication.site.settings.support_address)}`,
      )}
    </div>`,
});

export const mailingListPage = (frame: Frame): Page => ({
  path: pathTo(frame, 'mailing-list'),
  title: letterTitle(frame.publication),
  description: frame.publication.site.messages['mailing-list.intro'] ?? 'The mailing list.',
  data: { page: 'mailing-list' },
  startsWith: 'mailing-list',
  look: 'mailing-list',
  body: letter(frame, 'h1'),
});

/** A page like the others: what was asked for is not there, but there is something to read. */
export const notFoundPage = (frame: Frame, path: string): Page =>
  message(
    frame,
    path,
    'Page 404',
    'Off the map',
    'There is nothing at this address.',
    html`<p>It may have moved, or it may be one of the places that we have not reached yet.</p>`,
    offTheMap,
    html`<section class="section" aria-labelledby="reached-title">
      <h2 class="section-title" id="reached-title">Places that we have reached</h2>
      <div class="articles">${frame.publication.features.slice(0, 3).map((article) => articleCard(frame, article))}</div>
    </section>`,
  );

export const errorPage = (frame: Frame, path: string): Page =>
  message(
    frame,
    path,
    'Page 500',
    'The boat has turned back',
    'Something went wrong on our side.',
    html`<p>We have made a note of it. Please try again in a minute.</p>`,
    turnedBack,
  );

const message = (
  frame: Frame,
  path: string,
  kicker: string,
  title: string,
  standfirst: string,
  more: Html,
  picture: Html,
  below?: Html,
): Page => ({
  path,
  title,
  description: standfirst,
  look: 'message',
  body: html`<div class="message">
      <div class="message-words">
        <p class="kicker">${kicker}</p>
        <h1>${title}</h1>
        <p class="standfirst">${standfirst}</p>
        ${more}
        <p class="more">
          <a class="arrow" href="${pathTo(frame, 'home')}">To the front page</a>
          <a class="arrow" href="${pathTo(frame, 'store')}">To the store</a>
        </p>
      </div>
      ${picture}
    </div>
    ${below ?? ''}`,
});
