import type { Logger } from 'pino';
import { openBotCheck } from '../platform/bot-check/open-bot-check.ts';
import type { Config } from '../platform/config/config.ts';
import { PATIENCE, type Patience } from '../platform/db/connection.ts';
import { openDb } from '../platform/db/db.ts';
import { migrate } from '../platform/db/migrate.ts';
import { createMetrics } from '../platform/http/metrics.ts';
import { openStripe } from '../payments/provider/open-stripe.ts';
import { Served } from '../platform/pace.ts';
import type { Deps } from '../publication/deps.ts';
import { PublicationError } from '../publication/load-publication.ts';
import { openPublication } from '../publication/publication-source.ts';
import { applyFiles, haveFilesChanged } from './apply-files.ts';

/**
 * The real outside world: a migrated database with a publication in it, Stripe, the clock. Close it with
 * `deps.db.$disconnect()`.
 */
export async function openDeps(config: Config, databaseUrl: string, log: Logger, patience: Patience = PATIENCE.reader): Promise<Deps> {
  const migrations = await migrate(databaseUrl);
  if (migrations.length > 0) log.info({ migrations }, 'database migrated');
  const db = openDb(databaseUrl, { patience, onConnectionError: (error) => log.warn({ err: error }, 'a database connection broke') });
  const clock = () => new Date();
  await bringFiles({ db, config, clock }, log);
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
    served: new Served(),
    stopping: new AbortController().signal,
    reached: () => undefined,
  };
}

/**
 * The publication's files, where the database has none yet. On a machine of one's own (PostgreSQL of our own) also
 * whenever they have changed; in production that is a step of its own, `publication:apply`.
 */
async function bringFiles(deps: Pick<Deps, 'db' | 'config' | 'clock'>, log: Logger): Promise<void> {
  const { db, config } = deps;
  if ((await db.publication.count({ where: { id: config.publicationId } })) === 0) {
    log.info(await applyFiles(deps), 'publication applied to the empty database');
  } else if (config.databaseUrl === null && (await haveFilesChanged(deps))) {
    try {
      log.info(await applyFiles(deps), 'the changed files of the publication were applied');
    } catch (error) {
      if (!(error instanceof PublicationError)) throw error;
      log.error({ problems: error.problems }, 'the files of the publication have changed and cannot be used: the ones before them stay');
    }
  }
}
