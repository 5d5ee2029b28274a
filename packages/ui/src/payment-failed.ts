/**
 * Section 8: what the payment provider refuses is also told to the page, as an event `payment-failed` on `document`
 * with its message.
 */
export const sayPaymentFailed = (message: string): void => {
  document.dispatchEvent(new CustomEvent('payment-failed', { detail: { message } }));
};
