import type { Logger } from 'pino';
import type Stripe from 'stripe';
import type { BotCheck } from '../platform/bot-check/bot-check.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import type { Db } from '../platform/db/db.ts';
import type { Metrics } from '../platform/http/metrics.ts';
import type { Served } from '../platform/pace.ts';
import type { PublicationSource } from './publication-source.ts';

/** Everything from outside that the service works with. `open-deps.ts` opens the real ones; tests build theirs. */
export type Deps = {
  config: Config;
  db: Db;
  /** The same database, for the job queue, which keeps connections of its own. */
  databaseUrl: string;
  clock: Clock;
  log: Logger;
  stripe: Stripe;
  botCheck: BotCheck;
  metrics: Metrics;
  /** What is done beside readers gives way to them by it. */
  served: Served;
  /** Aborted once the process was told to stop: it still answers, and is ready for nobody new. */
  stopping: AbortSignal;
  /**
   * Named points on the way of an order's money. Nothing happens there; fault tests end the process at each of them.
   */
  reached: (step: string) => void;
  /** The publication as it was last applied to the database, by any replica. */
  publication: PublicationSource;
};
