import type { ShippingCode } from '@newsstand/contracts/shipcode';
import { ownPath, withQuery } from '@newsstand/ui/messages';

export const loginTo = (redirect: string): string => withQuery(ownPath('/login'), { redirect });

/** The login, which leads back to the page that the reader is on. */
export const loginHere = (): string => loginTo(location.pathname + location.search);

/** A part of the page that the reader is on: a page with a `<base>` would lead elsewhere by `#` alone. */
export const herePath = (part: string): string => `${location.pathname}${location.search}#${part}`;

export const deletePath = (ship: ShippingCode): string => ownPath('/account/address/{ship}/delete', ship);
export const subscriptionPath = (token: string): string => ownPath('/account/subscriptions/{token}', token);
export const donationPath = (token: string): string => ownPath('/account/donation?token={token}', token);
/** Where one subscription's address is changed: who comes from there is led back there. */
export const addressOf = (token: string): string => withQuery(ownPath('/account/address'), { token });
export const receiptPath = (token: string): string => ownPath('/receipts?token={token}', token);
export const invoicePath = (token: string): string => ownPath('/invoice/{token}', token);
