import { asksPassword } from '@newsstand/contracts/asks-password';
import type { Cart } from '@newsstand/contracts/cart';
import type { CheckoutBody } from '@newsstand/contracts/checkout';
import type { AppContext } from '../platform/http/app-env.ts';
import { clientAddress, networkOf } from '../platform/http/client-address.ts';
import {
  guestsKey,
  liveSession,
  NEW_GUESTS,
  newGuest,
  readVisit,
  sendSessionCookie,
  sessionHash,
  touchSession,
} from '../platform/sessions/session.ts';
import { takePoint } from '../platform/limits/take-point.ts';
import type { Deps } from '../publication/deps.ts';
import { needsAccount } from '../rules/pricing/membership-rules.ts';
import { signUpProblems, type AccountBlock } from './login/sign-up-rules.ts';
import { signUp, type WaitingOwner } from './login/sign-up.ts';
import { readVisitor, sendLoggedIn } from './visitor.ts';
import type { FieldTexts } from '../platform/http/refusal.ts';

/**
 * Whose cart and orders a browser's are; without a session null, and a guest's. `email`: of the account that is logged
 * in, null for a guest.
 */
export type Owner = { ownerId: string | null; isAccount: boolean; email: string | null };

/** Who orders. `email`: where the order's letters go whatever the form says, null where the form says it. */
export type Purchaser = Pick<Owner, 'ownerId' | 'email'>;

type PurchaserForm = AccountBlock & Pick<CheckoutBody, 'account'>;

/**
 * What would be ordered, and the check of everything else about it: both are looked at before an account is made for
 * it.
 */
type Order = {
  read: () => Promise<Cart>;
  check: (cart: Cart, problems: FieldTexts) => unknown;
};

/**
 * Who places an order: the reader who is logged in, the account that a guest makes with it (section 6: a personal
 * subscription takes one, and the account block's password asks for one, or its `account` where no account has a
 * password), or the guest; null for one without a session. An account is made last, so that none is left where the
 * order is refused. The caller has checked for bots and counted the attempt. A reader who is logged in is known already
 * (section 2): the receipt belongs in the mailbox of the account that the order belongs to.
 */
export async function readPurchaser(
  deps: Deps,
  c: AppContext,
  { ownerId, isAccount, email }: Owner,
  form: PurchaserForm,
  { read, check }: Order,
): Promise<Purchaser> {
  if (isAccount) return { ownerId, email };
  const cart = await read();
  const published = deps.publication.cached();
  const wantsOne = asksPassword(published.settings.logins) ? (form.password?.password ?? '') !== '' : form.account === true;
  if (!wantsOne && !needsAccount(cart)) return { ownerId, email: null };
  check(cart, signUpProblems(form, published));
  return { ownerId: await makeAccount(deps, c, form), email: null };
}

/** Who the browser is, and whether somebody is logged in there. */
export async function readOwnerOf(deps: Deps, c: AppContext): Promise<Owner> {
  const hash = sessionHash(c, deps.config.cookie);
  const [row] =
    hash === null
      ? []
      : await deps.db.$queryRaw<{ owner_id: string; account_id: string | null; seen: Date }[]>(liveSession(hash, deps.clock()));
  if (!row) return { ownerId: null, isAccount: false, email: null };
  await touchSession(deps, c, row.seen);
  const where = { id: row.account_id ?? '' };
  const account = row.account_id === null ? null : await deps.db.account.findUnique({ where, select: { email: true } });
  return { ownerId: row.owner_id, isAccount: row.account_id !== null, email: account?.email ?? null };
}

/**
 * Makes the account that a form asks for, and logs the browser in, in a new session; answers whose orders are whose
 * from now on. `owner`: one who has something already, and no account yet.
 */
export async function makeAccount(deps: Deps, c: AppContext, form: AccountBlock, owner?: WaitingOwner): Promise<string> {
  const { cookie, trustedProxies } = deps.config;
  const visitor = readVisitor(c, cookie);
  const made = await signUp(deps, visitor, { ...form, owner, network: networkOf(clientAddress(c, trustedProxies)) });
  sendLoggedIn(c, cookie, visitor, made.token);
  return made.accountId;
}

/** A guest's session, for the first thing that is worth remembering. */
export async function beginSession(deps: Deps, c: AppContext): Promise<string> {
  const { db, clock, config } = deps;
  await takePoint(deps, guestsKey(readVisit(c, config).network), NEW_GUESTS);
  const { hash, ownerId, token, created, expires } = newGuest(clock());
  await db.session.create({ data: { tokenHash: hash, ownerId, created, seen: created, expires, touched: false } });
  sendSessionCookie(c, config.cookie, token);
  return ownerId;
}
