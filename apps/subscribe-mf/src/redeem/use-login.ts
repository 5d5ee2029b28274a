import { useState } from 'react';
import { tellTabs } from '@newsstand/ui/reader-tabs';
import type { Api } from '../calls.ts';

type State = { password: string; status: { type: 'waiting' } | { type: 'sending' } | { type: 'refused'; message: string } };

/** Logging in while a gift is redeemed (section 4): the page reloads and knows the reader. */
export const useLogin = (api: Api) => {
  const [{ password, status }, setState] = useState<State>({ password: '', status: { type: 'waiting' } });

  const send = async (email: string): Promise<void> => {
    setState((before) => ({ ...before, status: { type: 'sending' } }));
    const answer = await api('login', { body: { email, password } });
    if (answer.ok) {
      tellTabs();
      return location.reload();
    }
    const { errors } = answer.refusal;
    const message = typeof errors === 'string' ? errors : (Object.values(errors)[0] ?? '');
    setState((before) => ({ ...before, status: { type: 'refused', message } }));
  };

  return {
    password,
    busy: status.type === 'sending',
    problem: status.type === 'refused' ? status.message : null,
    onPassword: (typed: string) => setState({ password: typed, status: { type: 'waiting' } }),
    send: (email: string) => {
      if (status.type !== 'sending') void send(email);
    },
  };
};
export type Login = ReturnType<typeof useLogin>;
