import { useEffect, useMemo } from 'react';
import { session } from '@newsstand/contracts/access';
import { createTableApi } from '@newsstand/ui/call-table';
import { createMessages } from '@newsstand/ui/messages';
import { onOtherTab } from '@newsstand/ui/reader-tabs';
import { loginMessages } from './messages-login.ts';
import type { Widget } from './widget.ts';

type Props = { widget: Pick<Widget, 'context' | 'page'>; isBack: boolean; onBack(this: void): void };

/** Waits until the same reader has logged in again in another tab; for somebody else the page begins anew. */
export const LoggedOut = ({ widget: { context, page }, isBack, onBack }: Props) => {
  const { messages } = page.publication;
  const t = useMemo(() => createMessages(loginMessages, messages), [messages]);
  const email = page.subscriber?.account.email;
  useEffect(() => {
    const api = createTableApi(context.api, { session });
    const look = async () => {
      const answer = await api('session', {});
      // Nobody yet: other tabs tell of more than a login.
      if (!answer.ok || !answer.data.account) return;
      if (answer.data.account.email === email) onBack();
      else location.reload();
    };
    return onOtherTab(() => void look());
  }, [context.api, email, onBack]);
  return <p>{t(isBack ? 'account.logged_in_again' : 'account.logged_out_text')}</p>;
};
