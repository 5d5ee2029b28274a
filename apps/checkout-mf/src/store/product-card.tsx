import type { Product } from '@newsstand/contracts/product';
import { Button } from '@newsstand/ui/button';
import { LinkButton } from '@newsstand/ui/link-button';
import { Price } from '@newsstand/ui/price';
import { productPath } from '../routes.ts';
import type { Widget } from '../widget.ts';
import { productOffer } from './offer.ts';
import styles from './product-card.module.css';
import { stockNotice } from './stock.ts';
import { useAdd } from './use-add.ts';

/** One product on the shelf. What comes in sizes is chosen on its own page. */
export const ProductCard = ({ widget, product, onAdded }: { widget: Widget; product: Product; onAdded(): void }) => {
  const { t } = widget;
  const adding = useAdd(widget, productOffer(product));
  const { held, more } = adding.room(product.ref, product.quantity);
  const full = product.sizes.length === 0 && product.quantity !== 0 && more === 0;
  const add = async () => {
    // There is no more of it to add: the cart shows what there is.
    if (full || (await adding.add(product.ref, 1))) onAdded();
  };
  const { image, name, slug, quantity, held: isHeld = false, print_price } = product;
  const notice = stockNotice(quantity, isHeld, t);
  return (
    <article className={styles.card}>
      <a className={styles.frame} href={productPath(slug)} tabIndex={-1} aria-hidden="true">
        <img className={styles.picture} src={image.source} width={image.width} height={image.height} alt="" loading="lazy" />
      </a>
      <div className={styles.words}>
        <h2 className={styles.name}>
          <a className={styles.link} href={productPath(slug)}>
            {name}
          </a>
        </h2>
        <p className={styles.price}>{print_price === 0 ? t('checkout.free_price') : <Price cents={print_price} />}</p>
        {notice !== null && <p className={quantity === 0 ? styles.gone : styles.notice}>{notice}</p>}
        <output className={full ? styles.notice : styles.problem}>
          {adding.problem ?? (full ? t('checkout.full', { count: held }) : '')}
        </output>
      </div>
      <div className={styles.way}>
        {product.sizes.length > 0 ? (
          <LinkButton kind="secondary" href={productPath(slug)} aria-label={`${t('checkout.choose')}: ${name}`}>
            {t('checkout.choose')}
          </LinkButton>
        ) : (
          <Button
            kind="secondary"
            busy={adding.status === 'sending'}
            disabled={quantity === 0 && !isHeld}
            aria-label={`${t('checkout.add')}: ${name}`}
            onClick={() => void add()}
          >
            {t('checkout.add')}
          </Button>
        )}
      </div>
    </article>
  );
};
