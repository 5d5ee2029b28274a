import { useEffect, useEffectEvent, useState, type Ref } from 'react';
import type { Stripe } from '@stripe/stripe-js';
import type { Keys } from '@newsstand/contracts/checkout';
import { Button } from '@newsstand/ui/button';
import { Notice } from '@newsstand/ui/notice';
import { PaymentElement, type PaymentHandle } from '@newsstand/ui/payment-element';
import { Skeleton } from '@newsstand/ui/skeleton';
import { loadStripeClient } from '@newsstand/ui/stripe-client';
import type { T } from '../widget.ts';

type Props = { keys: Keys; script: string; t: T; onLoading(): void; onLoaded(): void; ref: Ref<PaymentHandle> };
type Loaded = { type: 'loading' } | { type: 'failed' } | { type: 'loaded'; stripe: Stripe };

/** The payment element, once the provider's script is there; where it does not come, a way to try again. */
export const PaymentPlace = ({ onLoading, ...props }: Props) => {
  const [attempt, setAttempt] = useState(0);
  const again = () => {
    onLoading();
    setAttempt(attempt + 1);
  };
  return <Attempt key={attempt} {...props} onAgain={again} />;
};

const Attempt = ({ keys, script, t, onLoaded, onAgain, ref }: Omit<Props, 'onLoading'> & { onAgain(): void }) => {
  const [loaded, setLoaded] = useState<Loaded>({ type: 'loading' });
  const fail = () => {
    setLoaded({ type: 'failed' });
    onLoaded();
  };
  const failed = useEffectEvent(fail);

  useEffect(() => {
    let current = true;
    loadStripeClient({ pubkey: keys.pubkey, script }).then(
      (stripe) => current && setLoaded({ type: 'loaded', stripe }),
      (error: unknown) => {
        reportError(error);
        if (current) failed();
      },
    );
    return () => {
      current = false;
    };
  }, [keys.pubkey, script]);

  switch (loaded.type) {
    case 'loading':
      return <Skeleton lines={4} />;
    case 'loaded':
      return <PaymentElement ref={ref} keys={keys} stripe={loaded.stripe} onReady={onLoaded} onError={fail} />;
    case 'failed':
      return (
        <Notice kind="error">
          <p>{t('subscribe.payment_failed_load')}</p>
          <Button kind="secondary" onClick={onAgain}>
            {t('subscribe.try_again')}
          </Button>
        </Notice>
      );
  }
};
