import { useSyncExternalStore } from 'react';

const subscribe = (changed: () => void) => {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
};
const read = () => location.hash;

/**
 * What a mailed link brings: `/login#reset=<token>&email=<address>` sets a password, `#reset` alone asks for such a
 * link (the token is empty); null without either. In the fragment it reaches no server, no log and no other site.
 */
export const useResetLink = (): { token: string; email: string | null } | null => {
  const brought = new URLSearchParams(useSyncExternalStore(subscribe, read).slice(1));
  const token = brought.get('reset');
  return token === null ? null : { token, email: brought.get('email') };
};
