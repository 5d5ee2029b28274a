import { ownPath } from '@newsstand/ui/messages';
import { type FormEvent, type RefObject, useEffect, useRef } from 'react';
import type { Deliverable } from '@newsstand/contracts/cart';
import { mediumOf, shipcodeOf } from '@newsstand/contracts/deliverable';
import { formatCents } from '@newsstand/contracts/money';
import { issuesOf } from '@newsstand/contracts/term';
import { Button } from '@newsstand/ui/button';
import { LinkButton } from '@newsstand/ui/link-button';
import { LoggedInWords } from '@newsstand/ui/logged-in-words';
import { Notice } from '@newsstand/ui/notice';
import { AddressPart } from '../address/address-part.tsx';
import { ChoiceCards } from '../choice-cards.tsx';
import { Head } from '../head.tsx';
import { PayBar } from '../pay-bar.tsx';
import { lacksCard, payButton, PaymentPart, PaymentProblem } from '../pay/payment-part.tsx';
import { loginPath, receiptPath } from '../routes.ts';
import { AccountFields } from './account-fields.tsx';
import type { RedeemWidget, T } from './messages.ts';
import styles from './redeem-view.module.css';
import { sentWords } from './sent-words.ts';
import type { Redeem } from './use-redeem.ts';

type Props = { redeem: Redeem; widget: RedeemWidget; form: RefObject<HTMLFormElement | null> };

/** A gift, and what it takes to have it (section 4, redeem). */
export const RedeemView = ({ redeem, widget, form }: Props) => {
  const { t } = widget;
  const { gift, redeemer, paying, sent, usedUp, total } = redeem;
  if (paying.ended) return <Redeemed t={t} receipt={paying.ended.receipt} usedUp={usedUp} />;
  const lifetime = redeem.options.lifetime === true;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    redeem.submit();
  };
  const email = redeemer.type === 'known' ? redeemer.email : redeem.typed.email;
  const problem = <PaymentProblem paying={paying} failed={redeem.failed} email={email} widget={widget} />;
  return (
    <form ref={form} className={styles.page} onSubmit={submit} noValidate>
      <Head title={t('subscribe.redeem_title')} intro={describeGift(redeem, t)} />
      {redeemer.type === 'known' && (
        <LoggedInWords>
          <Notice kind={lifetime ? 'warning' : 'info'} title={t('subscribe.redeem_known', { name: redeemer.name, email: redeemer.email })}>
            {lifetime && <p>{t('subscribe.redeem_lifetime')}</p>}
            <p>
              <a href={ownPath('/account/email')}>{t('subscribe.change_email')}</a>{' '}
              <a href={loginPath(location.pathname + location.search)}>{t('subscribe.other_account')}</a>
            </p>
            {!lifetime && redeemer.renewal && (
              <p>{t(redeemer.misaligned && !sent ? 'subscribe.redeem_misaligned' : renewalText(widget))}</p>
            )}
          </Notice>
        </LoggedInWords>
      )}
      {sent ? <p>{sentWords(gift, redeemer.type === 'known', t)}</p> : <DeliverablePart redeem={redeem} t={t} />}
      {redeemer.type === 'new' && <AccountFields redeem={redeem} t={t} />}
      {!sent && redeem.zone !== null && (
        <AddressPart
          zone={redeem.zone}
          stored={redeem.stored}
          keepsStored={redeem.keepsStored}
          onKeep={redeem.chooseKeep}
          typed={redeem.typed}
          onType={redeem.type}
          errorOf={redeem.paying.errorOf}
          widget={widget}
        />
      )}
      {/* Hidden, not removed, while something free is chosen: what was typed into it must not be lost. */}
      {(total > 0 || paying.payment) && (
        <div hidden={total === 0}>
          <PaymentPart paying={paying} widget={widget} free={false} problem={problem} />
        </div>
      )}
      {(total === 0 || !paying.payment) && problem}
      <Submit redeem={redeem} t={t} />
    </form>
  );
};

/** A reader whose subscription has run out or was cancelled has no term for the gift to follow. */
const renewalText = ({ page }: RedeemWidget) =>
  page.renew?.options.expiration_tokens.expired === true ? 'subscribe.redeem_goes_on' : 'subscribe.redeem_renewal';

/** The amount to pay stays in view, like every total in this remote. */
const Submit = ({ redeem, t }: { redeem: Redeem; t: T }) => {
  const { gift, paying, total, login } = redeem;
  const { name } = gift.order;
  const busy = paying.busy || login?.busy === true;
  const button = t(buttonText(redeem));
  if (total === 0) {
    return (
      <>
        <Button type="submit" className={styles.button} busy={busy}>
          {button}
        </Button>
        <p className={styles.note}>{t('subscribe.redeem_from', { name })}</p>
      </>
    );
  }
  const price = formatCents(total);
  return (
    <>
      <p className={styles.note}>{t('subscribe.redeem_pays', { name, price })}</p>
      <PayBar label={t('subscribe.total')} amount={price} button={button} busy={busy ? button : null} disabled={lacksCard(paying, false)} />
    </>
  );
};

const buttonText = ({ paying, total, sent, redeemer }: Redeem) => {
  if (total > 0 || paying.status !== 'ready') return payButton(paying, false);
  if (!sent) return 'subscribe.redeem';
  return redeemer.type === 'known' ? 'subscribe.redeem_add' : 'subscribe.redeem_open';
};

const describeGift = ({ gift }: Redeem, t: T): string => {
  const count = issuesOf(gift.term);
  return t('subscribe.redeem_gift', {
    name: gift.order.name,
    medium: t(`subscribe.redeem_${mediumOf(gift.deliverables.set)}`),
    term: t(`subscribe.${gift.term}`),
    issues: count === null ? t('subscribe.issues_lifetime') : t('subscribe.issues', { count }),
  });
};

const DELIVERABLES: Deliverable[] = ['print-a', 'print-b', 'print-c', 'digital'];

const DeliverablePart = ({ redeem: { deliverable, choose, options, paying }, t }: { redeem: Redeem; t: T }) => (
  <ChoiceCards
    legend={t('subscribe.redeem_how')}
    name="deliverable"
    across={2}
    value={deliverable}
    onChange={choose}
    error={paying.errorOf('deliverable')}
    cards={DELIVERABLES.map((value) => {
      const shipcode = shipcodeOf(value);
      const price = options.prices[value];
      return {
        value,
        title: shipcode === null ? t('subscribe.digital') : t('subscribe.redeem_print_to', { zone: t(`subscribe.zone_${shipcode}`) }),
        text: price === 0 ? t('subscribe.redeem_included') : t('subscribe.redeem_costs', { price: formatCents(price) }),
      };
    })}
  />
);

/** Takes the focus, since it replaces the button that had it. */
const Redeemed = ({ t, receipt, usedUp }: { t: T; receipt: string | null; usedUp: boolean }) => {
  const done = useRef<HTMLDivElement>(null);
  useEffect(() => done.current?.focus(), []);
  return (
    <div ref={done} tabIndex={-1} className={styles.page}>
      <Head
        title={t(usedUp ? 'subscribe.redeemed_history_title' : 'subscribe.redeemed_title')}
        intro={t(usedUp ? 'subscribe.redeemed_history' : 'subscribe.redeemed')}
      />
      {receipt !== null && (
        <p>
          <a href={receiptPath(receipt)}>{t('subscribe.redeemed_receipt')}</a>
        </p>
      )}
      <p>
        <LinkButton href={ownPath('/account')}>{t('subscribe.redeemed_account')}</LinkButton>
      </p>
    </div>
  );
};
