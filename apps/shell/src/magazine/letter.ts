import { html } from 'hono/html';
import { type Frame, widget } from './page.ts';
import type { Publication } from './read-publication.ts';
import { listForm } from './without-widget.ts';

/** The heading that the popup has too. */
export const letterTitle = ({ site }: Publication): string => site.messages['mailing-list.title'] ?? 'Letters from the editors';

/** The mailing list's form; without the widget one that the API answers with a page. */
export const letter = (frame: Frame, heading: 'h1' | 'h2' = 'h2') => {
  const { messages } = frame.publication.site;
  const title = letterTitle(frame.publication);
  return html`<section class="letter" aria-labelledby="letter-title">
    <div class="letter-inner">
      <div class="letter-words">
        <p class="kicker">By post</p>
        ${heading === 'h1' ? html`<h1 id="letter-title">${title}</h1>` : html`<h2 id="letter-title">${title}</h2>`}
        <p>${messages['mailing-list.intro'] ?? frame.publication.site.tagline}</p>
      </div>
      ${widget('mailing-list.form', 'visible', { 'list-tag': 'letter' }, listForm('letter'))}
    </div>
  </section>`;
};

/**
 * Where a reader who has come this far is asked for an address, once. It stands in the flow of the page, so that nobody
 * loads it who does not read: an article costs one request before that.
 */
export const letterPopup = () => widget('mailing-list.popup', 'visible', { 'list-tag': 'letter', after: '10' }, html``);
