import { html } from 'hono/html';
import type { Html } from './page.ts';

/**
 * What a page says where its widget cannot come: without scripts, and when the remote could not be loaded
 * (`data-state="failed"`, widgets.css).
 */
export const withoutWidget = (what: string, address: string): Html =>
  html`<noscript
      ><p class="held">This page needs JavaScript. To ${what} without it, write to <a href="mailto:${address}">${address}</a>.</p></noscript
    >
    <p class="held when-failed">
      This part of the page could not be loaded. <a href="">Try again</a>, or write to <a href="mailto:${address}">${address}</a> to
      ${what}.
    </p>`;

/**
 * Forms that the API answers with a page (`/api/forms/…`), for readers without scripts and where the widget could not
 * be loaded.
 */
const eitherWay = (form: Html): Html =>
  html`<noscript>${form}</noscript>
    <div class="when-failed">${form}</div>`;

export const loginForm = (): Html =>
  eitherWay(
    html`<form class="plain-form" method="post" action="/api/forms/login">
      <label>Email <input type="email" name="email" autocomplete="email" required /></label>
      <label>Password <input type="password" name="password" autocomplete="current-password" required /></label>
      <button class="button">Log in</button>
    </form>`,
  );

export const listForm = (tag: string): Html =>
  eitherWay(
    html`<form class="plain-form" method="post" action="/api/forms/list">
      <input type="hidden" name="list-tag" value="${tag}" />
      <label>Email <input type="email" name="email" autocomplete="email" required /></label>
      <button class="button">Write to me</button>
    </form>`,
  );
