import { fromPrisma, type PgBoss } from 'pg-boss';
import type { Deps } from '../deps.ts';
import { MAIL } from './queues.ts';

/** More than this wait for the next round. */
const BATCH = 50;

/**
 * Hands letters from the outbox to the job queue: each exactly once, because the note that it was queued and the job are one transaction, and
 * replicas skip what another has in hand. Writing the outbox row is all that the cause of a letter has to do. Returns how many there were.
 */
export async function relayOutbox({ db, clock }: Pick<Deps, 'db' | 'clock'>, boss: PgBoss): Promise<number> {
  if ((await db.outbox.findFirst({ where: { queued: null }, select: { id: true } })) === null) return 0;
  return db.$transaction(async (tx) => {
    const letters = await tx.$queryRaw<{ id: string }[]>`
      update outbox set queued = ${clock()}
      where id in (select id from outbox where queued is null order by created limit ${BATCH} for update skip locked)
      returning id`;
    if (letters.length > 0) {
      const jobs = letters.map(({ id }) => ({ data: { outbox: id } }));
      await boss.insert(MAIL, jobs, { db: fromPrisma(tx) });
    }
    return letters.length;
  });
}
