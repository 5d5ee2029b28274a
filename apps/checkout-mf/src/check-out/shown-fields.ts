import type { AccountWish } from './account-block.tsx';
import { type CheckoutField, errorName } from './checkout-form.ts';

const PARTS = ['line1', 'line2', 'city', 'state', 'postcode', 'country'] as const;

/** What of the form is on the page; `account` null for a reader who is known. */
type Shown = { account: AccountWish | null; address: boolean; recipient: boolean };

/** The names under which errors stand beside a field; any other has no place on the page as it is, and is said near the button. */
export const shownFields = ({ account, address, recipient }: Shown): Set<string> => {
  const fields: CheckoutField[] = [
    ...(account === null ? [] : (['name', 'email'] as const)),
    ...(account === null || account === 'none' ? [] : (['password', 'confirm'] as const)),
    ...(address ? PARTS : []),
    ...(recipient ? (['recipient_name', ...PARTS.map((part) => `recipient_${part}` as const)] as const) : []),
  ];
  return new Set(fields.map(errorName));
};
