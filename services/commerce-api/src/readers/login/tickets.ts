import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { DAY, MINUTE } from '../../platform/duration.ts';
import { hashOf } from '../../platform/secrets.ts';
import type { Deps } from '../../publication/deps.ts';

export type TicketKind = 'signin' | 'reset' | 'oidc' | 'handoff' | 'delete' | 'withdraw' | 'desk-invite' | 'desk-round' | 'list';

/** How long each kind works, in milliseconds. */
export const LIFETIME: Record<TicketKind, number> = {
  signin: 10 * MINUTE,
  reset: 30 * MINUTE,
  oidc: 10 * MINUTE,
  handoff: MINUTE,
  delete: 10 * MINUTE,
  // As long as the change waits that it withdraws (`ask-for-email.ts`).
  withdraw: 3 * DAY,
  // As a program prints it; one that is mailed works longer (`desk/staff/mail-key-link.ts`).
  'desk-invite': 30 * MINUTE,
  // A passkey that is being made or shown.
  'desk-round': 5 * MINUTE,
  list: 7 * DAY,
};

/**
 * What a ticket that went out by mail keeps besides: where the reader goes afterwards, who asked for it (a browser that
 * the account knows, by its hash, or a network), and the network for which it was counted, if it was. Those of before
 * this was kept have none.
 */
export const LetterTicket = v.object({
  path: v.optional(v.nullable(v.string()), null),
  asker: v.optional(v.string()),
  network: v.optional(v.string()),
});
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

/**
 * SQL: whoever asked for this ticket asked for no newer one of the same kind to the same address; what others ask for
 * leaves it alone, or anybody could make a reader's code worthless. Judged here, so that asking for one takes as long
 * whatever went before.
 */
export const isNewest = Prisma.sql`not exists (
  select from ticket newer
  where newer.email = ticket.email and newer.kind = ticket.kind and newer.data ->> 'asker' is not distinct from ticket.data ->> 'asker'
    and (newer.created, newer.token_hash) > (ticket.created, ticket.token_hash)
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
