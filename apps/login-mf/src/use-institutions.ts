import { useEffect, useState } from 'react';
import type { IdentityProvider } from '@newsstand/contracts/reader';
import type { LoginApi } from './calls.ts';

type Institutions = { type: 'waiting' } | { type: 'known'; list: readonly IdentityProvider[] } | { type: 'failed'; message: string };

/**
 * The institutions (GET /api/identity-providers), asked for when the tab is first shown, and again where that failed.
 */
export const useInstitutions = (api: LoginApi, shown: boolean) => {
  const [institutions, setInstitutions] = useState<Institutions>({ type: 'waiting' });
  /** How often they were asked for. */
  const [asked, setAsked] = useState(shown ? 1 : 0);
  if (shown && asked === 0) setAsked(1);

  useEffect(() => {
    if (asked === 0) return;
    const gone = new AbortController();
    void fetchInstitutions(api, gone.signal).then((fetched) => (gone.signal.aborted ? undefined : setInstitutions(fetched)));
    return () => gone.abort();
  }, [api, asked]);

  const again = () => {
    setInstitutions({ type: 'waiting' });
    setAsked(asked + 1);
  };
  return { institutions, again };
};

const fetchInstitutions = async (api: LoginApi, signal: AbortSignal): Promise<Institutions> => {
  const answer = await api('identityProviders', {}, { signal });
  if (answer.ok) return { type: 'known', list: answer.data };
  const { errors } = answer.refusal;
  return { type: 'failed', message: typeof errors === 'string' ? errors : Object.values(errors).join(' ') };
};
