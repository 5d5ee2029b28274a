import { useState } from 'react';
import type { Endpoint } from '@newsstand/contracts/endpoint';
import { Refusal } from '@newsstand/contracts/refusal';
import * as v from 'valibot';
import type { TableApi } from './call-table.ts';
import { tellTabs } from './reader-tabs.ts';

/** Section 7, login: of the answer nothing is needed, since the page reloads. */
export const loginCall = {
  method: 'POST',
  path: '/api/access/login',
  summary: 'Log in with a password',
  body: v.object({ email: v.string(), password: v.string() }),
  answer: v.object({}),
  refusal: Refusal,
} as const satisfies Endpoint;

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
