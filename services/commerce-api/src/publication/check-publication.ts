import { pagesAtOneAddress } from '@newsstand/contracts/own-paths';
import type { Article } from './article-schema.ts';
import type { Coupon } from './coupon-schema.ts';
import type { Issue } from './issue-schema.ts';
import type { DonationTier, Prices } from './prices-schema.ts';
import type { Product } from './product-schema.ts';
import type { Identity } from './publication-schema.ts';
import type { Zones } from './zones-schema.ts';

/** What could be read; a file with a mistake in it is undefined, so that the others are still checked. */
export type Parts = {
  identity: Identity | undefined;
  zones: Zones | undefined;
  prices: Prices | undefined;
  donation_tiers: DonationTier[] | undefined;
  products: Product[] | undefined;
  issues: Issue[] | undefined;
  coupons: Coupon[] | undefined;
  articles: (Omit<Article, 'markdown'> & { markdown: string | undefined })[];
};

type Named = { field: string; value: string };

/** Rules that hold between entries and between files; schemas hold those of a single field. */
export function checkPublication(parts: Parts): string[] {
  const products = parts.products ?? [];
  const issues = parts.issues ?? [];
  const coupons = parts.coupons ?? [];
  return [
    ...unique('products.json', named('products', products, 'slug')),
    ...unique('products.json', sizeRefs(products)),
    ...unique('issues.json', named('issues', issues, 'number')),
    ...unique('issues.json', named('issues', issues, 'slug')),
    ...unique('coupons.json', named('coupons', coupons, 'code')),
    ...unique('donation-tiers.json', named('donation_tiers', parts.donation_tiers ?? [], 'name')),
    ...unique('articles.json', named('articles', parts.articles, 'slug')),
    ...checkPrefixes(parts.identity),
    ...checkDonation(parts.identity),
    ...pagesAtOneAddress(parts.identity?.paths ?? {}).map((problem) => `publication.json: ${problem}`),
    ...checkZones(parts.zones),
    ...checkIssues(issues),
    ...checkCoupons(coupons, parts.prices),
    ...parts.articles.flatMap((article, index) => checkArticle(article, `articles[${index}]`, parts.issues)),
  ];
}

function named<Key extends string>(list: string, entries: Record<Key, string | number>[], key: Key): Named[] {
  return entries.map((entry, index) => ({ field: `${list}[${index}].${key}`, value: String(entry[key]) }));
}

/** Two sizes can share a ref across products, too: `tea-cup` in S and `tea` in Cup-S. */
function sizeRefs(products: Product[]): Named[] {
  return products.flatMap(({ sizes }, index) => sizes.map(({ ref }, at) => ({ field: `products[${index}].sizes[${at}]`, value: ref })));
}

function unique(file: string, entries: Named[]): string[] {
  const first = new Map<string, string>();
  return entries.flatMap(({ field, value }) => {
    const before = first.get(value);
    if (before === undefined) first.set(value, field);
    return before === undefined ? [] : [`${file}: ${field} is "${value}", as is ${before}`];
  });
}

/** Receipts and invoices are counted apart: only their prefixes tell `EXR-7` from `EXC-007` (decision 026). */
function checkPrefixes(identity: Identity | undefined): string[] {
  const { invoice_prefix, receipt_prefix } = identity?.settings ?? {};
  return identity && invoice_prefix === receipt_prefix ? ['publication.json: settings.receipt_prefix must differ from invoice_prefix'] : [];
}

/** The form takes whole dollars, at least one (specification 5). */
function checkDonation(identity: Identity | undefined): string[] {
  const { default_donation: cents = 100 } = identity?.settings ?? {};
  return cents >= 100 && cents % 100 === 0
    ? []
    : ['publication.json: settings.default_donation must be whole dollars in cents, at least 100'];
}

function checkZones(zones: Zones | undefined): string[] {
  if (!zones) return [];
  const countries = (['a', 'b', 'c'] as const).flatMap((zone) =>
    zones[zone].countries.map(({ code }, index) => ({ field: `${zone}.countries[${index}]`, value: code })),
  );
  const codes = new Set(countries.map(({ value }) => value));
  return [
    ...unique('zones.json', countries),
    ...(['US', 'CA', 'AU'] as const).flatMap((country) => {
      const states = zones.states[country];
      if (!states) return codes.has(country) ? [`zones.json: states.${country} must be there: an address in ${country} needs a state`] : [];
      return [
        ...(codes.has(country) ? [] : [`zones.json: states.${country} belongs to no country of a zone`]),
        ...unique('zones.json', named(`states.${country}`, states, 'code')),
      ];
    }),
  ];
}

/** Issues come out in the order of their numbers, and what is not out yet is at the end. */
function checkIssues(issues: Issue[]): string[] {
  return issues.flatMap((issue, index) => {
    const before = issues[index - 1];
    if (!before) return [];
    const field = `issues.json: issues[${index}]`;
    if (issue.number <= before.number) return [`${field}.number must be higher than the one before it (${before.number})`];
    if (issue.released === null) return [];
    if (before.released === null) return [`${field}.released must be null while issue ${before.number} is not released`];
    return issue.released > before.released ? [] : [`${field}.released must be later than ${before.released}`];
  });
}

const targets = [
  ['print_us', 'print-low'],
  ['print_ca', 'print-low'],
  ['print_intl', 'print-low'],
  ['digital', 'digital-low'],
] as const;

function checkCoupons(coupons: Coupon[], prices: Prices | undefined): string[] {
  return coupons.flatMap(({ discounts }, index) => {
    const field = `coupons.json: coupons[${index}].discounts`;
    if (targets.every(([target]) => discounts[target] === undefined)) return [`${field} must hold at least one discount`];
    if (!prices) return [];
    return targets.flatMap(([target, category]) => {
      const discount = discounts[target];
      const price = prices.base[category]['1year'];
      return typeof discount === 'number' && discount > price
        ? [`${field}.${target} must not be more than the one-year price (${price}); write "free" to take off everything`]
        : [];
    });
  });
}

function checkArticle(article: Parts['articles'][number], field: string, issues: Issue[] | undefined): string[] {
  const known = !issues || issues.some(({ number }) => number === article.issue);
  return [
    ...(known ? [] : [`articles.json: ${field}.issue is ${article.issue}, which issues.json does not have`]),
    ...(article.markdown === undefined
      ? [`articles.json: ${field}.body is "${article.body}", which is not there`]
      : [...checkFootnotes(article.body, article.markdown), ...checkCarousel(article.carousel, field, article.markdown)]),
  ];
}

function checkCarousel(carousel: Article['carousel'], field: string, markdown: string): string[] {
  if (!carousel || markdown.split('\n').includes(`## ${carousel.before}`)) return [];
  return [`articles.json: ${field}.carousel.before is "${carousel.before}", which is no heading of its article`];
}

function checkFootnotes(file: string, markdown: string): string[] {
  const notes = new Set(Array.from(markdown.matchAll(/^\[\^(\w+)\]:/gm), ([, id]) => id));
  const marks = new Set(Array.from(markdown.matchAll(/\[\^(\w+)\](?!:)/g), ([, id]) => id));
  return [
    ...[...marks].filter((id) => !notes.has(id)).map((id) => `${file}: footnote [^${id}] has no text`),
    ...[...notes].filter((id) => !marks.has(id)).map((id) => `${file}: footnote [^${id}] is not referred to`),
  ];
}
