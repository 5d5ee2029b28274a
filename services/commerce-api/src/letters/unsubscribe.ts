import { createHmac } from 'node:crypto';
import { isSame } from '../platform/secrets.ts';

/** Where a letter about a new issue is answered with 'no more': GET asks, POST does it, a mail program's own too. Nobody needs to be logged in. */
export const UNSUBSCRIBE = '/api/letters/issues';

/** The page of the API for one account: its link switches off these letters and nothing else, as long as there is the account. */
export function unsubscribeUrl(api: string, secret: string, account: string): string {
  const url = new URL(UNSUBSCRIBE, api);
  url.searchParams.set('to', `${account.replaceAll('-', '')}-${signature(secret, account)}`);
  return url.href;
}

/** The account whose link it is, or null where it is not signed by us. */
export function unsubscribing(secret: string, to: string): string | null {
  const [, letters = '', signed = ''] = /^([0-9a-f]{32})-([\w-]{43})$/.exec(to) ?? [];
  const account = letters.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return account !== '' && isSame(signed, signature(secret, account)) ? account : null;
}

function signature(secret: string, account: string): string {
  return createHmac('sha256', secret).update(`issue-letters\0${account}`).digest('base64url');
}
