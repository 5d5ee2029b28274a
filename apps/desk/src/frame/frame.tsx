import { sessionEndpoints } from '@newsstand/contracts/desk-endpoints-session';
import { Button } from '@newsstand/ui/button';
import { classes } from '@newsstand/ui/classes';
import { Notice } from '@newsstand/ui/notice';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { call } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import { fetchAllPages } from './fetched-pages.ts';
import { Keys } from './keys.tsx';
import { Menu } from './menu.tsx';
import { NotForRole } from './not-for-role.tsx';
import { OutdatedNotice } from './outdated-notice.tsx';
import type { PageVerb } from './route-data.ts';
import { SearchField } from './search-field.tsx';
import { useMayEach, useSignedIn } from '../session/session.tsx';

/** By then the first page has what it asked for, as a rule. */
const SETTLED = 2000;

/** `isAway`: nobody is signed in; what is on the page stays, unseen and out of reach. */
export function Frame({ isAway }: { isAway: boolean }) {
  const { magazine } = useSignedIn();
  const search = useRef<HTMLInputElement>(null);
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // Whoever listens hears where they are; the first page is read from its beginning anyway.
  const first = useRef(path);
  useEffect(() => {
    if (first.current === path) return;
    first.current = '';
    if (path !== '/find') main.current?.focus();
  }, [path]);
  // Whoever works here gets to all of it, on a line that is broken meanwhile or after a release.
  useEffect(() => {
    const later = setTimeout(() => void fetchAllPages(), SETTLED);
    return () => clearTimeout(later);
  }, []);
  return (
    <>
      <div className={classes(styles['frame'], isAway && styles['away'])}>
        <header className={styles['top']}>
          <Link to="/" className={styles['magazine']}>
            {magazine}
          </Link>
          <SearchField input={search} main={main} />
          <Who />
        </header>
        <Menu />
        <main ref={main} className={styles['main']} tabIndex={-1}>
          <OutdatedNotice />
          <Page />
        </main>
      </div>
      {!isAway && <Keys {...{ search, main }} />}
    </>
  );
}

/** The page of the address, for whoever may see it: nothing of one that they may not is shown, or asked for. */
function Page() {
  const needs = useRouterState({
    select: ({ matches }): PageVerb => {
      const { staticData: { verb } = { verb: 'staff' }, params = {} } = matches.at(-1) ?? {};
      return typeof verb === 'function' ? verb(params) : verb;
    },
  });
  const may = useMayEach();
  return needs === 'staff' || may(needs) ? <Outlet /> : <NotForRole verb={needs} />;
}

const Who = () => {
  const { person } = useSignedIn();
  const queries = useQueryClient();
  const leave = useMutation({
    mutationFn: () => call(sessionEndpoints.deskSignOut),
    onSuccess: () => {
      queries.clear();
      location.assign('/');
    },
  });
  return (
    <div className={styles['me']}>
      <span title={person.email}>
        {person.name}, {person.roles.join(', ')}
      </span>
      <Button kind="quiet" busy={leave.isPending} onClick={() => leave.mutate()}>
        Sign out
      </Button>
      {leave.isError && (
        <Notice kind="error">You are still signed in: {leave.error.message} Try again before you leave this machine.</Notice>
      )}
    </div>
  );
};
