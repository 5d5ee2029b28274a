/** Section 8: what the payment provider refuses is also told to the page, as an event on `document` with its message. */
export const PAYMENT_FAILED = 'payment-failed';

export const sayPaymentFailed = (message: string): void => {
  document.dispatchEvent(new CustomEvent(PAYMENT_FAILED, { detail: { message } }));
};
