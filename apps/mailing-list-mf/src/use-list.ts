import { useMemo } from 'react';
import type { MountContext } from '@newsstand/contracts/widget';
import { createApi } from '@newsstand/ui/call';
import { createMessages, type Translate } from '@newsstand/ui/messages';
import { usePageData } from '@newsstand/ui/page-data';
import { listTags } from './list-tags.ts';
import { messages } from './messages.ts';
import type { SignUpInput } from './sign-up.ts';

export type T = Translate<typeof messages>;

/** What both widgets start from. While the page's data is on its way they wait, and the page's fallback stays. */
export const useList = (context: MountContext): { page: ReturnType<typeof usePageData>; t: T; input: SignUpInput } => {
  const page = usePageData(context);
  return useMemo(() => {
    const t = createMessages(messages, page.publication.messages);
    const input = {
      api: createApi(context.api),
      botCheck: page.bot_check,
      tags: listTags(context.options['listTag'], location.search),
      botCheckFailed: t('mailing-list.bot_check_failed'),
    };
    return { page, t, input };
  }, [context, page]);
};
