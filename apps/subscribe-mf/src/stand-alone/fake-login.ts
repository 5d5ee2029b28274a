import type { PageData } from '@newsstand/contracts/page-data';

/** Whether the reader has logged in on the stand-alone page; it survives the reload that follows. */
const KEY = 'stand-alone:logged-in';

export const rememberLogin = (): void => sessionStorage.setItem(KEY, 'true');

/** The page's data as the server would give them now. */
export const withLogin = (page: PageData): PageData =>
  sessionStorage.getItem(KEY) === null ? page : { ...page, account: { name: 'Ada Merrow', email: 'ada@example.org' } };
