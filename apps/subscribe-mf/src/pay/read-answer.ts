import type { PaymentFailure, PaymentResult } from '@newsstand/contracts/checkout';
import type { Refusal } from '@newsstand/contracts/refusal';
import { type Payment, readCheckoutErrors } from '@newsstand/ui/payment-flow';
import { type Shown, sortErrors } from '../field-errors.ts';

/** A payment that the server has started for an amount, in cents. */
export type Started = Payment & { total: number };

/** What an answer of the server asks the page to do next (section 4, result and failure types). */
export type Next =
  | { type: 'leave'; receipt: string }
  | { type: 'pay'; payment: Started }
  | { type: 'follow'; intent: string; message?: string | undefined }
  | { type: 'succeeded' }
  | { type: 'authorize'; payment: Payment }
  | { type: 'replace-card'; message: string; payment: Payment | null }
  | { type: 'not-found' }
  | { type: 'refused'; shown: Shown };

export const readResult = (result: PaymentResult): Next => {
  switch (result.type) {
    case 'gratis':
      return { type: 'leave', receipt: result.receipt };
    case 'started':
    case 'updated': {
      const { intent, keys, total } = result;
      return { type: 'pay', payment: { intent, keys, total } };
    }
    case 'customer':
      return { type: 'follow', intent: result.intent, message: result.message };
    case 'upgrade-checkout':
      return readResult(result.checkout);
    case 'redeem-succeeded':
    case 'update-succeeded':
      return { type: 'succeeded' };
  }
};

/** `places` are the page's fields, by the words of the server's names for them; `failed` the text of section 8 for what nobody foresaw. */
export const readFailure = (
  status: number,
  refusal: PaymentFailure | Refusal,
  { places, failed }: { places: Readonly<Record<string, readonly string[]>>; failed: string },
): Next => {
  if ('checkout_errors' in refusal) {
    const refused = readCheckoutErrors(refusal.checkout_errors);
    switch (refused.type) {
      case 'authorize-card':
        return { type: 'authorize', payment: refused.payment };
      case 'replace-card':
        return { type: 'replace-card', message: refused.message, payment: refused.payment };
      case 'message':
        return general(refused.message);
    }
  }
  if (status === 404) return { type: 'not-found' };
  if (status >= 500) return general(failed);
  if ('message' in refusal) return general(refusal.message);
  return { type: 'refused', shown: sortErrors(refusal, places) };
};

const general = (text: string): Next => ({ type: 'refused', shown: { fields: {}, general: text } });
