import type { ShippingCode } from '@newsstand/contracts/shipcode';

/** The pages that this remote's widgets stand on and lead to (section 2). */
export const HOME = '/';
export const ACCOUNT = '/account';
/** The part of the account's page that its monthly donations are in. */
export const DONATIONS = `${ACCOUNT}#account-donations`;
export const NAME = '/account/name';
export const EMAIL = '/account/email';
export const ADDRESS = '/account/address';
export const PAYMENT = '/account/payment';
export const SESSIONS = '/account/sessions';
export const MY_DATA = '/account/data';
export const RENEW = '/subscribe/renew';
export const SUBSCRIBE = '/subscribe';
export const DONATE = '/donate';
export const LOGIN = '/login';

/** The login, which leads back to the page that the reader is on. */
export const loginHere = (): string => `${LOGIN}?${new URLSearchParams({ redirect: location.pathname + location.search })}`;

/** A part of the page that the reader is on: a page with a `<base>` would lead elsewhere by `#` alone. */
export const herePath = (part: string): string => `${location.pathname}${location.search}#${part}`;

export const deletePath = (ship: ShippingCode): string => `${ADDRESS}/${ship}/delete`;
export const subscriptionPath = (token: string): string => `/account/subscriptions/${encodeURIComponent(token)}`;
export const donationPath = (token: string): string => `/account/donation?${new URLSearchParams({ token })}`;
/** Where one subscription's address is changed: who comes from there is led back there. */
export const addressOf = (token: string): string => `${ADDRESS}?${new URLSearchParams({ token })}`;
export const receiptPath = (token: string): string => `/receipts?${new URLSearchParams({ token })}`;
export const invoicePath = (token: string): string => `/invoice/${encodeURIComponent(token)}`;
