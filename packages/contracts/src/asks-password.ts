import type { LoginTab } from './reader.ts';

/**
 * Whether a new account is given a password (section 5): not where nobody logs in with one. Its reader comes back by a
 * code that is mailed, or as the tabs say. Where a service does not tell its tabs there is one.
 */
export const asksPassword = (logins: readonly LoginTab[] | undefined): boolean => logins?.includes('password') ?? true;
