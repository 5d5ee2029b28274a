import { ACCOUNT, herePath } from './routes.ts';

/**
 * What has failed on a page that was left for the account's, or reloaded, as section 4 has it, success or error: a word behind `#`, by which the
 * account's page says it.
 */
const LEFT = ['card-changed', 'card-kept', 'autorenew-kept'] as const;
export type Left = (typeof LEFT)[number];

export const readLeft = (): Left | null => LEFT.find((left) => location.hash === `#${left}`) ?? null;

export const goToAccountSaying = (left: Left): void => location.assign(`${ACCOUNT}#${left}`);

export const reloadSaying = (left: Left): void => {
  history.replaceState(history.state, '', herePath(left));
  location.reload();
};
