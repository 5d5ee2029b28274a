import { lazy, Suspense, useRef, useState, type FormEvent } from 'react';
import { Button } from '@newsstand/ui/button';
import { Field } from '@newsstand/ui/field';
import type { Widget } from '../widget.ts';
import { appliedCoupons, couponsIn } from './applied-coupons.ts';
import { cartZone } from './cart-zone.ts';
import styles from './coupon-row.module.css';

/** Few carts have a coupon: what is said of it, and what takes it off, comes with the first that has. */
const CouponApplied = lazy(async () => ({ default: (await import('./coupon-applied.tsx')).CouponApplied }));

type Trial = { type: 'typing' } | { type: 'sending' } | { type: 'refused'; message: string; builder?: string | null };

/** Section 2, coupon row. Coupons are for subscriptions: a cart of goods has nothing that they could be put on. */
export const CouponRow = ({ widget: { cart, context, t } }: { widget: Pick<Widget, 'cart' | 'context' | 't'> }) => {
  const form = useRef<HTMLFormElement>(null);
  const [code, setCode] = useState('');
  const [trial, setTrial] = useState<Trial>({ type: 'typing' });
  const lines = cart.billing[cartZone(cart)];
  const apply = async (event: FormEvent) => {
    event.preventDefault();
    const typed = code.trim();
    if (typed === '') return setTrial({ type: 'typing' });
    setTrial({ type: 'sending' });
    try {
      const { applyCoupon } = await import('./apply-coupon.ts');
      const applied = await applyCoupon(context.api, cart, typed);
      if (!applied.ok) return setTrial({ type: 'refused', ...applied });
      context.updateCart(applied.cart);
      setCode('');
      setTrial({ type: 'typing' });
    } catch (error) {
      // The chunk did not come.
      reportError(error);
      setTrial({ type: 'refused', message: t('checkout.coupon_failed', { code: typed }) });
    }
  };
  return (
    <>
      <form ref={form} className={styles.row} onSubmit={(event) => void apply(event)} noValidate>
        <Field
          className={styles.field ?? ''}
          label={t('checkout.coupon')}
          name="coupon"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={code}
          onChange={(typed) => {
            setCode(typed);
            setTrial({ type: 'typing' });
          }}
          error={trial.type === 'refused' ? trial.message : undefined}
        />
        <Button kind="secondary" type="submit" className={styles.apply} busy={trial.type === 'sending'}>
          {t('checkout.coupon_apply')}
        </Button>
        {trial.type === 'refused' && trial.builder && <a href={trial.builder}>{t('checkout.coupon_builder')}</a>}
      </form>
      <div aria-live="polite">
        {couponsIn(cart).length > 0 && (
          <Suspense
            fallback={
              <div className={styles.coming}>
                {appliedCoupons(cart, lines).map((code) => (
                  <p key={code} />
                ))}
              </div>
            }
          >
            <CouponApplied
              cart={cart}
              lines={lines}
              base={context.api}
              t={t}
              onRemoved={(left) => {
                // The button goes with the coupon: the focus is where another one can be typed.
                form.current?.querySelector('input')?.focus();
                context.updateCart(left);
              }}
            />
          </Suspense>
        )}
      </div>
    </>
  );
};
