import { useState } from 'react';
import { tellTabs } from '@newsstand/ui/reader-tabs';
import { errorText } from '../error-text.ts';
import type { CheckoutApi } from './checkout-calls.ts';

/** Logging in at check-out (section 4): what is typed stays in the tab, the page reloads and knows the reader. */
export type Login = { password: string; busy: boolean; problem: string | null; onPassword(password: string): void };

type State = { password: string; status: { type: 'waiting' } | { type: 'sending' } | { type: 'refused'; message: string } };

export const useLogin = (api: CheckoutApi): Login & { send(email: string): void } => {
  const [{ password, status }, setState] = useState<State>({ password: '', status: { type: 'waiting' } });

  const send = async (email: string): Promise<void> => {
    setState((before) => ({ ...before, status: { type: 'sending' } }));
    const outcome = await api('login', { body: { email, password } });
    if (outcome.ok) {
      tellTabs();
      return location.reload();
    }
    const message = errorText(outcome.refusal);
    setState((before) => ({ ...before, status: { type: 'refused', message } }));
  };

  return {
    password,
    busy: status.type === 'sending',
    problem: status.type === 'refused' ? status.message : null,
    onPassword: (typed) => setState({ password: typed, status: { type: 'waiting' } }),
    send: (email) => {
      if (status.type !== 'sending') void send(email);
    },
  };
};
