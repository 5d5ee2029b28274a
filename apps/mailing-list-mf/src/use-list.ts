import { useMemo } from 'react';
import type { MountContext } from '@newsstand/contracts/widget';
import { createTableApi } from '@newsstand/ui/call-table';
import { createMessages, type Translate } from '@newsstand/ui/messages';
import { usePageReader } from '@newsstand/ui/parsed-page';
import { listTags, sayUnknown } from './list-tags.ts';
import { messages } from './messages.ts';
import { readListPage, type ListPage } from './read-list-page.ts';
import { calls, type SignUpInput } from './sign-up.ts';

export type T = Translate<typeof messages>;

/** What both widgets start from. While the page's data is on its way they wait, and the page's fallback stays. */
export const useList = (context: MountContext): { page: ListPage; t: T; input: SignUpInput } => {
  const page = usePageReader(readListPage, context);
  return useMemo(() => {
    const tags = listTags(context.options['listTag'], location.search);
    sayUnknown(tags, page.lists);
    const t = createMessages(messages, page.publication.messages);
    const input = {
      api: createTableApi(context.api, calls),
      botCheck: page.bot_check,
      tags,
      botCheckFailed: t('mailing-list.bot_check_failed'),
    };
    return { page, t, input };
  }, [context, page]);
};
