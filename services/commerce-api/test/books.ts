import { expect } from 'vitest';
import { findDifferences } from '../src/desk/books/book-rules.ts';
import type { Deps } from '../src/publication/deps.ts';

/** The books add up, by the rules of the nightly look at them. */
export async function expectBooks({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  expect(await findDifferences(db, config.publicationId), 'the books add up').toEqual([]);
}
