import { lazy, Suspense } from 'react';
import type { Cart, CartLine } from '@newsstand/contracts/cart';
import type { T } from '../widget.ts';
import { appliedCoupons, couponsIn } from './applied-coupons.ts';
import { RemoveCoupon } from './remove-coupon.tsx';
import styles from './coupon-applied.module.css';

/** Few carts have a coupon: what reads it from the server comes with the first that has. */
const CouponDescription = lazy(async () => ({ default: (await import('./coupon-description.tsx')).CouponDescription }));

type Props = {
  cart: Cart;
  lines: CartLine[];
  base: string;
  t: T;
  /** Where the coupons can be taken off: what the cart is then. */
  onRemoved?: (cart: Cart) => void;
};

/** Section 2: 'Coupon Applied', which one, and what it does. */
export const CouponApplied = ({ cart, lines, base, t, onRemoved }: Props) => {
  const codes = appliedCoupons(cart, lines);
  // What takes nothing off says so beside its line, and can be taken off too.
  const removable = onRemoved ? couponsIn(cart) : [];
  if (codes.length === 0 && removable.length === 0) return null;
  return (
    <div className={styles.applied}>
      <div className={styles.head}>
        <p className={styles.title}>{codes.length === 0 ? removable.join(', ') : t('checkout.coupon_applied')}</p>
        {onRemoved && <RemoveCoupon codes={removable} base={base} t={t} onRemoved={onRemoved} />}
      </div>
      {codes.map((code) => (
        <p key={code} className={styles.coupon}>
          <span className={styles.code}>{code}</span>{' '}
          <Suspense fallback={null}>
            <CouponDescription base={base} code={code} />
          </Suspense>
        </p>
      ))}
    </div>
  );
};
