import type { StripeError } from '@stripe/stripe-js';

export const NOT_CONNECTED: StripeError = {
  type: 'api_connection_error',
  message:
    'We are experiencing issues connecting to our payments provider. You have not been charged. Please check your internet connection and try again.',
};
