import { ownPath } from '@newsstand/ui/messages';
import { herePath } from './routes.ts';

/**
 * What has become of something on a page that was left for the account's, or reloaded, as section 4 has it, success or error: a word behind `#`, by which the
 * account's page says it.
 */
export const LEFT = [
  'card-changed',
  'card-kept',
  'autorenew-kept',
  'renewal-paid',
  'renewal-processing',
  'renewal-refused',
  'renewal-confirm',
] as const;
export type Left = (typeof LEFT)[number];

/** `token`: of the page of a charge that the bank asks about; `why`: the server's own words. */
export const goToAccountSaying = (left: Left, { token, why = null }: { token?: string | undefined; why?: string | null } = {}): void =>
  load('pushState', `${ownPath('/account')}#${left}${token === undefined ? '' : `=${token}`}`, why);

export const reloadSaying = (left: Left, why: string | null): void => load('replaceState', herePath(left), why);

/** `why` outlives the loading in the history, where no link can put it. What is said stands at the top, so that the browser must not go back to where the reader was. */
const load = (how: 'pushState' | 'replaceState', address: string, why: string | null): void => {
  history[how]({ ...history.state, why }, '', address);
  history.scrollRestoration = 'manual';
  location.reload();
};
