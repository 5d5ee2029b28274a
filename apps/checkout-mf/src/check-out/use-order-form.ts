import { useState } from 'react';
import { toAddressForm } from '@newsstand/contracts/address';
import { asksPassword } from '@newsstand/contracts/asks-password';
import type { Cart } from '@newsstand/contracts/cart';
import { shipcodeOf } from '@newsstand/contracts/deliverable';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import type { AccountWish } from './account-block.tsx';
import type { AddressMode } from './address-block.tsx';
import { useChoices } from './choices.ts';
import {
  type CheckoutField,
  type CheckoutForm,
  draft,
  editForm,
  emptyForm,
  startFilling,
  withZonesCountry,
  zoneOfForm,
} from './checkout-form.ts';
import { type AddressOnRecord, addressOnRecord, type Subscriber } from './membership.ts';
import type { CheckoutPage as Page } from './read-checkout-page.ts';

/** What the reader types and chooses on the page, what is known of them, and what follows from both for their order. */
export const useOrderForm = (page: Page, subscriber: Subscriber | null, cart: Cart) => {
  const onRecord = addressOnRecord(subscriber);
  const [filling, setFilling] = useState(() => startFilling(startForm(page, onRecord, cart)));
  const [typedBefore] = useState(() => ({ address: Boolean(draft.read()?.line1), recipient: hasRecipient(filling.form) }));
  const [choices, choose] = useChoices();
  const mode: AddressMode = choices.address ?? (typedBefore.address ? 'change' : 'keep');
  const { account: wanted = false, posted = typedBefore.recipient, save_card = false } = choices;

  const kept = onRecord.type === 'kept' ? onRecord.address : null;
  const form = kept && mode === 'keep' ? { ...filling.form, ...toAddressForm(kept) } : filling.form;
  const zone = zoneOfForm(form, page.shipping, cart);
  const [made, setMade] = useState<Page['account']>(null);
  const account = page.account ?? made ?? null;
  const password = asksPassword(page.logins);
  const wish: AccountWish = account ? 'none' : cart.subscription ? 'required' : wanted ? 'wanted' : 'none';
  const giftZone = giftThatCanBePosted(cart);
  const autorenew = autorenewOf(cart, zone, subscriber, choices.autorenew);
  return {
    form,
    zone,
    choices,
    choose,
    account,
    password,
    wish,
    posted,
    giftZone,
    save_card,
    autorenew,
    address: { kept, mode, missing: onRecord.type === 'missing' },
    /** What of this the order says (`readForm`). */
    order: {
      zone,
      save_card,
      ...(autorenew !== null && { autorenew }),
      asked: { account: wish !== 'none', password: wish !== 'none' && password, recipient: posted ? giftZone : null },
    },
    edit: (field: CheckoutField, value: string) => {
      const next = editForm(filling, field, value);
      setFilling(next);
      draft.write(next.form);
    },
    changeAddress: (next: AddressMode) => {
      choose({ address: next });
      if (kept && next === 'change' && filling.form.line1 === '') setFilling(startFilling({ ...filling.form, ...toAddressForm(kept) }));
    },
    /** From here on the reader is known, and what they typed last is what the account says. */
    onAccount: ({ name, email }: NonNullable<Page['account']>) => {
      setMade({ name, email });
      setFilling((before) => startFilling({ ...before.form, name, email, password: '', confirm: '' }));
    },
  };
};

/** What was typed before a reload, or else an address on record; over it what we know of a subscriber. */
const startForm = (page: Page, onRecord: AddressOnRecord, cart: Cart): CheckoutForm => {
  const form = {
    ...(draft.read() ?? { ...emptyForm, ...(onRecord.type === 'prefilled' && toAddressForm(onRecord.address)) }),
    ...(page.account && { name: page.account.name, email: page.account.email }),
  };
  return withZonesCountry(form, page.shipping, cart);
};

const hasRecipient = ({ recipient_name, recipient_line1 }: CheckoutForm): boolean => recipient_name !== '' || recipient_line1 !== '';

/**
 * The body names one recipient, so only a single print gift can be posted; the zone that it was priced for, or null.
 */
const giftThatCanBePosted = ({ giftsubs }: Cart): Shipcode | null => {
  const [gift, ...others] = giftsubs;
  return gift && others.length === 0 ? shipcodeOf(gift.deliverable) : null;
};

/**
 * Whether the subscription renews at its end; null where that is not asked. What it renews goes on as its reader has
 * it, unless they say otherwise. Section 9: a subscription of one's own renews at its end, if there was a card to pay
 * it with; a lifetime has none.
 */
const autorenewOf = ({ subscription, totals }: Cart, zone: Shipcode, subscriber: Subscriber | null, chosen?: boolean): boolean | null => {
  if (subscription === null || subscription.term === 'lifetime' || totals[zone].total === 0) return null;
  return chosen ?? (subscription.renewal ? subscriber?.account.autorenew : true) ?? null;
};
