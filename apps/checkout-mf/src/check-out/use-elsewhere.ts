import { useEffect, useEffectEvent } from 'react';
import type { Cart } from '@newsstand/contracts/cart';
import { isBusy } from '@newsstand/ui/payment-state';
import type { CheckoutFlow } from './checkout-flow.ts';

/**
 * When the cart empties under a started payment, the reader has probably paid in another tab: this one asks, and
 * follows to the receipt.
 */
export const useElsewhere = (cart: Cart, flow: CheckoutFlow, ask: () => void): void => {
  const empty = cart.billing.a.length === 0;
  const asks = useEffectEvent(() => {
    if (flow.payment && !isBusy(flow)) ask();
  });
  useEffect(() => {
    if (empty) asks();
  }, [empty]);
};
