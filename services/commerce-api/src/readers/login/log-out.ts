import { pageAt, pathOf } from '@newsstand/contracts/paths';
import type { Deps } from '../../publication/deps.ts';
import { isIssuesPath } from '../../rules/access/issues-path-rules.ts';

/**
 * Ends the session. Answers where the page goes: home from an institution's issues (section 6), which it could not show
 * again; null: it reloads.
 */
export async function logOut(
  { db, publication }: Pick<Deps, 'db' | 'publication'>,
  hash: string | null,
  path: string | null,
): Promise<string | null> {
  if (hash === null) return null;
  const [ended] = await db.$queryRaw<{ entity_id: string | null }[]>`delete from session where token_hash = ${hash} returning entity_id`;
  const { paths } = publication.cached();
  const isIssues = path === null || isIssuesPath(path) || pageAt(paths, path)?.page === 'issue';
  return ended && ended.entity_id !== null && isIssues ? pathOf(paths, 'home') : null;
}
