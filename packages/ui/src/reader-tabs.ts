import type { session } from '@newsstand/contracts/access';
import type { Reader } from '@newsstand/contracts/reader';
import { READER_CHANGED, READER_LOGIN, type ReaderLogin } from '@newsstand/contracts/reader-change';
import type { TableApi } from './call-table.ts';

/** Tells the other tabs that somebody logged in or out here. */
export const tellTabs = (): void => {
  try {
    localStorage.setItem(READER_CHANGED, crypto.randomUUID());
  } catch {
    // Storage may be forbidden: then the other tabs learn it with their next page.
  }
};

/** Whether anybody has ever logged in or out in this browser: nobody else is worth a call that asks who is reading. */
export const wasReaderHere = (): boolean => lastChange() !== null;

const lastChange = (): string | null => {
  try {
    return localStorage.getItem(READER_CHANGED);
  } catch {
    // Storage may be forbidden: who reads is known from what the page says.
    return null;
  }
};

/** Somebody is logged in here now and the page stays: its other parts are told, and the other tabs. */
export const tellLogin = ({ account, institution }: Reader): void => {
  tellTabs();
  const detail: ReaderLogin = { v: 1, account, institution };
  document.dispatchEvent(new CustomEvent(READER_LOGIN, { detail }));
};

/**
 * An account was asked for with what has just been sent: where it was made, whatever became of the rest, its owner is
 * logged in and the page is told. Answers whose it is; null where none was made, or nobody can say.
 */
export const tellOfAccount = async (api: TableApi<{ session: typeof session }>): Promise<Reader['account']> => {
  const answer = await api('session', {});
  if (!answer.ok || !answer.data.account) return null;
  tellLogin(answer.data);
  return answer.data.account;
};

/** What this browser has of who reads: with a login or logout it is another, whichever page or server saw to it. */
const whoReads = (): string => lastChange() + String(/newsstand-reader=[^;]*/.exec(document.cookie));

/**
 * Calls `changed` when somebody logged in or out in another tab, or while the browser kept this page to come back to;
 * returns what ends that. `also` a 'focus': of a login by a provider, whose way back is redirects alone, no tab
 * is told, so that it is seen when the reader comes to this one.
 */
export const onOtherTab = (changed: () => void, ...also: 'focus'[]): (() => void) => {
  // A page that is kept hears of nothing.
  const events = ['storage', 'pageshow', ...also];
  let before = whoReads();
  const heard = (event: Event): void => {
    const now = whoReads();
    if ('key' in event ? event.key !== READER_CHANGED : now === before) return;
    before = now;
    changed();
  };
  for (const event of events) addEventListener(event, heard);
  return () => {
    for (const event of events) removeEventListener(event, heard);
  };
};
