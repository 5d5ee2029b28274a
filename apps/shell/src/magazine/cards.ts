import { formatCents } from '@newsstand/contracts/money';
import { html } from 'hono/html';
import { type Frame, pathTo, picture } from './page.ts';
import type { Article, Issue, Product } from './read-publication.ts';

/** The pictures inside these links are decoration: the title beside them says where the link goes. */
export const articleCard = (frame: Frame, article: Article) =>
  html`<article class="card card-article">
    ${article.hero ? html`<a class="card-picture" href="/articles/${article.slug}" tabindex="-1" aria-hidden="true">${picture(frame, article.hero, 'lazy', '')}</a>` : ''}
    <p class="kicker">${article.kicker}</p>
    <h3><a href="/articles/${article.slug}">${article.title}</a></h3>
    <p class="card-text">${article.standfirst}</p>
    <p class="byline">${article.author}</p>
  </article>`;

export const issueCard = (frame: Frame, issue: Issue) =>
  html`<a class="card card-issue" href="${pathTo(frame, 'issue', issue.slug)}">
    ${picture(frame, issue.cover, 'lazy', '')}
    <span class="card-number">No. ${issue.number}</span>
    <span class="card-title">${issue.title}</span>
    <span class="card-note">${issue.season}</span>
  </a>`;

export const productCard = (frame: Frame, product: Product) =>
  html`<a class="card card-product" href="${pathTo(frame, 'product', product.slug)}">
    ${picture(frame, product.image, 'lazy', '')}
    <span class="card-title">${product.name}</span>
    <span class="card-note">${product.summary}</span>
    <span class="card-price">${formatCents(product.price)}</span>
  </a>`;
