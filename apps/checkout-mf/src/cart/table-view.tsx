import { ownPath, type Translate } from '@newsstand/ui/messages';
import { type RefObject, useRef } from 'react';
import type { Cart, CartLine } from '@newsstand/contracts/cart';
import { LinkButton } from '@newsstand/ui/link-button';
import { Price } from '@newsstand/ui/price';
import { VisuallyHidden } from '@newsstand/ui/visually-hidden';
import { isAt } from '../is-at.ts';
import { cartZone } from './cart-zone.ts';
import { CouponApplied } from './coupon-applied.tsx';
import { LineAmount } from './line-amount.tsx';
import { lineNotes } from './line-notes.ts';
import { LineQuantity } from './line-quantity.tsx';
import { LineTrouble } from './line-trouble.tsx';
import { LinePicture, LineWords } from './line-words.tsx';
import { RemoveAll } from './remove-all.tsx';
import { RemoveLine } from './remove-line.tsx';
import { hasShippingLine } from './shipping-line.ts';
import type { tableMessages } from './messages-table.ts';
import styles from './table-view.module.css';
import type { CartChanges } from './use-cart-changes.ts';
import { useEmptied } from './use-emptied.ts';

type T = Translate<typeof tableMessages>;
type Props = { cart: Cart; base: string; changes: CartChanges; t: T; onCart(cart: Cart): void };

/** The cart as a table (section 2); shipping stands in it only when there is some (section 9). */
export const TableView = ({ cart, base, changes, t, onCart }: Props) => {
  const table = useRef<HTMLTableElement>(null);
  const { words, hasRemoved, onRemoved } = useEmptied();
  const zone = cartZone(cart);
  const lines = cart.billing[zone];
  const { goods, discount, shipping, waived, total } = cart.totals[zone];
  // Below the store itself, as in pages that have both, an empty cart is no news.
  if (lines.length === 0) return isInStore() && !hasRemoved ? null : <EmptyTable t={t} words={words} />;
  return (
    <div className={styles.cart}>
      <table className={styles.table} ref={table} tabIndex={-1}>
        <caption>
          <VisuallyHidden>{t('checkout.cart')}</VisuallyHidden>
        </caption>
        <thead className={styles.head}>
          <tr>
            <th className={styles.left} scope="col">
              {t('checkout.item')}
            </th>
            <th scope="col" className={styles.th}>
              {t('checkout.price')}
            </th>
            <th scope="col" className={styles.th}>
              {t('checkout.quantity')}
            </th>
            <th scope="col" className={styles.th}>
              {t('checkout.total')}
            </th>
          </tr>
        </thead>
        <tbody className={styles.body}>
          {lines.map((line) => (
            <Row
              key={line.id}
              line={line}
              changes={changes}
              t={t}
              onRemoved={() => {
                table.current?.focus();
                onRemoved();
              }}
            />
          ))}
        </tbody>
        <tfoot className={styles.foot}>
          <Sum label={t('checkout.subtotal')} cents={goods} />
          {discount > 0 && <Sum label={t('checkout.discount')} cents={-discount} />}
          {hasShippingLine('table', shipping) && <Sum label={t('checkout.shipping_estimated')} cents={shipping} />}
          {waived > 0 && <Sum label={t('checkout.waived')} cents={-waived} />}
          <Sum label={t('checkout.total')} cents={total} grand />
        </tfoot>
      </table>
      <RemoveAll changes={changes} t={t} onRemoved={onRemoved} />
      <CouponApplied
        cart={cart}
        lines={lines}
        base={base}
        t={t}
        onRemoved={(left) => {
          table.current?.focus();
          onCart(left);
        }}
      />
      <div className={styles.ways}>
        <ToStore kind="quiet" t={t} />
        <LinkButton href={ownPath('/store/checkout')}>{t('checkout.proceed_to_checkout')}</LinkButton>
      </div>
    </div>
  );
};

const Row = ({ line, changes, t, onRemoved }: { line: CartLine; changes: CartChanges; t: T; onRemoved(): void }) => {
  const quantity = changes.quantityOf(line);
  return (
    <tr className={styles.row}>
      <th scope="row" className={styles.what}>
        <span className={styles.pair}>
          <LinePicture line={line} />
          <span className={styles.words}>
            <LineWords line={line} notes={lineNotes({ ...line, type: line.cart.type }, quantity, t)} />
            <LineTrouble line={line} changes={changes} t={t} />
            <RemoveLine line={line} changes={changes} t={t} onRemoved={onRemoved} />
          </span>
        </span>
      </th>
      <td className={styles.each}>
        <Price cents={line.price} />
      </td>
      <td className={styles.quantity}>
        {line.change_quantity ? (
          <LineQuantity line={line} changes={changes} t={t} />
        ) : (
          <span className={styles.fixed}>{t('checkout.times', { quantity })}</span>
        )}
      </td>
      <td className={styles.sum}>
        <LineAmount line={line} quantity={quantity} t={t} />
      </td>
    </tr>
  );
};

const Sum = ({ label, cents, grand = false }: { label: string; cents: number; grand?: boolean }) => (
  <tr className={grand ? styles.grand : styles.total}>
    <th scope="row" colSpan={3} className={styles.label}>
      {label}
    </th>
    <td className={styles.amount}>
      <Price cents={cents} />
    </td>
  </tr>
);

const EmptyTable = ({ t, words }: { t: T; words: RefObject<HTMLParagraphElement | null> }) => (
  <div className={styles.empty}>
    <p className={styles.emptyText} ref={words} tabIndex={-1}>
      {t('checkout.panel_empty')}
    </p>
    <ToStore kind="secondary" t={t} />
  </div>
);

const isInStore = (): boolean => isAt(ownPath('/store'), location.href);

/** Nothing on the store's own page, where it would lead to where its reader is. */
const ToStore = ({ kind, t }: { kind: 'quiet' | 'secondary'; t: T }) =>
  isInStore() ? null : (
    <LinkButton href={ownPath('/store')} kind={kind}>
      {t('checkout.browse_store')}
    </LinkButton>
  );
