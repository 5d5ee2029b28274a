import type { Issue } from '@newsstand/contracts/issue';
import { ownPath } from '@newsstand/ui/messages';
import { isAt } from '../is-at.ts';

/**
 * The issue whose page is at `address`, wherever the publication has such pages: by a part of the path, or behind a
 * name in the query.
 */
export const issueHere = (issues: readonly Issue[], address: string): Issue | undefined =>
  issues.find(({ slug }) => isAt(ownPath('/issue/{slug}', slug), address));
