import { pageUrl, type Site } from '@newsstand/contracts/paths';
import type { Issue } from '@newsstand/contracts/issue';
import { formatCents } from '@newsstand/contracts/money';
import { basePrice } from '@newsstand/contracts/pricing';
import { isScarce } from '@newsstand/contracts/quantity';
import { SHIPCODES } from '@newsstand/contracts/shipcode';
import type { Picture, Product } from '@newsstand/contracts/product';
import { html, raw } from 'hono/html';
import { namesOf } from '../publication/names-of.ts';
import type { PublishedData } from '../publication/published-data.ts';
import type { SayHtml } from '../publication/texts/html-texts.ts';

/**
 * What a piece says that is not the thing's own: the publication's words, its name, and where readers find its pages.
 */
export type Piece = { say: SayHtml; name: string; site: Site; heading: number };

type Medium = 'print' | 'digital';
/** Null never runs out. */
type Stock = { quantity: number | null; held?: boolean | undefined };
type Html = ReturnType<typeof html>;

export const productUrl = ({ site }: Pick<Piece, 'site'>, { slug }: Pick<Product, 'slug'>): string => pageUrl(site, 'product', slug);

export const issueUrl = ({ site }: Pick<Piece, 'site'>, { slug }: Pick<Issue, 'slug'>): string => pageUrl(site, 'issue', slug);

/** One product, for the element in which its widget mounts. */
export const productHtml = (piece: Piece, product: Product): Html =>
  html`<article class="newsstand-product">
    <div class="newsstand-picture">${picture(product.image)}</div>
    <div class="newsstand-words">
      ${heading(piece, productUrl(piece, product), product.name)}
      <p class="newsstand-price">${priceWords(piece, product.print_price)}</p>
      ${availability(piece, product)} ${sizes(piece, product)}
      <p class="newsstand-description">${product.description}</p>
    </div>
  </article>`;

/** The products of the store, or those of one tag. */
export const productsHtml = (piece: Piece, products: readonly Product[]): Html =>
  html`<ul class="newsstand-products">
    ${products.map(
      (product) =>
        html`<li>
          <div class="newsstand-picture">${picture(product.image, 'lazy')}</div>
          ${heading(piece, productUrl(piece, product), product.name)}
          <p class="newsstand-price">${priceWords(piece, product.print_price)}</p>
          ${shelfAvailability(piece, product)}
        </li>`,
    )}
  </ul>`;

/** One issue, with what it costs in print and as a file. */
export const issueHtml = (piece: Piece, issue: Issue): Html =>
  html`<article class="newsstand-issue">
    <div class="newsstand-picture">${picture(issue.cover)}</div>
    <div class="newsstand-words">
      ${heading(piece, issueUrl(piece, issue), issueName(piece, issue))}
      <p class="newsstand-description">${issue.summary}</p>
      ${namedOffer(piece, issue, 'print')} ${namedOffer(piece, issue, 'digital')}
    </div>
  </article>`;

/**
 * What one medium of an issue costs, and whether it is there, for a place that says which it is; nothing where it is
 * not sold.
 */
export const offerHtml = (piece: Piece, issue: Issue, medium: Medium): Html => offerWords(piece, issue, medium, (price) => price);

const namedOffer = (piece: Piece, issue: Issue, medium: Medium): Html =>
  offerWords(piece, issue, medium, (price) => piece.say(medium, { price }));

function offerWords(piece: Piece, issue: Issue, medium: Medium, words: (price: string) => string): Html {
  const price = issue[`${medium}_price`];
  if (price === null) return html``;
  return html`<div class="newsstand-offer">
    <p class="newsstand-price">${words(priceWords(piece, price))}</p>
    ${availability(piece, stockOf(issue, medium))}
  </div>`;
}

/** As widgets say what costs nothing. */
const priceWords = ({ say }: Piece, cents: number): string => (cents === 0 ? say('free') : formatCents(cents));

export const productData = (piece: Piece, product: Product): Html =>
  data({
    '@type': 'Product',
    name: product.name,
    description: product.description,
    sku: product.ref,
    url: productUrl(piece, product),
    image: [absolute(piece, product.image)],
    brand: { '@type': 'Brand', name: piece.name },
    offers: offer(piece, productUrl(piece, product), product.print_price, product),
  });

export const productsData = (piece: Piece, products: readonly Product[]): Html =>
  data({
    '@type': 'ItemList',
    itemListElement: products.map((product, at) => ({ '@type': 'ListItem', position: at + 1, url: productUrl(piece, product) })),
  });

export const issueData = (piece: Piece, issue: Issue): Html =>
  data({
    '@type': ['PublicationIssue', 'Product'],
    name: issueName(piece, issue),
    issueNumber: issue.number,
    description: issue.summary,
    ...(issue.released !== null && { datePublished: issue.released }),
    isPartOf: { '@type': 'Periodical', name: piece.name },
    brand: { '@type': 'Brand', name: piece.name },
    url: issueUrl(piece, issue),
    image: [absolute(piece, issue.cover)],
    offers: (['print', 'digital'] as const).flatMap((medium) => {
      const price = issue[`${medium}_price`];
      return price === null
        ? []
        : [{ ...offer(piece, issueUrl(piece, issue), price, stockOf(issue, medium)), sku: `${medium}-issue ${issue.ref}` }];
    }),
  });

const TERMS = ['1year', '2year', '3year', 'lifetime'] as const;
const RATES = [
  { medium: 'print', level: 'low' },
  { medium: 'print', level: 'high' },
  { medium: 'digital', level: 'low' },
  { medium: 'digital', level: 'high' },
] as const;
type Rate = (typeof RATES)[number];

/** What a subscription costs, and how to get one by a letter. */
export const subscriptionsHtml = (piece: Piece, publication: PublishedData): Html =>
  html`<div class="newsstand-subscriptions">
    ${plainHeading(piece, piece.say('subscribe_title'))}
    <table class="newsstand-rates">
      <thead>
        <tr>
          <th scope="col">${piece.say('rate')}</th>
          ${TERMS.map((term) => html`<th scope="col">${piece.say(term)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${RATES.map(
          (rate) =>
            html`<tr>
              <th scope="row">${rateName(piece, publication, rate)}</th>
              ${TERMS.map((term) => html`<td>${priceWords(piece, ratePrice(publication, rate, term))}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
    <p class="newsstand-postage">${postage(piece, publication)}</p>
    ${byLetter(piece, publication, 'subscribe')}
  </div>`;

export const subscriptionsData = (piece: Piece, publication: PublishedData): Html =>
  data({
    '@type': 'Product',
    name: `${piece.name}: ${piece.say('subscription')}`,
    url: pageUrl(piece.site, 'subscribe'),
    brand: { '@type': 'Brand', name: piece.name },
    offers: RATES.flatMap((rate) =>
      TERMS.map((term) => ({
        ...offer(piece, pageUrl(piece.site, 'subscribe'), ratePrice(publication, rate, term), { quantity: null }),
        name: `${rateName(piece, publication, rate)}, ${piece.say(term)}`,
      })),
    ),
  });

/** The tiers of donations, and how to give by a letter. */
export const donationsHtml = (piece: Piece, publication: PublishedData): Html =>
  html`<div class="newsstand-donations">
    ${plainHeading(piece, piece.say('donate_title'))}
    <ul class="newsstand-tiers">
      ${publication.donation_tiers.map(
        ({ name, onetime, monthly, description }) =>
          html`<li>
            <p class="newsstand-name">${name}</p>
            <p class="newsstand-price">${piece.say('tier', { onetime: formatCents(onetime), monthly: formatCents(monthly) })}</p>
            <p class="newsstand-description">${description}</p>
          </li>`,
      )}
    </ul>
    ${byLetter(piece, publication, 'donate')}
  </div>`;

/** Where else to go, and how to order by a letter. */
export const checkoutHtml = (piece: Piece, publication: PublishedData): Html =>
  html`<div class="newsstand-checkout">
    ${plainHeading(piece, piece.say('checkout_title'))} ${byLetter(piece, publication, 'checkout')}
    <ul class="newsstand-ways">
      <li><a href="${pageUrl(piece.site, 'store')}">${piece.say('to_store')}</a></li>
      <li><a href="${pageUrl(piece.site, 'subscribe')}">${piece.say('to_subscriptions')}</a></li>
    </ul>
  </div>`;

const rateName = ({ say }: Piece, { levels }: PublishedData, { medium, level }: Rate): string =>
  say(`rate_${medium}`, { level: levels[level] });

/** In print before postage, which depends on where it goes. */
const ratePrice = ({ prices }: PublishedData, { medium, level }: Rate, term: (typeof TERMS)[number]): number =>
  basePrice(prices, { deliverable: medium === 'print' ? 'print-a' : 'digital', level, term });

function postage({ say }: Piece, publication: PublishedData): string {
  const prices = publication.prices.shipping['1year'];
  const { zones } = namesOf(publication);
  if (Object.values(prices).every((price) => price === 0)) return say('postage_free');
  const each = SHIPCODES.map((code) => say('postage_zone', { zone: zones[code], price: formatCents(prices[code]) }));
  return say('postage', { zones: each.join(' · ') });
}

/** For whom alone it is written: with scripts the widget is on its way. */
function byLetter({ say }: Piece, { settings }: PublishedData, what: 'subscribe' | 'donate' | 'checkout'): Html {
  const address = settings.support_address;
  const [before = '', after = ''] = say(`without_scripts_${what}`, { address: '\n' }).split('\n');
  return html`<noscript
    ><p class="newsstand-by-letter">${before}<a href="mailto:${address}">${address}</a>${after}</p></noscript
  >`;
}

const plainHeading = (piece: Piece, text: string): Html =>
  html`${raw(`<h${piece.heading} class="newsstand-name">`)}${text}${raw(`</h${piece.heading}>`)}`;

/**
 * The addresses of pages, for search engines; `since`: the day on which it came to be as it is, where that is known.
 */
export const sitemap = (pages: readonly { url: string; since?: string | null }[]): Html =>
  html`<?xml version="1.0" encoding="UTF-8"?>
    <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
      ${pages.map(({ url, since }) => html`<url><loc>${url}</loc>${since ? html`<lastmod>${since}</lastmod>` : ''}</url>`)}
    </urlset>`;

const issueName = ({ say }: Piece, { number, title }: Issue): string => say('issue', { number, title });

const stockOf = (issue: Issue, medium: Medium): Stock =>
  medium === 'print' ? { quantity: issue.print_quantity, held: issue.held } : { quantity: null };

/** A link in a heading of the level that the page has room for. */
const heading = (piece: Piece, url: string, text: string): Html =>
  html`${raw(`<h${piece.heading} class="newsstand-name">`)}<a href="${url}">${text}</a>${raw(`</h${piece.heading}>`)}`;

const picture = ({ source, width, height, alt }: Picture, loading: 'eager' | 'lazy' = 'eager'): Html =>
  html`<img src="${source}" width="${width}" height="${height}" alt="${alt}" loading="${loading}" decoding="async" />`;

const availability = ({ say }: Piece, stock: Stock): Html => html`<p class="newsstand-availability">${stockWords(say, stock)}</p>`;

/**
 * On a shelf, where what is there is no news to who sees the widget: it says what is scarce or gone, and a sheet may
 * hide the rest while it comes.
 */
const shelfAvailability = (piece: Piece, stock: Product): Html => {
  const { quantity, held } = stock;
  if (!isScarce(quantity)) return html`<p class="newsstand-availability newsstand-there">${stockWords(piece.say, stock)}</p>`;
  // What may come of it, its own page says: a card has a line for it.
  return html`<p class="newsstand-availability">${quantity <= 0 && held ? piece.say('held_on_shelf') : stockWords(piece.say, stock)}</p>`;
};

const sizes = ({ say }: Piece, product: Product): Html =>
  product.sizes.length === 0
    ? html``
    : html`<ul class="newsstand-sizes">
        ${product.sizes.map((size) => html`<li>${say('size', { size: size.name, availability: stockWords(say, size, 'size_low') })}</li>`)}
      </ul>`;

/** As widgets have it (section 9). */
function stockWords(say: SayHtml, { quantity, held }: Stock, low: 'low_stock' | 'size_low' = 'low_stock'): string {
  if (quantity === null) return say('file');
  if (quantity > 0) return isScarce(quantity) ? say(low, { count: quantity }) : say('in_stock');
  return say(held ? 'held' : 'out_of_stock');
}

function offer({ name }: Piece, url: string, price: number, { quantity, held }: Stock): Record<string, unknown> {
  const isThere = quantity === null || quantity > 0;
  return {
    '@type': 'Offer',
    url,
    price: `${Math.floor(price / 100)}.${String(price % 100).padStart(2, '0')}`,
    priceCurrency: 'USD',
    availability: `https://schema.org/${isThere ? 'InStock' : held ? 'LimitedAvailability' : 'OutOfStock'}`,
    seller: { '@type': 'Organization', name },
  };
}

const absolute = ({ site }: Piece, { source }: Picture): string => new URL(source, site.url).href;

/** No `<` can end the element. */
const data = (thing: Record<string, unknown>): Html =>
  html`<script type="application/ld+json">
    ${raw(JSON.stringify({ '@context': 'https://schema.org', ...thing }).replaceAll('<', String.raw`\u003c`))}
  </script>`;
