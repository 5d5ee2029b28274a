import { displayDate } from '@newsstand/contracts/display-date';
import { html, raw } from 'hono/html';
import { articleCard } from '../cards.ts';
import { carousel } from '../carousel.ts';
import { letter, letterPopup } from '../letter.ts';
import { type Frame, type Page, pathTo, picture, widget } from '../page.ts';
import type { Article, Issue } from '../read-publication.ts';
import { beforePart } from '../render-article.ts';
import { shareLinks } from '../sharing.ts';

export const articlePage = (frame: Frame, slug: string): Page | null => {
  const { articles, features, issues } = frame.publication;
  const article = articles.find((one) => one.slug === slug);
  if (!article) return null;
  const issue = issues.find((one) => one.number === article.issue);
  const next = features.filter((one) => one.slug !== slug).slice(0, 3);
  const shown = article.hero ?? issue?.cover;
  const { contents, opening } = article.rendered;
  const words = withCarousel(frame, article);
  const held = article.subscribers_only && !frame.reader.entitled;
  return {
    path: `/articles/${slug}`,
    title: article.title,
    description: article.standfirst,
    data: { page: 'article' },
    look: 'article',
    ...(shown ? { picture: shown } : {}),
    about: {
      '@type': 'Article',
      headline: article.title,
      description: article.standfirst,
      datePublished: article.date,
      author: { '@type': 'Person', name: article.author },
      isAccessibleForFree: !article.subscribers_only,
    },
    body: html`<article class="post" ${article.subscribers_only && !held ? raw('data-whole') : ''}>
        <header class="post-head">
          <p class="kicker">${article.kicker}</p>
          <h1>${article.title}</h1>
          <p class="standfirst">${article.standfirst}</p>
          <p class="byline">
            By <strong>${article.author}</strong> · <time datetime="${article.date}">${displayDate(article.date, 'UTC')}</time> ·
            ${article.rendered.minutes} minutes
          </p>
          <p class="print-address">${`${frame.publicUrl}/articles/${slug}`}</p>
        </header>
        ${
          article.hero
            ? html`<figure class="post-hero">
                ${picture(frame, article.hero, 'eager')}
                <figcaption>Drawn for ${frame.publication.site.name}.</figcaption>
              </figure>`
            : ''
        }
        <div class="post-grid">
          <aside class="post-side" aria-label="About this article">
            ${contents.length > 1 && !held ? tableOfContents(article) : ''} ${tools(frame, article)}
          </aside>
          <div class="prose" id="words">
            ${raw(held ? opening : words)}
            ${
              held
                ? html`<p class="held">
                      The rest of this piece is held for
                      residents${issue ? html`. It is in <a href="${pathTo(frame, 'issue', issue.slug)}">No. ${issue.number}, ${issue.title}</a>, in print or as a file` : ''}.
                    </p>
                    ${paywall(frame, slug)}`
                : ''
            }
            <p class="author-note">${article.author_note}</p>
            <p class="share-end"><a href="#sharing" data-toggle-share>Share this piece</a></p>
          </div>
        </div>
      </article>
      ${letterPopup()} ${issue ? fromIssue(frame, issue) : ''}
      <section class="section next" aria-labelledby="next-title">
        <h2 class="section-title" id="next-title">Read on</h2>
        <div class="articles">${next.map((one) => articleCard(frame, one))}</div>
      </section>
      ${letter(frame)}`,
  };
};

/** Who is logged in is not asked to log in: they are told what is missing, and what mends it. */
const paywall = (frame: Frame, slug: string) =>
  frame.reader.name === null
    ? widget(
        'login.paywall',
        'visible',
        {},
        html`<p><a class="button" href="${pathTo(frame, 'login', null, { redirect: `/articles/${slug}` })}">Log in to read on</a></p>
          <p>You do not subscribe yet? <a href="${pathTo(frame, 'subscribe')}">Subscribe</a></p>`,
      )
    : widget(
        'login.paywall',
        'visible',
        { known: '' },
        frame.reader.renewable
          ? html`<p>Your subscription has run out.</p>
              <p><a class="button" href="${pathTo(frame, 'renew')}">Renew</a></p>`
          : html`<p>There is no subscription on your account that runs now.</p>
              <p><a class="button" href="${pathTo(frame, 'subscribe')}">See the subscriptions</a></p>`,
      );

const withCarousel = (frame: Frame, { carousel: pictures, rendered }: Article) =>
  pictures ? beforePart(rendered, pictures.before, String(carousel(frame, pictures))) : rendered.html;

/**
 * The post's navigation: folded on a phone, two columns from 800 px, beside the words from 960 px (section 9;
 * styles/article.css).
 */
const tableOfContents = ({ rendered: { contents, html: words } }: Article) =>
  html`<nav class="contents" aria-label="In this article">
    <details>
      <summary>In this article</summary>
      <ol>
        ${contents.map(({ id, title }) => html`<li><a href="#${id}">${raw(title)}</a></li>`)}
        ${words.includes('data-footnotes') ? html`<li><a href="#footnote-label">Notes</a></li>` : ''}
      </ol>
    </details>
  </nav>`;

const tools = (frame: Frame, { slug, title }: Article) =>
  html`<ul class="tools" id="sharing">
    ${shareLinks(frame, { path: `/articles/${slug}`, title })}
    <li><button type="button" data-print-now hidden>Print</button></li>
    <li><button type="button" data-print data-leave="Leave the print view">Print view</button></li>
  </ul>`;

const fromIssue = (frame: Frame, issue: Issue) =>
  html`<section class="from-issue" aria-labelledby="from-issue-title">
    <div class="from-issue-inner">
      <a class="from-issue-cover" href="${pathTo(frame, 'issue', issue.slug)}" tabindex="-1" aria-hidden="true"
        >${picture(frame, issue.cover, 'lazy', '')}</a
      >
      <div>
        <p class="kicker">This piece appeared in No. ${issue.number}</p>
        <h2 id="from-issue-title"><a href="${pathTo(frame, 'issue', issue.slug)}">${issue.title}</a></h2>
        <p>${issue.summary}</p>
        ${widget(
          'checkout.add',
          'visible',
          { item: 'print-issue', ref: `iss:${issue.number}` },
          html`<p><a class="button" href="${pathTo(frame, 'issue', issue.slug)}">Get the print issue</a></p>`,
        )}
      </div>
    </div>
  </section>`;
