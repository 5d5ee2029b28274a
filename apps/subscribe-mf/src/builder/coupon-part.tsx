import { type KeyboardEvent, useEffect, useRef } from 'react';
import { COUPON_MESSAGES, couponLimits, couponText } from '@newsstand/contracts/coupon';
import { inWords } from '@newsstand/contracts/schema-message';
import { Button } from '@newsstand/ui/button';
import { Field } from '@newsstand/ui/field';
import { Notice } from '@newsstand/ui/notice';
import type { T } from '../widget.ts';
import styles from './coupon-part.module.css';
import type { Entered } from './apply-coupon.ts';
import type { Choosing } from './use-choice.ts';

/** The coupon: a field until a code was taken, then what it is, whether it applies now, and the way back. */
export const CouponPart = ({ builder, t }: { builder: Choosing; t: T }) => {
  const { coupon, apply, remove } = builder.couponField;
  const place = useRef<HTMLDivElement>(null);
  const pressed = useRef(false);
  const isOn = coupon.entered !== null;
  // What was pressed goes with the coupon's coming and going: the focus stays in its place.
  useEffect(() => {
    if (pressed.current) place.current?.querySelector<HTMLElement>(isOn ? 'button' : 'input')?.focus();
    pressed.current = false;
  }, [isOn]);
  const press = (act: () => void) => () => {
    pressed.current = true;
    act();
  };
  return (
    <div ref={place}>
      {coupon.entered === null ? (
        <CouponField builder={builder} onApply={press(apply)} t={t} />
      ) : (
        <CouponOn entered={coupon.entered} builder={builder} onRemove={press(remove)} t={t} />
      )}
    </div>
  );
};

const CouponField = ({ builder, onApply, t }: { builder: Choosing; onApply(): void; t: T }) => {
  const { coupon, type } = builder.couponField;
  const pressed = (event: KeyboardEvent) => {
    // Enter in this field is for the code, not for the order.
    if (event.key !== 'Enter') return;
    event.preventDefault();
    onApply();
  };
  return (
    <div className={styles.row}>
      <Field
        className={styles.field ?? ''}
        label={t('subscribe.coupon')}
        name="coupon"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={coupon.typed}
        onChange={type}
        onKeyDown={pressed}
        error={coupon.error ?? builder.errorOf('coupon')}
      />
      <Button kind="secondary" className={styles.apply} busy={coupon.busy} onClick={onApply}>
        {coupon.busy ? t('subscribe.coupon_checking') : t('subscribe.coupon_apply')}
      </Button>
    </div>
  );
};

const CouponOn = ({ entered: { coupon }, builder, onRemove, t }: { entered: Entered; builder: Choosing; onRemove(): void; t: T }) => {
  const { result } = builder;
  const zones = { a: t('subscribe.zone_a'), b: t('subscribe.zone_b'), c: t('subscribe.zone_c') };
  const oneOf = (names: string[]) => names.join(` ${t('subscribe.coupon_and')} `);
  const limits = couponLimits(
    coupon,
    (some) => t('subscribe.coupon_zones', { zones: oneOf(some.map((zone) => zones[zone])) }),
    (terms) => t('subscribe.coupon_terms', { terms: oneOf(terms.map((term) => t(`subscribe.${term}`))) }),
  );
  const message = builder.errorOf('coupon') ?? (result !== null && 'why' in result ? couponText(result.why) : '');
  const applied = result?.type === 'applied' && builder.errorOf('coupon') === undefined;
  return (
    <div className={styles.on}>
      <Notice kind={applied ? 'success' : 'warning'} title={applied ? inWords('coupon_applied', COUPON_MESSAGES.applied) : null}>
        {!applied && <p>{message}</p>}
        <p>
          <strong>{coupon.label}</strong> ({coupon.code}). {coupon.description}
        </p>
        {applied && builder.couponField.coupon.changed && <p>{t('subscribe.coupon_changed')}</p>}
        {limits.category_message !== null && <p>{limits.category_message}</p>}
        {limits.shipping_message !== null && <p>{limits.shipping_message}</p>}
        {limits.term_message !== null && <p>{limits.term_message}</p>}
        {limits.quantity_message !== null && limits.quantity_message !== message && <p>{limits.quantity_message}</p>}
      </Notice>
      <Button kind="quiet" onClick={onRemove}>
        {t('subscribe.coupon_remove')}
      </Button>
    </div>
  );
};
