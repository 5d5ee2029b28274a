import type { CheckoutFlow } from './checkout-flow.ts';

/** What the submit button says (section 4, button texts). */
export const buttonText = (flow: Pick<CheckoutFlow, 'status' | 'payment' | 'choice'>, free: boolean) => {
  switch (flow.status) {
    case 'loading':
      return 'checkout.loading';
    case 'sending':
      return 'checkout.processing';
    case 'completing':
      return 'checkout.completing';
    case 'completed':
      return 'checkout.successful';
    case 'ready':
      if (free) return 'checkout.submit';
      return flow.payment || flow.choice === 'use-card' ? 'checkout.submit_payment' : 'checkout.proceed_to_payment';
  }
};
