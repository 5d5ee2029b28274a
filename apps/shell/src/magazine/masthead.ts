import { html } from 'hono/html';
import { type Frame, type Page, picture, widget } from './page.ts';
import { shareModule } from './sharing.ts';

const SECTIONS = [
  { href: '/#articles', label: 'Articles', look: 'article' },
  { href: '/#issues', label: 'Issues', look: 'issue' },
  { href: '/store', label: 'Store', look: 'store' },
  { href: '/subscribe', label: 'Subscribe', look: 'subscribe' },
  { href: '/donate', label: 'Donate', look: 'donate' },
  { href: '/mailing-list', label: 'Letter', look: 'mailing-list' },
];

/** The header of every page. The cart's link works without a script; with one, it opens the panel. */
export const masthead = (frame: Frame, page: Page) =>
  html`<header class="masthead">
    <div class="masthead-inner">
      <a class="masthead-logo" href="/" aria-label="${frame.publication.site.name}, front page"
        >${picture(frame, frame.publication.site.wordmark, 'eager', '')}</a
      >
      <p class="masthead-tagline">${frame.publication.site.tagline}</p>
      <nav class="masthead-nav" aria-label="Sections">
        <ul>
          ${SECTIONS.map(({ href, label, look }) => html`<li><a href="${href}" ${look === page.look ? html`aria-current="${page.path === href ? 'page' : 'true'}"` : ''}>${label}</a></li>`)}
        </ul>
      </nav>
      ${widget('login.header', 'intent', {}, html`<a class="log-in" dir="auto" href="${frame.reader.name === null ? logIn(page) : '/account'}" data-reader="${frame.reader.name === null ? '' : 'in'}">${frame.reader.name ?? 'Log in'}</a>`)}
      ${widget('checkout.panel', 'intent', {}, html`<a class="cart" href="/store">Cart <span class="cart-count" data-cart-count></span></a>`)}
    </div>
    ${page.look === 'article' ? shareModule(frame, page) : ''}
  </header>`;

/** From the login page one does not come back to it. */
const logIn = ({ look, path }: Page) => (look === 'login' ? '/login' : `/login?${new URLSearchParams({ redirect: path })}`);
