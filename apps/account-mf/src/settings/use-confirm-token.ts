import { useSyncExternalStore } from 'react';

const subscribe = (changed: () => void) => {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
};
const read = () => new URLSearchParams(location.hash.slice(1)).get('confirm');

/** The token of the mailed link (`/account/email#confirm=<token>`). In the fragment it reaches no server, no log and no other site. */
export const useConfirmToken = (): string | null => useSyncExternalStore(subscribe, read);
