import { useEffect, useState } from 'react';

const read = () => new URLSearchParams(location.hash.slice(1)).get('confirm');

/**
 * The token of the mailed link (`/account/email#confirm=<token>`). In the fragment it reaches no server, no log and no other site. It is kept when it
 * leaves the address; another link that is opened in the same tab takes its place.
 */
export const useConfirmToken = (): string | null => {
  const [token, setToken] = useState(read);
  useEffect(() => {
    const follow = () => setToken((before) => read() ?? before);
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  return token;
};
