import type { Endpoint } from '@newsstand/contracts/endpoint';
import { Refusal } from '@newsstand/contracts/refusal';
import * as v from 'valibot';

/** Section 7, login by password or by a mailed code: of the answer nothing is needed but the code's token, since the page reloads. */
export const loginCalls = {
  login: {
    method: 'POST',
    path: '/api/access/login',
    summary: 'Log in with a password',
    body: v.object({ email: v.string(), password: v.string() }),
    answer: v.object({}),
    refusal: Refusal,
  },
  signin: {
    method: 'POST',
    path: '/api/access/signin',
    summary: 'Ask for a code by mail',
    body: v.object({ email: v.string() }),
    answer: v.object({ token: v.string() }),
    refusal: Refusal,
  },
  signinVerify: {
    method: 'POST',
    path: '/api/access/signin/verify',
    summary: 'Log in with the mailed code',
    body: v.object({ token: v.string(), password: v.string() }),
    answer: v.object({}),
    refusal: Refusal,
  },
} as const satisfies Record<string, Endpoint>;
