// @module-tag ci
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PublicationError, loadPublication, readPublication } from './load-publication.ts';
import type { Publication } from './publication-schema.ts';

const own = join(import.meta.dirname, '../../publication');

describe('the publication in this repository', () => {
  let publication: Publication;
  beforeAll(async () => {
    publication = await loadPublication(own);
  });

  test('sells at least twelve products of all three kinds, and sixteen issues of which one is not out', () => {
    expect(publication.products.length).toBeGreaterThanOrEqual(12);
    expect(new Set(publication.products.map(({ type }) => type))).toEqual(new Set(['basic-product', 'sized-product', 'digital-product']));
    expect(publication.issues).toHaveLength(16);
    expect(publication.issues.filter(({ released }) => released === null)).toHaveLength(1);
  });

  test('shows every state of stock: sold out, low, a size that is gone, a size that is nearly gone', () => {
    const quantities = publication.products.map(({ quantity }) => quantity).filter((quantity) => quantity !== null);
    const sizes = publication.products.flatMap((product) => product.sizes.map(({ quantity }) => quantity));
    for (const stock of [quantities, sizes]) {
      expect(stock).toContain(0);
      expect(stock.some((quantity) => quantity > 0 && quantity < 10)).toBe(true);
    }
  });

  test('gives products, sizes and issues the refs that carts know them by', () => {
    const shirt = publication.products.find(({ slug }) => slug === 'last-boat-tee');
    const socks = publication.products.find(({ slug }) => slug === 'ice-road-socks');
    expect(shirt?.ref).toBe('prd:last-boat-tee');
    expect(shirt?.sizes.map(({ ref }) => ref)).toContain('sze:last-boat-tee-xxl');
    expect(socks?.sizes.map(({ ref }) => ref)).toEqual(['sze:ice-road-socks-s-m', 'sze:ice-road-socks-l-xl']);
    expect(publication.issues.map(({ ref }) => ref)).toEqual(publication.issues.map(({ number }) => `iss:${number}`));
  });

  test('ships to every country from exactly one zone: the United States, Canada, the rest', () => {
    const { a, b, c, states } = publication.zones;
    expect(a.countries.map(({ code }) => code)).toEqual(['US']);
    expect(b.countries.map(({ code }) => code)).toEqual(['CA']);
    expect(c.countries).toHaveLength(242);
    expect([states.US?.length, states.CA?.length, states.AU?.length]).toEqual([59, 13, 8]);
  });

  test(
    'asks for the donations of the specification',
    { tags: ['§3.donation.3', '§9.tiers.1', '§9.tiers.2', '§9.tiers.3', '§9.tiers.4'] },
    () => {
      expect(publication.donation_tiers.map(({ name, onetime, monthly }) => [name, onetime, monthly])).toEqual([
        ['Visitor Visa', 50_00, 5_00],
        ['Permanent Residency', 100_00, 25_00],
        ['Citizenship', 250_00, 50_00],
        ['Ambassadorship', 1000_00, 100_00],
      ]);
    },
  );

  test('says in the specification’s words what each coupon applies to', { tags: ['§3.coupon.1'] }, () => {
    expect(publication.coupons.map(({ code, applied }) => [code, applied])).toEqual([
      ['POSTCARD', 'gift'],
      ['STAYLONGER', 'renewal'],
      ['FIRSTLANDING', 'other'],
      ['DIPLOMATICBAG', 'other'],
      ['PAPERTRAIL', 'other'],
    ]);
  });

  test('has articles of a readable length with headings and footnotes, one of them for subscribers', () => {
    for (const { markdown } of publication.articles.filter(({ hero }) => hero !== null)) {
      const words = markdown.split(/\s+/).length;
      expect(words).toBeGreaterThan(600);
      expect(words).toBeLessThan(1250);
      expect(markdown.match(/^## /gm)?.length).toBeGreaterThanOrEqual(3);
      expect(markdown.match(/^\[\^\w+\]: /gm)?.length).toBeGreaterThanOrEqual(2);
    }
    expect(publication.articles.filter((article) => article.subscribers_only)).toHaveLength(1);
  });

  test('has something to read of every issue that is out, in short pieces beside the articles', () => {
    for (const { number } of publication.issues.filter(({ released }) => released !== null)) {
      expect(publication.articles.filter(({ issue }) => issue === number).length, `issue ${number}`).toBeGreaterThanOrEqual(2);
    }
    for (const { slug, title, issue, date, hero, markdown } of publication.articles) {
      const { contents, released } = publication.issues.find(({ number }) => number === issue) ?? { contents: [], released: null };
      expect(contents, slug).toContainEqual(expect.stringMatching(new RegExp(`^${title.replaceAll('?', String.raw`\?`)}$`, 'i')));
      expect(date >= (released ?? '9999'), `${slug} is of a day on which its issue is out`).toBe(true);
      if (hero) continue;
      const words = markdown.split(/\s+/).length;
      expect(words, slug).toBeGreaterThan(240);
      expect(words, slug).toBeLessThan(520);
    }
  });

  test('keeps every picture under 12 kB', async () => {
    const pictures = [
      publication.logo,
      publication.wordmark,
      ...publication.products.map(({ image }) => image),
      ...publication.issues.map(({ cover }) => cover),
      ...publication.articles.flatMap(({ hero, carousel }) => [...(hero ? [hero] : []), ...(carousel?.pictures ?? [])]),
    ];
    for (const { source } of pictures) {
      expect((await readFile(join(own, source))).byteLength, source).toBeLessThan(12_000);
    }
  });
});

describe('a publication with mistakes', () => {
  const folders: string[] = [];
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

  /** A copy of the publication in which `edit` changed one file's text. */
  async function edited(file: string, edit: (text: string) => string): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'publication-'));
    folders.push(folder);
    await cp(own, folder, { recursive: true });
    await writeFile(join(folder, file), edit(await readFile(join(folder, file), 'utf8')));
    return folder;
  }

  /** Replaces the first occurrence, and makes sure that there is one. */
  const swap = (before: string | RegExp, after: string) => (text: string) => {
    const changed = text.replace(before, after);
    expect(changed).not.toBe(text);
    return changed;
  };

  async function problemsOf(folder: string): Promise<string[]> {
    const error: unknown = await loadPublication(folder).catch((reason: unknown) => reason);
    return error instanceof PublicationError ? error.problems : [`not refused: ${String(error)}`];
  }

  test('files with a field that only the next release knows are not applied, and downloads are still made of them', async () => {
    const folder = await edited('publication.json', swap('"levels": {', '"seasons": { "wet": "Monsoon" }, "levels": { "middle": "Some", '));
    expect(await problemsOf(folder)).toEqual([
      'publication.json: levels.middle is not a field that is known here',
      'publication.json: seasons is not a field that is known here',
    ]);
    expect(await readPublication(folder)).toEqual(await readPublication(own));
  });

  test.each<[problem: string, file: string, edit: (text: string) => string]>([
    [
      'products.json: products[1].sizes[0].quantity must be a whole number of at least 0',
      'products.json',
      swap('"quantity": 24', '"quantity": -1'),
    ],
    [
      'products.json: products[0].quantity must be a whole number of at least 0',
      'products.json',
      swap('"quantity": 64', '"quantity": 1.5'),
    ],
    ['products.json: products[0].quantity is missing', 'products.json', swap('"quantity": 64,', '')],
    [
      'products.json: products[0].price must be a whole number of cents, at least 0',
      'products.json',
      swap('"price": 3200', '"price": "32.00"'),
    ],
    ['products.json: products[0].price must be at most 7000000 cents', 'products.json', swap('"price": 3200', '"price": 2147483648')],
    [
      'products.json: products[0].weight is not a field that is known here',
      'products.json',
      swap('"price": 3200', '"price": 3200, "weight": 3'),
    ],
    [
      'products.json: products[0].type must be "basic-product" or "sized-product" or "digital-product"',
      'products.json',
      swap('"basic-product"', '"shirt"'),
    ],
    [
      'products.json: products[2].slug is "last-boat-tee", as is products[1].slug',
      'products.json',
      swap('"resident-passport"', '"last-boat-tee"'),
    ],
    [
      'products.json: products[1].sizes[1] is "sze:last-boat-tee-s", as is products[1].sizes[0]',
      'products.json',
      swap('"name": "M"', '"name": "s"'),
    ],
    ["products.json: products[0].image.width is 64, but the picture's is 640", 'products.json', swap('"width": 640', '"width": 64')],
    [
      'products.json: products[13].file is "files/atlas.pdf", which is not there',
      'products.json',
      swap('files/atlas-of-small-differences.pdf', 'files/atlas.pdf'),
    ],
    ['products.json: products[13].file is missing', 'products.json', swap('"file": "files/atlas-of-small-differences.pdf",', '')],
    [
      'products.json: products[3].image.source is "art/products/cup.svg", which is not there',
      'products.json',
      swap('art/products/harbour-mug.svg', 'art/products/cup.svg'),
    ],
    ['products.json: must be a list', 'products.json', () => '{}'],
    [
      "products.json: is not valid JSON (Expected property name or '}' in JSON at position 2 (line 1 column 3))",
      'products.json',
      () => '[{]',
    ],
    [
      'issues.json: issues[1].released must be a date like 2026-09-07',
      'issues.json',
      swap('"released": "2023-06-05"', '"released": "2023-02-30"'),
    ],
    [
      'issues.json: issues[1].released must be later than 2023-03-06',
      'issues.json',
      swap('"released": "2023-06-05"', '"released": "2023-03-01"'),
    ],
    [
      'issues.json: issues[2].released must be null while issue 2 is not released',
      'issues.json',
      swap('"released": "2023-06-05"', '"released": null'),
    ],
    ['issues.json: issues[1].number is "1", as is issues[0].number', 'issues.json', swap('"number": 2,', '"number": 1,')],
    ['zones.json: c.countries[0] is "CA", as is b.countries[0]', 'zones.json', swap('"code": "AF"', '"code": "CA"')],
    ['zones.json: ship_prices.c5 is missing', 'zones.json', swap(/"c5": \d+/, '"c6": 1')],
    ['zones.json: states.AU belongs to no country of a zone', 'zones.json', swap('"code": "AU"', '"code": "AV"')],
    ['zones.json: c.countries[0].names must hold at least one name', 'zones.json', swap('"Afghanistan"', '')],
    [
      'prices.json: base.print-low.lifetime must be a whole number of cents, at least 0',
      'prices.json',
      swap(/"lifetime": 65000/, '"lifetime": null'),
    ],
    [
      'donation-tiers.json: donation_tiers[2].name is "Visitor Visa", as is donation_tiers[0].name',
      'donation-tiers.json',
      swap('"Citizenship"', '"Visitor Visa"'),
    ],
    ['coupons.json: coupons[0].code must be 3 to 20 capital letters or digits', 'coupons.json', swap('"POSTCARD"', '"post card"')],
    [
      'coupons.json: coupons[0].uses[0] must be "new" or "renewal" or "gift"',
      'coupons.json',
      swap('"uses": ["gift"]', '"uses": ["present"]'),
    ],
    [
      'coupons.json: coupons[0].discounts.digital must not be more than the one-year price (2800); write "free" to take off everything',
      'coupons.json',
      swap('"digital": 600', '"digital": 60000'),
    ],
    [
      'coupons.json: coupons[0].discounts.digital must be a whole number of cents, at least 0, or "free"',
      'coupons.json',
      swap('"digital": 600', '"digital": "all"'),
    ],
    ['coupons.json: coupons[3].discounts must hold at least one discount', 'coupons.json', swap('"digital": "free"', '')],
    ['coupons.json: coupons[0].discounts.audio is not a field that is known here', 'coupons.json', swap('"digital": 600', '"audio": 600')],
    ['publication.json: settings.currency must be "usd"', 'publication.json', swap('"usd"', '"eur"')],
    [
      'publication.json: settings.checkout_later must be true or false',
      'publication.json',
      swap('"checkout_later": true', '"checkout_later": "yes"'),
    ],
    ['publication.json: name must not be empty', 'publication.json', swap('"name": "Exclave"', '"name": " "')],
    [
      'publication.json: messages.Empty cart must be a key like "checkout.empty_cart"',
      'publication.json',
      swap('"checkout.empty_cart"', '"Empty cart"'),
    ],
    ['articles.json: articles[0].issue is 99, which issues.json does not have', 'articles.json', swap('"issue": 15', '"issue": 99')],
    [
      'articles.json: articles[2].body is "articles/whose-snow.md", which is not there',
      'articles.json',
      swap('articles/whose-rain-is-it.md', 'articles/whose-snow.md'),
    ],
    [
      'articles.json: articles[0].carousel.before is "All changed", which is no heading of its article',
      'articles.json',
      swap('"before": "All change"', '"before": "All changed"'),
    ],
    [
      "articles.json: articles[0].carousel.pictures[0].width is 961, but the picture's is 960",
      'articles.json',
      swap('"width": 960', '"width": 961'),
    ],
    ['articles/whose-rain-is-it.md: footnote [^1] has no text', 'articles/whose-rain-is-it.md', swap('[^1]: ', '')],
    ['articles/whose-rain-is-it.md: footnote [^1] is not referred to', 'articles/whose-rain-is-it.md', swap('else.[^1]', 'else.')],
  ])('is refused: %s', async (problem, file, edit) => {
    expect(await problemsOf(await edited(file, edit))).toContain(problem);
  });

  test.each(['account.1year', 'subscribe.2year', 'checkout-api.line_short'])('may have its own wording of %s', async (key) => {
    const folder = await edited('publication.json', swap('"checkout.empty_cart"', `"${key}"`));
    expect((await loadPublication(folder)).messages).toHaveProperty([key]);
  });

  test('is refused with everything that is wrong at once, across its files', async () => {
    const folder = await edited('products.json', swap('"quantity": 24', '"quantity": -1'));
    await writeFile(join(folder, 'coupons.json'), '[');
    await rm(join(folder, 'prices.json'));
    await rm(join(folder, 'art/covers/issue-03.svg'));
    expect(await problemsOf(folder)).toEqual([
      'prices.json: is missing',
      'products.json: products[1].sizes[0].quantity must be a whole number of at least 0',
      'coupons.json: is not valid JSON (Unexpected end of JSON input)',
      'issues.json: issues[2].cover.source is "art/covers/issue-03.svg", which is not there',
    ]);
  });

  test('is refused with a message that a publisher can work through', async () => {
    const folder = await edited('publication.json', swap('"usd"', '"eur"'));
    await expect(loadPublication(folder)).rejects.toThrow(
      'The publication cannot be used:\n  publication.json: settings.currency must be "usd"',
    );
  });
});
