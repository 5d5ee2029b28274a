import { ownPath } from '@newsstand/ui/messages';
import { useState } from 'react';
import { formatCents } from '@newsstand/contracts/money';
import { Button } from '@newsstand/ui/button';
import { ConfirmDialog } from '@newsstand/ui/confirm-dialog';
import { shownOf } from '../shown.ts';
import { reloadWith } from '../go-with-outcome.ts';
import type { Known } from '../widget.ts';
import { onOrAbout, paymentLines } from '../words.ts';
import styles from './autorenew-button.module.css';

/**
 * Section 4: autorenew toggles after a confirmation; then the page reloads, also on failure, and says what became of
 * it.
 */
export const AutorenewButton = ({ widget: { t, api, subscriber, viewOnly }, on }: { widget: Known; on: boolean }) => {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const hasCard = subscriber.payment_info !== null && (subscriber.payment_info.card ?? subscriber.payment_info.ach) !== null;
  const stopped = subscriber.account.autorenew_stopped;
  // Section 4 asks to be sure; after a refund the question says what follows.
  const again = stopped ? t('account.enable_autorenew_after_refund', { number: stopped.number }) : t('account.enable_autorenew_sure');
  const price = !on && subscriber.renewal_charge;
  const [card] = paymentLines(subscriber.payment_info, t) ?? [];
  const text = (
    <>
      {on ? t('account.disable_autorenew_sure') : again}
      {price && card && (
        <span className={styles.price}>
          {t('account.renewal_price', {
            amount: formatCents(price.amount),
            card,
            when: onOrAbout(price.when, t) ?? t('account.at_the_end'),
          })}
        </span>
      )}
    </>
  );
  const toggle = async () => {
    setAsking(false);
    setBusy(true);
    const answer = await api('autorenew', { body: { autorenew: !on } });
    if (answer.ok) reloadWith(on ? 'autorenew-off' : 'autorenew-on');
    else reloadWith('autorenew-kept', shownOf(answer).general);
  };
  return (
    <>
      <Button kind="secondary" busy={busy} disabled={viewOnly || (!on && !hasCard)} onClick={() => setAsking(true)}>
        {t(on ? 'account.disable_autorenew' : 'account.enable_autorenew')}
      </Button>
      {!on && !hasCard && (
        <span className={styles.why}>
          {t('account.autorenew_needs_card')} <a href={ownPath('/account/payment')}>{t('account.add_card')}</a>
        </span>
      )}
      <ConfirmDialog
        text={text}
        open={asking}
        onOk={() => void toggle()}
        onCancel={() => setAsking(false)}
        texts={{ ok: t('account.ok'), cancel: t('account.cancel') }}
      />
    </>
  );
};
