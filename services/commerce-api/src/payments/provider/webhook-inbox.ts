import type { Prisma } from '../../../generated/prisma/client.ts';
import type { Sql } from '../../platform/db/sql.ts';
import type { Deps } from '../../publication/deps.ts';

type InboxDeps = Pick<Deps, 'db' | 'clock'>;

/**
 * Notes that an event came, and does what it says. Where it came before and its effect is written there is nothing to
 * do.
 */
export async function onEvent({ db, clock }: InboxDeps, event: { id: string; type: string }, act: () => Promise<void>): Promise<void> {
  const [row] = await db.$queryRaw<{ processed: Date | null }[]>`
    insert into webhook_event as e (id, type, received) values (${event.id}, ${event.type}, ${clock()})
    on conflict (id) do update set type = e.type
    returning processed`;
  if (row?.processed === null) await act();
}

/**
 * What an event causes, with the mark that it was processed: both or neither, so that an event whose effect was lost
 * comes again. `event` is null for what was not told by one.
 */
export async function writeEffect<Answer>(
  { db, clock }: InboxDeps,
  event: string | null,
  write: (tx: Prisma.TransactionClient) => Promise<Answer>,
): Promise<Answer> {
  return db.$transaction(async (tx) => {
    const answer = await write(tx);
    if (event !== null) await markProcessed(tx, event, clock());
    return answer;
  });
}

/** An event that has no effect, or whose effect is written. */
export async function nothingToDo({ db, clock }: InboxDeps, event: string | null): Promise<void> {
  if (event !== null) await markProcessed(db, event, clock());
}

async function markProcessed(sql: Sql, event: string, now: Date): Promise<void> {
  await sql.$queryRaw`update webhook_event set processed = ${now} where id = ${event} and processed is null`;
}
