import type { Logger } from 'pino';
import { openBotCheck } from './bot-check/open-bot-check.ts';
import type { Config } from './config.ts';
import { migrate } from './db/migrate.ts';
import { openDb } from './db/db.ts';
import type { Deps } from './deps.ts';
import { createMetrics } from './http/metrics.ts';
import { openStripe } from './open-stripe.ts';
import { applyPublication } from './publication/apply-publication.ts';
import { loadPublication } from './publication/load-publication.ts';
import { openPublication } from './publication/publication-source.ts';

/** The real outside world: a migrated database with a publication in it, Stripe, the clock. Close it with `deps.db.$disconnect()`. */
export async function openDeps(config: Config, databaseUrl: string, log: Logger): Promise<Deps> {
  const migrations = await migrate(databaseUrl);
  if (migrations.length > 0) log.info({ migrations }, 'database migrated');
  const db = openDb(databaseUrl, { onConnectionError: (error) => log.warn({ err: error }, 'a database connection broke') });
  const clock = () => new Date();
  if ((await db.publication.count({ where: { id: config.publicationId } })) === 0) {
    const publication = await loadPublication(config.publicationDir);
    const applied = await applyPublication({ db, clock }, { id: config.publicationId, publication, dir: config.publicationDir });
    log.info(applied, 'publication applied to the empty database');
  }
  return {
    config,
    db,
    databaseUrl,
    clock,
    log,
    stripe: openStripe(config.stripe),
    publication: await openPublication(db, config.publicationId),
    botCheck: openBotCheck({ db, clock }, config),
    metrics: createMetrics({ process: true }),
    reached: () => undefined,
  };
}
