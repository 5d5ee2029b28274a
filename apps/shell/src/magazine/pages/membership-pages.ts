import { formatCents } from '@newsstand/contracts/money';
import { html } from 'hono/html';
import { type Frame, type Page, pathTo, pathWithoutToken, widget } from '../page.ts';
import { withoutWidget } from '../without-widget.ts';

const RATES = [
  { category: 'print-low', medium: 'Print', level: 'low' },
  { category: 'print-high', medium: 'Print', level: 'high' },
  { category: 'digital-low', medium: 'Digital', level: 'low' },
  { category: 'digital-high', medium: 'Digital', level: 'high' },
] as const;

/** Without the widget a reader sees what everything costs, and where to write. */
export const subscribePage = (frame: Frame): Page => ({
  path: pathTo(frame, 'subscribe'),
  title: 'Subscribe',
  description: `Four issues of ${frame.publication.site.name} a year, in print or as files.`,
  data: { page: 'subscribe' },
  startsWith: 'subscribe',
  look: 'subscribe',
  body: html`<div class="desk">
    ${widget(
      'subscribe.builder',
      'load',
      {},
      html`<h1>Subscribe</h1>
        <p class="standfirst">Four issues a year. Postage depends on where they go.</p>
        <div class="rates" role="region" aria-label="Rates" tabindex="0">
          <table>
            <thead>
              <tr>
                <th scope="col">Rate</th>
                <th scope="col">1 year</th>
                <th scope="col">2 years</th>
                <th scope="col">3 years</th>
                <th scope="col">Lifetime</th>
              </tr>
            </thead>
            <tbody>
              ${RATES.map(({ category, medium, level }) => {
                const { '1year': year, lifetime } = frame.publication.prices.base[category];
                return html`<tr>
                  <th scope="row">${medium}, ${frame.publication.site.levels[level]}</th>
                  ${[year, 2 * year, 3 * year, lifetime].map((price) => html`<td>${formatCents(price)}</td>`)}
                </tr>`;
              })}
            </tbody>
          </table>
        </div>
        ${withoutWidget('subscribe', frame.publication.site.settings.support_address)}`,
    )}
  </div>`,
});

export const donatePage = (frame: Frame): Page => ({
  path: pathTo(frame, 'donate'),
  title: 'Donate',
  description: `Pay for the reporting of ${frame.publication.site.name}, once or each month.`,
  data: { page: 'donate' },
  startsWith: 'subscribe',
  look: 'donate',
  body: html`<div class="desk">
    ${widget(
      'subscribe.donate',
      'load',
      {},
      html`<h1>Donate</h1>
        <p class="standfirst">Reporting is paid for by the people who read it.</p>
        <ul class="tiers">
          ${frame.publication.tiers.map(
            ({ name, onetime, monthly, description }) =>
              html`<li>
                <h2>${name}</h2>
                <p>${formatCents(onetime)} once, or ${formatCents(monthly)} a month</p>
                <p>${description}</p>
              </li>`,
          )}
        </ul>
        ${withoutWidget('donate', frame.publication.site.settings.support_address)}`,
    )}
  </div>`,
});

/** The code of a coupon stays in the address, where the widget reads it. */
export const renewPage = (frame: Frame): Page => ({
  path: pathTo(frame, 'renew'),
  title: 'Renew',
  description: `Renew a subscription of ${frame.publication.site.name}.`,
  data: { page: 'renew' },
  startsWith: 'subscribe.renew',
  look: 'subscribe',
  body: html`<div class="desk">
    ${widget(
      'subscribe.renew',
      'load',
      {},
      html`<h1>Renew</h1>
        <p class="waiting">Your subscription is being looked up.</p>
        ${withoutWidget('renew', frame.publication.site.settings.support_address)}`,
    )}
  </div>`,
});

export const redeemPage = (frame: Frame, token: string | undefined): Page => ({
  path: pathWithoutToken(frame, 'redeem'),
  title: 'A gift for you',
  description: `Redeem a gift subscription of ${frame.publication.site.name}.`,
  data: { page: 'redeem', ...(token ? { token } : {}) },
  startsWith: 'subscribe.redeem',
  look: 'redeem',
  body: html`<div class="desk">
    ${widget(
      'subscribe.redeem',
      'load',
      {},
      html`<h1>A gift for you</h1>
        <p class="${token ? 'waiting' : 'held'}">
          ${token ? 'Your gift is being fetched.' : 'This page needs the address from your card.'}
        </p>
        ${withoutWidget('redeem your gift', frame.publication.site.settings.support_address)}`,
    )}
  </div>`,
});
