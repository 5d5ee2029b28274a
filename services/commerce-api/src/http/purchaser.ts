import type { CheckoutBody } from '@newsstand/contracts/checkout';
import { AccountEmail } from '@newsstand/contracts/email';
import * as v from 'valibot';
import { readReader } from '../access/read-reader.ts';
import { hashOf } from '../access/secrets.ts';
import { signUp } from '../access/sign-up.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../refusal.ts';
import type { AppContext } from './app-env.ts';
import { newSession, readOwner, sendSessionCookie, sessionHash } from './session.ts';
import { readVisitor, sendLoggedIn } from './visitor.ts';

type Form = Pick<CheckoutBody, 'name' | 'email' | 'password'>;

/**
 * Who places an order: the reader who is logged in, the account that a guest makes with it (section 6: the account block has a password), or a
 * guest, whose session begins here if need be. The caller has checked for bots and counted the attempt.
 */
export async function readPurchaser(deps: Deps, c: AppContext, form: Form): Promise<string> {
  const account = await readAccount(deps, sessionHash(c, deps.config.cookie));
  if (account !== null) return account;
  if (form.password) return makeAccount(deps, c, form, form.password);
  return (await readOwner(deps, c)) ?? beginSession(deps, c);
}

async function readAccount(deps: Deps, hash: string | null): Promise<string | null> {
  return (await readReader(deps, hash))?.accountId ?? null;
}

async function makeAccount(
  deps: Deps,
  c: AppContext,
  { name, email: typed }: Form,
  { password, confirm }: NonNullable<Form['password']>,
): Promise<string> {
  const visitor = readVisitor(c, deps.config.cookie);
  const email = v.safeParse(AccountEmail, typed);
  if (!email.success) throw new Refusal(422, { email: email.issues[0].message });
  const made = await signUp(deps, visitor, { name, email: email.output, password, confirm });
  if (made.type === 'exists') throw new Refusal(422, { email: 'This address has an account already. Please log in, and then check out.' });
  sendLoggedIn(c, deps.config.cookie, visitor, made.token);
  const id = await readAccount(deps, hashOf(made.token));
  if (id === null) throw new Error('the account that was just made is not there');
  return id;
}

async function beginSession({ db, clock, config }: Deps, c: AppContext): Promise<string> {
  const { hash, ownerId, token, created, expires } = newSession(clock());
  await db.session.create({ data: { tokenHash: hash, ownerId, created, seen: created, expires } });
  sendSessionCookie(c, config.cookie, token);
  return ownerId;
}
