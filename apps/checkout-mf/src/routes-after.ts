import { ownPath, withQuery } from '@newsstand/ui/messages';

// Apart from `routes.ts`, which comes with the cart on every page: these are for who checks out.

/** The login page, which leads back: to the check-out, or to the address that is given. */
export const loginPath = (redirect = ownPath('/store/checkout')): string => withQuery(ownPath('/login'), { redirect });
export const receiptPath = (token: string): string => ownPath('/receipts?token={token}', token);
export const invoicePath = (invoice: string): string => ownPath('/invoice/{token}', invoice);
