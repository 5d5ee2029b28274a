import { useEffect, useState } from 'react';

/** What the link is for, and its token. */
export type Mailed = { for: 'confirm' | 'withdraw'; token: string };

const read = (): Mailed | null => {
  const hash = new URLSearchParams(location.hash.slice(1));
  for (const each of ['confirm', 'withdraw'] as const) {
    const token = hash.get(each);
    if (token !== null) return { for: each, token };
  }
  return null;
};

/**
 * The token of a mailed link (`/account/email#confirm=<token>`, or `#withdraw=`). In the fragment it reaches no server,
 * no log and no other site. It is kept when it leaves the address; another link that is opened in the same tab takes
 * its place.
 */
export const useMailedToken = (): Mailed | null => {
  const [mailed, setMailed] = useState(read);
  useEffect(() => {
    const follow = () => setMailed((before) => read() ?? before);
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  return mailed;
};
