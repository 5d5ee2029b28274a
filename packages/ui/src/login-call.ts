import type { Endpoint } from '@newsstand/contracts/endpoint';
import { Refusal } from '@newsstand/contracts/refusal';
import * as v from 'valibot';

/** Section 7, login: of the answer nothing is needed, since the page reloads. */
export const loginCall = {
  method: 'POST',
  path: '/api/access/login',
  summary: 'Log in with a password',
  body: v.object({ email: v.string(), password: v.string() }),
  answer: v.object({}),
  refusal: Refusal,
} as const satisfies Endpoint;
