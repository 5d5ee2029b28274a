import { type Address, blankAddress, toAddressForm, type TypedAddress } from '@newsstand/contracts/address';
import { mustNotBeBlank } from '@newsstand/contracts/blank';
import type { Deliverable } from '@newsstand/contracts/cart';
import type { PaymentChoice } from '@newsstand/contracts/checkout';
import { shipcodeOf } from '@newsstand/contracts/deliverable';
import { NewPassword, passwordsDiffer } from '@newsstand/contracts/new-password';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import type { RedeemBody } from '@newsstand/contracts/subscribe';
import * as v from 'valibot';
import { addressProblems, type Countries } from '../address/typed-address.ts';

/** What is typed on the redemption page. */
export type RedeemForm = TypedAddress & { name: string; email: string; password: string; confirm: string };
export type RedeemField = keyof RedeemForm;

export const blankForm: RedeemForm = {
  name: '',
  email: '',
  password: '',
  confirm: '',
  ...blankAddress,
};

/**
 * Who redeems: a new reader, for whom an account is made, with a password where readers log in with one, or one who is
 * logged in, for whom the gift is a renewal (section 4).
 */
export type Redeemer =
  | { type: 'new'; password: boolean }
  | { type: 'known'; name: string; email: string; renewal: boolean; misaligned: boolean };

type Account = { name: string; email: string };

/**
 * `made` is the account that this page has made: what the page was told of subscriptions is about a guest then, who had
 * none.
 */
export const whoRedeems = (
  known: Account | null,
  made: Account | null,
  { password, ...options }: { renewal: boolean; misaligned: boolean; password: boolean },
): Redeemer => {
  if (known) return { type: 'known', name: known.name, email: known.email, ...options };
  return made ? { type: 'known', name: made.name, email: made.email, renewal: false, misaligned: false } : { type: 'new', password };
};

/** An address is asked for what is posted. */
export const needsAddress = (deliverable: Deliverable): boolean => shipcodeOf(deliverable) !== null;

/**
 * `total` is what the reader was shown, in cents; `sent` a gift that is posted already; `kept` the address on record,
 * where it shall go there;
 * `invoice` the payment that was started before. `zone` is the publication's default, for what is not posted.
 */
type Choice = {
  token: string;
  deliverable: Deliverable;
  zone: Shipcode;
  total: number;
  sent: boolean;
  kept: { name: string; address: Address } | null;
  invoice: string | null;
  customer: PaymentChoice;
};

/** The body of POST /api/subscribe/redeem (section 7). How it is paid is said only where something is. */
export const toRedeemBody = (form: RedeemForm, redeemer: Redeemer, gift: Choice): v.InferInput<typeof RedeemBody> => {
  const { name, email, password, confirm, ...address } = form;
  const shipcode = shipcodeOf(gift.deliverable) ?? gift.zone;
  return {
    form: {
      ...(redeemer.type === 'new'
        ? { name, email, ...(redeemer.password && { password: { password, confirm } }), account: true }
        : { name: gift.kept?.name ?? redeemer.name, email: redeemer.email }),
      address: !gift.sent && needsAddress(gift.deliverable) ? (gift.kept ? toAddressForm(gift.kept.address) : address) : null,
      shipcode,
      total: gift.total,
      ...(gift.total > 0 && { invoice: gift.invoice, customer: gift.customer }),
    },
    shipcode,
    subscription: { token: gift.token, deliverable: gift.deliverable },
  };
};

/**
 * What is wrong with what was typed, by field: all of it at once, before anything is waited for. `countries`: where it
 * may be posted, null where no address is typed.
 */
export const redeemProblems = (
  form: RedeemForm,
  redeemer: Redeemer,
  countries: Countries | null,
): Partial<Record<RedeemField, string>> => ({
  ...(redeemer.type === 'new' && accountProblems(form, redeemer.password)),
  ...(countries && addressProblems(form, countries)),
});

const accountProblems = ({ name, email, password, confirm }: RedeemForm, asked: boolean): Partial<Record<RedeemField, string>> => {
  const [weak] = v.safeParse(NewPassword, password).issues ?? [];
  return {
    ...(name.trim() === '' && { name: mustNotBeBlank() }),
    ...(email.trim() === '' && { email: mustNotBeBlank() }),
    ...(asked && weak && { password: weak.message }),
    ...(asked && (confirm === '' ? { confirm: mustNotBeBlank() } : confirm !== password && { confirm: passwordsDiffer() })),
  };
};
