import { useState } from 'react';
import type { MountContext } from '@newsstand/contracts/widget';
import { CartDrawer } from '../cart/cart-drawer.tsx';
import { useWidget } from '../widget.ts';
import { ProductView } from './product-view.tsx';
import { useProduct } from './use-product.ts';

/** `checkout.product`: the box of one product (`data-slug`; without it, the product of the page). */
export const ProductBox = ({ context }: { context: MountContext }) => {
  const widget = useWidget(context);
  const product = useProduct(context, context.options['slug']);
  const [open, setOpen] = useState(false);
  return (
    <>
      <ProductView widget={widget} product={product} onAdded={() => setOpen(true)} />
      <CartDrawer widget={widget} open={open} onClose={() => setOpen(false)} />
    </>
  );
};
