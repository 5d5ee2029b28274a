import type { MountContext } from '@newsstand/contracts/widget';
import { useWidget } from '../widget.ts';
import { TableView } from './table-view.tsx';
import { useCartChanges } from './use-cart-changes.ts';

/** `checkout.table`: the cart as a table. */
export const CartTable = ({ context }: { context: MountContext }) => {
  const widget = useWidget(context);
  const changes = useCartChanges(widget);
  return <TableView cart={widget.cart} base={context.api} changes={changes} t={widget.t} onCart={context.updateCart} />;
};
