import { pageUrl } from '@newsstand/contracts/paths';
import { SignInMethod, type LoginFailure } from '@newsstand/contracts/access';
import * as v from 'valibot';
import type { Prisma } from '../../../generated/prisma/client.ts';
import type { OpenidClient } from '../../platform/config/access-config.ts';
import { MINUTE } from '../../platform/duration.ts';
import { hashOf, isSame, newToken } from '../../platform/secrets.ts';
import type { Deps } from '../../publication/deps.ts';
import { institutionOf } from '../../rules/access/institution-rules.ts';
import { logInAccount } from '../login/log-in-account.ts';
import { startSession, type Identified, type Visitor } from '../login/start-session.ts';
import { redeemTicket } from '../login/tickets.ts';
import { callbackOf, type ProviderName } from './begin-oauth.ts';
import { joinAccount } from './join-account.ts';
import { finishRound, type Claims } from './openid.ts';
import { siteOf } from '../../publication/site-of.ts';

type FinishDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'log' | 'publication'>;

/**
 * `to` is where the browser goes. With a `hand-over` the session is not here: the page on the other site fetches it.
 */
export type Finished =
  | { type: 'logged-in'; token: string; to: string }
  | { type: 'hand-over'; to: string }
  | { type: 'failed'; failure: LoginFailure; to: string };

const Held = v.object({
  name: v.picklist(['google', 'openathens']),
  nonce: v.string(),
  verifier: v.string(),
  bind: v.string(),
  challenge: v.nullable(v.string()),
  target: v.string(),
});
type Held = v.InferOutput<typeof Held>;

export const HandedOver = v.object({
  challenge: v.string(),
  method: SignInMethod,
  who: v.variant('type', [
    v.object({ type: v.literal('account'), accountId: v.string() }),
    v.object({ type: v.literal('institution'), entityId: v.string() }),
  ]),
});

type Arrival = { name: ProviderName; client: OpenidClient; search: string; bind: string | null; visitor: Visitor };

/** The way back from a provider. A round counts once, for the provider and for the browser with which it began. */
export async function finishOauth(deps: FinishDeps, { name, client, search, bind, visitor }: Arrival): Promise<Finished> {
  const failed = (failure: LoginFailure, target?: string): Finished => ({ type: 'failed', failure, to: loginPage(deps, failure, target) });
  const state = new URLSearchParams(search).get('state') ?? '';
  const ticket = await redeemTicket(deps.db, deps, 'oidc', state);
  const held = v.safeParse(Held, ticket?.data);
  if (!held.success || held.output.name !== name || bind === null || !isSame(held.output.bind, hashOf(bind))) return failed('state');

  const claims = await askProvider(deps, client, new URL(`${callbackOf(deps.config.access.apiUrl, name)}${search}`), {
    ...held.output,
    state,
  });
  if (claims === null) return failed('provider', held.output.target);
  return deps.db.$transaction(async (tx) => {
    // Where the sign-in is handed over, this browser's session is not the one that ends.
    const replaced = isHandedOver(deps, held.output) ? null : visitor.session;
    const who = await identify(tx, deps, name, claims, replaced);
    return typeof who === 'string' ? failed(who, held.output.target) : arrive(tx, deps, visitor, who, name, held.output);
  });
}

/** Where another way to log in can be tried: the page that was asked for is kept. */
export function loginPage({ config, publication }: Pick<Deps, 'config' | 'publication'>, failure: LoginFailure, target = '/'): string {
  const path = target.startsWith(`${config.publicUrl}/`) ? target.slice(config.publicUrl.length) : target;
  const redirect = path.startsWith('/') && path !== '/' ? { redirect: path } : null;
  return pageUrl(siteOf({ config, publication }), 'login', null, { error: failure, ...redirect });
}

async function askProvider(
  { log }: FinishDeps,
  client: OpenidClient,
  cameTo: URL,
  round: { state: string; nonce: string; verifier: string },
): Promise<Claims | null> {
  try {
    return await finishRound(client, cameTo, round);
  } catch (error) {
    // Everything that can be wrong here is the provider's, or of somebody who made up its answer.
    log.warn({ err: error }, 'a sign-in at a provider failed');
    return null;
  }
}

async function identify(
  tx: Prisma.TransactionClient,
  deps: FinishDeps,
  name: ProviderName,
  claims: Claims,
  replaced: string | null,
): Promise<Identified | LoginFailure> {
  if (name === 'openathens') {
    const institution = institutionOf(claims, deps.publication.cached().institutions);
    return institution ? { type: 'institution', entityId: institution.entity_id } : 'institution';
  }
  const account = await joinAccount(tx, deps, claims, replaced);
  return account ? { type: 'account', accountId: account.id } : 'email';
}

/**
 * A CMS on another site cannot see a cookie that is set here at the top level: its page gets a one-minute ticket behind
 * the #, good only together with what the page kept.
 */
async function arrive(
  tx: Prisma.TransactionClient,
  deps: FinishDeps,
  visitor: Visitor,
  who: Identified,
  method: ProviderName,
  held: Held,
): Promise<Finished> {
  const { challenge, target } = held;
  if (isHandedOver(deps, held)) {
    const [ticket, now] = [newToken(), deps.clock()];
    await tx.ticket.create({
      data: {
        tokenHash: hashOf(ticket),
        kind: 'handoff',
        // So that it is void with whatever else was prepared for the account.
        accountId: who.type === 'account' ? who.accountId : null,
        data: { challenge, method, who },
        created: now,
        expires: new Date(now.getTime() + MINUTE),
      },
    });
    const to = new URL(target);
    to.hash = `login=${ticket}`;
    return { type: 'hand-over', to: to.href };
  }
  const token = await enter(tx, deps, visitor, who, method);
  return { type: 'logged-in', token, to: target };
}

function isHandedOver({ config: { cookie } }: Pick<Deps, 'config'>, { challenge }: Held): boolean {
  return challenge !== null && cookie.mode === 'partitioned';
}

/** The session of whoever was identified. Call it inside a transaction. */
export async function enter(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock' | 'config' | 'publication'>,
  visitor: Visitor,
  who: Identified,
  method: SignInMethod,
): Promise<string> {
  if (who.type === 'institution') return startSession(tx, deps, visitor, who, method);
  const account = await tx.account.findUniqueOrThrow({ where: { id: who.accountId } });
  return (await logInAccount(tx, deps, visitor, account, method)).token;
}
