import { ADDRESS_PARTS } from '@newsstand/contracts/address';
import type { AccountWish } from './account-block.tsx';
import { type CheckoutField, errorName } from './checkout-form.ts';

/** What of the form is on the page; `account` null for a reader who is known. */
type Shown = { account: AccountWish | null; password: boolean; address: boolean; recipient: boolean };

/**
 * The names under which errors stand beside a field; any other has no place on the page as it is, and is said near the
 * button.
 */
export const shownFields = ({ account, password, address, recipient }: Shown): Set<string> => {
  const fields: CheckoutField[] = [
    ...(account === null ? [] : (['name', 'email'] as const)),
    ...(account === null || account === 'none' || !password ? [] : (['password', 'confirm'] as const)),
    ...(address ? ADDRESS_PARTS : []),
    ...(recipient ? (['recipient_name', ...ADDRESS_PARTS.map((part) => `recipient_${part}` as const)] as const) : []),
  ];
  return new Set(fields.map(errorName));
};
