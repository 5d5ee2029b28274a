import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Keys } from '@newsstand/contracts/checkout';
import { takeReturnedSetup } from './bank-return.ts';
import type { PaymentHandle } from './payment-element.tsx';
import { sayPaymentFailed } from './payment-failed.ts';

type Page = {
  keys: Keys;
  /**
   * The provider has the card on record: what the server is to be told of. `isBack`: the reader comes from their bank,
   * and has typed nothing here.
   */
  confirmed(setup_intent: string, isBack: boolean): void;
  /** In the words of the provider; null where the reader's bank has said no. */
  refused(message: string | null): void;
  /** What nobody foresaw (section 8): what was typed is still there, and may be sent again. */
  failed(): void;
};

/**
 * Puts a card on record without a charge (section 5, card update form): element, confirmation, and the way back from
 * the reader's bank.
 */
export const useCardSetup = ({ keys, confirmed, refused, failed }: Page) => {
  const element = useRef<PaymentHandle>(null);
  const [isReady, setReady] = useState(false);
  const [isConfirming, setConfirming] = useState(false);

  const comeBack = useEffectEvent(() => {
    const returned = takeReturnedSetup();
    if (returned?.type === 'confirmed') confirmed(returned.setup_intent, true);
    else if (returned) refused(null);
  });
  useEffect(() => comeBack(), []);

  const confirm = async () => {
    if (!element.current) return;
    setConfirming(true);
    try {
      const checked = await element.current.check();
      const saved = checked.ok ? await element.current.save(location.href) : checked;
      if (saved.ok) return confirmed(intentOf(keys.secret), false);
      sayPaymentFailed(saved.message);
      refused(saved.message);
    } catch (error) {
      reportError(error);
      failed();
    } finally {
      setConfirming(false);
    }
  };
  return {
    /** Where the payment element is reached. */
    element,
    isReady,
    onReady: () => setReady(true),
    isConfirming,
    confirm: () => void confirm(),
  };
};

/** `seti_1_secret_2` names the set-up `seti_1`. */
const intentOf = (secret: string): string => secret.split('_secret_')[0] ?? secret;
