import { formatCents } from '@newsstand/contracts/money';
import { html } from 'hono/html';
import { articleCard, issueCard, productCard } from '../cards.ts';
import { letter, letterPopup } from '../letter.ts';
import { type Frame, type Page, pathTo, picture } from '../page.ts';
import type { Issue, Pictured } from '../read-publication.ts';

const TEASERS = 4;

export const frontPage = (frame: Frame): Page => {
  const { site, features, issues, coming, products } = frame.publication;
  const [lead, ...others] = features;
  const [current, ...earlier] = issues;
  return {
    path: pathTo(frame, 'home'),
    title: site.name,
    description: site.description,
    data: { page: 'front' },
    look: 'front',
    ...(lead ? { picture: lead.hero } : {}),
    about: { '@type': 'Periodical', name: site.name, description: site.description, publisher: site.business.name },
    body: html`<h1 class="out-of-sight">${site.name}: ${site.tagline}</h1>
      ${lead ? leadStory(frame, lead) : ''}
      <section class="section" id="articles" aria-labelledby="articles-title">
        <h2 class="section-title" id="articles-title">From recent issues</h2>
        <div class="articles">${others.map((article) => articleCard(frame, article))}</div>
      </section>
      ${current ? currentIssue(frame, current) : ''}
      <section class="section" id="issues" aria-labelledby="issues-title">
        <h2 class="section-title" id="issues-title">The shelf</h2>
        <ul class="shelf">
          ${earlier.map((issue) => html`<li>${issueCard(frame, issue)}</li>`)}
        </ul>
        ${coming.map((issue) => html`<p class="coming">Next to leave: <strong>No. ${issue.number}, ${issue.title}</strong>, ${issue.season}. ${issue.summary}</p>`)}
      </section>
      ${letterPopup()}
      <section class="section" aria-labelledby="store-title">
        <h2 class="section-title" id="store-title">From the store</h2>
        <ul class="products">
          ${products.slice(0, TEASERS).map((product) => html`<li>${productCard(frame, product)}</li>`)}
        </ul>
        <p class="more"><a class="arrow" href="${pathTo(frame, 'store')}">Everything in the store</a></p>
      </section>
      <section class="about" aria-labelledby="about-title">
        <div class="about-inner">
          <h2 class="out-of-sight" id="about-title">About ${site.name}</h2>
          ${site.about.map((paragraph, index) => html`<p${index === 0 ? html` class="about-lead"` : ''}>${paragraph}</p>`)}
        </div>
      </section>
      ${letter(frame)}`,
  };
};

const leadStory = (frame: Frame, article: Pictured) =>
  html`<article class="lead">
    <a class="lead-picture" href="/articles/${article.slug}" tabindex="-1" aria-hidden="true"
      >${picture(frame, article.hero, 'eager', '')}</a
    >
    <div class="lead-words">
      <p class="kicker">${article.kicker}</p>
      <h2 class="lead-title"><a href="/articles/${article.slug}">${article.title}</a></h2>
      <p class="standfirst">${article.standfirst}</p>
      <p class="byline">${article.author} · ${article.rendered.minutes} minutes</p>
    </div>
  </article>`;

const currentIssue = (frame: Frame, issue: Issue) =>
  html`<section class="current" aria-labelledby="current-title">
    <div class="current-inner">
      <a class="current-cover" href="${pathTo(frame, 'issue', issue.slug)}" tabindex="-1" aria-hidden="true"
        >${picture(frame, issue.cover, 'lazy', '')}</a
      >
      <div class="current-words">
        <p class="kicker">The current issue · ${issue.season}</p>
        <h2 class="current-title" id="current-title"><a href="${pathTo(frame, 'issue', issue.slug)}">${issue.title}</a></h2>
        <p class="standfirst">${issue.summary}</p>
        <ul class="inside">
          ${issue.contents.map((title) => html`<li>${title}</li>`)}
        </ul>
        <p>
          <a class="button" href="${pathTo(frame, 'issue', issue.slug)}">Get No. ${issue.number}</a>
          <span class="prices">${formatCents(issue.print_price)} in print, ${formatCents(issue.digital_price)} as a file</span>
        </p>
      </div>
    </div>
  </section>`;
