import * as v from 'valibot';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Deps } from '../deps.ts';
import { MINUTE } from '../duration.ts';
import { hashOf } from './secrets.ts';

export type TicketKind = 'signin' | 'reset' | 'oidc' | 'handoff' | 'delete';

/** How long each kind works, in milliseconds. */
export const LIFETIME: Record<TicketKind, number> = {
  signin: 10 * MINUTE,
  reset: 30 * MINUTE,
  oidc: 10 * MINUTE,
  handoff: MINUTE,
  delete: 10 * MINUTE,
};

/** What a ticket that went out by mail keeps besides: where the reader goes afterwards, and the network that asked for it. Those of before this was kept have none. */
export const LetterTicket = v.object({ path: v.optional(v.nullable(v.string()), null), network: v.optional(v.string()) });
export type LetterTicket = v.InferOutput<typeof LetterTicket>;

type Sql = Pick<Prisma.TransactionClient, '$queryRaw'>;
export type Ticket = { email: string | null; data: unknown; created: Date };

/** Keeps a ticket for `token`; only its hash. */
export async function issueTicket(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  kind: TicketKind,
  token: string,
  data: Prisma.InputJsonObject,
): Promise<void> {
  const now = clock();
  await db.ticket.create({
    data: { tokenHash: hashOf(token), kind, data, created: now, expires: new Date(now.getTime() + LIFETIME[kind]) },
  });
}

/** SQL: no newer ticket of the same kind went to the same address. Judged here, so that asking for one takes as long whatever went before. */
export const isNewest = Prisma.sql`not exists (
  select from ticket newer
  where newer.email = ticket.email and newer.kind = ticket.kind and (newer.created, newer.token_hash) > (ticket.created, ticket.token_hash)
)`;

/** Uses a ticket up: one statement, so that of any number who come with it at once one gets it and the others null. */
export async function redeemTicket(sql: Sql, { clock }: Pick<Deps, 'clock'>, kind: TicketKind, token: string): Promise<Ticket | null> {
  const now = clock();
  const [ticket] = await sql.$queryRaw<Ticket[]>`
    update ticket set consumed = ${now}
    where token_hash = ${hashOf(token)} and kind = ${kind} and consumed is null and expires > ${now} and ${isNewest}
    returning email, data, created`;
  return ticket ?? null;
}
