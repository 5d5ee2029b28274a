import { use, useEffect, useState } from 'react';
import { toAddressForm } from '@newsstand/contracts/address';
import type { Cart } from '@newsstand/contracts/cart';
import { shipcodeOf } from '@newsstand/contracts/deliverable';
import { asksPassword } from '@newsstand/contracts/asks-password';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import type { MountContext } from '@newsstand/contracts/widget';
import { usePageReader } from '@newsstand/ui/parsed-page';
import { isBusy } from '@newsstand/ui/payment-state';
import { onOtherTab } from '@newsstand/ui/reader-tabs';
import { useLogin } from '@newsstand/ui/use-login';
import { CartDrawer } from '../cart/cart-drawer.tsx';
import { useCartChanges } from '../cart/use-cart-changes.ts';
import { usePageTexts } from '../page-texts.ts';
import { useWidget } from '../widget.ts';
import type { AccountWish } from './account-block.tsx';
import type { AddressMode } from './address-block.tsx';
import { useChoices } from './choices.ts';
import { CheckOutView, type When } from './check-out-view.tsx';
import {
  type CheckoutField,
  type CheckoutForm,
  draft,
  editForm,
  emptyForm,
  errorName,
  readForm,
  startFilling,
  withZonesCountry,
  zoneOfForm,
} from './checkout-form.ts';
import { countryName } from './countries.ts';
import { type AddressOnRecord, addressOnRecord, readSubscriber } from './membership.ts';
import { isFree } from './is-free.ts';
import type { Destination } from './order-review.tsx';
import { EmptyView, PendingView } from './other-views.tsx';
import { type CheckoutPage as Page, readCheckoutPage } from './read-checkout-page.ts';
import { useCheckout } from './use-checkout.ts';
import { useElsewhere } from './use-elsewhere.ts';

/** `checkout.page`: heading 'Check Out' (sections 2 and 4). */
export const CheckOutPage = ({ context }: { context: MountContext }) => {
  const widget = useWidget(context);
  // Who logs in or out in another tab is another purchaser: the page begins anew, and what was typed stays.
  useEffect(() => onOtherTab(() => location.reload()), []);
  const t = usePageTexts(context);
  const read = usePageReader(readCheckoutPage, context);
  const subscriber = read.subscriber ?? (read.account ? use(readSubscriber(context)) : null);
  const page = { ...read, payment_info: read.payment_info ?? subscriber?.payment_info ?? null };
  const onRecord = addressOnRecord(subscriber);
  const [filling, setFilling] = useState(() => startFilling(startForm(page, onRecord, widget.cart)));
  const [typedBefore] = useState(() => ({ address: Boolean(draft.read()?.line1), recipient: hasRecipient(filling.form) }));
  const [choices, choose] = useChoices();
  const mode: AddressMode = choices.address ?? (typedBefore.address ? 'change' : 'keep');
  const { account: wanted = false, posted = typedBefore.recipient, save_card = false } = choices;
  const [open, setOpen] = useState(false);
  const [when, setWhen] = useState<When>('now');
  const changes = useCartChanges(widget);

  const kept = onRecord.type === 'kept' ? onRecord.address : null;
  const changeAddress = (next: AddressMode) => {
    choose({ address: next });
    if (kept && next === 'change' && filling.form.line1 === '') setFilling(startFilling({ ...filling.form, ...toAddressForm(kept) }));
  };
  const form = kept && mode === 'keep' ? { ...filling.form, ...toAddressForm(kept) } : filling.form;
  const zone = zoneOfForm(form, page.shipping, widget.cart);
  const [made, setMade] = useState<Page['account']>(null);
  const account = page.account ?? made ?? null;
  const password = asksPassword(page.logins);
  const wish: AccountWish = account ? 'none' : widget.cart.subscription ? 'required' : wanted ? 'wanted' : 'none';
  // From here on the reader is known, and what they typed last is what the account says.
  const onAccount = ({ name, email }: NonNullable<Page['account']>) => {
    setMade({ name, email });
    setFilling((before) => startFilling({ ...before.form, name, email, password: '', confirm: '' }));
  };
  const giftZone = giftThatCanBePosted(widget.cart);
  /** Whether the subscription renews at its end; null where that is not asked. What it renews goes on as its reader has it, unless they say otherwise. */
  const autorenew = canRenew(widget.cart, zone)
    ? (choices.autorenew ?? (widget.cart.subscription?.renewal ? subscriber?.account.autorenew : true) ?? null)
    : null;
  const order = {
    zone,
    save_card,
    ...(autorenew !== null && { autorenew }),
    asked: { account: wish !== 'none', password: wish !== 'none' && password, recipient: posted ? giftZone : null },
  };

  const isFilled = readForm(form, { ...order, cart: widget.cart, choice: 'add-card', invoice: null }).ok;
  const checkout = useCheckout(context, page, isFilled, { choice: choices.customer, onAccount });
  const { flow, dispatch } = checkout;
  const login = useLogin(context.api, form.email, page.logins);
  const cart = useFilledCart(widget.cart, isBusy(flow));
  // Section 8: an address error forces the change-address mode.
  if (kept && mode === 'keep' && hasAddressError(flow.errors)) changeAddress('change');
  useElsewhere(widget.cart, flow, checkout.lookAgain);

  if (isEmpty(cart)) return isBusy(flow) ? <PendingView flow={flow} t={t} /> : <EmptyView lastOrder={page.last_order ?? null} t={t} />;

  const change = (field: CheckoutField, value: string) => {
    const next = editForm(filling, field, value);
    setFilling(next);
    draft.write(next.form);
    dispatch({ type: 'edited', field: errorName(field) });
  };
  const onWish = (wanted: boolean) => {
    choose({ account: wanted });
    if (flow.login) dispatch({ type: 'as-guest' });
  };
  const submit = () => {
    if (flow.login) return login.send();
    const filled = readForm(form, { ...order, cart, choice: flow.choice, invoice: checkout.invoice() });
    if (filled.ok) checkout.submit(filled.body);
    else dispatch({ type: 'failed', problem: { type: 'fields' }, errors: filled.errors });
  };

  return (
    <>
      <CheckOutView
        page={page}
        cart={cart}
        base={context.api}
        zone={zone}
        destination={cart.address_required ? destinationOf(page, form, zone) : { type: 'none' }}
        flow={flow}
        form={form}
        changes={changes}
        account={{ account, wish, password, login: flow.login ? login : null, onWish }}
        address={
          cart.address_required && page.shipping
            ? {
                shipping: page.shipping,
                subscription: cart.subscription?.medium === 'print',
                kept,
                mode,
                missing: onRecord.type === 'missing',
                onMode: changeAddress,
              }
            : null
        }
        recipient={
          giftZone && page.shipping
            ? { shipping: page.shipping, zone: giftZone, posted, onPosted: (by_post) => choose({ posted: by_post }) }
            : null
        }
        when={page.publication.settings.checkout_later && flow.payment === null ? { chosen: when, onChoose: setWhen } : null}
        payment={
          isFree(cart, cart.totals[zone].total)
            ? null
            : {
                saved: flow.saved ? page.payment_info : null,
                // A card that renews a subscription is kept in any case.
                saveCard: account && !autorenew ? save_card : null,
                autorenew,
                element: checkout.element,
                onChoose: (customer) => {
                  choose({ customer });
                  dispatch({ type: 'choose', choice: customer });
                },
                onSaveCard: (save) => choose({ save_card: save }),
                onAutorenew: (renew) => choose({ autorenew: renew }),
                onLoading: () => dispatch({ type: 'loading' }),
                onReady: () => dispatch({ type: 'loaded' }),
                onFailed: () => dispatch({ type: 'unloaded' }),
              }
        }
        t={t}
        onChange={change}
        onSubmit={submit}
        onLookAgain={checkout.lookAgain}
        onChangeCart={() => setOpen(true)}
      />
      <CartDrawer widget={widget} open={open} onClose={() => setOpen(false)} />
    </>
  );
};

const isEmpty = (cart: Cart): boolean => cart.billing.a.length === 0;

/** What was typed before a reload, or else an address on record; over it what we know of a subscriber. */
const startForm = (page: Page, onRecord: AddressOnRecord, cart: Cart): CheckoutForm => {
  const form = {
    ...(draft.read() ?? { ...emptyForm, ...(onRecord.type === 'prefilled' && toAddressForm(onRecord.address)) }),
    ...(page.account && { name: page.account.name, email: page.account.email }),
  };
  return withZonesCountry(form, page.shipping, cart);
};

const hasRecipient = ({ recipient_name, recipient_line1 }: CheckoutForm): boolean => recipient_name !== '' || recipient_line1 !== '';

/** The body names one recipient, so only a single print gift can be posted; the zone that it was priced for, or null. */
const giftThatCanBePosted = ({ giftsubs }: Cart): Shipcode | null => {
  const [gift, ...others] = giftsubs;
  return gift && others.length === 0 ? shipcodeOf(gift.deliverable) : null;
};

/** Section 9: a subscription of one's own renews at its end, if there was a card to pay it with; a lifetime has none. */
const canRenew = ({ subscription, totals }: Cart, zone: Shipcode): boolean =>
  subscription !== null && subscription.term !== 'lifetime' && totals[zone].total > 0;

const hasAddressError = (errors: Readonly<Record<string, string>>): boolean =>
  Object.keys(errors).some((name) => name.startsWith('address.'));

const destinationOf = ({ shipping }: Page, { country }: CheckoutForm, zone: Shipcode): Destination => {
  const name = countryName(shipping, country);
  return name === null ? { type: 'assumed', zone } : { type: 'country', name };
};

/** A paid order empties the cart, while the reader is still looking at it: until the page has gone they see what they bought. */
const useFilledCart = (cart: Cart, busy: boolean): Cart => {
  const [filled, setFilled] = useState(cart);
  if (cart !== filled && !(busy && isEmpty(cart))) setFilled(cart);
  return filled;
};
