import { ownPath } from '@newsstand/ui/messages';
import type { Outcome } from './overview/outcome-words.tsx';
import { herePath } from './routes.ts';

/** `token`: of the page of a charge that the bank asks about; `why`: the server's own words. */
export const goToAccountWith = (
  outcome: Outcome,
  { token, why = null }: { token?: string | undefined; why?: string | null | undefined } = {},
): void => load('pushState', `${ownPath('/account')}#${outcome}${token === undefined ? '' : `=${token}`}`, why);

export const reloadWith = (outcome: Outcome, why: string | null | undefined = null): void => load('replaceState', herePath(outcome), why);

/**
 * `why` outlives the loading in the history, where no link can put it. What is said stands at the top, so that the
 * browser must not go back to where the reader was.
 */
const load = (how: 'pushState' | 'replaceState', address: string, why: string | null): void => {
  history[how]({ ...history.state, why }, '', address);
  history.scrollRestoration = 'manual';
  location.reload();
};
