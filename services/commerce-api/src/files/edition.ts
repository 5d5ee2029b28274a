import { readPublication } from '../publication/load-publication.ts';
import { readPicture, type ReadPicture } from '../publication/read-picture.ts';
import { articleText, type ArticleText } from './article-text.ts';

/** A picture with what it shows in words. */
export type EditionPicture = ReadPicture & { alt: string };
export type EditionArticle = ArticleText & {
  title: string;
  kicker: string;
  standfirst: string;
  author: string;
  author_note: string;
  /** A short piece has none. */
  hero: EditionPicture | null;
};

/** One issue to be read by itself: what the files are made of. `released` is an ISO date. */
export type Edition = {
  magazine: string;
  tagline: string;
  about: readonly string[];
  number: number;
  slug: string;
  title: string;
  season: string;
  summary: string;
  contents: readonly string[];
  released: string;
  cover: EditionPicture;
  articles: EditionArticle[];
};

/**
 * The issue behind a slug with the articles that are there of it, from the publication's own texts and pictures; null
 * for one that is not out or not there. `out`: the day on which it came out, where that is not the one of the files.
 */
export async function readEdition(dir: string, slug: string, out: string | null = null): Promise<Edition | null> {
  const { name, tagline, about, issues, articles } = await readPublication(dir);
  const issue = issues.find((candidate) => candidate.slug === slug);
  const released = out ?? issue?.released ?? null;
  if (!issue || released === null) return null;
  const { number, title, season, summary, contents, cover } = issue;
  const own = articles.filter((article) => article.issue === number);
  return {
    magazine: name,
    tagline,
    about,
    number,
    slug,
    title,
    season,
    summary,
    contents,
    released,
    cover: await picture(dir, cover),
    articles: await Promise.all(
      own.map(async ({ markdown, hero, ...article }) => ({
        title: article.title,
        kicker: article.kicker,
        standfirst: article.standfirst,
        author: article.author,
        author_note: article.author_note,
        hero: hero && (await picture(dir, hero)),
        ...articleText(markdown),
      })),
    ),
  };
}

async function picture(dir: string, { source, alt }: { source: string; alt: string }): Promise<EditionPicture> {
  return { ...(await readPicture(dir, source)), alt };
}
