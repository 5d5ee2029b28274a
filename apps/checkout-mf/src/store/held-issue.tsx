import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { subscriberCall } from '@newsstand/contracts/account-endpoints';
import { type Download, HeldIssue as Held } from '@newsstand/contracts/download';
import type { MountContext } from '@newsstand/contracts/widget';
import { createTableApi } from '@newsstand/ui/call-table';
import { LinkButton } from '@newsstand/ui/link-button';
import { createMessages } from '@newsstand/ui/messages';
import { pageReader, usePageReader } from '@newsstand/ui/parsed-page';
import * as v from 'valibot';
import { readCartPage } from '../cart/read-cart-page.ts';
import styles from './held-issue.module.css';
import { heldMessages } from './messages-held.ts';

/** Of all that the account is told, the files of its issues. */
const Holding = v.object({ subscriber: v.object({ issues: v.array(Held) }) });
const calls = { holding: { ...subscriberCall, answer: Holding } };

const readHeldPage = pageReader(v.object({ held_issues: v.optional(v.array(Held), []) }));

type Props = { context: MountContext; slug: string; isReader: boolean; children: ReactNode };

/**
 * An issue to who holds it: they read and download it, and buying it comes second, for somebody else. What was bought in this browser the page knows; what
 * else an account has is asked for, and until that is known it is for sale.
 */
export const HeldIssue = ({ context, slug, isReader, children }: Props) => {
  const { messages } = usePageReader(readCartPage, context).publication;
  const t = useMemo(() => createMessages(heldMessages, messages), [messages]);
  const bought = filesOf(usePageReader(readHeldPage, context).held_issues, slug);
  const [others, setOthers] = useState<readonly Download[]>([]);
  const asks = isReader && bought.length === 0;
  useEffect(() => {
    if (!asks) return;
    const gone = new AbortController();
    const ask = async () => {
      const answer = await createTableApi(context.api, calls)('holding', {}, { signal: gone.signal });
      // Where nothing is known of it, it is for sale as to anybody.
      if (!answer.ok || gone.signal.aborted) return;
      setOthers(filesOf(answer.data.subscriber.issues, slug));
    };
    void ask();
    return () => gone.abort();
  }, [context.api, slug, asks]);
  const files = bought.length > 0 ? bought : others;
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

const filesOf = (issues: readonly Held[], slug: string): readonly Download[] =>
  issues.find((issue) => issue.slug === slug)?.downloads ?? [];
