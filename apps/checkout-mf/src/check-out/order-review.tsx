import { ownPath } from '@newsstand/ui/messages';
import { useId, useRef } from 'react';
import type { Cart, CartLine, Totals } from '@newsstand/contracts/cart';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import { Button } from '@newsstand/ui/button';
import { Price } from '@newsstand/ui/price';
import { CouponApplied } from '../cart/coupon-applied.tsx';
import { LineAmount } from '../cart/line-amount.tsx';
import { lineNotes } from '../cart/line-notes.ts';
import { hasShippingLine } from '../cart/shipping-line.ts';
import { isFree } from './is-free.ts';
import { LineTrouble } from '../cart/line-trouble.tsx';
import { RemoveLine } from '../cart/remove-line.tsx';
import type { CartChanges } from '../cart/use-cart-changes.ts';
import { linePath } from '../routes.ts';
import type { T } from '../page-texts.ts';
import styles from './order-review.module.css';

type Props = {
  cart: Cart;
  /** Where the API is. */
  base: string;
  lines: CartLine[];
  totals: Totals;
  destination: Destination;
  /** To whom the order's gift is posted, null where it is passed on by a link. */
  recipient: string | null;
  changes: CartChanges;
  /** While the order is on its way it is not to be changed. */
  locked: boolean;
  t: T;
  onChange(): void;
};

/**
 * The country that the order is posted to, or the zone that the amounts stand for before one is chosen: one country, or
 * null for several.
 * `none`: only gifts are posted, each in its own zone.
 */
export type Destination = { type: 'country'; name: string } | { type: 'assumed'; zone: Shipcode } | { type: 'none' };

/** The order as an invoice (section 2, order review), with the amounts of the zone it is posted to. */
export const OrderReview = ({ cart, base, lines, totals, destination, recipient, changes, locked, t, onChange }: Props) => {
  const { goods, discount, shipping, waived, total } = totals;
  const free = isFree(cart, total);
  const id = useId();
  const sheet = useRef<HTMLElement>(null);
  return (
    <section className={styles.sheet} ref={sheet} tabIndex={-1} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 className={styles.title} id={id}>
          {t('checkout.review')}
        </h2>
        <Button kind="quiet" className={styles.change} disabled={locked} onClick={onChange}>
          {t('checkout.change')}
        </Button>
      </header>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <Line key={line.id} line={line} recipient={recipient} changes={changes} t={t} onRemoved={() => sheet.current?.focus()} />
        ))}
      </ul>
      <CouponApplied cart={cart} lines={lines} base={base} t={t} />
      <dl className={styles.sums} aria-live="polite">
        <Sum label={t('checkout.subtotal')} cents={goods} />
        {discount > 0 && <Sum label={t('checkout.discount')} cents={-discount} />}
        {hasShippingLine('review', shipping) && <Sum label={shippingText(destination, t)} cents={shipping} />}
        {waived > 0 && <Sum label={t('checkout.waived')} cents={-waived} />}
        <div className={styles.total}>
          <dt>{t('checkout.total')}</dt>
          <dd className={styles.amount}>{free ? t('checkout.free') : <Price cents={total} />}</dd>
        </div>
      </dl>
      {free && (
        <p className={styles.donors}>
          {t('checkout.donor_support')} <a href={ownPath('/donate')}>{t('checkout.donate')}</a>
        </p>
      )}
    </section>
  );
};

/** An amount that stands for a supposed country says so, and its zone by the publication's name for it. */
const shippingText = (destination: Destination, t: T): string => {
  switch (destination.type) {
    case 'country':
      return t('checkout.shipping_to', { country: destination.name });
    case 'assumed':
      return t('checkout.shipping_assumed', { zone: t(`checkout.zone_${destination.zone}`) });
    case 'none':
      return t('checkout.shipping');
  }
};

type LineProps = { line: CartLine; recipient: string | null; changes: CartChanges; t: T; onRemoved(): void };

const Line = ({ line, recipient, changes, t, onRemoved }: LineProps) => {
  const notes = [
    ...lineNotes({ ...line, type: line.cart.type }, line.quantity, t),
    ...(recipient !== null && line.cart.type === 'gift-subscription' ? [t('checkout.gift_to', { name: recipient })] : []),
  ];
  const troubled = line.availability.type !== 'available';
  return (
    <li className={styles.line}>
      <span className={styles.words}>
        <a className={styles.name} href={linePath(line) ?? undefined}>
          {line.name}
        </a>
        <span className={styles.detail}>
          {line.detail !== null && <span>{line.detail}</span>}
          {line.quantity > 1 && <span className={styles.times}>{t('checkout.times', { quantity: line.quantity })}</span>}
        </span>
        {notes.map((note) => (
          <span key={note} className={styles.detail}>
            {note}
          </span>
        ))}
        <LineTrouble line={line} changes={changes} t={t} />
        {troubled && <RemoveLine line={line} changes={changes} t={t} onRemoved={onRemoved} />}
      </span>
      <span className={styles.amount}>
        <LineAmount line={line} quantity={line.quantity} t={t} />
      </span>
    </li>
  );
};

const Sum = ({ label, cents }: { label: string; cents: number }) => (
  <div className={styles.sum}>
    <dt>{label}</dt>
    <dd className={styles.amount}>
      <Price cents={cents} />
    </dd>
  </div>
);
