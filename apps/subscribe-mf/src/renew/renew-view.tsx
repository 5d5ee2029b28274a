import { ownPath } from '@newsstand/ui/messages';
import type { FormEvent, RefObject } from 'react';
import { addressLines } from '@newsstand/contracts/address';
import { displayDate } from '@newsstand/contracts/display-date';
import { formatCents } from '@newsstand/contracts/money';
import { mustChangeSettings, sameSettings } from '@newsstand/contracts/subscription';
import { Checkbox } from '@newsstand/ui/checkbox';
import { Notice } from '@newsstand/ui/notice';
import { AddressPart } from '../address/address-part.tsx';
import { CouponPart } from '../builder/coupon-part.tsx';
import { DonationPart } from '../builder/donation-part.tsx';
import { WhenPart } from '../builder/builder-view.tsx';
import { LevelPart, MediumPart, ShippingPart, TermPart } from '../builder/parts.tsx';
import { amountOf, Package, Side } from '../builder/summary.tsx';
import { SwagPart } from '../builder/swag-part.tsx';
import builder from '../builder/builder-view.module.css';
import { ChoiceCards } from '../choice-cards.tsx';
import { Head } from '../head.tsx';
import { PayBar } from '../pay-bar.tsx';
import { lacksCard, payButton, PaymentPart, PaymentProblem } from '../pay/payment-part.tsx';
import { invoicePath, renewalPath } from '../routes.ts';
import type { RenewWidget, T } from './messages.ts';
import { isAutorenewing, nextIssue } from './renewal.ts';
import type { Renew } from './use-renew.ts';

type Props = { renew: Renew; widget: RenewWidget; form: RefObject<HTMLFormElement | null> };

/** The renewal page (sections 2 and 4): where the reader stands, the same settings or others, and the payment. */
export const RenewView = ({ renew, widget, form }: Props) => {
  const { t } = widget;
  const { mode, paying, free, chosen, later } = renew;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    renew.submit();
  };
  const part = { builder: renew, t };
  const isLater = chosen.when === 'later';
  const problem = <PaymentProblem paying={paying} failed={renew.failed} email={renew.account.email} widget={widget} />;
  return (
    <form ref={form} className={builder.page} onSubmit={submit} noValidate>
      <Head title={t('subscribe.renew_title')}>
        <Standing renew={renew} t={t} />
        <Invoices invoices={renew.renewing.invoices ?? []} t={t} />
      </Head>
      <div className={builder.choices}>
        {renew.couponFirst && <CouponPart {...part} />}
        <ModePart renew={renew} t={t} />
        {mode === 'change' && (
          <>
            <MediumPart {...part} />
            <TermPart {...part} />
            <LevelPart {...part} />
          </>
        )}
        {(mode === 'change' || chosen.medium === 'digital') && <ShippingPart {...part} />}
        {renew.posted && (
          <AddressPart
            zone={chosen.shipcode}
            stored={renew.stored}
            keepsStored={renew.keepsStored}
            onKeep={renew.chooseKeep}
            typed={renew.typed}
            onType={renew.type}
            errorOf={renew.addressError}
            widget={widget}
          />
        )}
        <SwagPart {...part} />
        <DonationPart {...part} />
        {!renew.couponFirst && <CouponPart {...part} />}
        <WhenPart {...part} />
        {!isLater && (
          <PaymentPart paying={paying} widget={widget} free={free} problem={problem}>
            {renew.asksAutorenew && (
              <Checkbox
                label={t('subscribe.autorenew')}
                name="autorenew"
                checked={renew.autorenew}
                disabled={paying.busy}
                onChange={renew.chooseAutorenew}
              />
            )}
          </PaymentPart>
        )}
      </div>
      <Side>
        <Package choice={renew} autorenew={renew.autorenew} t={t}>
          {(isLater || free || !paying.payment) && problem}
          {later.sending.type === 'refused' && <Notice kind="error">{later.sending.shown.general ?? t('subscribe.fields_wrong')}</Notice>}
          {later.sending.type === 'completed' && (
            <Notice kind="success" title={t('subscribe.added')}>
              <a href={ownPath('/store/checkout')}>{t('subscribe.proceed')}</a>
            </Notice>
          )}
        </Package>
        <PayBar
          label={t('subscribe.total')}
          amount={amountOf(renew.price, t)}
          button={t(isLater ? 'subscribe.add' : payButton(paying, free))}
          busy={busyText(renew, t)}
          disabled={!isLater && lacksCard(paying, free)}
        />
      </Side>
    </form>
  );
};

const busyText = ({ paying, free, later, couponField }: Renew, t: T): string | null => {
  if (later.sending.type === 'sending' || couponField.coupon.busy) return t('subscribe.sending');
  return paying.busy ? t(payButton(paying, free)) : null;
};

/** The notice depends on the token state (section 4, renew): extended, expiring or expired. */
const Standing = ({ renew, t }: { renew: Renew; t: T }) => {
  const { renewing } = renew;
  const { options } = renewing;
  const { extended, expiring } = options.expiration_tokens;
  const count = options.issues_expected.length;
  const next = nextIssue(renewing) ?? 0;
  const byItself = (renewing.processing || isAutorenewing(renewing)) && <ByItself renewing={renewing} t={t} />;
  if (extended) {
    return (
      <Notice kind="info" title={t('subscribe.renew_extended_title', { count })}>
        <p>{t('subscribe.renew_extended', { next })}</p>
        {byItself}
      </Notice>
    );
  }
  if (expiring) {
    const title = count === 1 ? t('subscribe.renew_expiring_title_one') : t('subscribe.renew_expiring_title', { count });
    return (
      <Notice kind="warning" title={title}>
        <p>{t('subscribe.renew_expiring', { next })}</p>
        {byItself}
      </Notice>
    );
  }
  return (
    <Notice kind="warning" title={t('subscribe.renew_expired_title')}>
      {!renewing.processing && <p>{t('subscribe.renew_expired')}</p>}
      {byItself}
    </Notice>
  );
};

/** What staff have written an invoice for: whoever renews besides pays for both. */
const Invoices = ({ invoices, t }: { invoices: NonNullable<Renew['renewing']['invoices']>; t: T }) => {
  if (invoices.length === 0) return null;
  const isPaid = invoices.every(({ processing }) => processing);
  return (
    <Notice kind="warning" title={t('subscribe.renew_invoice_title')}>
      {invoices.map(({ invoice_no: number, token, total, due_date }) => (
        <p key={token}>
          <a href={invoicePath(token)}>
            {t('subscribe.renew_invoice', { number, total: formatCents(total), date: displayDate(due_date, 'UTC') })}
          </a>
        </p>
      ))}
      <p>{t(isPaid ? 'subscribe.renew_invoice_processing' : 'subscribe.renew_invoice_text')}</p>
    </Notice>
  );
};

/** What becomes of it by itself, or what keeps it from that. */
const ByItself = ({ renewing: { declined, confirm, processing }, t }: { renewing: Renew['renewing']; t: T }) => {
  if (processing) return <p>{t('subscribe.renew_processing')}</p>;
  if (confirm) {
    return (
      <p>
        {t('subscribe.renew_confirm')} <a href={renewalPath(confirm)}>{t('subscribe.renew_confirm_link')}</a>
      </p>
    );
  }
  return <p>{t(declined ? 'subscribe.renew_declined' : 'subscribe.renew_autorenew')}</p>;
};

/** The same settings, or others; without an address to send to only others (section 4, renew). */
const ModePart = ({ renew, t }: { renew: Renew; t: T }) => {
  const { renewing, mode, forced } = renew;
  const same = sameSettings(renewing.subscription, renewing.zone);
  const stored = renewing.addresses[same.shipcode];
  const notice = forcedNotice(renew);
  return (
    <>
      <ChoiceCards
        legend={t('subscribe.renew_how')}
        name="mode"
        across={2}
        value={mode}
        onChange={renew.chooseMode}
        cards={[
          {
            value: 'same',
            title: t('subscribe.renew_same'),
            disabled: forced,
            text: (
              <>
                {t('subscribe.renew_same_text', {
                  medium: t(`subscribe.${same.medium}`),
                  term: t(`subscribe.${same.term}`),
                  level: t(`subscribe.${same.level}`),
                })}
                {same.medium === 'print' && stored && (
                  <> {t('subscribe.renew_same_to', { address: addressLines(stored.address).slice(0, 2).join(', ') })}</>
                )}
              </>
            ),
          },
          { value: 'change', title: t('subscribe.renew_change'), text: t('subscribe.renew_change_text') },
        ]}
      />
      {notice && <Notice kind="warning">{t(notice)}</Notice>}
    </>
  );
};

/** Why only other settings can be renewed. 'This form' is there as long as what is chosen now has no address, too. */
const forcedNotice = ({ renewing, forced, posted, stored }: Renew) => {
  if (!forced) return null;
  if (!mustChangeSettings(renewing, false)) return 'subscribe.renew_address_refused';
  return posted && stored === null ? 'subscribe.renew_no_address' : null;
};
