import { use } from 'react';
import * as v from 'valibot';
import { PageData } from '@newsstand/contracts/page-data';
import type { MountContext } from '@newsstand/contracts/widget';

type Source = Pick<MountContext, 'pageData'>;

const reads = new WeakMap<Source, Promise<PageData>>();

/** The page's data, parsed once a mount. */
export const readPage = (context: Source): Promise<PageData> => {
  const known = reads.get(context);
  if (known) return known;
  const read = context.pageData().then((data) => v.parse(PageData, data));
  reads.set(context, read);
  return read;
};

/** The page's data while rendering; until it is there the component waits, and the page's own fallback stays (see mount-react). */
export const usePageData = (context: Source): PageData => use(readPage(context));
