import type { ReactNode } from 'react';
import { formatCents } from '@newsstand/contracts/money';
import { Button } from '@newsstand/ui/button';
import { Notice } from '@newsstand/ui/notice';
import type { T } from '../page-texts.ts';
import { type Problem, totalChange, type TotalChange } from './checkout-flow.ts';

type Props = {
  problem: Problem;
  /** Errors of fields that this page does not show: nothing the server said is lost. */
  others: string[];
  support: string;
  email: string;
  t: T;
  onLookAgain(): void;
};

/** What went wrong, in the texts of section 8. */
export const ProblemNotice = ({ problem, others, support, email, t, onLookAgain }: Props) => {
  const generic = t('checkout.generic_failure', { support_address: support });
  const lookAgain = (
    <Button kind="quiet" onClick={onLookAgain}>
      {t('checkout.check_again')}
    </Button>
  );
  switch (problem.type) {
    case 'message':
      return <Failure others={others}>{problem.message}</Failure>;
    case 'fields':
      return <Failure others={others}>{t('checkout.fields_wrong')}</Failure>;
    case 'unchecked':
    case 'generic':
      return <Failure others={others}>{generic}</Failure>;
    case 'replace-card':
      return <Failure others={others}>{t('checkout.replace_card', { message: problem.message })}</Failure>;
    case 'timed-out':
      return (
        <Notice kind="error">
          <p>
            {t('checkout.timed_out')} {generic}
          </p>
          <p>{t('checkout.timed_out_truth', { email })}</p>
          {lookAgain}
        </Notice>
      );
    case 'unexpected':
      return (
        <Notice kind="error">
          <p>{t('checkout.unexpected')}</p>
          <p>{t('checkout.timed_out_truth', { email })}</p>
          {lookAgain}
        </Notice>
      );
    case 'price-changed':
      return <Notice kind="warning">{t('checkout.price_changed', amountsOf(problem))}</Notice>;
    case 'order-changed':
      return <Notice kind="warning">{t('checkout.review_again')}</Notice>;
    case 'card-again': {
      const change = totalChange(problem.before, problem.now.total);
      return <Notice kind="warning">{change ? t('checkout.card_again_total', amountsOf(change)) : t('checkout.card_again')}</Notice>;
    }
    case 'interrupted':
      return <Notice kind="warning">{t('checkout.payment_interrupted')}</Notice>;
  }
};

const amountsOf = ({ before, now }: TotalChange) => ({ before: formatCents(before), now: formatCents(now) });

const Failure = ({ others, children }: { others: string[]; children: ReactNode }) => (
  <Notice kind="error">
    <p>{children}</p>
    {others.map((text) => (
      <p key={text}>{text}</p>
    ))}
  </Notice>
);
