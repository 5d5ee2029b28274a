/** Why a card is refused, in Stripe's words (docs.stripe.com/declines/codes). */
export type Decline = {
  code: string;
  decline_code: string;
  message: string;
  advice_code?: 'try_again_later' | 'confirm_card_data' | 'do_not_try_again';
};

/**
 * How a test card behaves. `authentication`: asks always, or only until it was set up for off-session use. `accepts:
 * 'never'` is refused when it is saved too; `'saving'` only when it is charged.
 * `refund`: `arrives`, after it was pending, or `comes-back`, after it had succeeded.
 */
export type TestCard = {
  brand: string;
  paymentMethod?: string;
  authentication?: 'always' | 'until-set-up';
  decline?: Decline;
  accepts?: 'saving' | 'never';
  refund?: 'arrives' | 'comes-back';
};

export const DECLINES = {
  generic_decline: {
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
    advice_code: 'try_again_later',
  },
  insufficient_funds: {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
    advice_code: 'try_again_later',
  },
  lost_card: { code: 'card_declined', decline_code: 'lost_card', message: 'Your card was declined.', advice_code: 'do_not_try_again' },
  stolen_card: { code: 'card_declined', decline_code: 'stolen_card', message: 'Your card was declined.', advice_code: 'do_not_try_again' },
  expired_card: { code: 'expired_card', decline_code: 'expired_card', message: 'Your card has expired.', advice_code: 'do_not_try_again' },
  incorrect_cvc: {
    code: 'incorrect_cvc',
    decline_code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
    advice_code: 'confirm_card_data',
  },
  processing_error: {
    code: 'processing_error',
    decline_code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
    advice_code: 'try_again_later',
  },
  authentication_required: {
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
} satisfies Record<string, Decline>;

export type DeclineCode = keyof typeof DECLINES;

const declining = (decline: Decline, paymentMethod: string): TestCard => ({ brand: 'visa', paymentMethod, decline, accepts: 'never' });

/**
 * Stripe's documented test numbers (docs.stripe.com/testing). Any other number is refused: no real card may ever come
 * here.
 */
const CARDS: Record<string, TestCard> = {
  '4242424242424242': { brand: 'visa', paymentMethod: 'pm_card_visa' },
  '4000056655665556': { brand: 'visa', paymentMethod: 'pm_card_visa_debit' },
  '5555555555554444': { brand: 'mastercard', paymentMethod: 'pm_card_mastercard' },
  '378282246310005': { brand: 'amex', paymentMethod: 'pm_card_amex' },
  '6011111111111117': { brand: 'discover', paymentMethod: 'pm_card_discover' },
  '4000002500003155': { brand: 'visa', paymentMethod: 'pm_card_authenticationRequiredOnSetup', authentication: 'until-set-up' },
  '4000002760003184': { brand: 'visa', paymentMethod: 'pm_card_authenticationRequired', authentication: 'always' },
  '4000008260003178': {
    brand: 'visa',
    paymentMethod: 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
    authentication: 'always',
    decline: DECLINES.insufficient_funds,
    accepts: 'saving',
  },
  '4000000000000002': declining(DECLINES.generic_decline, 'pm_card_visa_chargeDeclined'),
  '4000000000009995': declining(DECLINES.insufficient_funds, 'pm_card_visa_chargeDeclinedInsufficientFunds'),
  '4000000000009987': declining(DECLINES.lost_card, 'pm_card_visa_chargeDeclinedLostCard'),
  '4000000000009979': declining(DECLINES.stolen_card, 'pm_card_visa_chargeDeclinedStolenCard'),
  '4000000000000069': declining(DECLINES.expired_card, 'pm_card_chargeDeclinedExpiredCard'),
  '4000000000000127': declining(DECLINES.incorrect_cvc, 'pm_card_chargeDeclinedIncorrectCvc'),
  '4000000000000119': declining(DECLINES.processing_error, 'pm_card_chargeDeclinedProcessingError'),
  '4000000000007726': { brand: 'visa', paymentMethod: 'pm_card_pendingRefund', refund: 'arrives' },
  '4000000000005126': { brand: 'visa', paymentMethod: 'pm_card_refundFail', refund: 'comes-back' },
  '4000000000000341': { brand: 'visa', paymentMethod: 'pm_card_chargeCustomerFail', decline: DECLINES.generic_decline, accepts: 'saving' },
};

export function testCard(number: string): TestCard | undefined {
  return Object.hasOwn(CARDS, number) ? CARDS[number] : undefined;
}

/** The number behind one of Stripe's ready-made ids, such as `pm_card_visa`. */
export function numberOfTestPaymentMethod(id: string): string | undefined {
  return Object.keys(CARDS).find((number) => CARDS[number]?.paymentMethod === id);
}

/** Stripe's test bank accounts for ACH: what becomes of a debit once it settles. */
const BANK_ACCOUNTS: Record<string, 'succeeds' | 'fails'> = {
  '000123456789': 'succeeds',
  '000111111116': 'fails',
  '000111111113': 'fails',
};

export function testBankAccount(number: string): 'succeeds' | 'fails' | undefined {
  return Object.hasOwn(BANK_ACCOUNTS, number) ? BANK_ACCOUNTS[number] : undefined;
}
