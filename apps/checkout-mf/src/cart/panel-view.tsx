import { ownPath } from '@newsstand/ui/messages';
import type { MouseEvent, RefObject } from 'react';
import { availableQuantity } from '@newsstand/contracts/available-quantity';
import { LinkButton } from '@newsstand/ui/link-button';
import { Price } from '@newsstand/ui/price';
import type { T, Widget } from '../widget.ts';
import { CartLines } from './cart-lines.tsx';
import { cartZone } from './cart-zone.ts';
import { CouponRow } from './coupon-row.tsx';
import { RemoveAll } from './remove-all.tsx';
import { linePrice } from './line-price.ts';
import styles from './panel-view.module.css';
import type { CartChanges } from './use-cart-changes.ts';
import { useEmptied } from './use-emptied.ts';

/** The add-to-cart review panel (section 2). */
export const PanelView = ({ widget, changes }: { widget: Widget; changes: CartChanges }) => {
  const { cart, t } = widget;
  const { words, onRemoved } = useEmptied();
  const lines = cart.billing[cartZone(cart)];
  if (lines.length === 0) return <EmptyPanel t={t} words={words} />;
  const prices = lines.map((line) => linePrice(line, availableQuantity(line)));
  const subtotal = prices.reduce((sum, { was }) => sum + was, 0);
  const discount = prices.reduce((sum, { was, now }) => sum + was - now, 0);
  return (
    <div className={styles.panel}>
      <CartLines label={t('checkout.cart')} lines={lines} changes={changes} t={t} onRemoved={onRemoved} />
      <RemoveAll changes={changes} t={t} onRemoved={onRemoved} />
      <CouponRow widget={widget} />
      <div className={styles.foot}>
        <p className={styles.subtotal}>
          <span>{t('checkout.subtotal')}</span>
          <Price cents={subtotal} />
        </p>
        {discount > 0 && (
          <p className={styles.discount}>
            <span>{t('checkout.discount')}</span>
            <Price cents={-discount} />
          </p>
        )}
        {cart.address_required && <p className={styles.note}>{t('checkout.subtotal_note')}</p>}
        <div className={styles.ways}>
          <LinkButton href={ownPath('/store/checkout')} onClick={tryCodeFirst}>
            {t('checkout.proceed_to_checkout')}
          </LinkButton>
          <LinkButton href={ownPath('/store')} kind="secondary">
            {t('checkout.browse_store')}
          </LinkButton>
        </div>
      </div>
    </div>
  );
};

/**
 * Whoever typed a code and did not apply it counts on it: it is tried first. One that was refused is said so beside it,
 * and stays behind.
 */
const tryCodeFirst = (event: MouseEvent<HTMLElement>) => {
  const panel = event.currentTarget.closest(`.${styles.panel}`);
  const field = panel?.querySelector<HTMLInputElement>('[name=coupon]:not([aria-invalid])');
  if (!field?.value.trim()) return;
  event.preventDefault();
  field.form?.requestSubmit();
};

const EmptyPanel = ({ t, words }: { t: T; words: RefObject<HTMLParagraphElement | null> }) => (
  <div className={styles.empty}>
    <h3 className={styles.emptyTitle}>{t('checkout.panel_empty_title')}</h3>
    <p className={styles.emptyText} ref={words} tabIndex={-1}>
      {t('checkout.panel_empty')}
    </p>
    <LinkButton href={ownPath('/store')}>{t('checkout.browse_store')}</LinkButton>
  </div>
);
