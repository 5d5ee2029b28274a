import { AddressForm } from '@newsstand/contracts/address';
import type { Cart } from '@newsstand/contracts/cart';
import { CheckoutBody } from '@newsstand/contracts/checkout';
import type { PaymentChoice } from '@newsstand/contracts/checkout';
import { DEFAULT_SHIPCODE, type Shipcode } from '@newsstand/contracts/shipcode';
import { type ShippingConfig, zoneOf } from '@newsstand/contracts/shipping-config';
import * as v from 'valibot';
import { stored } from './stored.ts';

/** What the reader typed, as typed. Never card data: that lives in the payment provider's own frame. */
export const CheckoutForm = v.object({
  name: v.string(),
  email: v.string(),
  line1: v.string(),
  line2: v.string(),
  city: v.string(),
  state: v.string(),
  postcode: v.string(),
  country: v.string(),
});
export type CheckoutForm = v.InferOutput<typeof CheckoutForm>;
export type CheckoutField = keyof CheckoutForm;

export const emptyForm: CheckoutForm = { name: '', email: '', line1: '', line2: '', city: '', state: '', postcode: '', country: '' };

/** A form that is being filled in; `states` are those that were chosen, by country. */
export type Filling = { form: CheckoutForm; states: Readonly<Record<string, string>> };

/** Another country has other states; coming back to one finds the state that was chosen there. */
export const editForm = ({ form, states }: Filling, field: CheckoutField, value: string): Filling => {
  if (field === 'state') return { form: { ...form, state: value }, states: { ...states, [form.country]: value } };
  if (field === 'country') return { form: { ...form, country: value, state: states[value] ?? '' }, states };
  return { form: { ...form, [field]: value }, states };
};

/** What was typed before, taken up again. */
export const startFilling = (form: CheckoutForm): Filling => ({ form, states: { [form.country]: form.state } });

/** Nothing typed is lost over a reload. */
export const draft = stored(() => sessionStorage, 'newsstand:checkout-draft', CheckoutForm);

/** The zone an order ships to as soon as a country is chosen, and the default one before (section 9). */
export const zoneOfForm = (form: CheckoutForm, shipping: ShippingConfig | undefined): Shipcode =>
  (shipping && zoneOf(shipping, form.country)) ?? DEFAULT_SHIPCODE;

/** The name by which errors speak of a field: `line1` is `address.line1` on the wire. */
export const errorName = (field: CheckoutField): string => (field in AddressForm.entries ? `address.${field}` : field);

type Order = {
  cart: Cart;
  zone: Shipcode;
  choice: PaymentChoice;
  invoice: string | null;
  save_card: boolean;
};
export type ReadForm = { ok: true; body: CheckoutBody } | { ok: false; errors: Record<string, string> };

/** The form as the server takes it, or what is wrong with it: the same schema that the server reads it with (section 5). */
export const readForm = (form: CheckoutForm, { cart, zone, choice, invoice, save_card }: Order): ReadForm => {
  const { name, email, ...address } = form;
  const parsed = v.safeParse(CheckoutBody, {
    name,
    email,
    address: cart.address_required ? address : null,
    shipcode: zone,
    invoice,
    customer: choice,
    save_card,
    total: cart.totals[zone].total,
  });
  if (parsed.success) return { ok: true, body: parsed.output };
  // The first message of a field is the one that helps: the last to be written stays.
  return { ok: false, errors: Object.fromEntries(parsed.issues.toReversed().map((issue) => [v.getDotPath(issue), issue.message])) };
};
