import { ACCOUNT, herePath } from './routes.ts';

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

/** `token`: of the page of a charge that the bank asks about. */
export const goToAccountSaying = (left: Left, token?: string): void =>
  location.assign(`${ACCOUNT}#${left}${token === undefined ? '' : `=${token}`}`);

/** `why`: the server's own words. They outlive the reload in the history, where no link can put them. */
export const reloadSaying = (left: Left, why: string | null): void => {
  history.replaceState({ ...history.state, why }, '', herePath(left));
  location.reload();
};
