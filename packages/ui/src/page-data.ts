import { PageData } from '@newsstand/contracts/page-data';
import type { MountContext } from '@newsstand/contracts/widget';
import { pageReader, usePageReader } from './parsed-page.ts';

/** The page's data, parsed once a mount. */
export const readPage = pageReader(PageData);

/** The page's data while rendering. */
export const usePageData = (context: Pick<MountContext, 'pageData'>): PageData => usePageReader(readPage, context);
