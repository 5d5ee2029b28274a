import { useMemo, useState } from 'react';
import { TOO_MANY_ATTEMPTS } from '@newsstand/contracts/too-many-attempts';
import type { Refusal } from '@newsstand/contracts/refusal';
import { createTableApi } from './call-table.ts';
import { loggedInHere } from './logged-in-here.ts';
import { loginCalls } from './login-call.ts';
import { ownText } from './messages.ts';
import { tellTabs } from './reader-tabs.ts';

/** Logging in amid a form (section 4): the page reloads and knows the reader; what was typed must be kept by the page over a reload. */
export type Login = {
  /** What is typed: the password, or the code. */
  password: string;
  /** The token of the code that was mailed and is asked for; null while the password is. */
  code: string | null;
  busy: boolean;
  /** A code is being asked for. */
  sendingCode: boolean;
  /** What the server said to the last attempt. */
  problem: string | null;
  onPassword(password: string): void;
  sendCode(): void;
};

type Status = { type: 'waiting' } | { type: 'sending' } | { type: 'sending-code' } | { type: 'refused'; message: string };
type State = { email: string; password: string; code: string | null; status: Status };

/** Logs in whoever has the account of `email`: what was typed for another address, and a code that went there, count no more. */
export const useLogin = (base: string, email: string): Login & { send(): void } => {
  const api = useMemo(() => createTableApi(base, loginCalls), [base]);
  const blank: State = { email, password: '', code: null, status: { type: 'waiting' } };
  const [held, setState] = useState(blank);
  const state = held.email === email ? held : blank;
  const { password, code, status } = state;
  const isFree = status.type !== 'sending' && status.type !== 'sending-code';

  const refuse = ({ errors }: Refusal) => {
    const message = typeof errors === 'string' ? errors : (Object.values(errors)[0] ?? '');
    // Section 8: the code that was tried too often is no use any more, and a new one is asked for. The address is the form's, and stays.
    const tooMany = message === ownText(TOO_MANY_ATTEMPTS);
    setState({ ...state, ...(tooMany && { password: '', code: null }), status: { type: 'refused', message } });
  };
  const send = async (): Promise<void> => {
    setState({ ...state, status: { type: 'sending' } });
    const outcome = await (code === null
      ? api('login', { body: { email, password } })
      : api('signinVerify', { body: { token: code, password } }));
    if (!outcome.ok) return refuse(outcome.refusal);
    tellTabs();
    loggedInHere.write(true);
    location.reload();
  };
  const sendCode = async (): Promise<void> => {
    setState({ ...state, status: { type: 'sending-code' } });
    const outcome = await api('signin', { body: { email } });
    if (outcome.ok) setState({ ...blank, code: outcome.data.token });
    else refuse(outcome.refusal);
  };

  return {
    password,
    code,
    busy: status.type === 'sending',
    sendingCode: status.type === 'sending-code',
    problem: status.type === 'refused' ? status.message : null,
    onPassword: (typed) => setState({ ...state, password: typed, status: { type: 'waiting' } }),
    sendCode: () => {
      if (isFree) void sendCode();
    },
    send: () => {
      if (isFree) void send();
    },
  };
};
