import { useState } from 'react';
import type { Cart } from '@newsstand/contracts/cart';
import type { MountContext } from '@newsstand/contracts/widget';
import { usePageReader } from '@newsstand/ui/parsed-page';
import { CartDrawer } from '../cart/cart-drawer.tsx';
import { useCartChanges } from '../cart/use-cart-changes.ts';
import { usePageTexts } from '../page-texts.ts';
import { useWidget } from '../widget.ts';
import { CheckOutView } from './check-out-view.tsx';
import { isBusy } from './checkout-flow.ts';
import {
  type CheckoutField,
  type CheckoutForm,
  draft,
  editForm,
  emptyForm,
  errorName,
  readForm,
  startFilling,
  zoneOfForm,
} from './checkout-form.ts';
import { EmptyView, PendingView } from './other-views.tsx';
import { type CheckoutPage as Page, readCheckoutPage } from './read-checkout-page.ts';
import { useCheckout } from './use-checkout.ts';
import { useElsewhere } from './use-elsewhere.ts';

/** `checkout.page`: heading 'Check Out' (sections 2 and 4). */
export const CheckOutPage = ({ context }: { context: MountContext }) => {
  const widget = useWidget(context);
  const t = usePageTexts(context);
  const page = usePageReader(readCheckoutPage, context);
  const [filling, setFilling] = useState(() => startFilling(startForm(page)));
  const { form } = filling;
  const [saveCard, setSaveCard] = useState(false);
  const [open, setOpen] = useState(false);
  const changes = useCartChanges(widget);
  const zone = zoneOfForm(form, page.shipping);
  const isFilled = readForm(form, { cart: widget.cart, zone, choice: 'add-card', invoice: null, save_card: false }).ok;
  const checkout = useCheckout(context, page, isFilled);
  const { flow, dispatch } = checkout;
  const cart = useFilledCart(widget.cart, isBusy(flow));
  useElsewhere(widget.cart, flow, checkout.lookAgain);

  if (isEmpty(cart)) return isBusy(flow) ? <PendingView flow={flow} t={t} /> : <EmptyView t={t} />;

  const change = (field: CheckoutField, value: string) => {
    const next = editForm(filling, field, value);
    setFilling(next);
    draft.write(next.form);
    dispatch({ type: 'edited', field: errorName(field) });
  };
  const submit = () => {
    const order = { cart, zone, choice: flow.choice, invoice: checkout.invoice(), save_card: saveCard };
    const read = readForm(form, order);
    if (read.ok) checkout.submit(read.body);
    else dispatch({ type: 'failed', problem: { type: 'fields' }, errors: read.errors });
  };

  return (
    <>
      <CheckOutView
        page={page}
        cart={cart}
        base={context.api}
        zone={zone}
        flow={flow}
        form={form}
        saveCard={page.account ? saveCard : null}
        changes={changes}
        element={checkout.element}
        t={t}
        onChange={change}
        onChoose={(choice) => dispatch({ type: 'choose', choice })}
        onSaveCard={setSaveCard}
        onElementLoading={() => dispatch({ type: 'loading' })}
        onElementReady={() => dispatch({ type: 'loaded' })}
        onElementFailed={() => dispatch({ type: 'unloaded' })}
        onSubmit={submit}
        onLookAgain={checkout.lookAgain}
        onChangeCart={() => setOpen(true)}
      />
      <CartDrawer widget={widget} open={open} onClose={() => setOpen(false)} />
    </>
  );
};

const isEmpty = (cart: Cart): boolean => cart.billing.a.length === 0;

/** What was typed before a reload, and over it what we know of a subscriber. */
const startForm = (page: Page): CheckoutForm => ({
  ...(draft.read() ?? emptyForm),
  ...(page.account && { name: page.account.name, email: page.account.email }),
});

/** A paid order empties the cart, while the reader is still looking at it: until the page has gone they see what they bought. */
const useFilledCart = (cart: Cart, busy: boolean): Cart => {
  const [filled, setFilled] = useState(cart);
  if (cart !== filled && !(busy && isEmpty(cart))) setFilled(cart);
  return filled;
};
