import { displayDate } from '@newsstand/contracts/display-date';
import { formatCents } from '@newsstand/contracts/money';
import { html } from 'hono/html';
import { articleCard, issueCard } from '../cards.ts';
import { type Frame, type Page, pathTo, picture, widget } from '../page.ts';
import type { Issue } from '../read-publication.ts';
import { isPiece, type Piece } from '../shop-pieces.ts';

const NEIGHBOURS = 6;

/** What the shop says of price and stock, or the price of the files. */
const priceOf = (shop: Piece, price: number) => (isPiece(shop) ? shop.html : html`<p class="newsstand-price">${formatCents(price)}</p>`);

/**
 * A released issue (section 2); one that is not out has no page yet. The shop knows it where the desk brought one out
 * before the day of its files: letters lead there.
 */
export const issuePage = (frame: Frame, slug: string, shop: { print: Piece; digital: Piece; data: Piece }): Page | null => {
  const { issues, coming, articles, site } = frame.publication;
  const issue = issues.find((one) => one.slug === slug) ?? (isPiece(shop.data) ? coming.find((one) => one.slug === slug) : undefined);
  if (!issue) return null;
  const inside = articles.filter((article) => article.issue === issue.number);
  const distance = (other: Issue) => Math.abs(other.number - issue.number);
  const neighbours = issues
    .filter((one) => one !== issue)
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, NEIGHBOURS)
    .sort((a, b) => b.number - a.number);
  const online = new Map(inside.map((article) => [article.title.toLowerCase(), article.slug]));
  const ref = `iss:${issue.number}`;
  return {
    path: pathTo(frame, 'issue', slug),
    title: `No. ${issue.number}, ${issue.title}`,
    description: issue.summary,
    data: { page: 'front' },
    look: 'issue',
    picture: issue.cover,
    about: {
      '@type': 'PublicationIssue',
      issueNumber: issue.number,
      name: issue.title,
      datePublished: issue.released,
      isPartOf: { '@type': 'Periodical', name: site.name },
    },
    ...(isPiece(shop.data) && { shopData: shop.data.html }),
    body: html`<article class="issue">
        <div class="issue-cover">${picture(frame, issue.cover, 'eager')}</div>
        <div class="issue-words">
          <p class="kicker">No. ${issue.number} · ${issue.season}</p>
          <h1>${issue.title}</h1>
          <p class="standfirst">${issue.summary}</p>
          <h2 class="small-title">Inside</h2>
          <ol class="inside">
            ${issue.contents.map((title) => {
              const at = online.get(title.toLowerCase());
              return html`<li>${at ? html`<a href="/articles/${at}">${title}</a>` : title}</li>`;
            })}
          </ol>
          <div class="buy">
            <div class="buy-choice">
              <h2 class="small-title">In print</h2>
              ${widget(
                'checkout.add',
                'visible',
                { item: 'print-issue', ref },
                html`${priceOf(shop.print, issue.print_price)}
                  <p>On paper that survives a rucksack.</p>`,
              )}
            </div>
            <div class="buy-choice">
              <h2 class="small-title">As a file</h2>
              ${widget(
                'checkout.add',
                'visible',
                { item: 'digital-issue', ref },
                html`${priceOf(shop.digital, issue.digital_price)}
                  <p>Yours to keep, at once.</p>`,
              )}
            </div>
          </div>
          ${issue.released ? html`<p class="byline">Out since ${displayDate(issue.released, 'UTC')}</p>` : ''}
        </div>
      </article>
      ${
        inside.length > 0
          ? html`<section class="section" aria-labelledby="inside-title">
              <h2 class="section-title" id="inside-title">Read from it</h2>
              <div class="articles">${inside.map((article) => articleCard(frame, article))}</div>
            </section>`
          : ''
      }
      <section class="section" aria-labelledby="near-title">
        <h2 class="section-title" id="near-title">Beside it on the shelf</h2>
        <ul class="shelf shelf-short">
          ${neighbours.map((one) => html`<li>${issueCard(frame, one)}</li>`)}
        </ul>
      </section>`,
  };
};
