/** The pages of the magazine that this remote leads to (section 2). */
export const CHECK_OUT = '/store/checkout';
export const ACCOUNT = '/account';
export const ACCOUNT_EMAIL = '/account/email';
export const SUBSCRIBE = '/subscribe';
export const RENEW = '/subscribe/renew';
export const DONATE = '/donate';

/** Where a reader confirms what their bank asks them about (section 2). */
export const renewalPath = (token: string): string => `/renewal?token=${encodeURIComponent(token)}`;

/** Where a reader logs in and comes back from (section 2, redirect). */
export const loginPath = (redirect: string): string => `/login?redirect=${encodeURIComponent(redirect)}`;
export const invoicePath = (invoice: string): string => `/invoice/${encodeURIComponent(invoice)}`;

export const receiptPath = (token: string): string => `/receipts?token=${encodeURIComponent(token)}`;
