import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type Ref } from 'react';
import type { Stripe } from '@stripe/stripe-js';
import type { Keys } from '@newsstand/contracts/checkout';
import type { PaymentMethod } from '@newsstand/contracts/publication-info';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { PaymentElement, type PaymentHandle } from './payment-element.tsx';
import styles from './payment-place.module.css';
import { focusAt } from './scroll-to.ts';
import { Skeleton } from './skeleton.tsx';
import { loadStripeClient } from './stripe-client.ts';

/** Section 9: at check-out, what is scrolled to stands this far below the top, in px. */
const SCROLL_OFFSET = 136;

type Props = {
  keys: Keys;
  /** The publication's settings' `payment_methods`. */
  methods: readonly PaymentMethod[] | undefined;
  /** The address of the provider's script. */
  script: string;
  /** `card` names the place to who hears it. */
  texts: { card: string; failed: string; try_again: string };
  onReady(): void;
  /** The script or its element did not come; `onLoading` follows when the reader tries again. */
  onFailed?(): void;
  onLoading?(): void;
  ref: Ref<PaymentHandle>;
};
type Loaded = { type: 'loading' } | { type: 'failed' } | { type: 'loaded'; stripe: Stripe };

/** The payment element, once the provider's script is there; where it does not come, a way to try again. */
export const PaymentPlace = ({ onLoading, ...props }: Props) => {
  const [attempt, setAttempt] = useState(0);
  const again = () => {
    onLoading?.();
    setAttempt(attempt + 1);
  };
  return <Attempt key={`${props.keys.secret} ${attempt}`} {...props} onAgain={again} />;
};

const Attempt = ({ keys, methods, script, texts, onReady, onFailed, onAgain, ref }: Omit<Props, 'onLoading'> & { onAgain(): void }) => {
  const [loaded, setLoaded] = useState<Loaded>({ type: 'loading' });
  const place = useRef<HTMLFieldSetElement>(null);
  const asker = useRef<Element>(null);
  const fail = () => {
    setLoaded({ type: 'failed' });
    onFailed?.();
  };
  const failed = useEffectEvent(fail);
  const [isReady, setReady] = useState(false);
  const ready = () => {
    setReady(true);
    onReady();
  };

  useLayoutEffect(() => {
    asker.current = document.activeElement;
  }, []);
  useEffect(() => {
    // Not before the page has given the focus back to a button that was out of use until the card was ready.
    if (isReady) setTimeout(() => focusNext(place.current, asker.current));
  }, [isReady]);
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
      return (
        <div className={styles.place}>
          <Skeleton lines={4} />
        </div>
      );
    case 'loaded':
      return (
        <fieldset ref={place} tabIndex={-1} aria-label={texts.card} className={styles.place}>
          <PaymentElement ref={ref} keys={keys} methods={methods} stripe={loaded.stripe} onReady={ready} onError={fail} />
        </fieldset>
      );
    case 'failed':
      return (
        <Notice kind="error">
          <p>{texts.failed}</p>
          <Button kind="secondary" onClick={onAgain}>
            {texts.try_again}
          </Button>
        </Notice>
      );
  }
};

/**
 * The button that the card comes in answer to stands after it: whoever is still there is led to the card, and finds the
 * button again behind it. A button that is out of use meanwhile has lost the focus, by now or before the card's place
 * came, and may have it again.
 */
const focusNext = (place: HTMLElement | null, asker: Element | null) => {
  const { activeElement, body } = document;
  const button = activeElement === body ? asker : activeElement;
  if (!place || !(button instanceof HTMLButtonElement)) return;
  if (button.type === 'submit' && button.form?.contains(place)) focusAt(place, SCROLL_OFFSET);
};
