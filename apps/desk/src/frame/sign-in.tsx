import { sessionEndpoints } from '@newsstand/contracts/desk-endpoints-session';
import type { DeskRole } from '@newsstand/contracts/desk-roles';
import type { DeskSession } from '@newsstand/contracts/desk-staff';
import { Button } from '@newsstand/ui/button';
import { Notice } from '@newsstand/ui/notice';
import { startRegistration } from '@simplewebauthn/browser';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import * as v from 'valibot';
import { call } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import { problemOf, shownKey, ToMake } from '../session/show-key.ts';
import { sessionQuery } from '../session/session.tsx';
import { Heading } from '../parts/page-parts.tsx';

const showKey = async (): Promise<DeskSession> => call(sessionEndpoints.deskSignIn, { body: { key: await shownKey() } });

async function makeKey(token: string): Promise<DeskSession> {
  const { options } = await call(sessionEndpoints.deskOpenInvitation, { body: { token } });
  const key = await startRegistration({ optionsJSON: v.parse(ToMake, options) });
  return call(sessionEndpoints.deskAcceptInvitation, { body: { token, key } });
}

function useSession<Asked>(ask: (asked: Asked) => Promise<DeskSession>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: ask, onSuccess: (session) => client.setQueryData(sessionQuery.queryKey, session) });
}

const Door = ({ magazine, title, children }: { magazine: string; title: string; children: ReactNode }) => (
  <main className={styles['door']}>
    <p className={styles['magazine']}>{magazine}</p>
    <Heading text={title} />
    {children}
  </main>
);

/**
 * The same before a page whose session has ended: nothing of the page is seen or reached, and the focus goes back to
 * where it was.
 */
export function SignInAgain({ session, as }: { session: DeskSession; as: string }) {
  const ref = useRef<HTMLDialogElement>(null);
  const focused = useRef<Element>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    focused.current = document.activeElement;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  useEffect(() => {
    const title = document.title;
    document.title = 'Signed out · Desk';
    return () => {
      document.title = title;
      // Only now is the page seen again.
      if (focused.current instanceof HTMLElement) focused.current.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      className={styles['again']}
      aria-label="Sign in again"
      // Of two `cancel` in a row a browser lets a page refuse the first only.
      onKeyDown={(event) => event.key === 'Escape' && event.preventDefault()}
      onClose={() => ref.current?.showModal()}
    >
      <SignIn session={session}>
        <Notice kind="info" title={`${as} was signed out.`}>
          Signed in again, {as} finds the page as it was, with what was typed. Anybody else begins anew.
        </Notice>
      </SignIn>
    </dialog>
  );
}

/** The page before anybody is signed in. On a machine of one's own it offers the sample people too, and says so. */
export function SignIn({ session, children }: { session: DeskSession; children?: ReactNode }) {
  const withKey = useSession(showKey);
  const asSample = useSession((role: DeskRole) => call(sessionEndpoints.deskBeSample, { body: { role } }));
  const error = withKey.error ?? asSample.error;
  return (
    <Door magazine={session.magazine} title="The desk">
      {children}
      <p>Sign in with the passkey that you made for it.</p>
      <Button busy={withKey.isPending} onClick={() => withKey.mutate(undefined)}>
        Sign in with a passkey
      </Button>
      {error && <Notice kind="error">{problemOf(error)}</Notice>}
      {session.samples.length > 0 && (
        <section aria-label="Sample people" className={styles['samples']}>
          <h2>Sample people</h2>
          <p>
            This desk runs on your own machine, so you can sign in as one of these without a passkey. Where others can reach it, it refuses
            to start with them.
          </p>
          <ul>
            {session.samples.map(({ role, name }) => (
              <li key={role}>
                <Button kind="secondary" busy={asSample.isPending && asSample.variables === role} onClick={() => asSample.mutate(role)}>
                  Continue as {name}, {role}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Door>
  );
}

/** Where an invitation's link leads: its token is behind the #, so that it reaches no log. */
export function Welcome({ session }: { session: DeskSession }) {
  const accept = useSession(makeKey);
  const token = location.hash.slice(1);
  const link = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => call(sessionEndpoints.deskLookAtInvitation, { body: { token } }),
    enabled: token !== '',
    refetchOnWindowFocus: accept.isIdle,
  });
  // One that cannot be looked at is tried by the button, which says what is wrong with it.
  const stands = link.data?.state ?? 'open';
  const begin = async () => {
    await accept.mutateAsync(token).then(
      () => location.replace('/'),
      () => undefined,
    );
  };
  return (
    <Door magazine={session.magazine} title="Welcome to the desk">
      {stands === 'open' || accept.isSuccess ? (
        <>
          <p>
            Make a passkey: your device keeps it and asks for your finger, face or PIN. There is no password to remember, and nothing to be
            stolen here.
          </p>
          <Button busy={accept.isPending} disabled={token === '' || link.isPending} onClick={() => void begin()}>
            Make my passkey
          </Button>
          {token === '' && <Notice kind="info">This page needs the whole link that you were sent.</Notice>}
          {accept.error && <Notice kind="error">{problemOf(accept.error)}</Notice>}
        </>
      ) : (
        <DeadLink used={stands === 'used'} />
      )}
    </Door>
  );
}

/** What is wrong with a link that makes no passkey any more, and what to do. */
const DeadLink = ({ used }: { used: boolean }) => (
  <>
    <Notice kind="warning" title={used ? 'This link was used already.' : 'This link does not work any more.'}>
      {used
        ? 'Each link makes one passkey. If you made yours with it, sign in with that.'
        : 'It is too old, was taken back, or another one took its place: the newest letter has the one that works.'}
    </Notice>
    <p>
      For a new link ask a publisher of the magazine, who mails one from the page Staff; or whoever runs the desk, who can make one with{' '}
      <code>npm run desk:invite</code>.{used && ' Ask them, too, if it was not you who used it.'}
    </p>
    <p>
      <a href="/">To the desk’s door</a>
    </p>
  </>
);
