import { logout } from '@newsstand/contracts/access';
import type { PublicationInfo } from '@newsstand/contracts/publication-info';
import type { MountContext } from '@newsstand/contracts/widget';
import { Button } from '@newsstand/ui/button';
import { createTableApi } from '@newsstand/ui/call-table';
import { createMessages, ownPath } from '@newsstand/ui/messages';
import { tellTabs } from '@newsstand/ui/reader-tabs';
import { useLayoutEffect, useMemo, useState } from 'react';
import { staffMessages } from './messages-staff.ts';
import styles from './staff-banner.module.css';

type Props = { context: MountContext; publication: PublicationInfo };

/**
 * Section 2, the view-only debug banner, and the way out of the look: one for the page, however many of its widgets say
 * that staff looks.
 */
export const StaffBanner = ({ context, publication: { messages } }: Props) => {
  const isFirst = useFirst();
  const t = useMemo(() => createMessages(staffMessages, messages), [messages]);
  const api = useMemo(() => createTableApi(context.api, { logout }), [context.api]);
  const [ending, setEnding] = useState<'no' | 'going' | 'failed'>('no');
  if (!isFirst) return null;
  const end = async () => {
    setEnding('going');
    const answer = await api('logout', { query: { path: location.pathname + location.search } });
    if (!answer.ok) return setEnding('failed');
    tellTabs();
    location.assign(answer.data.redirect ?? ownPath('/'));
  };
  return (
    <aside className={styles.banner} aria-label={t('account.view_only')}>
      <output>
        <strong>{t('account.view_only')}</strong> {t(ending === 'failed' ? 'account.look_goes_on' : 'account.view_only_text')}
      </output>
      <Button kind="secondary" className={styles.end} busy={ending === 'going'} changes={false} onClick={() => void end()}>
        {t(ending === 'going' ? 'account.ending_look' : 'account.end_look')}
      </Button>
    </aside>
  );
};

/** The banners of the page's widgets, in the order in which they came. */
let banners: readonly object[] = [];
const listeners = new Set<() => void>();

const change = (now: readonly object[]): void => {
  banners = now;
  for (const hear of listeners) hear();
};

/**
 * Whether this banner is the one that is seen, known before it is painted; when its widget goes, the next takes its
 * place.
 */
const useFirst = (): boolean => {
  const [own] = useState(() => ({}));
  const [isFirst, setFirst] = useState(false);
  useLayoutEffect(() => {
    const hear = () => setFirst(banners[0] === own);
    listeners.add(hear);
    change([...banners, own]);
    return () => {
      listeners.delete(hear);
      change(banners.filter((banner) => banner !== own));
    };
  }, [own]);
  return isFirst;
};
