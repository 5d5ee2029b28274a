import { useEffect, useState } from 'react';
import { Notice } from '@newsstand/ui/notice';
import { FailureNotice } from '../failure.tsx';
import { readLeft } from '../left.ts';
import type { Known } from '../widget.ts';

/** What failed on the page that led here, said once: a reload says it no more. */
export const LeftNotice = ({ widget: { t, page } }: { widget: Known }) => {
  const [left] = useState(readLeft);
  useEffect(() => {
    if (left) history.replaceState(history.state, '', location.pathname + location.search);
  }, [left]);
  switch (left) {
    case null:
      return null;
    case 'card-changed':
      return (
        <Notice kind="error" title={t('account.card_kept')}>
          <p>{t('account.card_changed')}</p>
        </Notice>
      );
    case 'card-kept':
    case 'autorenew-kept':
      return (
        <FailureNotice
          t={t}
          title={t(left === 'card-kept' ? 'account.card_kept' : 'account.autorenew_kept')}
          address={page.publication.support_address}
          way={null}
        />
      );
  }
};
