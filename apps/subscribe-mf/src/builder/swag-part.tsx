import { useId } from 'react';
import { formatCents } from '@newsstand/contracts/money';
import type { Product } from '@newsstand/contracts/product';
import { clampSwag } from '@newsstand/contracts/subscribe';
import { Checkbox } from '@newsstand/ui/checkbox';
import { FieldError } from '@newsstand/ui/field';
import { Quantity } from '@newsstand/ui/quantity';
import { RadioGroup } from '@newsstand/ui/radio-group';
import { leftOf, mostOf, sizeNotice, stockNotice } from '../stock.ts';
import type { T } from '../widget.ts';
import type { Taken } from './chosen.ts';
import parts from './parts.module.css';
import styles from './swag-part.module.css';
import type { Choosing } from './use-choice.ts';

/** Add swag (section 2): up to two products in stock. */
export const SwagPart = ({ builder: { chosen, choose, swag, errorOf }, t }: { builder: Choosing; t: T }) => {
  const error = useId();
  if (swag.length === 0) return null;
  const take = (ref: string, taken: Taken | null) => {
    const { [ref]: _, ...others } = chosen.swag;
    choose({ swag: taken === null ? others : { ...others, [ref]: taken } });
  };
  return (
    <section className={parts.part}>
      <h2 className={parts.title}>{t('subscribe.swag')}</h2>
      <ul className={styles.shelf}>
        {swag.map((product) => (
          <li key={product.ref} className={styles.place}>
            <Item product={product} taken={chosen.swag[product.ref] ?? null} onTake={(taken) => take(product.ref, taken)} t={t} />
          </li>
        ))}
      </ul>
      <FieldError id={error}>{errorOf('swag')}</FieldError>
    </section>
  );
};

type ItemProps = { product: Product; taken: Taken | null; onTake(taken: Taken | null): void; t: T };

const Item = ({ product, taken, onTake, t }: ItemProps) => {
  const { name, image, print_price, sizes } = product;
  const firstSize = sizes.find(({ quantity }) => quantity > 0)?.ref ?? null;
  const left = leftOf(product, taken?.size ?? null);
  const notice = sizes.length > 0 ? null : stockNotice(left, t);
  return (
    <article className={styles.item}>
      <img className={styles.picture} src={image.source} width={image.width} height={image.height} alt={image.alt} loading="lazy" />
      <div className={styles.words}>
        <h3 className={styles.name}>{name}</h3>
        <p className={styles.price}>{formatCents(print_price)}</p>
        {notice !== null && <p className={styles.notice}>{notice}</p>}
        <Checkbox
          label={t('subscribe.take', { name })}
          name="swag"
          checked={taken !== null}
          onChange={(checked) => onTake(checked ? { quantity: 1, size: firstSize } : null)}
        />
      </div>
      {taken !== null && (
        <div className={styles.how}>
          {sizes.length > 0 && (
            <RadioGroup
              label={t('subscribe.size')}
              name="size"
              layout="row"
              value={taken.size}
              onChange={(size) => onTake({ size, quantity: clampSwag(taken.quantity, leftOf(product, size)) })}
              options={sizes.map(({ ref, name: label, quantity, held = false }) => ({
                value: ref,
                label,
                hint: sizeNotice(quantity, held, t),
                disabled: quantity <= 0,
              }))}
            />
          )}
          <Quantity
            label={t('subscribe.quantity_of', { name })}
            min={1}
            max={mostOf(left)}
            value={taken.quantity}
            onChange={(quantity) => onTake({ ...taken, quantity: clampSwag(quantity, left) })}
            texts={{ more: t('subscribe.more'), fewer: t('subscribe.fewer') }}
          />
        </div>
      )}
    </article>
  );
};
