import { sessionEndpoints } from '@newsstand/contracts/desk-endpoints-session';
import { mayDo, type DeskVerb } from '@newsstand/contracts/desk-roles';
import type { DeskPerson, DeskSession } from '@newsstand/contracts/desk-staff';
import { focusManager, queryOptions, useQueryClient, type Query } from '@tanstack/react-query';
import { createContext, useCallback, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { call } from './call.ts';

export const sessionQuery = queryOptions({ queryKey: ['session'], queryFn: () => call(sessionEndpoints.deskSession), staleTime: 60_000 });

export type SignedIn = DeskSession & { person: DeskPerson };
const Signed = createContext<SignedIn | null>(null);
export const SignedInAs = Signed.Provider;

/**
 * So long is kept what somebody left on the page when their session ended: as long as a session lasts that nobody uses.
 */
const HELD = 2 * 60 * 60_000;
/** Whatever is read but who is signed in. */
export const ofDesk = ({ queryKey }: Query) => queryKey[0] !== 'session';

/**
 * Who is signed in, or was until their session ended (`isAway`): what they typed waits for them, not for whoever signs
 * in instead.
 */
export function useHeld(session: DeskSession | undefined): { held: SignedIn | null; isAway: boolean } {
  const client = useQueryClient();
  const [read, setRead] = useState<DeskSession>();
  const [held, setHeld] = useState<SignedIn | null>(null);
  if (session !== read) {
    setRead(session);
    if (session?.person) setHeld({ ...session, person: session.person });
  }
  const isAway = held !== null && session?.person === null;
  useEffect(() => {
    if (!isAway) return;
    const dropped = setTimeout(() => setHeld(null), HELD);
    // The page asks for nothing by itself meanwhile, but whether somebody signed in again in another tab.
    focusManager.setFocused(false);
    const ask = () => void client.invalidateQueries(sessionQuery);
    addEventListener('focus', ask);
    return () => {
      clearTimeout(dropped);
      removeEventListener('focus', ask);
      focusManager.setFocused(undefined);
      void client.invalidateQueries({ predicate: ofDesk });
    };
  }, [isAway, client]);
  const last = useRef<string>(undefined);
  const email = held?.person.email;
  useLayoutEffect(() => {
    // What one person has read is not another's.
    if (last.current !== undefined && last.current !== email) void client.resetQueries({ predicate: ofDesk });
    last.current = email;
  }, [email, client]);
  return { held, isAway };
}

/** Who is signed in; only below the frame, which is shown to nobody else. */
export function useSignedIn(): SignedIn {
  const session = useContext(Signed);
  if (session === null) throw new Error('nobody is signed in');
  return session;
}

/** The same for any verb. */
export function useMayEach(): (verb: DeskVerb) => boolean {
  const { roles } = useSignedIn().person;
  return useCallback((verb) => mayDo(roles, verb), [roles]);
}

/** Whether whoever is signed in may do it: the menu and the service go by one table. */
export function useMay(verb: DeskVerb): boolean {
  return mayDo(useSignedIn().person.roles, verb);
}
