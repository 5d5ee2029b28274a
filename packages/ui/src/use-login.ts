import { useMemo, useState } from 'react';
import { login, signin, signinVerify } from '@newsstand/contracts/access';
import { asksPassword } from '@newsstand/contracts/asks-password';
import type { LoginTab } from '@newsstand/contracts/reader';
import type { Refusal } from '@newsstand/contracts/refusal';
import { createTableApi } from './call-table.ts';
import { loggedInHere } from './logged-in-here.ts';
import { tellTabs } from './reader-tabs.ts';
import { refusedFor } from './refused-for.ts';

/**
 * Logging in amid a form (section 4): the page reloads and knows the reader; what was typed must be kept by the page
 * over a reload.
 */
export type Login = {
  /** Whether it may be by a password; otherwise only by a code, which the button asks for first. */
  byPassword: boolean;
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

/**
 * Logs in whoever has the account of `email`: what was typed for another address, and a code that went there, count no
 * more. `logins` are the tabs that can be used here.
 */
export const useLogin = (base: string, email: string, logins?: readonly LoginTab[]): Login & { send(): void } => {
  const api = useMemo(() => createTableApi(base, { login, signin, signinVerify }), [base]);
  const blank: State = { email, password: '', code: null, status: { type: 'waiting' } };
  const [held, setState] = useState(blank);
  const state = held.email === email ? held : blank;
  const { password, code, status } = state;
  const byPassword = asksPassword(logins);
  const isFree = status.type !== 'sending' && status.type !== 'sending-code';

  const refuse = (refusal: Refusal) => {
    const { errors } = refusal;
    const message = typeof errors === 'string' ? errors : (Object.values(errors)[0] ?? '');
    // Section 8: the code that was tried too often is no use any more, and a new one is asked for. The address is the
    // form's, and stays.
    const tooMany = refusedFor(refusal, 'too_many_codes');
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
    byPassword,
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
      if (isFree) void (code === null && !byPassword ? sendCode() : send());
    },
  };
};
