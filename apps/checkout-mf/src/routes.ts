/** The pages of the magazine that this remote leads to (section 2). */
export const STORE = '/store';
export const CHECK_OUT = '/store/checkout';

export const DONATE = '/donate';
const LOGIN = '/login';

/** The login page, which leads back here. */
export const loginPath = (): string => `${LOGIN}?redirect=${encodeURIComponent(CHECK_OUT)}`;
export const productPath = (slug: string): string => `/store/product/${encodeURIComponent(slug)}`;
export const receiptPath = (token: string): string => `/receipts?token=${encodeURIComponent(token)}`;
export const invoicePath = (invoice: string): string => `/invoice/${encodeURIComponent(invoice)}`;
