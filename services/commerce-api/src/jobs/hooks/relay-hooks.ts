import { fromPrisma, type PgBoss } from 'pg-boss';
import type { Deps } from '../../publication/deps.ts';

/** Their queue. */
export const HOOKS = 'webhooks';

/** What one transaction hands over. */
const BATCH = 500;

/** Says to the triggers whether anybody is to be told, and of what. */
export async function openEndpoint({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  const { webhook, publicationId } = config;
  if (webhook === null) await db.hookEndpoint.deleteMany({ where: { publicationId } });
  else {
    const data = { events: webhook.events, stockLow: webhook.stockLow };
    await db.hookEndpoint.upsert({ where: { publicationId }, update: data, create: { publicationId, ...data } });
  }
}

/**
 * Hands messages to the job queue, each exactly once: the note that it was queued and the job are one transaction, and
 * replicas skip what another has in hand.
 */
export async function relayHooks({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>, boss: PgBoss): Promise<void> {
  for (;;) {
    const handed = await db.$transaction(async (tx) => {
      const messages = await tx.$queryRaw<{ id: string }[]>`
        update hook_message set queued = ${clock()} where id in (
          select id from hook_message where queued is null and publication_id = ${config.publicationId} order by created limit ${BATCH} for update skip locked
        ) returning id`;
      const jobs = messages.map(({ id }) => ({ data: { message: id } }));
      if (jobs.length > 0) await boss.insert(HOOKS, jobs, { db: fromPrisma(tx) });
      return jobs.length;
    });
    if (handed < BATCH) return;
  }
}
