import { ownPath, withQuery } from '@newsstand/ui/messages';

/** Where a reader confirms what their bank asks them about (section 2). */
export const renewalPath = (token: string): string => ownPath('/renewal?token={token}', token);

/** Where a reader logs in and comes back from (section 2, redirect). */
export const loginPath = (redirect: string): string => withQuery(ownPath('/login'), { redirect });
export const invoicePath = (invoice: string): string => ownPath('/invoice/{token}', invoice);

export const receiptPath = (token: string): string => ownPath('/receipts?token={token}', token);
