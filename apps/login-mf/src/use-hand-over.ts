import { useEffect, useState } from 'react';
import { sortErrors } from '@newsstand/ui/sort-errors';
import { hasTicket, takeTicket } from './hand-over.ts';
import { keptCookie } from './kept-cookie.ts';
import type { Login } from './use-login.ts';

type HandOver = { busy: boolean; problem: string | undefined };
const IDLE: HandOver = { busy: false, problem: undefined };

/**
 * A reader who comes back from a provider to a page on another site than the API brings a ticket: here it becomes the
 * page's session.
 */
export const useHandOver = ({ api, t, path, signedIn }: Pick<Login, 'api' | 't' | 'path' | 'signedIn'>): HandOver => {
  const [handOver, setHandOver] = useState<HandOver>(() => ({ ...IDLE, busy: hasTicket() }));
  useEffect(() => {
    const takeOver = async (): Promise<HandOver> => {
      const ticket = takeTicket();
      // There was none, or another widget of the page has it.
      if (ticket === null) return IDLE;
      const answer = await keptCookie({ api, t }, await api('handoff', { body: ticket }));
      if (!answer.ok) return { busy: false, problem: sortErrors(answer.refusal).general };
      signedIn(answer.data, path);
      return IDLE;
    };
    void takeOver().then(setHandOver);
  }, [api, t, path, signedIn]);
  return handOver;
};
