import { createHmac } from 'node:crypto';
import { isSame } from '../platform/secrets.ts';

/**
 * Where a letter about a new issue is answered with 'no more': GET asks, POST does it, a mail program's own too. Nobody
 * needs to be logged in.
 */
export const UNSUBSCRIBE = '/api/letters/issues';
/** The same of a mailing list, for whoever mails to it. */
export const LEAVE_LIST = '/api/letters/lists/leave';

/**
 * The page of the API for one account: its link switches off these letters and nothing else, as long as there is the
 * account.
 */
export function unsubscribeUrl(api: string, secret: string, account: string): string {
  return signedUrl(new URL(UNSUBSCRIBE, api), secret, 'issue-letters', account);
}

/** The account whose link it is, or null where it is not signed by us. */
export function unsubscribing(secret: string, to: string): string | null {
  return signedId(secret, 'issue-letters', to);
}

/** The page of the API for one membership of a list (`list_signup.id`): its link ends it, and nothing else. */
export function leaveListUrl(api: string, secret: string, membership: string): string {
  return signedUrl(new URL(LEAVE_LIST, api), secret, 'leave-list', membership);
}

/** The membership whose link it is, or null where it is not signed by us. */
export function leavingList(secret: string, to: string): string | null {
  return signedId(secret, 'leave-list', to);
}

type Purpose = 'issue-letters' | 'leave-list';

function signedUrl(url: URL, secret: string, purpose: Purpose, id: string): string {
  url.searchParams.set('to', `${id.replaceAll('-', '')}-${signature(secret, purpose, id)}`);
  return url.href;
}

function signedId(secret: string, purpose: Purpose, to: string): string | null {
  const [, letters = '', signed = ''] = /^([0-9a-f]{32})-([\w-]{43})$/.exec(to) ?? [];
  const id = letters.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return id !== '' && isSame(signed, signature(secret, purpose, id)) ? id : null;
}

function signature(secret: string, purpose: Purpose, id: string): string {
  return createHmac('sha256', secret).update(`${purpose}\0${id}`).digest('base64url');
}
