import { lazy, Suspense } from 'react';
import { ownPath } from '@newsstand/ui/messages';
import type { Login } from './use-login.ts';

/** For who is logged in alone, and in the header only behind its button. */
const AccountLinks = lazy(() =>
  import(/* webpackChunkName: "account-links" */ './account-links.tsx').then(
    ({ AccountLinks: Links }) => ({ default: Links }),
    // What did not come takes nothing else with it: the way to the account, and the way out.
    () => ({ default: AccountLink }),
  ),
);
const AccountLink = ({ login }: { login: Login }) => <a href={ownPath('/account')}>{login.t('login.account')}</a>;

const stay = () => {};

/**
 * What the reader has, with the way to renew what has run out, and to each section of the account; `onLead`: one was
 * followed.
 */
export const AccountWays = ({ login, onLead = stay }: { login: Login; onLead?: () => void }) => (
  <Suspense>
    <AccountLinks login={login} onLead={onLead} />
  </Suspense>
);
