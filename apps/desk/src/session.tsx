import { deskEndpoints } from '@newsstand/contracts/desk-endpoints';
import { mayDo, type DeskVerb } from '@newsstand/contracts/desk-roles';
import type { DeskPerson, DeskSession } from '@newsstand/contracts/desk-staff';
import { queryOptions } from '@tanstack/react-query';
import { createContext, useCallback, useContext } from 'react';
import { call } from './call.ts';

export const sessionQuery = queryOptions({ queryKey: ['session'], queryFn: () => call(deskEndpoints.deskSession), staleTime: 60_000 });

export type SignedIn = DeskSession & { person: DeskPerson };
const Signed = createContext<SignedIn | null>(null);
export const SignedInAs = Signed.Provider;

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
