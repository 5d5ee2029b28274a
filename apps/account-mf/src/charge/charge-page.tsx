import { ownPath } from '@newsstand/ui/messages';
import { type Ref, useEffect, useRef, useState } from 'react';
import { displayDate } from '@newsstand/contracts/display-date';
import type { ChargeStatus } from '@newsstand/contracts/charge';
import { cardName } from '@newsstand/contracts/card-name';
import { formatCents } from '@newsstand/contracts/money';
import type { MountContext } from '@newsstand/contracts/widget';
import { Button } from '@newsstand/ui/button';
import { LinkButton } from '@newsstand/ui/link-button';
import { Notice } from '@newsstand/ui/notice';
import { Skeleton } from '@newsstand/ui/skeleton';
import { Failure, GeneralFailure } from '../failure.tsx';
import { Actions, Fact, Facts } from '../parts.tsx';
import parts from '../parts.module.css';
import { donationPath, receiptPath } from '../routes.ts';
import { type T, useWidget, type Widget } from '../widget.ts';
import { useCharge } from './use-charge.ts';

/**
 * `account.renewal`: a renewal or a month of a donation that the bank asks about, by the link in its letter; nobody
 * needs to be logged in.
 */
export const ChargePage = ({ context }: { context: MountContext }) => {
  const widget = useWidget(context);
  const [token] = useState(() => context.options['token'] ?? new URLSearchParams(location.search).get('token') ?? '');
  return token === '' ? <Unknown widget={widget} /> : <ChargeView widget={widget} token={token} />;
};

const ChargeView = ({ widget, token }: { widget: Widget; token: string }) => {
  const { t } = widget;
  const state = useCharge(widget, token);
  const heading = useRef<HTMLHeadingElement>(null);
  const { view, trouble, isConfirming } = state;
  const isEnd = view.type === 'known' && view.isAnswered && view.charge.status !== 'authorize-card' && !isConfirming;
  // The button that had the focus has gone: what came of it is read out from its beginning.
  useEffect(() => {
    if (isEnd) heading.current?.focus();
  }, [isEnd]);

  switch (view.type) {
    case 'unknown':
      return <Unknown widget={widget} />;
    case 'loading':
    case 'failed':
      return (
        <div className={parts.screen}>
          <Head title={t('account.charge_title')} />
          {view.type === 'loading' ? (
            <Skeleton lines={5} />
          ) : (
            <>
              <Failure shown={view.shown} widget={widget} />
              {view.shown.failed && (
                <Actions>
                  <Button onClick={() => void state.again()}>{t('account.try_again')}</Button>
                </Actions>
              )}
            </>
          )}
        </div>
      );
    case 'known': {
      const { charge, isAnswered } = view;
      const [title, intro] = words(charge, isAnswered, t);
      return (
        <div className={parts.screen}>
          <Head ref={heading} title={title} intro={intro} />
          <About charge={charge} t={t} />
          {trouble?.type === 'refused' && <Notice kind="error">{trouble.message + t('account.replace_card')}</Notice>}
          {trouble?.type === 'failed' && <GeneralFailure widget={widget} />}
          {trouble?.type === 'waiting' && <Notice kind="info">{t('account.charge_waiting')}</Notice>}
          <Actions>
            {charge.status === 'authorize-card' ? (
              <>
                <Button busy={isConfirming} onClick={state.confirm}>
                  {isConfirming ? t('account.charge_confirming') : t('account.charge_confirm', { amount: formatCents(charge.amount) })}
                </Button>
                {!isConfirming && (
                  <LinkButton kind="secondary" href={cardPage(charge.donation)}>
                    {t('account.charge_other_card')}
                  </LinkButton>
                )}
              </>
            ) : (
              <Onward charge={charge} t={t} />
            )}
          </Actions>
        </div>
      );
    }
  }
};

type HeadProps = { title: string; intro?: string; ref?: Ref<HTMLHeadingElement> };

const Head = ({ title, intro, ref }: HeadProps) => (
  <header className={parts.head}>
    <h1 ref={ref} tabIndex={-1} className={parts.title}>
      {title}
    </h1>
    {intro && <p className={parts.intro}>{intro}</p>}
  </header>
);

/** What the page says of a charge, above all else. */
const words = ({ status, charge }: ChargeStatus, isAnswered: boolean, t: T): [title: string, intro: string] => {
  const isDonation = charge === 'donation';
  switch (status) {
    case 'authorize-card':
      return [t(isDonation ? 'account.charge_confirm_donation' : 'account.charge_confirm_renewal'), t('account.charge_confirm_text')];
    case 'in-progress':
      return [t('account.charge_moving'), t('account.charge_moving_text')];
    case 'completed':
      return isAnswered
        ? [t('account.charge_paid'), t(isDonation ? 'account.charge_paid_donation' : 'account.charge_paid_renewal')]
        : [t('account.charge_paid_already'), t('account.charge_paid_already_text')];
    case 'replace-card':
      return [t('account.charge_replace'), t('account.charge_replace_text')];
    case 'stopped':
      return [t('account.charge_stopped'), t(isDonation ? 'account.charge_stopped_donation' : 'account.charge_stopped_renewal')];
  }
};

/** What is charged, for what, with which card, and when. */
const About = ({ charge, t }: { charge: ChargeStatus; t: T }) => (
  <Facts>
    <Fact term={t('account.charge_what')}>
      {t(charge.charge === 'renewal' ? 'account.charge_renewal_of' : 'account.charge_donation_of', { name: charge.name })}
      {charge.detail !== null && (
        <>
          <br />
          {charge.detail}
        </>
      )}
    </Fact>
    <Fact term={t('account.charge_amount')}>{formatCents(charge.amount)}</Fact>
    {charge.status === 'authorize-card' && charge.card && (
      <Fact term={t('account.charge_card')}>
        {t('account.card_is', { card: cardName(charge.card.type, charge.card.wallet), last_four: charge.card.last_four })}
      </Fact>
    )}
    {charge.status === 'authorize-card' && <Fact term={t('account.charge_when')}>{t('account.charge_when_confirmed')}</Fact>}
    {charge.status === 'in-progress' && (
      <Fact term={t('account.charge_when')}>{t('account.charge_due', { date: displayDate(charge.due) })}</Fact>
    )}
  </Facts>
);

/** Where the reader goes from here. */
const Onward = ({ charge, t }: { charge: Exclude<ChargeStatus, { status: 'authorize-card' }>; t: T }) => {
  switch (charge.status) {
    case 'completed':
      return <LinkButton href={receiptPath(charge.receipt)}>{t('account.update_receipt')}</LinkButton>;
    case 'in-progress':
      return <LinkButton href={ownPath('/account')}>{t('account.to_account')}</LinkButton>;
    case 'replace-card':
      return <LinkButton href={cardPage(charge.donation)}>{t('account.charge_other_card')}</LinkButton>;
    case 'stopped':
      return charge.charge === 'renewal' ? (
        <LinkButton href={ownPath('/subscribe/renew')}>{t('account.charge_renew')}</LinkButton>
      ) : (
        <LinkButton href={ownPath('/donate')}>{t('account.donate')}</LinkButton>
      );
  }
};

const Unknown = ({ widget: { t } }: { widget: Pick<Widget, 't'> }) => (
  <div className={parts.screen}>
    <Head title={t('account.charge_unknown')} intro={t('account.charge_unknown_text')} />
    <Actions>
      <LinkButton href={ownPath('/account')}>{t('account.to_account')}</LinkButton>
    </Actions>
  </div>
);

/** A donation's card is changed by the link of its letters, without a login. */
const cardPage = (donation: string | null): string => (donation === null ? ownPath('/account/payment') : donationPath(donation));
