import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';

/**
 * Where the publication's own articles stand: `/articles/{slug}`, or `/{slug}`, as content systems have it. What else a
 * path has names another page.
 */
const PATH = /^\/(?:articles\/)?([\w-]+)\/?$/;

const Entries = v.array(v.object({ slug: v.string(), issue: v.number() }));

/**
 * The number of the issue that the article at a path appeared in; null for what is no article of the publication's own.
 */
export async function issueOfArticle(dir: string, path: string): Promise<number | null> {
  const slug = PATH.exec(path)?.[1];
  if (slug === undefined) return null;
  const listed: unknown = JSON.parse(await readFile(join(dir, 'articles.json'), 'utf8'));
  return v.parse(Entries, listed).find((article) => article.slug === slug)?.issue ?? null;
}
