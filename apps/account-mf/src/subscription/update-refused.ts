import type { PaymentProblem } from '@newsstand/ui/payment-flow';
import type { OrderRefused } from '@newsstand/ui/send-order';
import { NOTHING, type Shown, shownOf } from '../shown.ts';
import { CONFLICT } from '../use-send.ts';
import type { T } from '../widget.ts';

/**
 * What is said of a change that was refused (section 8), by the page's fields. After a conflict what is on record is
 * shown: another tab has changed it, which `conflict` says, or the price is another, which the server does.
 */
export const updateRefused = async (
  answer: OrderRefused,
  fields: readonly string[],
  refresh: () => Promise<boolean>,
  conflict: string,
): Promise<Shown> => {
  const { status, refusal, raw } = answer;
  if (status === CONFLICT && !raw && (await refresh()) && typeof refusal.errors === 'string') return { ...NOTHING, general: conflict };
  return shownOf(answer, fields);
};

/** What went wrong with the payment, above the form. */
export const problemShown = (problem: PaymentProblem, t: T, support_address: string): Shown => {
  switch (problem.type) {
    case 'message':
      return { ...NOTHING, general: problem.message };
    case 'replace-card':
      return { ...NOTHING, general: problem.message + t('account.replace_card') };
    case 'timed-out':
      return { ...NOTHING, general: t('account.timed_out', { support_address }) };
    case 'unexpected':
      return { ...NOTHING, general: t('account.unexpected') };
    case 'interrupted':
      return { ...NOTHING, general: t('account.payment_interrupted') };
    case 'unchecked':
      return { ...NOTHING, general: t('account.bot_check_failed') };
    case 'generic':
      return { ...NOTHING, failed: true };
    // Said beside its fields, or where the card is.
    case 'fields':
    case 'card-again':
      return NOTHING;
  }
};
