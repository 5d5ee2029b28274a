import { html } from 'hono/html';
import type { Html } from './page.ts';

/** What a page says where its widget cannot come: without scripts, and when the remote could not be loaded (`data-state="failed"`, widgets.css). */
export const withoutWidget = (what: string, address: string): Html =>
  html`<noscript
      ><p class="held">This page needs JavaScript. To ${what} without it, write to <a href="mailto:${address}">${address}</a>.</p></noscript
    >
    <p class="held when-failed">
      This part of the page could not be loaded. <a href="">Try again</a>, or write to <a href="mailto:${address}">${address}</a> to
      ${what}.
    </p>`;
