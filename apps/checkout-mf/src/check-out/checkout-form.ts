import { AddressForm, type AddressPart, blankAddress, eachPart, TypedAddress } from '@newsstand/contracts/address';
import { mustNotBeBlank } from '@newsstand/contracts/blank';
import { tooLong } from '@newsstand/contracts/bounded';
import type { Cart } from '@newsstand/contracts/cart';
import { CheckoutBody, type PaymentChoice } from '@newsstand/contracts/checkout';
import { NewPassword, passwordsDiffer } from '@newsstand/contracts/new-password';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import { type ShippingConfig, zoneOf } from '@newsstand/contracts/shipping-config';
import * as v from 'valibot';
import { cartZone } from '../cart/cart-zone.ts';
import { stored } from '@newsstand/ui/stored';

/** Two addresses can be asked for: where the order is posted, and where a gift is. */
export type AddressPrefix = '' | 'recipient_';

const PREFIX = 'recipient_';
/** The same for the other address. */
const ofRecipient = <Value>(parts: Record<AddressPart, Value>) =>
  Object.fromEntries(Object.entries(parts).map(([part, value]) => [PREFIX + part, value])) as Record<`recipient_${AddressPart}`, Value>;

const Draft = v.object({
  name: v.string(),
  email: v.string(),
  ...TypedAddress.entries,
  recipient_name: v.optional(v.string(), ''),
  ...ofRecipient(TypedAddress.entries),
});
type Draft = v.InferOutput<typeof Draft>;

/** What the reader typed, as typed. Never card data: that lives in the payment provider's own frame. */
export type CheckoutForm = Draft & { password: string; confirm: string };
export type CheckoutField = keyof CheckoutForm;

export const emptyForm: CheckoutForm = {
  name: '',
  email: '',
  password: '',
  confirm: '',
  ...blankAddress,
  recipient_name: '',
  ...ofRecipient(blankAddress),
};

/** A form that is being filled in; `states` are those that were chosen, by address and country. */
export type Filling = { form: CheckoutForm; states: Readonly<Record<string, string>> };

/** Another country has other states; coming back to one finds the state that was chosen there. */
export const editForm = ({ form, states }: Filling, field: CheckoutField, value: string): Filling => {
  const next = { ...form, [field]: value };
  switch (field) {
    case 'state':
    case 'recipient_state':
      return { form: next, states: { ...states, [stateKey(form, field)]: value } };
    case 'country':
      return { form: { ...next, state: states[stateKey(next, 'state')] ?? '' }, states };
    case 'recipient_country':
      return { form: { ...next, recipient_state: states[stateKey(next, 'recipient_state')] ?? '' }, states };
    default:
      return { form: next, states };
  }
};

/** What was typed before, taken up again. */
export const startFilling = (form: CheckoutForm): Filling => ({
  form,
  states: {
    [stateKey(form, 'state')]: form.state,
    [stateKey(form, 'recipient_state')]: form.recipient_state,
  },
});

const stateKey = (form: CheckoutForm, field: 'state' | 'recipient_state'): string =>
  field === 'state' ? form.country : `recipient ${form.recipient_country}`;

const kept = stored(() => sessionStorage, 'newsstand:checkout-draft', Draft);

/** Nothing typed is lost over a reload, but for a password, which is kept nowhere. */
export const draft = {
  read(): CheckoutForm | null {
    const found = kept.read();
    return found && { ...emptyForm, ...found };
  },
  write({ password: _password, confirm: _confirm, ...rest }: CheckoutForm): void {
    kept.write(rest);
  },
  clear: kept.clear,
};

/**
 * The form to begin with, where a zone was chosen in the builder: the country is that of the zone where it has one
 * alone, and one of another zone is not kept from an earlier choice, since it decides what posting costs. Whoever has
 * typed an address keeps its country.
 */
export const withZonesCountry = (
  form: CheckoutForm,
  shipping: ShippingConfig | undefined,
  cart: Pick<Cart, 'subscription'>,
): CheckoutForm => {
  const zone = cart.subscription?.shipcode;
  if (!shipping || !zone || form.line1 !== '') return form;
  const { countries } = shipping[zone];
  if (countries.some(({ code }) => code === form.country)) return form;
  const [only, ...others] = countries;
  return { ...form, country: only && others.length === 0 ? only.code : '', state: '' };
};

/**
 * The zone an order ships to as soon as a country is chosen; before, the one chosen in the builder, or else the default
 * (section 9).
 */
export const zoneOfForm = (
  { country }: Pick<CheckoutForm, 'country'>,
  shipping: ShippingConfig | undefined,
  cart: Pick<Cart, 'subscription' | 'shipcode'>,
): Shipcode => (shipping && zoneOf(shipping, country)) ?? cartZone(cart);

/** The name by which errors speak of a field: `line1` is `address.line1` on the wire. */
export const errorName = (field: CheckoutField): string => {
  if (field === 'password' || field === 'confirm') return `password.${field}`;
  if (field in AddressForm.entries) return `address.${field}`;
  const part = field.startsWith(PREFIX) ? field.slice(PREFIX.length) : '';
  return part in AddressForm.entries ? `recipient_address.${part}` : field;
};

/** What of the form counts: parts that are not shown are not sent. */
export type Asked = {
  /** An account is made for the reader (section 6), with a password where readers log in with one. */
  account: boolean;
  password: boolean;
  /** The order's one gift is posted to its recipient, in this zone; null where gifts are passed on by their links. */
  recipient: Shipcode | null;
};

type Order = {
  cart: Cart;
  zone: Shipcode;
  choice: PaymentChoice;
  invoice: string | null;
  save_card: boolean;
  autorenew?: boolean;
  asked?: Asked;
};
export type ReadForm = { ok: true; body: CheckoutBody } | { ok: false; errors: Record<string, string> };

const NOTHING_MORE: Asked = { account: false, password: false, recipient: null };
const Passwords = v.pipe(
  v.object({ password: NewPassword, confirm: v.pipe(v.string(), v.nonEmpty(mustNotBeBlank)) }),
  v.forward(
    v.partialCheck([['password'], ['confirm']], ({ password, confirm }) => password === confirm, passwordsDiffer),
    ['confirm'],
  ),
);
const RecipientName = v.pipe(v.string(), v.trim(), v.nonEmpty(mustNotBeBlank), v.maxLength(120, tooLong));

/**
 * The form as the server takes it, or what is wrong with it: the same schema that the server reads it with (section 5).
 */
export const readForm = (form: CheckoutForm, order: Order): ReadForm => {
  const { cart, zone, choice, invoice, save_card, autorenew, asked = NOTHING_MORE } = order;
  const { name, email, password, confirm } = form;
  const body = {
    name,
    email,
    ...(asked.account && { account: true }),
    ...(asked.password && { password: { password, confirm } }),
    ...(asked.recipient && {
      gifted: true,
      recipient_name: form.recipient_name.trim(),
      recipient_shipcode: asked.recipient,
      recipient_address: partsOf(form, PREFIX),
    }),
    address: cart.address_required ? partsOf(form, '') : null,
    shipcode: zone,
    invoice,
    customer: choice,
    save_card,
    ...(autorenew !== undefined && { autorenew }),
    total: cart.totals[zone].total,
  };
  const parsed = v.safeParse(CheckoutBody, body);
  const errors = {
    ...(parsed.success ? {} : messagesOf(parsed.issues)),
    ...(asked.password && passwordProblems({ password, confirm })),
    ...(asked.recipient && wrongWith(v.object({ recipient_name: RecipientName }), form, '')),
  };
  return parsed.success && Object.keys(errors).length === 0 ? { ok: true, body: parsed.output } : { ok: false, errors };
};

/** What is wrong with the password of a new account, and with its repetition (section 5). */
export const passwordProblems = (typed: Pick<CheckoutForm, 'password' | 'confirm'>): Record<string, string> =>
  wrongWith(Passwords, typed, 'password.');

/** One address of the form. */
export const partsOf = (form: CheckoutForm, prefix: AddressPrefix): TypedAddress => eachPart((part) => form[`${prefix}${part}`]);

const wrongWith = (schema: v.GenericSchema, value: unknown, prefix: string): Record<string, string> => {
  const parsed = v.safeParse(schema, value);
  return parsed.success ? {} : messagesOf(parsed.issues, prefix);
};

/** The first message of a field is the one that helps: the last to be written stays. */
const messagesOf = (issues: readonly v.BaseIssue<unknown>[], prefix = ''): Record<string, string> =>
  Object.fromEntries(issues.toReversed().map((issue) => [`${prefix}${v.getDotPath(issue) ?? ''}`, issue.message]));
