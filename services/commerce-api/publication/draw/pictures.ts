import { cover } from './covers.ts';
import { heroes } from './heroes.ts';
import { logo, wordmark } from './logo.ts';
import { products } from './products.ts';

/** Every picture of the publication, by its path in `art/`. The same issues give the same bytes. */
export function pictures(issues: { number: number; title: string; season: string }[]): Map<string, string> {
  return new Map([
    ['logo.svg', logo()],
    ['wordmark.svg', wordmark()],
    ...issues.map((issue) => [`covers/issue-${String(issue.number).padStart(2, '0')}.svg`, cover(issue)] as const),
    ...Object.entries(products).map(([slug, draw]) => [`products/${slug}.svg`, draw()] as const),
    ...Object.entries(heroes).map(([slug, draw]) => [`articles/${slug}.svg`, draw()] as const),
  ]);
}
