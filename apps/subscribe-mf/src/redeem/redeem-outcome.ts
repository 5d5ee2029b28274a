import type { PaymentFailure, PaymentResult } from '@newsstand/contracts/checkout';
import type { Refusal } from '@newsstand/contracts/refusal';
import { type Shown, sortErrors } from '../field-errors.ts';
import { receiptPath } from '../routes.ts';

/** What comes of redeeming (section 4). */
export type Outcome = { type: 'completed' } | { type: 'leave'; path: string } | { type: 'not-found' } | { type: 'refused'; shown: Shown };

const FIELDS = ['name', 'email', 'confirm', 'password', 'line1', 'line2', 'city', 'state', 'postcode', 'country', 'deliverable'];

/** `failed` is the text of section 8 for what nobody foresaw, a payment included: what costs something is not offered on this page. */
export const readResult = (result: PaymentResult, failed: string): Outcome => {
  switch (result.type) {
    case 'redeem-succeeded':
    case 'update-succeeded':
      return { type: 'completed' };
    case 'gratis':
      return { type: 'leave', path: receiptPath(result.receipt) };
    case 'upgrade-checkout':
    case 'started':
    case 'updated':
    case 'customer':
      return { type: 'refused', shown: { fields: {}, general: failed } };
  }
};

export const readFailure = (status: number, refusal: PaymentFailure | Refusal, failed: string): Outcome => {
  if (status === 404) return { type: 'not-found' };
  if (status >= 500) return { type: 'refused', shown: { fields: {}, general: failed } };
  if ('checkout_errors' in refusal) return { type: 'refused', shown: { fields: {}, general: refusal.checkout_errors.message } };
  if ('message' in refusal) return { type: 'refused', shown: { fields: {}, general: refusal.message } };
  const places = Object.fromEntries(FIELDS.map((field) => [field, [field]]));
  return { type: 'refused', shown: sortErrors(refusal, places) };
};
