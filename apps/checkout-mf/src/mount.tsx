import { lazy, type ComponentType } from 'react';
import { CONTRACT, type Mount, type MountContext, type RemoteModule } from '@newsstand/contracts/widget';
import { mountReact } from '@newsstand/ui/mount-react';
import { CartTable } from './cart/cart-table.tsx';
import { Counter } from './cart/counter.tsx';
import { Panel } from './cart/panel.tsx';
import { Add } from './store/add.tsx';
import { ProductBox } from './store/product.tsx';
import { Store } from './store/store.tsx';

/** Forms, bot check and payment are most of this remote, and only one page needs them. */
const CheckOutPage = lazy(async () => ({ default: (await import('./check-out/check-out-page.tsx')).CheckOutPage }));
const ReceiptPage = lazy(async () => ({ default: (await import('./receipt/receipt.tsx')).ReceiptPage }));

const mounting =
  (View: ComponentType<{ context: MountContext }>): Mount =>
  (element, context) =>
    mountReact(element, context, <View context={context} />);

export const contract: RemoteModule['contract'] = CONTRACT;

/** What this remote mounts, by the second half of the widget's name. */
export const mounts: RemoteModule['mounts'] = {
  counter: mounting(Counter),
  panel: mounting(Panel),
  add: mounting(Add),
  store: mounting(Store),
  product: mounting(ProductBox),
  table: mounting(CartTable),
  page: mounting(CheckOutPage),
  receipt: mounting(ReceiptPage),
};
