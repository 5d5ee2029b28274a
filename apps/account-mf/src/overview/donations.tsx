import { type FormEvent, useRef, useState } from 'react';
import { displayDate } from '@newsstand/contracts/display-date';
import type { MonthlyDonation } from '@newsstand/contracts/account';
import { readDollars } from '@newsstand/contracts/donation';
import { formatCents } from '@newsstand/contracts/money';
import { Button } from '@newsstand/ui/button';
import { ConfirmDialog } from '@newsstand/ui/confirm-dialog';
import { Field } from '@newsstand/ui/field';
import { LinkButton } from '@newsstand/ui/link-button';
import { Notice } from '@newsstand/ui/notice';
import { Failure } from '../failure.tsx';
import { NOTHING } from '../shown.ts';
import { Actions } from '../parts.tsx';
import { donationPath } from '../routes.ts';
import { useFocusKept } from '../use-focus-kept.ts';
import { useSend } from '../use-send.ts';
import type { Known, T } from '../widget.ts';
import styles from './donations.module.css';

/** Monthly donations: amount, next charge, another card, another amount, the end. */
export const Donations = ({ widget }: { widget: Known }) => {
  const [donations, setDonations] = useState(widget.subscriber.donations);
  return (
    <ul className={styles.donations}>
      {donations.map((donation) => (
        <Donation key={donation.token} widget={widget} donation={donation} onChanged={setDonations} />
      ))}
    </ul>
  );
};

type Props = { widget: Known; donation: MonthlyDonation; onChanged(donations: MonthlyDonation[]): void };

const Donation = ({ widget, donation, onChanged }: Props) => {
  const { t, api, viewOnly } = widget;
  const { token, version } = donation;
  const [doing, setDoing] = useState<'nothing' | 'changing' | 'stopping'>('nothing');
  const [dollars, setDollars] = useState(String(donation.amount / 100));
  const [done, setDone] = useState<'account.donation_changed' | 'account.donation_stopped' | null>(null);
  const place = useRef<HTMLLIElement>(null);
  const { busy, shown, say, send, errorOf } = useSend(place, ['dollars']);
  useFocusKept(place);
  const amount = formatCents(donation.amount);
  const refusal = refusalOf(donation, t);

  const change = (event: FormEvent) => {
    event.preventDefault();
    setDone(null);
    send(
      () => api('changeDonation', { params: { token }, query: { version }, body: { dollars: readDollars(dollars) } }),
      (answer) => {
        onChanged(answer.donations);
        setDoing('nothing');
        setDone('account.donation_changed');
      },
      async () => {
        const now = await api('subscriber');
        if (!now.ok) return undefined;
        const { donations } = now.data.subscriber;
        onChanged(donations);
        if (donations.find((each) => each.token === token)?.ended === null) return t('account.donation_conflict');
        setDoing('nothing');
        return undefined;
      },
    );
  };
  const leave = () => {
    setDoing('nothing');
    setDollars(String(donation.amount / 100));
    say(NOTHING);
  };
  const stop = () => {
    setDoing('nothing');
    send(
      () => api('stopDonation', { params: { token } }),
      (answer) => {
        onChanged(answer.donations);
        setDone('account.donation_stopped');
      },
    );
  };
  return (
    <li ref={place} className={styles.donation}>
      <p className={styles.amount}>{t('account.donation_month', { amount })}</p>
      <p className={styles.note}>{when(donation, t)}</p>
      {refusal !== null && (
        <Notice kind="warning">
          <p>{refusal}</p>
        </Notice>
      )}
      {donation.processing && <Notice kind="info">{t('account.donation_processing')}</Notice>}
      <Failure shown={shown} widget={widget} />
      {done && <Notice kind="success">{done === 'account.donation_changed' ? changed(donation, t) : t(done)}</Notice>}
      {donation.ended === null && doing !== 'changing' && (
        <Actions>
          <LinkButton
            href={donationPath(token)}
            kind={refusal === null ? 'secondary' : 'primary'}
            aria-label={t('account.donation_card_of', { amount })}
          >
            {t('account.donation_card')}
          </LinkButton>
          <Button kind="secondary" disabled={viewOnly} onClick={() => setDoing('changing')}>
            {t('account.donation_change')}
          </Button>
          <Button kind="quiet" busy={busy} disabled={viewOnly} onClick={() => setDoing('stopping')}>
            {t('account.donation_stop')}
          </Button>
        </Actions>
      )}
      {doing === 'changing' && (
        <form className={styles.form} onSubmit={change} noValidate>
          <Field
            label={t('account.donation_amount')}
            name="dollars"
            inputMode="numeric"
            required
            // The reader's own click opened the form.
            ref={(input) => input?.focus()}
            value={dollars}
            onChange={setDollars}
            error={errorOf('dollars')}
          />
          <Actions>
            <Button type="submit" busy={busy}>
              {t(busy ? 'account.saving' : 'account.save')}
            </Button>
            <Button kind="quiet" onClick={leave}>
              {t('account.cancel')}
            </Button>
          </Actions>
        </form>
      )}
      <ConfirmDialog
        text={t('account.donation_stop_sure')}
        open={doing === 'stopping'}
        onOk={stop}
        onCancel={() => setDoing('nothing')}
        texts={{ ok: t('account.ok'), cancel: t('account.cancel') }}
      />
    </li>
  );
};

/** Since when it has been given and when the next charge is, or when it ended. */
export const when = ({ ended, ended_by, next_charge, created }: MonthlyDonation, t: T): string => {
  if (ended !== null && ended_by) return t('account.donation_ended_by', { date: displayDate(ended), number: ended_by });
  if (ended !== null) return t('account.donation_ended', { date: displayDate(ended) });
  return [
    t('account.donation_since', { date: displayDate(created) }),
    ...(next_charge === null ? [] : [t('account.donation_next', { date: displayDate(next_charge) })]),
  ].join(' · ');
};

/** `next_charge` is left out where the service does not tell it yet. */
type Refusable = Pick<MonthlyDonation, 'ended' | 'failing' | 'refused'> & { next_charge?: string | null | undefined };

/**
 * Says that a charge failed or that the bank wants it confirmed, how much is unpaid, and when it is tried again. Null
 * when everything is paid.
 */
export const refusalOf = ({ ended, failing, refused, next_charge }: Refusable, t: T): string | null => {
  if (ended !== null || !(failing || refused)) return null;
  const amount = formatCents(refused ?? 0);
  const owed = refused ? t('account.donation_owed', { amount }) : '';
  if (next_charge) return `${t('account.donation_again', { date: displayDate(next_charge) })} ${owed}`;
  if (failing) return `${t('account.donation_failing')} ${owed}`;
  // Neither given up nor tried again: the donor's bank is waiting for their confirmation.
  return next_charge === null ? t('account.donation_confirm', { amount }) : owed;
};

/** When the new amount takes effect, and the amount of a month that is still unpaid. */
const changed = ({ refused, amount_from }: MonthlyDonation, t: T): string =>
  [
    amount_from ? t('account.donation_changed_from', { date: displayDate(amount_from) }) : t('account.donation_changed'),
    ...(refused ? [t('account.donation_stays', { amount: formatCents(refused) })] : []),
  ].join(' ');
