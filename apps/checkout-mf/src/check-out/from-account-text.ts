import type { CartLine } from '@newsstand/contracts/cart';
import { lineName } from '../cart/line-name.ts';
import type { T } from '../page-texts.ts';

/**
 * What a login added from the account's cart to the one on the page (section 4), in one sentence; null where it added
 * nothing.
 */
export const fromAccountText = (lines: CartLine[], t: T): string | null => {
  // Names have commas of their own.
  const things = lines.flatMap((line) => (line.from_account === undefined ? [] : [thingText(line, line.from_account, t)])).join('; ');
  return things === '' ? null : t('checkout.from_account', { things });
};

/** One of one needs no number. */
const thingText = (line: CartLine, quantity: number, t: T): string =>
  line.quantity === 1 ? lineName(line) : t('checkout.from_account_thing', { quantity, name: lineName(line) });
