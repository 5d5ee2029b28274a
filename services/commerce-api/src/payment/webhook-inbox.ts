import type { Sql } from '../checkout/sql.ts';

/** Notes that an event came. False when it came before and its effect is written: then there is nothing to do. */
export async function receiveEvent(db: Sql, event: { id: string; type: string }, now: Date): Promise<boolean> {
  const [row] = await db.$queryRaw<{ processed: Date | null }[]>`
    insert into webhook_event as e (id, type, received) values (${event.id}, ${event.type}, ${now})
    on conflict (id) do update set type = e.type
    returning processed`;
  return row?.processed === null;
}

/** In the transaction of the event's effect: an event whose effect was lost is not processed, and comes again. */
export async function markProcessed(tx: Sql, event: string, now: Date): Promise<void> {
  await tx.$queryRaw`update webhook_event set processed = ${now} where id = ${event} and processed is null`;
}
