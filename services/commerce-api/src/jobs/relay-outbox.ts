import { fromPrisma, type PgBoss } from 'pg-boss';
import { Prisma } from '../../generated/prisma/client.ts';
import { MAY_WAIT } from '../letters/post-letter.ts';
import type { Deps } from '../publication/deps.ts';
import { MAIL } from './queues.ts';

/** Letters to all readers at once: whoever waits for a code is not behind a hundred thousand of them. */
const TO_ALL = 'issue-out';

/** What one transaction hands over. */
const BATCH = 500;

/** Until none is left, so that however many come in a second all are queued. */
export async function relayAll(deps: Pick<Deps, 'db' | 'clock'>, boss: Pick<PgBoss, 'insert'>): Promise<void> {
  while ((await relayOutbox(deps, boss)) === BATCH);
}

/**
 * Hands letters from the outbox to the job queue: each exactly once, because the note that it was queued and the job
 * are one transaction, and replicas skip what another has in hand. Writing the outbox row is all that the cause of a
 * letter has to do. Returns how many there were.
 */
async function relayOutbox({ db, clock }: Pick<Deps, 'db' | 'clock'>, boss: Pick<PgBoss, 'insert'>): Promise<number> {
  const now = clock();
  const due = Prisma.sql`queued is null and (kind <> all(${[...MAY_WAIT]}::text[]) or created <= ${now})`;
  if ((await db.$queryRaw<unknown[]>`select 1 from outbox where ${due} limit 1`).length === 0) return 0;
  return db.$transaction(async (tx) => {
    const letters = await tx.$queryRaw<{ id: string; kind: string }[]>`
      update outbox set queued = ${now}
      where id in (select id from outbox where ${due} order by kind = ${TO_ALL}, created limit ${BATCH} for update skip locked)
      returning id, kind`;
    if (letters.length > 0) {
      const jobs = letters.map(({ id, kind }) => ({ data: { outbox: id }, priority: kind === TO_ALL ? -1 : 0 }));
      await boss.insert(MAIL, jobs, { db: fromPrisma(tx) });
    }
    return letters.length;
  });
}
