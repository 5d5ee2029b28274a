import { useState } from 'react';
import type { TableApi } from './call-table.ts';
import type { loginCall } from './login-call.ts';
import { tellTabs } from './reader-tabs.ts';

/** Logging in amid a form (section 4): the page reloads and knows the reader; what was typed must be kept by the page over a reload. */
export type Login = {
  password: string;
  busy: boolean;
  /** What the server said to the last attempt. */
  problem: string | null;
  onPassword(password: string): void;
};

type Status = { type: 'waiting' } | { type: 'sending' } | { type: 'refused'; message: string };

export const useLogin = (api: TableApi<{ login: typeof loginCall }>): Login & { send(email: string): void } => {
  const [{ password, status }, setState] = useState<{ password: string; status: Status }>({ password: '', status: { type: 'waiting' } });

  const send = async (email: string): Promise<void> => {
    setState((before) => ({ ...before, status: { type: 'sending' } }));
    const outcome = await api('login', { body: { email, password } });
    if (outcome.ok) {
      tellTabs();
      return location.reload();
    }
    const { errors } = outcome.refusal;
    const message = typeof errors === 'string' ? errors : (Object.values(errors)[0] ?? '');
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
