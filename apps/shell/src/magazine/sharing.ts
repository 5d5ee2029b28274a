import { html } from 'hono/html';
import type { Frame, Html, Page } from './page.ts';

/** Where a post can be shared. With a script each opens a window of 600x350 (scripts/post-page.js). */
export const shareLinks = ({ publicUrl }: Frame, { path, title }: Pick<Page, 'path' | 'title'>): Html => {
  const address = encodeURIComponent(`${publicUrl}${path}`);
  const twitter = `https://twitter.com/intent/tweet?url=${address}&text=${encodeURIComponent(title)}`;
  const facebook = `https://www.facebook.com/sharer/sharer.php?u=${address}`;
  return html`<li><a data-share href="${twitter}" target="_blank" rel="noopener">Share on Twitter</a></li>
    <li><a data-share href="${facebook}" target="_blank" rel="noopener">Share on Facebook</a></li>`;
};

/**
 * The header's module for sharing a post, closed until `newsstand:toggle-header` asks for it (section 7;
 * scripts/header.js).
 */
export const shareModule = (frame: Frame, page: Page): Html =>
  html`<div class="masthead-share" data-header-module="share" role="group" aria-label="Share this piece" hidden>
    <div class="masthead-share-inner">
      <ul class="tools">
        ${shareLinks(frame, page)}
      </ul>
      <button type="button" data-header-close>Close</button>
    </div>
  </div>`;
