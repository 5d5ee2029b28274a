import type { Issue } from '@newsstand/contracts/issue';
import { ownPath } from '@newsstand/ui/messages';

/** The issue whose page is at `address`, wherever the publication has such pages: by a part of the path, or behind a name in the query. */
export const issueHere = (issues: readonly Issue[], address: string): Issue | undefined => {
  const here = new URL(address);
  return issues.find(({ slug }) => {
    const own = new URL(ownPath('/issue/{slug}', slug), here);
    return (
      withoutSlash(own) === withoutSlash(here) && [...own.searchParams].every(([name, value]) => here.searchParams.get(name) === value)
    );
  });
};

const withoutSlash = ({ pathname }: URL): string => pathname.replace(/\/$/, '');
