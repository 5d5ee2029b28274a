import { useId, useState } from 'react';
import type { Cart } from '@newsstand/contracts/cart';
import { Button } from '@newsstand/ui/button';
import { FieldError } from '@newsstand/ui/field';
import type { T } from '../widget.ts';
import styles from './remove-line.module.css';

type Props = { codes: string[]; base: string; t: T; onRemoved(cart: Cart): void };
type Removing = { type: 'idle' } | { type: 'sending' } | { type: 'refused'; message: string };

/**
 * Takes the coupons off the cart. Nothing is lost by it, so nobody is asked whether they are sure: the code can be
 * typed again.
 */
export const RemoveCoupon = ({ codes, base, t, onRemoved }: Props) => {
  const id = useId();
  const [removing, setRemoving] = useState<Removing>({ type: 'idle' });
  const code = codes.join(', ');
  const remove = async () => {
    setRemoving({ type: 'sending' });
    try {
      const { takeCouponsOff } = await import('./apply-coupon.ts');
      const left = await takeCouponsOff(base);
      if (left.ok) return onRemoved(left.cart);
      setRemoving({ type: 'refused', message: left.message });
    } catch (error) {
      // The chunk did not come.
      reportError(error);
      setRemoving({ type: 'refused', message: t('checkout.coupon_stays', { code }) });
    }
  };
  return (
    <>
      <Button
        kind="quiet"
        className={styles.remove}
        aria-label={t('checkout.coupon_remove', { code })}
        aria-describedby={id}
        busy={removing.type === 'sending'}
        onClick={() => void remove()}
      >
        {t('checkout.remove')}
      </Button>
      <FieldError id={id}>{removing.type === 'refused' ? removing.message : undefined}</FieldError>
    </>
  );
};
