import * as v from 'valibot';
import { CalendarDate, Picture, PositiveNumber, Slug, Text, YesOrNo, listOf } from './fields.ts';

/** Pictures in a row within an article, before the part whose `##` heading has the words of `before`. */
const Carousel = v.strictObject({
  title: Text,
  before: Text,
  pictures: v.pipe(listOf(v.strictObject({ ...Picture.entries, caption: Text })), v.minLength(2, 'must have at least two pictures')),
});

/** An article as `articles.json` lists it; its words are the Markdown file that `body` names. */
export const ArticleEntry = v.strictObject({
  slug: Slug,
  title: Text,
  standfirst: Text,
  author: Text,
  author_note: Text,
  kicker: Text,
  date: CalendarDate,
  /** The number of the issue it appeared in. */
  issue: PositiveNumber,
  subscribers_only: YesOrNo,
  /** Null for a short piece, which stands in its issue and not on the front page. */
  hero: v.optional(v.nullable(Picture), null),
  carousel: v.optional(Carousel),
  body: v.pipe(v.string('must be text'), v.regex(/^articles\/[a-z0-9-]+\.md$/, 'must be a path like "articles/last-boat.md"')),
});

export const ArticleEntries = listOf(ArticleEntry);

/** An article with its words: Markdown with `##` headings and `[^1]` footnotes. */
export type Article = v.InferOutput<typeof ArticleEntry> & { markdown: string };
