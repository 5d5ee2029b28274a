import type { PageData } from '@newsstand/contracts/page-data';
import * as v from 'valibot';
import { stored } from '@newsstand/ui/stored';

/** Whether the reader has logged in on the stand-alone page; it survives the reload that follows. */
const kept = stored(() => sessionStorage, 'stand-alone:logged-in', v.literal(true));

export const isLoggedIn = (): boolean => kept.read() === true;
export const rememberLogin = (): void => kept.write(true);

/** The page's data as the server would give them now. */
export const withLogin = (page: PageData): PageData =>
  isLoggedIn() ? { ...page, account: { name: 'Ada Merrow', email: 'ada@example.org' } } : page;
