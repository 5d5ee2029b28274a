import { useEffect, useMemo, useState } from 'react';
import type { MountContext } from '@newsstand/contracts/widget';
import { createMessages } from '@newsstand/ui/messages';
import { usePageReader } from '@newsstand/ui/parsed-page';
import { CartDrawer } from '../cart/cart-drawer.tsx';
import { readCartPage } from '../cart/read-cart-page.ts';
import { useWidget } from '../widget.ts';
import { storeMessages } from './messages-store.ts';
import { ProductCard } from './product-card.tsx';
import styles from './store.module.css';
import { useProducts } from './use-product.ts';

/** `checkout.store`: the products with the tag `data-tag`, all of them without. */
export const Store = ({ context }: { context: MountContext }) => {
  const widget = useWidget(context);
  const { publication } = usePageReader(readCartPage, context);
  const t = useMemo(() => createMessages(storeMessages, publication.messages), [publication.messages]);
  const products = useProducts(context, context.options['tag']);
  const [open, setOpen] = useState(false);
  const { tag } = context.options;
  useEffect(() => {
    if (tag !== undefined && products.length === 0)
      console.warn(`[newsstand] no product has the tag that checkout.store names: data-tag="${tag}"`);
  }, [tag, products]);
  if (products.length === 0) return <p className={styles.none}>{t('checkout.store_empty')}</p>;
  return (
    <>
      <ul className={styles.shelf} aria-label={t('checkout.store')}>
        {products.map((product) => (
          <li key={product.ref} className={styles.place}>
            <ProductCard widget={widget} product={product} onAdded={() => setOpen(true)} />
          </li>
        ))}
      </ul>
      <CartDrawer widget={widget} open={open} onClose={() => setOpen(false)} />
    </>
  );
};
