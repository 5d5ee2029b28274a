import { useState } from 'react';
import type { MountContext } from '@newsstand/contracts/widget';
import { usePageReader } from '@newsstand/ui/parsed-page';
import { Price } from '@newsstand/ui/price';
import { CartDrawer } from '../cart/cart-drawer.tsx';
import { useWidget } from '../widget.ts';
import { AddView } from './add-view.tsx';
import styles from './add.module.css';
import { findOffer, type Offer } from './offer.ts';
import { readStorePage } from './read-store-page.ts';
import { useAdd } from './use-add.ts';

/** `checkout.add`: puts the thing that `data-item` and `data-ref` name into the cart, and shows the cart. */
export const Add = ({ context }: { context: MountContext }) => {
  const widget = useWidget(context);
  const { item, ref } = context.options;
  const offer = findOffer(usePageReader(readStorePage, context), item, ref);
  // An element that names nothing we sell is the page's mistake: its fallback stays, and the page hears of it.
  if (!offer) throw new Error(`checkout.add: data-item="${item ?? ''}" data-ref="${ref ?? ''}" names nothing that is sold here.`);
  return <AddOffer widget={widget} offer={offer} />;
};

const AddOffer = ({ widget, offer }: { widget: ReturnType<typeof useWidget>; offer: Offer }) => {
  const adding = useAdd(widget, offer);
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.add}>
      {offer.price !== null && (
        <p className={styles.price}>{offer.price === 0 ? widget.t('checkout.free_price') : <Price cents={offer.price} />}</p>
      )}
      <AddView offer={offer} adding={adding} t={widget.t} onAdded={() => setOpen(true)} />
      <CartDrawer widget={widget} open={open} onClose={() => setOpen(false)} />
    </div>
  );
};
