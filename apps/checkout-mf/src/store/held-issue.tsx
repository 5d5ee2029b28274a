import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { subscriberCall } from '@newsstand/contracts/account-endpoints';
import { Download } from '@newsstand/contracts/download';
import type { MountContext } from '@newsstand/contracts/widget';
import { createTableApi } from '@newsstand/ui/call-table';
import { LinkButton } from '@newsstand/ui/link-button';
import { createMessages } from '@newsstand/ui/messages';
import { usePageReader } from '@newsstand/ui/parsed-page';
import * as v from 'valibot';
import { readCartPage } from '../cart/read-cart-page.ts';
import styles from './held-issue.module.css';
import { heldMessages } from './messages-held.ts';

/** Of all that the account is told, the files of its issues. */
const Holding = v.object({
  subscriber: v.object({ issues: v.array(v.object({ slug: v.string(), downloads: v.array(Download) })) }),
});
const calls = { holding: { ...subscriberCall, answer: Holding } };

type Props = { context: MountContext; slug: string; children: ReactNode };

/** An issue to who is logged in: they read and download what they hold, and buying it comes second, for somebody else. Until that is known it is for sale. */
export const HeldIssue = ({ context, slug, children }: Props) => {
  const { messages } = usePageReader(readCartPage, context).publication;
  const t = useMemo(() => createMessages(heldMessages, messages), [messages]);
  const [files, setFiles] = useState<readonly Download[]>([]);
  useEffect(() => {
    const gone = new AbortController();
    const ask = async () => {
      const answer = await createTableApi(context.api, calls)('holding', {}, { signal: gone.signal });
      // Where nothing is known of it, it is for sale as to anybody.
      if (!answer.ok || gone.signal.aborted) return;
      setFiles(answer.data.subscriber.issues.find((issue) => issue.slug === slug)?.downloads ?? []);
    };
    void ask();
    return () => gone.abort();
  }, [context.api, slug]);
  if (files.length === 0) return children;
  return (
    <div className={styles.held}>
      <p className={styles.words}>{t('checkout.held')}</p>
      <p className={styles.files}>
        {files.map(({ format, url }, at) => (
          <LinkButton key={format} href={context.api + url} kind={at === 0 ? 'primary' : 'secondary'}>
            {t(`checkout.held_${format}`)}
          </LinkButton>
        ))}
      </p>
      <details>
        <summary className={styles.gift}>{t('checkout.held_gift')}</summary>
        <div className={styles.buy}>{children}</div>
      </details>
    </div>
  );
};
