import * as v from 'valibot';
import { Bearer } from './bearer.ts';
import { mustNotBeBlank } from './blank.ts';
import { Email } from './email.ts';
import type { Endpoint } from './endpoint.ts';
import { NewPassword, passwordsDiffer } from './new-password.ts';
import { IdentityProvider, Reader } from './reader.ts';
import { says } from './schema-message.ts';

export { MIN_PASSWORD, NewPassword, PASSWORDS_DIFFER } from './new-password.ts';
export { TOO_MANY_ATTEMPTS } from './too-many-attempts.ts';
export { IdentityProvider, LoginTab, Reader, ReaderAccount } from './reader.ts';

/**
 * The login is too old for what was asked for: the page asks the reader to show once more who they are, and asks again.
 */
export const LOG_IN_FIRST = 'Please log in again before you change this.';

const Password = v.pipe(v.string(mustNotBeBlank), v.nonEmpty(mustNotBeBlank), v.maxLength(1024, says('password_too_long')));

/** A token of ours: 256 bits, base64url. */
const Token = v.pipe(v.string(mustNotBeBlank), v.regex(/^[\w-]{43}$/, says('new_one')));
/**
 * Where the reader wants to be afterwards; anything but a path of the magazine of at most 2000 characters becomes `/`,
 * and keeps nobody from logging in.
 */
const Path = v.optional(
  v.pipe(
    v.string(says('one_path')),
    v.transform((path) => (path.length > 2000 ? '/' : path)),
    v.maxLength(2000),
  ),
);

/** POST /api/access/login (section 7). `path` is the redirect that the page was asked for, if any. */
export const Login = v.object({ email: Email, password: Password, path: Path });

/** POST /api/access/signin: asks for a code by mail. */
export const Signin = v.object({ email: Email, path: Path });
export const SigninStarted = v.object({ token: Bearer });

/** POST /api/access/signin/verify: `password` is the code, with whatever spaces a reader types. */
export const SigninVerify = v.object({
  token: Token,
  password: v.pipe(
    v.string(mustNotBeBlank),
    v.transform((typed) => typed.normalize('NFKC').replaceAll(/[\s-]/g, '')),
    v.nonEmpty(mustNotBeBlank),
    v.maxLength(16, says('code_digits', undefined, 6)),
  ),
});

/** POST /api/access/reset-password. `path` is where the reader is: the new password leads back there. */
export const ResetPassword = v.object({ email: Email, path: Path });
export const ResetRequested = v.object({ message: v.string() });

/** POST /api/access/reset-password/confirm: sets the password that the mailed link allows. */
export const ResetConfirm = v.pipe(
  v.object({
    token: Token,
    password: NewPassword,
    confirm: v.pipe(v.string(mustNotBeBlank), v.maxLength(1024, says('password_too_long'))),
  }),
  v.forward(
    v.partialCheck([['password'], ['confirm']], ({ password, confirm }) => password === confirm, passwordsDiffer),
    ['confirm'],
  ),
);

/**
 * The reader is logged in. `redirect` is where the page goes; null: it reloads (section 4, login). `password_gone`: the
 * code was the first proof that the mailbox is theirs, and took the password that the account had.
 */
export const SignedIn = v.object({ ...Reader.entries, redirect: v.nullable(v.string()), password_gone: v.optional(v.boolean()) });
export type SignedIn = v.InferOutput<typeof SignedIn>;

/**
 * Why a sign-in at a provider logged nobody in, as /login?error= says it: not this browser's round, or an old one; the
 * provider said no or is down; no verified address; an institution that is no customer.
 */
export const LoginFailure = v.picklist(['state', 'provider', 'email', 'institution']);
export type LoginFailure = v.InferOutput<typeof LoginFailure>;

/** How a session began. */
export const SignInMethod = v.picklist(['password', 'code', 'reset', 'signup', 'google', 'openathens']);
export type SignInMethod = v.InferOutput<typeof SignInMethod>;

/** One of the reader's own sessions. `agent` names the browser; times are ISO instants. */
export const SessionEntry = v.object({
  id: v.string(),
  method: SignInMethod,
  agent: v.string(),
  created: v.string(),
  seen: v.string(),
  current: v.boolean(),
});
export type SessionEntry = v.InferOutput<typeof SessionEntry>;
export const Sessions = v.object({ sessions: v.array(SessionEntry) });

const logInAgain = says('log_in_again');
/**
 * POST /api/access/handoff: a sign-in that happened at the top level becomes a session of this page; `verifier` is what
 * the page kept.
 */
export const Handoff = v.object({
  token: Token,
  verifier: v.pipe(v.string(mustNotBeBlank), v.minLength(43, logInAgain), v.maxLength(128, logInAgain)),
});

/** POST /logout: where the page goes; null: it reloads (section 6, institution). */
export const LoggedOut = v.object({ redirect: v.nullable(v.string()) });

/**
 * Why somebody may read what is for subscribers; null where nothing lets them, or what does is the article's own issue,
 * which they hold.
 */
export const EntitledBy = v.nullable(v.picklist(['subscription', 'lifetime', 'institution']));
export type EntitledBy = v.InferOutput<typeof EntitledBy>;

/**
 * GET /api/access/entitlement: may this reader read an article for subscribers? `token` is the same as a signed JWT
 * (HS256) that a CMS may keep until it `expires`; it counts for this `path` only.
 */
export const Entitlement = v.object({
  entitled: v.boolean(),
  by: EntitledBy,
  /** They may not, because their own subscription ran out or was cancelled: it is renewed at /subscribe/renew. */
  renewable: v.optional(v.boolean(), false),
  path: v.string(),
  expires: v.string(),
  token: Bearer,
});
export type Entitlement = v.InferOutput<typeof Entitlement>;

const SessionId = v.pipe(v.string(), v.uuid());

export const login = {
  method: 'POST',
  path: '/api/access/login',
  summary: 'Log in with a password',
  body: Login,
  answer: SignedIn,
  refuses: [401, 429],
} as const satisfies Endpoint;

export const signin = {
  method: 'POST',
  path: '/api/access/signin',
  summary: 'Ask for a code by mail',
  body: Signin,
  answer: SigninStarted,
  refuses: [429],
} as const satisfies Endpoint;

export const signinVerify = {
  method: 'POST',
  path: '/api/access/signin/verify',
  summary: 'Log in with the mailed code',
  body: SigninVerify,
  answer: SignedIn,
  refuses: [401, 429],
} as const satisfies Endpoint;

export const resetPassword = {
  method: 'POST',
  path: '/api/access/reset-password',
  summary: 'Ask for a link that sets a password',
  body: ResetPassword,
  answer: ResetRequested,
  refuses: [429],
} as const satisfies Endpoint;

export const resetConfirm = {
  method: 'POST',
  path: '/api/access/reset-password/confirm',
  summary: 'Set a password with the mailed link',
  body: ResetConfirm,
  answer: SignedIn,
  refuses: [429],
} as const satisfies Endpoint;

export const handoff = {
  method: 'POST',
  path: '/api/access/handoff',
  summary: 'Take over a sign-in that happened at the top level',
  body: Handoff,
  answer: SignedIn,
  refuses: [401, 429],
} as const satisfies Endpoint;

export const session = {
  method: 'GET',
  path: '/api/access/session',
  summary: 'Who is logged in',
  answer: Reader,
} as const satisfies Endpoint;

export const sessions = {
  method: 'GET',
  path: '/api/access/sessions',
  summary: "The reader's own sessions",
  answer: Sessions,
  refuses: [401],
  security: [['session']],
} as const satisfies Endpoint;

export const endSessions = {
  method: 'DELETE',
  path: '/api/access/sessions',
  summary: 'End all sessions of the reader but this one, soon after a login',
  answer: Sessions,
  refuses: [401, 403],
  security: [['session']],
  repeatable: true,
} as const satisfies Endpoint;

export const endSession = {
  method: 'DELETE',
  path: '/api/access/sessions/{id}',
  summary: 'End one session of the reader, soon after a login',
  params: { id: SessionId },
  answer: Sessions,
  refuses: [401, 403],
  security: [['session']],
} as const satisfies Endpoint;

export const logout = {
  method: 'POST',
  path: '/logout',
  summary: 'Log out; `path` is where the reader is',
  query: { path: Path },
  answer: LoggedOut,
  leads_on: true,
  repeatable: true,
} as const satisfies Endpoint;

export const identityProviders = {
  method: 'GET',
  path: '/api/identity-providers',
  summary: 'The institutions whose readers can log in',
  answer: v.array(IdentityProvider),
  security: [],
} as const satisfies Endpoint;

export const entitlement = {
  method: 'GET',
  path: '/api/access/entitlement',
  summary: 'May this reader read what is for subscribers',
  query: { path: Path },
  answer: Entitlement,
} as const satisfies Endpoint;
