import type { Errors } from '@newsstand/contracts/refusal';
import type { PaymentProblem } from '@newsstand/ui/payment-flow';
import type { OrderRefused } from '@newsstand/ui/send-order';
import { LOGGED_OUT, NOTHING, type Shown, sortErrors } from '../field-errors.ts';
import { CONFLICT } from '../use-send.ts';
import type { T } from '../widget.ts';

/** What became of a change that was refused, where no payment was. */
type UpdateRefused =
  | { type: 'shown'; shown: Shown }
  /** What the page shows is no longer true: another tab has changed it, or the price is another. */
  | { type: 'outdated'; errors: Errors };

/** Sorts it by the fields that the page has (section 8). */
export const updateRefused = ({ status, refusal, raw }: Omit<OrderRefused, 'ok'>, fields: readonly string[]): UpdateRefused => {
  if (raw || status >= 500 || 'checkout_errors' in refusal) return { type: 'shown', shown: { ...NOTHING, failed: true } };
  if ('message' in refusal) return { type: 'shown', shown: { ...NOTHING, banner: refusal.message } };
  if (status === CONFLICT) return { type: 'outdated', errors: refusal.errors };
  // Whatever else it is: only a session that has ended asks for a login.
  return {
    type: 'shown',
    shown: sortErrors({ status: status === LOGGED_OUT ? status : 422, refusal: { errors: refusal.errors } }, fields),
  };
};

/** What went wrong with the payment, above the form. */
export const problemShown = (problem: PaymentProblem, t: T, support_address: string): Shown => {
  switch (problem.type) {
    case 'message':
      return { ...NOTHING, banner: problem.message };
    case 'replace-card':
      return { ...NOTHING, banner: problem.message + t('account.replace_card') };
    case 'timed-out':
      return { ...NOTHING, banner: t('account.timed_out', { support_address }) };
    case 'unexpected':
      return { ...NOTHING, banner: t('account.unexpected') };
    case 'interrupted':
      return { ...NOTHING, banner: t('account.payment_interrupted') };
    case 'unchecked':
      return { ...NOTHING, banner: t('account.bot_check_failed') };
    case 'generic':
      return { ...NOTHING, failed: true };
    // Said beside its fields, or where the card is.
    case 'fields':
    case 'card-again':
      return NOTHING;
  }
};
