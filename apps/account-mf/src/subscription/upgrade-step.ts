import type { PaymentFailure, PaymentResult } from '@newsstand/contracts/checkout';
import type { Errors } from '@newsstand/contracts/refusal';
import type { updateSubscription } from '@newsstand/contracts/upgrade-endpoints';
import type { ResultOf } from '@newsstand/ui/call-table';
import { type Payment, readCheckoutErrors } from '@newsstand/ui/payment-flow';
import { LOGGED_OUT } from '../field-errors.ts';
import { CONFLICT } from '../use-send.ts';

/** What the server's answer asks the page to do next (section 4, checkout flow and other result types). */
export type UpgradeStep =
  | { type: 'updated' }
  | { type: 'receipt'; receipt: string }
  /** `known`: its element is on the page already, so it can be confirmed at once. */
  | { type: 'pay'; payment: Payment; known: boolean }
  | { type: 'poll'; intent: string; message?: string | undefined }
  | { type: 'authorize'; payment: Payment }
  | { type: 'replace-card'; message: string; payment: Payment | null }
  | { type: 'message'; message: string }
  /** What the page shows is no longer true: another tab has changed it, or the price is another. */
  | { type: 'outdated'; errors: Errors }
  | { type: 'errors'; errors: Errors }
  /** The session has ended. */
  | { type: 'logged-out'; errors: Errors }
  | { type: 'failed' };

/** `payment` is the one whose element is on the page, null before there is one. */
export const nextStep = (outcome: ResultOf<typeof updateSubscription>, payment: Payment | null): UpgradeStep =>
  outcome.ok ? afterResult(outcome.data, payment) : afterFailure(outcome);

const afterResult = (result: PaymentResult, payment: Payment | null): UpgradeStep => {
  switch (result.type) {
    case 'update-succeeded':
      return { type: 'updated' };
    case 'upgrade-checkout':
      return afterResult(result.checkout, payment);
    case 'gratis':
      return { type: 'receipt', receipt: result.receipt };
    case 'customer':
      return { type: 'poll', intent: result.intent, message: result.message };
    case 'started':
    case 'updated': {
      const { intent, keys } = result;
      return { type: 'pay', payment: { intent, keys }, known: payment?.intent === intent };
    }
    // Nothing is redeemed here.
    case 'redeem-succeeded':
      return { type: 'failed' };
  }
};

const afterFailure = ({ status, refusal, raw }: { status: number; refusal: PaymentFailure; raw?: true }): UpgradeStep => {
  if ('checkout_errors' in refusal) return afterCheckoutErrors(readCheckoutErrors(refusal.checkout_errors));
  if (raw || status >= 500) return { type: 'failed' };
  if (status === LOGGED_OUT && 'errors' in refusal) return { type: 'logged-out', errors: refusal.errors };
  if (status === CONFLICT && 'errors' in refusal) return { type: 'outdated', errors: refusal.errors };
  if ('message' in refusal) return { type: 'message', message: refusal.message };
  return { type: 'errors', errors: refusal.errors };
};

const afterCheckoutErrors = (refused: ReturnType<typeof readCheckoutErrors>): UpgradeStep => {
  switch (refused.type) {
    case 'authorize-card':
      return { type: 'authorize', payment: refused.payment };
    case 'replace-card':
      return { type: 'replace-card', message: refused.message, payment: refused.payment };
    case 'message':
      return { type: 'message', message: refused.message };
  }
};
