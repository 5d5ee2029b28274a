import type { Logger } from 'pino';
import type Stripe from 'stripe';
import type { BotCheck } from './bot-check/bot-check.ts';
import type { Config } from './config/config.ts';
import type { Db } from './db/db.ts';
import type { Metrics } from './http/metrics.ts';
import type { Served } from './pace.ts';

/** What every part of the service stands on, whatever magazine it serves. */
export type Platform = {
  config: Config;
  db: Db;
  /** The same database, for the job queue, which keeps connections of its own. */
  databaseUrl: string;
  /** 'Now', for everything that is decided or stored. */
  clock: () => Date;
  log: Logger;
  stripe: Stripe;
  botCheck: BotCheck;
  metrics: Metrics;
  /** What is done beside readers gives way to them by it. */
  served: Served;
  /** Aborted once the process was told to stop: it still answers, and is ready for nobody new. */
  stopping: AbortSignal;
  /** Named points on the way of an order's money. Nothing happens there; fault tests end the process at each of them. */
  reached: (step: string) => void;
};

/** What works beside the requests, such as the job queue: `stop` finishes what it holds. */
export type Running = { stop(): Promise<void> };
