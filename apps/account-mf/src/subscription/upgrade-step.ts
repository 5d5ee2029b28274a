import type { CheckoutErrors, Keys, PaymentFailure, PaymentResult } from '@newsstand/contracts/checkout';
import type { Errors } from '@newsstand/contracts/refusal';
import { LOGGED_OUT } from '../field-errors.ts';
import { CONFLICT } from '../use-send.ts';
import type { UpdateOutcome } from './upgrade-calls.ts';

/** A payment that the server has started for the upgrade, whose element the reader fills in. */
export type Payment = { intent: string; keys: Keys };

/** What the server's answer asks the page to do next (section 4, checkout flow and other result types). */
export type UpgradeStep =
  | { type: 'updated' }
  | { type: 'receipt'; receipt: string }
  /** `known`: its element is on the page already, so it can be confirmed at once. */
  | { type: 'pay'; payment: Payment; known: boolean }
  | { type: 'poll'; intent: string }
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
export const nextStep = (outcome: UpdateOutcome, payment: Payment | null): UpgradeStep =>
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
      return { type: 'poll', intent: result.intent };
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
  if ('checkout_errors' in refusal) return afterCheckoutErrors(refusal.checkout_errors);
  if (raw || status >= 500) return { type: 'failed' };
  if (status === LOGGED_OUT && 'errors' in refusal) return { type: 'logged-out', errors: refusal.errors };
  if (status === CONFLICT && 'errors' in refusal) return { type: 'outdated', errors: refusal.errors };
  if ('message' in refusal) return { type: 'message', message: refusal.message };
  return { type: 'errors', errors: refusal.errors };
};

const afterCheckoutErrors = ({ require, message, intent, keys }: CheckoutErrors): UpgradeStep => {
  const payment = intent !== undefined && keys !== undefined ? { intent, keys } : null;
  if (require === 'authorize-card' && payment) return { type: 'authorize', payment };
  return require === 'replace-card' ? { type: 'replace-card', message, payment } : { type: 'message', message };
};
