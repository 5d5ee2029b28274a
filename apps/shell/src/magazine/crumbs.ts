import { html } from 'hono/html';
import { type Frame, pathTo } from './page.ts';

/** The way back to the store, above what a reader does there. */
export const crumbs = (frame: Frame, here: string) =>
  html`<nav class="crumbs" aria-label="Where you are">
    <a href="${pathTo(frame, 'store')}">Store</a> <span aria-hidden="true">/</span> <span aria-current="page">${here}</span>
  </nav>`;
