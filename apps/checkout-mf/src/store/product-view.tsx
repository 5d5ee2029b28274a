import { createElement } from 'react';
import type { Product } from '@newsstand/contracts/product';
import { Price } from '@newsstand/ui/price';
import type { Widget } from '../widget.ts';
import { AddView } from './add-view.tsx';
import { productOffer } from './offer.ts';
import styles from './product-view.module.css';
import { useAdd } from './use-add.ts';

const LEVELS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

/** One product at its full size. */
export const ProductView = ({ widget, product, onAdded }: { widget: Widget; product: Product; onAdded(): void }) => {
  const offer = productOffer(product);
  const adding = useAdd(widget, offer);
  const { image } = product;
  // In an article it stands below another's first heading, as its element says; on its own page it is the first.
  const heading = LEVELS.find((tag) => tag === `h${widget.context.options['headingLevel']}`) ?? 'h1';
  return (
    <article className={styles.product}>
      <img className={styles.picture} src={image.source} width={image.width} height={image.height} alt={image.alt} />
      <div className={styles.words}>
        {createElement(heading, { className: styles.name }, product.name)}
        <p className={styles.price}>
          {product.print_price === 0 ? widget.t('checkout.free_price') : <Price cents={product.print_price} />}
        </p>
        <p className={styles.text}>{product.description}</p>
        <AddView offer={offer} adding={adding} t={widget.t} onAdded={onAdded} />
      </div>
    </article>
  );
};
