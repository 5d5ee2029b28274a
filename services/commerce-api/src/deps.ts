import type { Logger } from 'pino';
import type Stripe from 'stripe';
import type { BotCheck } from './bot-check/bot-check.ts';
import type { Config } from './config.ts';
import type { Db } from './db/db.ts';
import type { Metrics } from './http/metrics.ts';
import type { PublicationSource } from './publication/publication-source.ts';

/** Everything from outside that the service works with. `server.ts` builds the real ones; tests build theirs. */
export type Deps = {
  config: Config;
  db: Db;
  /** The same database, for the job queue, which keeps connections of its own. */
  databaseUrl: string;
  /** 'Now', for everything that is decided or stored. */
  clock: () => Date;
  log: Logger;
  stripe: Stripe;
  /** The publication as it was last applied to the database, by any replica. */
  publication: PublicationSource;
  botCheck: BotCheck;
  metrics: Metrics;
  /** Named points on the way of an order's money. Nothing happens there; fault tests end the process at each of them. */
  reached: (step: string) => void;
};

/** What works beside the requests, such as the job queue: `stop` finishes what it holds. */
export type Running = { stop(): Promise<void> };
