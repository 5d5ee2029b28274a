import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { LEVEL_NAMES } from '@newsstand/contracts/deliverable';
import { OwnPaths, pagesAtOneAddress } from '@newsstand/contracts/own-paths';
import * as v from 'valibot';
import { type RenderedArticle, renderArticle } from './render-article.ts';

/*
 * What the magazine shows, read from the publication's folder as any CMS would import it: as files. Only the fields
 * that pages show are asked for; the API checks the rest.
 */
const Picture = v.object({ source: v.string(), width: v.number(), height: v.number(), alt: v.string() });
export type Picture = v.InferOutput<typeof Picture>;

const Site = v.object({
  name: v.string(),
  tagline: v.string(),
  description: v.string(),
  about: v.array(v.string()),
  logo: Picture,
  wordmark: Picture,
  levels: v.optional(v.object({ low: v.string(), high: v.string() }), LEVEL_NAMES),
  settings: v.object({ support_address: v.string(), logins: v.optional(v.array(v.string()), ['password']) }),
  business: v.object({ name: v.string(), address: v.array(v.string()) }),
  messages: v.record(v.string(), v.string()),
  /** Where the pages are: as the API takes them, whose links lead there. */
  paths: v.optional(
    v.pipe(
      OwnPaths,
      v.rawCheck(({ dataset, addIssue }) => {
        for (const message of dataset.typed ? pagesAtOneAddress(dataset.value) : []) addIssue({ message });
      }),
    ),
    {},
  ),
});
type Site = v.InferOutput<typeof Site>;

const Issue = v.object({
  number: v.number(),
  slug: v.string(),
  title: v.string(),
  season: v.string(),
  summary: v.string(),
  contents: v.array(v.string()),
  released: v.nullable(v.string()),
  print_price: v.number(),
  digital_price: v.number(),
  cover: Picture,
});
export type Issue = v.InferOutput<typeof Issue>;

const Product = v.object({
  slug: v.string(),
  name: v.string(),
  summary: v.string(),
  description: v.string(),
  price: v.number(),
  tags: v.array(v.string()),
  image: Picture,
});
export type Product = v.InferOutput<typeof Product>;

const Carousel = v.object({
  title: v.string(),
  before: v.string(),
  pictures: v.array(v.object({ ...Picture.entries, caption: v.string() })),
});
export type Carousel = v.InferOutput<typeof Carousel>;

const Article = v.object({
  slug: v.string(),
  title: v.string(),
  standfirst: v.string(),
  author: v.string(),
  author_note: v.string(),
  kicker: v.string(),
  date: v.string(),
  issue: v.number(),
  subscribers_only: v.boolean(),
  /** A short piece has none: it stands in its issue, and not on the front page. */
  hero: v.optional(v.nullable(Picture), null),
  /** Pictures in a row, before the part whose heading has the words of `before`. */
  carousel: v.optional(Carousel),
  body: v.string(),
});
export type Article = v.InferOutput<typeof Article> & { rendered: RenderedArticle };
export type Pictured = Article & { hero: Picture };

const YearAndLifetime = v.object({ '1year': v.number(), lifetime: v.number() });
const Prices = v.object({
  base: v.object({
    'print-low': YearAndLifetime,
    'print-high': YearAndLifetime,
    'digital-low': YearAndLifetime,
    'digital-high': YearAndLifetime,
  }),
});
type Prices = v.InferOutput<typeof Prices>;

const Tier = v.object({ name: v.string(), onetime: v.number(), monthly: v.number(), description: v.string() });
type Tier = v.InferOutput<typeof Tier>;

/**
 * `issues` and `articles` hold the newest first, and only issues that are out; `features` are the articles with a
 * picture, which stand in lists.
 */
export type Publication = {
  site: Site;
  issues: Issue[];
  coming: Issue[];
  products: Product[];
  articles: Article[];
  features: Pictured[];
  prices: Prices;
  tiers: Tier[];
};

/** Reads the publication's folder; throws an error that names the file when one is missing or malformed. */
export const readPublication = async (folder: string): Promise<Publication> => {
  const [site, allIssues, products, entries, prices, tiers] = await Promise.all([
    readJson(folder, 'publication.json', Site),
    readJson(folder, 'issues.json', v.array(Issue)),
    readJson(folder, 'products.json', v.array(Product)),
    readJson(folder, 'articles.json', v.array(Article)),
    readJson(folder, 'prices.json', Prices),
    readJson(folder, 'donation-tiers.json', v.array(Tier)),
  ]);
  const read = await Promise.all(
    entries.map(async (entry) => ({ ...entry, rendered: renderArticle(await readFile(path.join(folder, entry.body), 'utf8')) })),
  );
  const articles = read.sort((a, b) => b.date.localeCompare(a.date));
  return {
    site,
    issues: allIssues.filter((issue) => issue.released !== null).sort((a, b) => b.number - a.number),
    coming: allIssues.filter((issue) => issue.released === null),
    products,
    prices,
    tiers,
    articles,
    features: articles.flatMap((article) => (article.hero ? [{ ...article, hero: article.hero }] : [])),
  };
};

const readJson = async <Schema extends v.GenericSchema>(folder: string, file: string, schema: Schema): Promise<v.InferOutput<Schema>> => {
  const result = v.safeParse(schema, parse(file, await readFile(path.join(folder, file), 'utf8')));
  if (result.success) return result.output;
  throw new Error(`${file}: ${result.issues.map((issue) => `${v.getDotPath(issue) ?? ''} ${issue.message}`).join('; ')}`);
};

const parse = (file: string, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : 'is not JSON'}`, { cause: error });
  }
};
