import { html } from 'hono/html';
import type { Mail } from './mail.ts';

export function mailHeader() {
  return html`<p><a href="/">All mail</a></p>`;
}

export function mailView(mail: Mail) {
  return html`<h1>${mail.subject || '(no subject)'}</h1>
    <dl>
      <dt>To</dt>
      <dd>${mail.to.join(', ')}</dd>
      <dt>From</dt>
      <dd>${mail.headers.from ?? mail.from}</dd>
      <dt>Sent</dt>
      <dd><time datetime="${mail.at}">${mail.at.slice(0, 19).replace('T', ' ')}</time> UTC</dd>
      ${mail.attachments.map(
        (attachment) =>
          html`<dt>Attached</dt>
            <dd>${attachment.filename || '(no name)'}, ${attachment.type}, ${attachment.size} bytes</dd>`,
      )}
    </dl>
    <p><a href="/mail/${mail.id}/source">Source</a></p>
    ${
      mail.html === ''
        ? html`<p class="quiet">This mail has no HTML part.</p>`
        : html`<h2>HTML</h2>
            <iframe sandbox="allow-popups allow-popups-to-escape-sandbox" title="The mail as HTML" src="/mail/${mail.id}/html"></iframe>`
    }
    <h2>Text</h2>
    ${mail.text === '' ? html`<p class="quiet">This mail has no text part.</p>` : html`<pre tabindex="0">${mail.text}</pre>`}`;
}
