import * as v from 'valibot';
import { MUST_NOT_BE_BLANK } from './blank.ts';
import type { Endpoint } from './endpoint.ts';
import { Refusal } from './refusal.ts';

/** POST /api/list/signup: the server alone validates the e-mail (section 5); its message is in errors.email. */
export const ListSignup = v.object({ email: v.string(MUST_NOT_BE_BLANK) });
export type ListSignup = v.InferOutput<typeof ListSignup>;

export const ListSignupDone = v.object({ email: v.string() });

/** Section 4: the popup shows once, tracked by this key of local storage. */
export const POPUP_SEEN = 'newsstand:mailing-list-popup';

export const listSignup = {
  method: 'POST',
  path: '/api/list/signup',
  summary: 'Join the mailing list',
  query: { captcha: v.optional(v.string()), 'list-tag': v.optional(v.union([v.string(), v.array(v.string())])) },
  body: ListSignup,
  answer: ListSignupDone,
  refusal: Refusal,
  refuses: [429],
} as const satisfies Endpoint;
