import type { PageName } from '@newsstand/contracts/page-data';
import { html } from 'hono/html';
import { type Frame, type Page, pathTo } from './page.ts';

/** Pages whose widget says itself, beside the button that pays, what stands in for what. */
const SAID_BY_WIDGET: ReadonlySet<PageName | undefined> = new Set(['checkout', 'invoice']);

export const footer = (frame: Frame, { data }: Page) => {
  const { publication, url, standIns } = frame;
  const { site, issues } = publication;
  const latest = issues[0];
  const notices = SAID_BY_WIDGET.has(data?.page) ? [] : standIns;
  return html`<footer class="footer">
    <div class="footer-inner">
      <div class="footer-about">
        <img src="${url(site.logo.source)}" width="56" height="56" alt="" loading="lazy" />
        <p>${site.tagline}.</p>
      </div>
      <nav class="footer-nav" aria-label="Footer">
        <ul>
          <li><a href="${pathTo(frame, 'home')}#articles">Articles</a></li>
          <li><a href="${pathTo(frame, 'home')}#issues">Issues</a></li>
          <li><a href="${pathTo(frame, 'store')}">Store</a></li>
          <li><a href="${pathTo(frame, 'subscribe')}">Subscribe</a></li>
          <li><a href="${pathTo(frame, 'donate')}">Donate</a></li>
          <li><a href="${pathTo(frame, 'mailing-list')}">Letter</a></li>
          ${latest ? html`<li><a href="${pathTo(frame, 'issue', latest.slug)}">The latest issue: ${latest.title}</a></li>` : ''}
        </ul>
      </nav>
      <address class="footer-address">
        <strong>${site.business.name}</strong><br />
        ${site.business.address.map((line) => html`${line}<br />`)}
        <a href="mailto:${site.settings.support_address}">${site.settings.support_address}</a>
      </address>
      ${notices.length > 0 ? html`<p class="footer-stand-ins">${notices.join(' ')}</p>` : ''}
    </div>
  </footer>`;
};
