/**
 * The tags of a row's test in a table of cases: the first row is of every run, the others, which stand beside it, are
 * CI's (`ci`, docs/next.md).
 * `tags`: what all of them assert.
 */
export const rowTags = (index: number, ...tags: string[]): string[] => (index === 0 ? tags : ['@ci', ...tags]);
