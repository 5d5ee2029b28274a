import { html } from 'hono/html';
import type { Mail } from './mail.ts';

export function listHeader(to: string | undefined) {
  return html`<h1>Mailbox</h1>
    <p class="quiet">
      ${to === undefined ? 'Every mail that the product sends in development.' : html`To ${to}. <a href="/">All mail</a>`}
    </p>`;
}

export function listView(mails: Mail[]) {
  if (mails.length === 0) return html`<p>No mail yet.</p>`;
  return html`<ol class="rows">
    ${mails.map(
      (mail) =>
        html`<li>
          <a class="grow" href="/mail/${mail.id}">${mail.subject || '(no subject)'}</a>
          ${mail.to.map((to) => html`<a class="quiet" href="/?to=${encodeURIComponent(to)}">${to}</a>`)}
          <time class="quiet" datetime="${mail.at}">${mail.at.slice(0, 19).replace('T', ' ')}</time>
        </li>`,
    )}
  </ol>`;
}
