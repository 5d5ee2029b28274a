import { html } from 'hono/html';

/** The way back to the store, above what a reader does there. */
export const crumbs = (here: string) =>
  html`<nav class="crumbs" aria-label="Where you are">
    <a href="/store">Store</a> <span aria-hidden="true">/</span> <span aria-current="page">${here}</span>
  </nav>`;
