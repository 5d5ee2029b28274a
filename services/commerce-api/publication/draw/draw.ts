import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cover } from './covers.ts';
import { heroes } from './heroes.ts';
import { logo, wordmark } from './logo.ts';
import { products } from './products.ts';

/** Draws every picture of the publication anew: `node publication/draw/draw.ts`. The same run gives the same bytes. */
const art = join(import.meta.dirname, '..', 'art');

type Issue = { number: number; title: string; season: string };
const issues: Issue[] = JSON.parse(await readFile(join(art, '..', 'issues.json'), 'utf8'));

const pictures = new Map<string, string>([
  ['logo.svg', logo()],
  ['wordmark.svg', wordmark()],
  ...issues.map((issue) => [`covers/issue-${String(issue.number).padStart(2, '0')}.svg`, cover(issue)] as const),
  ...Object.entries(products).map(([slug, draw]) => [`products/${slug}.svg`, draw()] as const),
  ...Object.entries(heroes).map(([slug, draw]) => [`articles/${slug}.svg`, draw()] as const),
]);

await Promise.all(['covers', 'products', 'articles'].map((folder) => mkdir(join(art, folder), { recursive: true })));
await Promise.all(Array.from(pictures, ([path, picture]) => writeFile(join(art, path), picture)));
