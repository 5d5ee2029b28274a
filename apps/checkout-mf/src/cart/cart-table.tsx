import { useMemo } from 'react';
import type { MountContext } from '@newsstand/contracts/widget';
import { createMessages } from '@newsstand/ui/messages';
import { usePageReader } from '@newsstand/ui/parsed-page';
import { useWidget } from '../widget.ts';
import { tableMessages } from './messages-table.ts';
import { readCartPage } from './read-cart-page.ts';
import { TableView } from './table-view.tsx';
import { useCartChanges } from './use-cart-changes.ts';

/** `checkout.table`: the cart as a table. */
export const CartTable = ({ context }: { context: MountContext }) => {
  const widget = useWidget(context);
  const { publication } = usePageReader(readCartPage, context);
  const t = useMemo(() => createMessages(tableMessages, publication.messages), [publication.messages]);
  const changes = useCartChanges(widget);
  return <TableView cart={widget.cart} base={context.api} changes={changes} t={t} onCart={context.updateCart} />;
};
