import { Stripe } from 'stripe';
import * as v from 'valibot';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { followAutorenew } from '../../ledger/planned-charges/follow-autorenew.ts';
import type { CardRemoved } from '../../letters/charge-letter.ts';
import { postLetter } from '../../letters/post-letter.ts';
import type { Sql } from '../../platform/db/sql.ts';
import type { Deps } from '../../publication/deps.ts';
import { cancelAtOnce } from './cancel-abandoned.ts';
import { writeEffect } from '../provider/webhook-inbox.ts';
import { readSnapshot } from '../provider/payment-snapshot.ts';
import { ChargeKind } from '../../ledger/planned-charges/charge.ts';
import { UNDER_WAY } from '../../rules/charges/retry-rules.ts';

type ForgetDeps = Pick<Deps, 'db' | 'stripe' | 'config' | 'clock' | 'publication' | 'reached' | 'log' | 'metrics'>;

const Rows = v.array(
  v.object({
    kind: ChargeKind,
    owner: v.string(),
    id: v.string(),
    name: v.string(),
    email: v.string(),
    payment: v.unknown(),
    token: v.nullable(v.string()),
    wanted: v.boolean(),
  }),
);
type Row = v.InferOutput<typeof Rows>[number];

/**
 * A means of payment was detached at the provider's, and not by us: nothing shows it any more, and whoever would have
 * been charged is told now rather than when it fails. An account's autorenew goes off with it, as where its reader
 * deletes it; a month of a donation that waits for its next try comes up at once, and says so itself. What another has
 * taken the place of is nobody's by then. `event` is the webhook's, marked processed with the effect.
 */
export async function forgetDetached(deps: ForgetDeps, method: string, event: string): Promise<void> {
  const isGone = await isDetached(deps, method);
  const owners = await writeEffect(deps, event, async (tx) => (isGone ? forgetMethod(tx, deps, method) : []));
  for (const owner of owners) await cancelAtOnce(deps, owner);
}

/**
 * The same in the caller's transaction, for a means of payment that may not be charged any more. Answers whose it was.
 */
export async function forgetMethod(
  tx: Prisma.TransactionClient,
  deps: Pick<ForgetDeps, 'config' | 'clock' | 'publication'>,
  method: string,
): Promise<string[]> {
  const rows = await forget(tx, deps, method);
  for (const row of rows) await follow(tx, deps, row, method, deps.clock());
  return [...new Set(rows.map(({ owner }) => owner))];
}

/** An event only says what to look at. */
async function isDetached({ stripe }: ForgetDeps, method: string): Promise<boolean> {
  try {
    return (await stripe.paymentMethods.retrieve(method)).customer === null;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return true;
    throw error;
  }
}

/** Whoever held it, as they were. */
async function forget(tx: Sql, { config }: Pick<ForgetDeps, 'config'>, method: string): Promise<Row[]> {
  const { publicationId } = config;
  const rows = await tx.$queryRaw`
    with accounts as (
      select * from account where publication_id = ${publicationId} and method = ${method} for update
    ),
    donations as (
      select * from donation where publication_id = ${publicationId} and method = ${method} for update
    ),
    forgotten as (
      update account a set method = null, payment = null, autorenew_since = null from accounts h where a.id = h.id
    ),
    ungiven as (
      update donation d set method = null, payment = null from donations h
      where d.publication_id = h.publication_id and d.owner_id = h.owner_id and d.id = h.id
    )
    select 'renewal' as kind, id as owner, id, name, email, payment, null as token, autorenew_since is not null as wanted from accounts
    union all
    select 'donation', d.owner_id, d.id, coalesce(a.name, o.name), coalesce(a.email, o.email), d.payment, d.token,
      d.process = 'monthly-init' and d.ended is null
    from donations d join "order" o on o.id = d.order_id left join account a on a.id = d.owner_id and a.publication_id = d.publication_id`;
  return v.parse(Rows, rows);
}

async function follow(
  tx: Prisma.TransactionClient,
  deps: Pick<ForgetDeps, 'config' | 'clock' | 'publication'>,
  row: Row,
  method: string,
  now: Date,
): Promise<void> {
  const { publicationId } = deps.config;
  const { kind, owner, id, name, email, payment, token: donation, wanted } = row;
  if (!wanted) return;
  if (kind === 'renewal') await followAutorenew(tx, deps, owner);
  const due = await tx.$queryRaw<unknown[]>`
    update charge c set next_attempt = ${now}
    where c.publication_id = ${publicationId} and c.owner_id = ${owner}::uuid and c.kind = 'donation' and c.subject = ${id}::uuid
      and c.state = 'open' and c.due <= ${now} and not exists (
        select from charge_attempt a
        where a.publication_id = c.publication_id and a.owner_id = c.owner_id and a.kind = c.kind and a.subject = c.subject and a.cycle = c.cycle
          and a.outcome = any(${UNDER_WAY}::text[])
      )
    returning 1`;
  if (due.length > 0) return;
  const payload: CardRemoved = { name, charge: kind, card: readSnapshot(payment)?.card ?? null, donation };
  await postLetter(tx, deps, { kind: 'card-removed', subject: `${method}:${id}`, recipient: email, payload });
}
