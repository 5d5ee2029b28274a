import { ownPath } from '@newsstand/ui/messages';
import { useEffect, useState } from 'react';
import type { DonationRestarted } from '@newsstand/contracts/card-endpoints';
import { formatCents } from '@newsstand/contracts/money';
import type { PaymentOnRecord } from '@newsstand/contracts/payment-info';
import type { MountContext } from '@newsstand/contracts/widget';
import { Button } from '@newsstand/ui/button';
import { Notice } from '@newsstand/ui/notice';
import { Skeleton } from '@newsstand/ui/skeleton';
import { GeneralFailure, Help, LoadFailure } from '../failure.tsx';
import { refusalOf, when } from '../overview/donations.tsx';
import { Fact, Facts, Screen, Section } from '../parts.tsx';
import { CardForm } from '../payment/card-form.tsx';
import { type Setup, useSetup } from '../payment/use-setup.ts';
import { herePath } from '../routes.ts';
import { LeadingNotice } from '../leading-notice.tsx';
import { paymentLines } from '../words.ts';
import { type T, useWidget, type Widget } from '../widget.ts';

/** The status with which the server tells of a donation that has ended. */
const ENDED = 410;
/** There is no donation with this token, or it cannot be one. */
const UNKNOWN = [404, 422];

/** What a reload after a restart must still say (section 4: a restart reloads the page). */
const UPDATED = 'updated';

/**
 * `account.donation`: the card of a monthly donation (section 2), by the link in a letter; nobody needs to be logged
 * in.
 */
export const DonationPage = ({ context }: { context: MountContext }) => {
  const widget = useWidget(context);
  const [token] = useState(() => context.options['token'] ?? new URLSearchParams(location.search).get('token') ?? '');
  if (token === '') {
    return (
      <Screen title={widget.t('account.donation_title')} widget={widget}>
        <LinkUnknown widget={widget} />
      </Screen>
    );
  }
  return widget.viewOnly ? <SeenByStaff widget={widget} token={token} /> : <DonationView widget={widget} token={token} />;
};

/** The donation without the keys for changing its card, which staff do not get (section 2, view-only). */
const SeenByStaff = ({ widget, token }: { widget: Widget; token: string }) => {
  const { t } = widget;
  const { subscriber } = widget.page;
  const donation = subscriber?.donations.find((one) => one.token === token);
  const refusal = donation ? refusalOf(donation, t) : null;
  return (
    <Screen title={t('account.donation_title')} widget={widget}>
      {!donation && (subscriber ? <LinkUnknown widget={widget} /> : <GeneralFailure widget={widget} />)}
      {donation && (
        <>
          <p>
            {t('account.donation_month', { amount: formatCents(donation.amount) })} · {when(donation, t)}
          </p>
          {donation.processing && <Notice kind="info">{t('account.donation_processing')}</Notice>}
          {refusal !== null && <Notice kind="warning">{refusal}</Notice>}
          {donation.ended === null && (
            <div>
              <Button disabled>{t('account.payment_replace')}</Button>
            </div>
          )}
        </>
      )}
    </Screen>
  );
};

const DonationView = ({ widget, token }: { widget: Widget; token: string }) => {
  const { t, api, context } = widget;
  const query = { token };
  const { setup, again } = useSetup((signal) => api('donationSetup', { query, body: {} }, { signal }), true);
  const [updated, setUpdated] = useState<PaymentOnRecord | null>(null);
  const [isRestarted, setRestarted] = useState(() => location.hash === `#${UPDATED}`);
  // Shown once: after another reload it would be out of date.
  useEffect(() => {
    if (isRestarted) history.replaceState(history.state, '', location.pathname + location.search);
  }, [isRestarted]);
  const isDone = updated !== null || isRestarted;
  // The bank may still pay: nothing has been refused, and no other card is charged in the meantime.
  const processing = setup.type === 'loaded' && setup.data.processing === true;
  const failing = setup.type === 'loaded' && setup.data.failing && !processing;
  const owed = setup.type === 'loaded' && updated === null ? (setup.data.owed ?? null) : null;
  // An unpaid month is charged to the new card at once, even if the old one would have been tried again.
  const restarts = failing || owed !== null;
  const refusal =
    setup.type === 'loaded' && restarts ? refusalOf({ ended: null, failing, refused: owed, next_charge: setup.data.next_charge }, t) : null;
  const record = updated ?? (setup.type === 'loaded' ? setup.data : null);
  const lines = record && paymentLines(record.details.data, t);

  const keep = async (setup_intent: string, name: string | undefined) =>
    restarts
      ? await api('donationRestart', { query, body: { 'payment-method': setup_intent, name } })
      : await api('donationSetup', { query, body: { name, cc_token: setup_intent } });
  const kept = (answer: PaymentOnRecord | DonationRestarted) => {
    if (restarts) {
      history.replaceState(history.state, '', herePath(UPDATED));
      return location.reload();
    }
    setUpdated(answer);
    context.setState('completed');
  };
  return (
    <Screen
      title={t('account.donation_title')}
      widget={widget}
      aside={
        lines && (
          <Facts>
            <Fact term={t('account.payment_on_record')}>
              {lines[0]}
              <br />
              {lines[1]}
            </Fact>
          </Facts>
        )
      }
    >
      {isDone && <LeadingNotice>{t('account.payment_updated')}</LeadingNotice>}
      {setup.type === 'loading' && <Skeleton lines={5} />}
      {setup.type === 'failed' && <NotLoaded setup={setup} widget={widget} />}
      {processing && <Notice kind="info">{t('account.donation_processing')}</Notice>}
      {refusal !== null && <Notice kind="warning">{refusal}</Notice>}
      {setup.type === 'loaded' && updated === null && (
        <Section title={t('account.payment_replace')}>
          <CardForm
            widget={widget}
            setup={setup.data}
            submit={t('account.donation_card_save')}
            keep={keep}
            onKept={kept}
            onUsed={again}
            onBegin={() => setRestarted(false)}
            help
          />
        </Section>
      )}
    </Screen>
  );
};

const NotLoaded = ({ setup: { status, shown }, widget }: { setup: Setup<unknown> & { type: 'failed' }; widget: Widget }) => {
  const { t } = widget;
  if (status === ENDED) return <Ended text={shown.general ?? t('account.donation_stopped')} t={t} />;
  return UNKNOWN.includes(status) ? <LinkUnknown widget={widget} /> : <LoadFailure shown={shown} widget={widget} />;
};

/** The token names no donation, or was cut off the link. */
const LinkUnknown = ({ widget: { t, page } }: { widget: Widget }) => (
  <Notice kind="error" title={t('account.charge_unknown')}>
    <p>{t('account.charge_unknown_text')}</p>
    <Help t={t} text="account.help" address={page.publication.support_address} />
    <p>
      <a href={ownPath('/account')}>{t('account.return')}</a>
    </p>
  </Notice>
);

/** The server says whether a month is still on its way. */
const Ended = ({ text, t }: { text: string; t: T }) => (
  <Notice kind="info">
    <p>{text}</p>
    <p>
      <a href={ownPath('/donate')}>{t('account.donation_anew')}</a>
    </p>
  </Notice>
);
