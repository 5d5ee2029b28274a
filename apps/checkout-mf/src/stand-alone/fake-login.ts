import * as v from 'valibot';
import { stored } from '@newsstand/ui/stored';
import type { StandAloneState } from './stand-alone-state.ts';

/** Whether the reader has logged in on the stand-alone page; it survives the reload that follows. */
const kept = stored(() => sessionStorage, 'stand-alone:logged-in', v.literal(true));

export const isLoggedIn = (): boolean => kept.read() === true;
export const rememberLogin = (): void => kept.write(true);

/** The state as the server would have it now. */
export const withLogin = (state: StandAloneState): StandAloneState => {
  const { page, merged } = state;
  if (!isLoggedIn() || typeof page === 'string') return state;
  return { ...state, page: { ...page, account: { name: 'Ada Merrow', email: 'ada@example.org' }, cart: merged ?? page.cart } };
};
