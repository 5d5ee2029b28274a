import { lazy, Suspense } from 'react';
import type { Cart, CartLine } from '@newsstand/contracts/cart';
import type { T } from '../widget.ts';
import { appliedCoupons } from './applied-coupons.ts';
import styles from './coupon-applied.module.css';

/** Few carts have a coupon: what reads it from the server comes with the first that has. */
const CouponDescription = lazy(async () => ({ default: (await import('./coupon-description.tsx')).CouponDescription }));

/** Section 2: 'Coupon Applied', which one, and what it does. */
export const CouponApplied = ({ cart, lines, base, t }: { cart: Cart; lines: CartLine[]; base: string; t: T }) => {
  const codes = appliedCoupons(cart, lines);
  if (codes.length === 0) return null;
  return (
    <div className={styles.applied}>
      <p className={styles.title}>{t('checkout.coupon_applied')}</p>
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
