import { useMemo } from 'react';
import type { MountContext } from '@newsstand/contracts/widget';
import { createMessages, type Translate } from '@newsstand/ui/messages';
import { usePageReader } from '@newsstand/ui/parsed-page';
import { readCartPage } from './cart/read-cart-page.ts';
import { pageMessages } from './messages-pages.ts';

export type T = Translate<typeof pageMessages>;

/** The texts of a widget that fills a page of its own, with the publication's in place of those that it overrides. */
export const usePageTexts = (context: MountContext): T => {
  const { publication } = usePageReader(readCartPage, context);
  return useMemo(() => createMessages(pageMessages, publication.messages), [publication.messages]);
};
