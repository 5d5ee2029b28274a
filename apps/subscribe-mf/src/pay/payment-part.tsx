import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '@newsstand/ui/button';
import { Notice } from '@newsstand/ui/notice';
import { RadioGroup } from '@newsstand/ui/radio-group';
import { PaymentPlace } from '@newsstand/ui/payment-place';
import { scrollToOffset } from '@newsstand/ui/scroll-to';
import type { Widget } from '../widget.ts';
import parts from '../builder/parts.module.css';
import styles from './payment-part.module.css';
import { SCROLL_OFFSET, type Paying } from './use-paying.ts';

type Props = {
  paying: Paying;
  widget: Widget;
  free: boolean;
  /** What went wrong, once there is a card form: it stands above it, where another card is typed. */
  problem: ReactNode;
  children?: ReactNode;
};

/** How it is paid (section 4, payment method choice): the card on record, or another one. Nothing for what is free. */
export const PaymentPart = ({ paying, widget: { page, t }, free, problem, children }: Props) => {
  const { payment, means, choice, busy, element, choose, loading, loaded, unloaded } = paying;
  const section = useRef<HTMLElement>(null);
  const secret = payment?.keys.secret;
  // The card form comes in answer to the button, which may stand far from it.
  useEffect(() => {
    if (secret !== undefined && section.current) scrollToOffset(section.current, SCROLL_OFFSET);
  }, [secret]);
  const adds = choice === 'add-card';
  const support = free && <p className={styles.note}>{t('subscribe.donor_support')}</p>;
  if (free && !payment) return support;
  return (
    <>
      {support}
      {/* Hidden, not removed, as below. */}
      <section ref={section} className={parts.part} hidden={free}>
        <h2 className={parts.title}>{t('subscribe.payment')}</h2>
        {means && (
          <RadioGroup
            label={t('subscribe.pay_with')}
            name="customer"
            value={choice}
            onChange={choose}
            disabled={busy}
            options={[
              {
                value: 'use-card',
                label: t('subscribe.use_card', { card: means.name, last_four: means.last_four }),
                ...(means.expires && { hint: t('subscribe.use_card_expires', means.expires) }),
              },
              { value: 'add-card', label: t('subscribe.add_card') },
            ]}
          />
        )}
        {payment && problem}
        {/* Hidden, not removed, while the card on record is chosen: what was typed into it must not be lost. */}
        {payment && (
          <div hidden={!adds} className={styles.card}>
            <PaymentPlace
              key={payment.keys.secret}
              ref={element}
              keys={payment.keys}
              script={page.stripe.script}
              methods={page.publication.settings.payment_methods}
              texts={{ card: t('subscribe.payment'), failed: t('subscribe.payment_failed_load'), try_again: t('subscribe.try_again') }}
              onLoading={loading}
              onReady={loaded}
              onFailed={unloaded}
            />
          </div>
        )}
        {adds && <p className={styles.note}>{t(payment ? 'subscribe.payment_secure' : 'subscribe.payment_later')}</p>}
        {children}
      </section>
    </>
  );
};

/** What went wrong, in the texts of section 8. */
export const PaymentProblem = (props: ProblemProps) => {
  const { problem } = props.paying;
  if (problem === null) return null;
  if (problem.type === 'timed-out' || problem.type === 'unexpected') return <Unknown {...props} type={problem.type} />;
  const text = problemText(problem, props);
  return text === null ? null : <Notice kind="error">{text}</Notice>;
};

type ProblemProps = { paying: Paying; failed: string; email: string; widget: Widget };

const problemText = (
  problem: Exclude<NonNullable<Paying['problem']>, { type: 'timed-out' | 'unexpected' }>,
  { failed, widget: { t } }: ProblemProps,
): string | null => {
  switch (problem.type) {
    case 'message':
      return problem.message;
    case 'replace-card':
      return t('subscribe.replace_card', { message: problem.message });
    case 'fields':
    case 'unfilled':
      return t('subscribe.fields_wrong');
    case 'interrupted':
      return t('subscribe.payment_interrupted');
    case 'unchecked':
      return t('subscribe.bot_check_failed');
    case 'generic':
      return failed;
    // The card form that comes says it by itself; where the gift is gone, so is the page.
    case 'card-again':
    case 'not-found':
      return null;
  }
};

/** Nobody knows whether it was paid. Below stands the truth: the order is kept. */
const Unknown = ({ type, paying: { lookAgain }, failed, email, widget: { t } }: ProblemProps & { type: 'timed-out' | 'unexpected' }) => (
  <Notice kind="error">
    <p>{type === 'timed-out' ? `${t('subscribe.timed_out')} ${failed}` : t('subscribe.unexpected')}</p>
    <p>{t('subscribe.timed_out_truth', { email })}</p>
    <Button kind="quiet" onClick={lookAgain}>
      {t('subscribe.check_again')}
    </Button>
  </Notice>
);

/**
 * What the submit button says (section 4, button texts): the default where one press pays, otherwise as at check-out.
 */
export const payButton = ({ status, payment, choice }: Paying, free: boolean) => {
  switch (status) {
    case 'loading':
      return 'subscribe.loading';
    case 'sending':
      return 'subscribe.processing';
    case 'completing':
      return 'subscribe.completing';
    case 'completed':
      return 'subscribe.successful';
    case 'ready':
      if (free) return 'subscribe.submit';
      if (payment) return 'subscribe.submit_payment';
      return choice === 'use-card' ? 'subscribe.place_order' : 'subscribe.proceed_to_payment';
  }
};

/** The card form did not come: another way to pay, or another try at it, is what goes on. */
export const lacksCard = ({ busy, sendable, choice }: Paying, free: boolean): boolean =>
  !busy && !sendable && choice === 'add-card' && !free;
