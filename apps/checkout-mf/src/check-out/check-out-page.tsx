import { use, useState } from 'react';
import type { Cart } from '@newsstand/contracts/cart';
import { cartCount } from '@newsstand/contracts/cart-count';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import type { MountContext } from '@newsstand/contracts/widget';
import { OneReader } from '@newsstand/ui/one-reader';
import { usePageReader } from '@newsstand/ui/parsed-page';
import { isBusy } from '@newsstand/ui/payment-state';
import { useLogin } from '@newsstand/ui/use-login';
import { CartDrawer } from '../cart/cart-drawer.tsx';
import { useCartChanges } from '../cart/use-cart-changes.ts';
import { usePageTexts } from '../page-texts.ts';
import { useWidget } from '../widget.ts';
import { CheckOutView, type When } from './check-out-view.tsx';
import { type CheckoutForm, errorName, readForm } from './checkout-form.ts';
import { countryName } from './countries.ts';
import { readSubscriber } from './membership.ts';
import { isFree } from './is-free.ts';
import type { Destination } from './order-review.tsx';
import { EmptyView, PendingView } from './other-views.tsx';
import { type CheckoutPage as Page, readCheckoutPage } from './read-checkout-page.ts';
import { useCheckout } from './use-checkout.ts';
import { useElsewhere } from './use-elsewhere.ts';
import { useOrderForm } from './use-order-form.ts';

/** `checkout.page`: heading 'Check Out' (sections 2 and 4). What another purchaser typed stays. */
export const CheckOutPage = ({ context }: { context: MountContext }) => (
  <OneReader>
    <CheckOut context={context} />
  </OneReader>
);

const CheckOut = ({ context }: { context: MountContext }) => {
  const widget = useWidget(context);
  const t = usePageTexts(context);
  const read = usePageReader(readCheckoutPage, context);
  const subscriber = read.subscriber ?? (read.account ? use(readSubscriber(context)) : null);
  const page = { ...read, payment_info: read.payment_info ?? subscriber?.payment_info ?? null };
  const typed = useOrderForm(page, subscriber, widget.cart);
  const { form, zone, order, choose } = typed;
  const [open, setOpen] = useState(false);
  const [when, setWhen] = useState<When>('now');
  const changes = useCartChanges(widget);

  const isFilled = readForm(form, { ...order, cart: widget.cart, choice: 'add-card', invoice: null }).ok;
  const checkout = useCheckout(context, page, isFilled, { choice: typed.choices.customer, onAccount: typed.onAccount });
  const { flow, dispatch } = checkout;
  const login = useLogin(context.api, form.email, page.logins);
  const cart = useFilledCart(widget.cart, isBusy(flow));
  // Section 8: an address error forces the change-address mode.
  if (typed.address.kept && typed.address.mode === 'keep' && hasAddressError(flow.errors)) typed.changeAddress('change');
  useElsewhere(widget.cart, flow, checkout.lookAgain);

  if (isEmpty(cart)) return isBusy(flow) ? <PendingView flow={flow} t={t} /> : <EmptyView lastOrder={page.last_order ?? null} t={t} />;

  const submit = () => {
    if (flow.login) return login.send();
    const filled = readForm(form, { ...order, cart, choice: flow.choice, invoice: checkout.invoice() });
    if (filled.ok) checkout.submit(filled.body);
    else dispatch({ type: 'failed', problem: { type: 'fields' }, errors: filled.errors });
  };

  return (
    <>
      <CheckOutView
        {...{ page, cart, zone, flow, form, changes, t }}
        {...blocksOf(page, cart, typed)}
        base={context.api}
        account={{
          account: typed.account,
          wish: typed.wish,
          password: typed.password,
          login: flow.login ? login : null,
          onWish: (wanted) => {
            choose({ account: wanted });
            if (flow.login) dispatch({ type: 'as-guest' });
          },
        }}
        when={page.publication.settings.checkout_later && flow.payment === null ? { chosen: when, onChoose: setWhen } : null}
        payment={isFree(cart, cart.totals[zone].total) ? null : paymentOf(page, typed, checkout)}
        onChange={(field, value) => {
          typed.edit(field, value);
          dispatch({ type: 'edited', field: errorName(field) });
        }}
        onSubmit={submit}
        onLookAgain={checkout.lookAgain}
        onChangeCart={() => setOpen(true)}
      />
      <CartDrawer widget={widget} open={open} onClose={() => setOpen(false)} />
    </>
  );
};

type Typed = ReturnType<typeof useOrderForm>;

/** Where things go: what of it is asked, and what of it is known. */
const blocksOf = ({ shipping }: Page, cart: Cart, { form, zone, address, changeAddress, posted, giftZone, choose }: Typed) => ({
  destination: cart.address_required ? destinationOf(shipping, form, zone) : NOWHERE,
  address:
    cart.address_required && shipping
      ? { shipping, ...address, subscription: cart.subscription?.medium === 'print', onMode: changeAddress }
      : null,
  recipient:
    giftZone && shipping ? { shipping, zone: giftZone, posted, onPosted: (by_post: boolean) => choose({ posted: by_post }) } : null,
});

const paymentOf = (
  { payment_info }: Page,
  { account, autorenew, save_card, choose }: Typed,
  { flow, dispatch, element }: ReturnType<typeof useCheckout>,
): Parameters<typeof CheckOutView>[0]['payment'] => ({
  saved: flow.saved ? (payment_info ?? null) : null,
  // A card that renews a subscription is kept in any case.
  saveCard: account && !autorenew ? save_card : null,
  autorenew,
  element,
  onChoose: (customer) => {
    choose({ customer });
    dispatch({ type: 'choose', choice: customer });
  },
  onSaveCard: (save) => choose({ save_card: save }),
  onAutorenew: (renew) => choose({ autorenew: renew }),
  onLoading: () => dispatch({ type: 'loading' }),
  onReady: () => dispatch({ type: 'loaded' }),
  onFailed: () => dispatch({ type: 'unloaded' }),
});

/** Nothing is posted. */
const NOWHERE: Destination = { type: 'none' };

/** A cart of another release, whose lines are not told, is not empty. */
const isEmpty = (cart: Cart): boolean => cart.billing.a.length + cartCount(cart) === 0;

const hasAddressError = (errors: Readonly<Record<string, string>>): boolean =>
  Object.keys(errors).some((name) => name.startsWith('address.'));

const destinationOf = (shipping: Page['shipping'], { country }: CheckoutForm, zone: Shipcode): Destination => {
  const name = countryName(shipping, country);
  return name === null ? { type: 'assumed', zone } : { type: 'country', name };
};

/**
 * A paid order empties the cart, while the reader is still looking at it: until the page has gone they see what they
 * bought.
 */
const useFilledCart = (cart: Cart, busy: boolean): Cart => {
  const [filled, setFilled] = useState(cart);
  if (cart !== filled && !(busy && isEmpty(cart))) setFilled(cart);
  return filled;
};
