import * as v from 'valibot';
import { Captcha, upTo } from './bounded.ts';
import { Email } from './email.ts';
import type { Endpoint } from './endpoint.ts';
import { DONE } from './widget.ts';

/** POST /api/list/signup: the server alone validates the e-mail (section 5); its message is in errors.email. */
export const ListSignup = v.object({ email: Email });
export type ListSignup = v.InferOutput<typeof ListSignup>;

export const ListSignupDone = v.object({ email: v.string() });

/**
 * Section 4: the popup shows once, tracked by this key of local storage, by which the loader leaves it out altogether.
 */
export const POPUP_SEEN = `${DONE}mailing-list.popup`;

export const listSignup = {
  method: 'POST',
  path: '/api/list/signup',
  summary: 'Join the mailing list',
  query: { captcha: Captcha, 'list-tag': v.optional(v.union([upTo(100), v.pipe(v.array(upTo(100)), v.maxLength(20))])) },
  body: ListSignup,
  answer: ListSignupDone,
  refuses: [429],
} as const satisfies Endpoint;
