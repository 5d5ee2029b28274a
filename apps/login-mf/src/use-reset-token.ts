import { useSyncExternalStore } from 'react';

const subscribe = (changed: () => void) => {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
};
const read = () => new URLSearchParams(location.hash.slice(1)).get('reset');

/** The token of the mailed link (`/login#reset=<token>`). In the fragment it reaches no server, no log and no other site. */
export const useResetToken = (): string | null => useSyncExternalStore(subscribe, read);
