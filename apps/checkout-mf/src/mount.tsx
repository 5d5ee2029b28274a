import { lazy, type ComponentType } from 'react';
import { CONTRACT, type Mount, type MountContext, type RemoteModule } from '@newsstand/contracts/widget';
import { mountInLine } from '@newsstand/ui/mount-in-line';
import { mountReact } from '@newsstand/ui/mount-react';
import { Counter } from './cart/counter.tsx';
import { Panel } from './cart/panel.tsx';
import { Add } from './store/add.tsx';

/**
 * Counter, panel and 'Add to Cart' come with the remote, on whichever page they stand: a reader who reached for them
 * must not wait for another request. The others fill pages of their own, and are chunks of their own, called as their
 * widgets are: so a CMS can ask for one in its HTML (hints.json).
 */
const Store = lazy(async () => ({ default: (await import(/* webpackChunkName: "store" */ './store/store.tsx')).Store }));
const ProductBox = lazy(async () => ({ default: (await import(/* webpackChunkName: "product" */ './store/product.tsx')).ProductBox }));
const CartTable = lazy(async () => ({ default: (await import(/* webpackChunkName: "table" */ './cart/cart-table.tsx')).CartTable }));
const CheckOutPage = lazy(async () => ({
  default: (await import(/* webpackChunkName: "page" */ './check-out/check-out-page.tsx')).CheckOutPage,
}));
const InvoicePage = lazy(async () => ({ default: (await import(/* webpackChunkName: "invoice" */ './invoice/invoice.tsx')).InvoicePage }));
const ReceiptPage = lazy(async () => ({ default: (await import(/* webpackChunkName: "receipt" */ './receipt/receipt.tsx')).ReceiptPage }));

const mounting =
  (View: ComponentType<{ context: MountContext }>, into = mountReact, shape?: string): Mount =>
  (element, context) =>
    into(element, context, <View context={context} />, shape);

export const contract: RemoteModule['contract'] = CONTRACT;

/** What this remote mounts, by the second half of the widget's name. */
export const mounts: RemoteModule['mounts'] = {
  counter: mounting(Counter, mountInLine),
  panel: mounting(Panel, mountInLine),
  add: mounting(Add, mountReact, ''),
  store: mounting(Store),
  product: mounting(ProductBox),
  table: mounting(CartTable),
  page: mounting(CheckOutPage),
  invoice: mounting(InvoicePage),
  receipt: mounting(ReceiptPage),
};
