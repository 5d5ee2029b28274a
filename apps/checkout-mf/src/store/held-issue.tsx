import { type ReactNode, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { subscriberCall } from '@newsstand/contracts/account-endpoints';
import { type Download, HeldIssue as Held, toRead } from '@newsstand/contracts/download';
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

type Props = {
  context: MountContext;
  slug: string;
  item: 'print-issue' | 'digital-issue';
  isReader: boolean;
  /**
   * Told whether the reader holds it, before anything of it is drawn: whoever buys it as anybody can keeps the same
   * button meanwhile.
   */
  onKnown(held: boolean): void;
  /** How it is bought; `quiet` where that is not what the page is for. */
  buy(quiet: boolean): ReactNode;
};

/**
 * An issue to who holds it: they read and download it, and buying it, as a file or in print, comes second, for somebody
 * else. What was bought in this browser the page knows; what else an account has is asked for, and until that is known
 * it is for sale (`add.tsx`), and nothing is shown here. A page brings forward what has `data-held="files"`.
 */
export const HeldIssue = ({ context, slug, item, isReader, onKnown, buy }: Props) => {
  const { messages } = usePageReader(readCartPage, context).publication;
  const t = useMemo(() => createMessages(heldMessages, messages), [messages]);
  const bought = filesOf(usePageReader(readHeldPage, context).held_issues, slug);
  const [others, setOthers] = useState<readonly Download[]>([]);
  const asks = isReader && bought.length === 0;
  useEffect(() => {
    if (!asks) return;
    let isGone = false;
    const ask = async () => {
      const issues = await holding(context);
      if (!isGone) setOthers(filesOf(issues, slug));
    };
    void ask();
    return () => {
      isGone = true;
    };
  }, [context, slug, asks]);
  const files = bought.length > 0 ? bought : others;
  const held = files.length > 0;
  useLayoutEffect(() => onKnown(held), [held, onKnown]);
  if (!held) return null;
  const gift = (
    <details>
      <summary className={styles.gift}>{t(`checkout.held_gift_${item}`)}</summary>
      <div className={styles.buy}>{buy(true)}</div>
    </details>
  );
  if (item === 'print-issue') return gift;
  return (
    <div className={styles.held} data-held="files">
      <p className={styles.words}>{t('checkout.held_issue')}</p>
      <p className={styles.files}>
        {files.map(
          (file) =>
            file.format === 'pdf' && (
              <LinkButton key="read" href={context.api + toRead(file)}>
                {t('checkout.held_pdf')}
              </LinkButton>
            ),
        )}
        {files.map(({ format, url }) => (
          <LinkButton key={format} href={context.api + url} kind="secondary">
            {t(format === 'pdf' ? 'checkout.held_pdf_file' : 'checkout.held_epub')}
          </LinkButton>
        ))}
      </p>
      {gift}
    </div>
  );
};

const filesOf = (issues: readonly Held[], slug: string): readonly Download[] =>
  issues.find((issue) => issue.slug === slug)?.downloads ?? [];

/** The print and the file of one issue stand on one page, and ask once. */
let asked: { api: string; at: number; issues: Promise<readonly Held[]> } | null = null;
const SAME_PAGE_MS = 2000;

const holding = ({ api }: MountContext): Promise<readonly Held[]> => {
  if (asked?.api !== api || Date.now() - asked.at > SAME_PAGE_MS) asked = { api, at: Date.now(), issues: ask(api) };
  return asked.issues;
};

/** Where nothing is known of it, an issue is for sale as to anybody. */
const ask = async (api: string): Promise<readonly Held[]> => {
  const answer = await createTableApi(api, calls)('holding', {});
  return answer.ok ? answer.data.subscriber.issues : [];
};
