import { useState, type FormEvent } from 'react';
import { Button } from '@newsstand/ui/button';
import { Field } from '@newsstand/ui/field';
import type { T } from '../widget.ts';
import styles from './coupon-row.module.css';

/** Section 2, coupon row. Coupons are for subscriptions: for a cart of goods each of them has no discounts, and section 5 says so. */
export const CouponRow = ({ t }: { t: T }) => {
  const [code, setCode] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  const apply = (event: FormEvent) => {
    event.preventDefault();
    setRefused(code.trim() === '' ? null : code.trim());
  };
  return (
    <form className={styles.row} onSubmit={apply} noValidate>
      <Field
        className={styles.field ?? ''}
        label={t('checkout.coupon')}
        name="coupon"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={code}
        onChange={setCode}
        error={refused === null ? undefined : t('checkout.coupon_failed', { code: refused })}
      />
      <Button kind="secondary" type="submit" className={styles.apply}>
        {t('checkout.coupon_apply')}
      </Button>
    </form>
  );
};
