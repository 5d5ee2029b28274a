import { ownPath } from '@newsstand/ui/messages';
import { useState } from 'react';
import type { MountContext } from '@newsstand/contracts/widget';
import { Button } from '@newsstand/ui/button';
import { ConfirmDialog } from '@newsstand/ui/confirm-dialog';
import { Notice } from '@newsstand/ui/notice';
import { Skeleton } from '@newsstand/ui/skeleton';
import { LoadFailure } from '../failure.tsx';
import { shownOf } from '../shown.ts';
import styles from '../form.module.css';
import { goToAccountWith } from '../go-with-outcome.ts';
import { Fact, Facts, Screen, Section } from '../parts.tsx';
import { CONFLICT } from '../use-send.ts';
import type { Known } from '../widget.ts';
import { WithSubscriber } from '../with-subscriber.tsx';
import { paymentLines } from '../words.ts';
import { CardForm } from './card-form.tsx';
import { useSetup } from './use-setup.ts';

/** `account.payment`: the page /account/payment (section 2): what is on record, and a form for another. */
export const PaymentPage = ({ context }: { context: MountContext }) => (
  <WithSubscriber context={context}>{(widget) => <PaymentView widget={widget} />}</WithSubscriber>
);

const PaymentView = ({ widget }: { widget: Known }) => {
  const { t, api, context, subscriber, viewOnly } = widget;
  const { setup, again } = useSetup((signal) => api('paymentSetup', {}, { signal }), !viewOnly);
  const data = setup.type === 'loaded' ? setup.data.details.data : subscriber.payment_info;
  const lines = paymentLines(data, t);
  const words = t(lines ? 'account.payment_replace' : 'account.payment_add');
  return (
    <Screen
      title={t('account.change_payment')}
      widget={widget}
      aside={
        <div className={styles.part}>
          <Facts>
            <Fact term={t('account.payment_on_record')}>
              {lines ? (
                <>
                  {lines[0]}
                  <br />
                  {lines[1]}
                </>
              ) : (
                t('account.no_card')
              )}
            </Fact>
          </Facts>
          {lines && (
            <DeleteCard
              widget={widget}
              words={t(data?.card ? 'account.payment_delete' : 'account.payment_delete_bank')}
              version={setup.type === 'loaded' ? setup.data.version : undefined}
            />
          )}
        </div>
      }
    >
      <Section title={words}>
        {(subscriber.renewal?.state === 'again' || subscriber.renewal?.state === 'refused') && (
          <Notice kind="warning">{t('account.payment_renews')}</Notice>
        )}
        {subscriber.renewal?.state === 'confirm' && <Notice kind="warning">{t('account.payment_renews_asked')}</Notice>}
        <div>
          {viewOnly && <Button disabled>{words}</Button>}
          {!viewOnly && setup.type === 'loading' && <Skeleton lines={5} />}
          {setup.type === 'failed' && <LoadFailure shown={setup.shown} widget={widget} />}
          {setup.type === 'loaded' && (
            <CardForm
              widget={widget}
              setup={setup.data}
              submit={t('account.payment_save')}
              keep={(setup_intent, name) => api('keepCard', { body: { setup_intent, name } })}
              onKept={({ renewal }) => {
                context.setState('completed');
                if (!renewal) goToAccountWith('card-saved');
                else goToAccountWith(`renewal-${renewal.state}`, { token: renewal.state === 'confirm' ? renewal.token : undefined });
              }}
              onUsed={again}
            />
          )}
        </div>
      </Section>
    </Screen>
  );
};

/**
 * Section 4, deleting the card: after the call, success or error, the page goes to /account, which says what became of
 * it. Another than that of `version` is not deleted.
 */
const DeleteCard = ({
  widget: { t, api, viewOnly, subscriber },
  words,
  version,
}: {
  widget: Known;
  words: string;
  version: string | undefined;
}) => {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setAsking(false);
    setBusy(true);
    const answer = await api('deleteCard', { query: { version } });
    if (answer.ok) goToAccountWith('card-deleted');
    else if (answer.status === CONFLICT) goToAccountWith('card-changed');
    else goToAccountWith('card-kept', { why: shownOf(answer).general });
  };
  return (
    <div className={styles.part}>
      <div>
        <Button kind="secondary" busy={busy} disabled={viewOnly} onClick={() => setAsking(true)}>
          {words}
        </Button>
      </div>
      {subscriber.donations.some(({ ended }) => ended === null) && (
        <p className={styles.note}>
          {t('account.payment_donations')} <a href={`${ownPath('/account')}#account-donations`}>{t('account.payment_donations_stop')}</a>
        </p>
      )}
      <ConfirmDialog
        text={t('account.payment_delete_sure')}
        open={asking}
        onOk={() => void remove()}
        onCancel={() => setAsking(false)}
        texts={{ ok: t('account.ok'), cancel: t('account.cancel') }}
      />
    </div>
  );
};
