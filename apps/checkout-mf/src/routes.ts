import type { CartLine } from '@newsstand/contracts/cart';

/** The pages of the magazine that this remote leads to (section 2). */
export const STORE = '/store';
export const CHECK_OUT = '/store/checkout';

export const DONATE = '/donate';
/** The builder, where a gift's zone is chosen. */
export const GIFT = '/subscribe?type=gift';
export const ACCOUNT = '/account';
export const ACCOUNT_EMAIL = '/account/email';
const LOGIN = '/login';

/** The login page, which leads back: to the check-out, or to the address that is given. */
export const loginPath = (redirect = CHECK_OUT): string => `${LOGIN}?redirect=${encodeURIComponent(redirect)}`;
export const productPath = (slug: string): string => `/store/product/${encodeURIComponent(slug)}`;
/** The page of what a line of the cart is about; null where it has none. */
export const linePath = ({ slug, cart: { type } }: Pick<CartLine, 'slug' | 'cart'>): string | null =>
  slug && (type.endsWith('-issue') ? `/issue/${encodeURIComponent(slug)}` : productPath(slug));
export const receiptPath = (token: string): string => `/receipts?token=${encodeURIComponent(token)}`;
export const invoicePath = (invoice: string): string => `/invoice/${encodeURIComponent(invoice)}`;
