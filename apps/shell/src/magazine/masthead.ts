import { html } from 'hono/html';
import { type Frame, type Page, pathTo, picture, widget } from './page.ts';
import { shareModule } from './sharing.ts';

const sections = (frame: Frame) => [
  { href: `${pathTo(frame, 'home')}#articles`, label: 'Articles', look: 'article' },
  { href: `${pathTo(frame, 'home')}#issues`, label: 'Issues', look: 'issue' },
  { href: pathTo(frame, 'store'), label: 'Store', look: 'store' },
  { href: pathTo(frame, 'subscribe'), label: 'Subscribe', look: 'subscribe' },
  { href: pathTo(frame, 'donate'), label: 'Donate', look: 'donate' },
  { href: pathTo(frame, 'mailing-list'), label: 'Letter', look: 'mailing-list' },
];

/** The header of every page. The cart's link works without a script; with one, it opens the panel. */
export const masthead = (frame: Frame, page: Page) =>
  html`<header class="masthead">
    <div class="masthead-inner">
      <a class="masthead-logo" href="${pathTo(frame, 'home')}" aria-label="${frame.publication.site.name}, front page"
        >${picture(frame, frame.publication.site.wordmark, 'eager', '')}</a
      >
      <p class="masthead-tagline">${frame.publication.site.tagline}</p>
      <nav class="masthead-nav" aria-label="Sections">
        <ul>
          ${sections(frame).map(({ href, label, look }) => html`<li><a href="${href}" ${look === page.look ? html`aria-current="${page.path === href ? 'page' : 'true'}"` : ''}>${label}</a></li>`)}
        </ul>
      </nav>
      ${widget('login.header', 'intent', {}, html`<a class="log-in" dir="auto" href="${frame.reader.name === null ? logIn(frame, page) : pathTo(frame, 'account')}" data-log-in="${logIn(frame, page)}" data-account="${pathTo(frame, 'account')}" data-reader="${frame.reader.name === null ? '' : 'in'}">${frame.reader.name ?? 'Log in'}</a>`)}
      ${widget('checkout.panel', 'intent', {}, html`<a class="cart" href="${pathTo(frame, 'store')}" data-store="${pathTo(frame, 'store')}" data-checkout="${pathTo(frame, 'checkout')}">Cart <span class="cart-count" data-cart-count></span></a>`)}
    </div>
    ${page.look === 'article' ? shareModule(frame, page) : ''}
  </header>`;

/** From the login page one does not come back to it. */
const logIn = (frame: Frame, { look, path }: Page) => pathTo(frame, 'login', null, look === 'login' ? {} : { redirect: path });
