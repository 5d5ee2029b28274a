/** The pages of the magazine that this remote leads to (section 2). */
export const CHECK_OUT = '/store/checkout';
export const ACCOUNT = '/account';

export const receiptPath = (token: string): string => `/receipts?token=${encodeURIComponent(token)}`;
