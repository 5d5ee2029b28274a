import type Stripe from 'stripe';
import { createApp } from '../app.ts';
import { altchaCheck } from '../bot-check/altcha.ts';
import type { BotCheck } from '../bot-check/bot-check.ts';
import { readConfig } from '../config.ts';
import { openDb } from '../db/db.ts';
import type { Deps } from '../deps.ts';
import type { Routes } from '../http/app-env.ts';
import { createLog } from '../http/log.ts';
import { createMetrics } from '../http/metrics.ts';
import { openStripe } from '../open-stripe.ts';
import { openPublication } from '../publication/publication-source.ts';
import { Browser } from './browser.ts';
import { NO_MAIL } from './no-mail.ts';

export type TestApp = {
  app: Routes;
  deps: Deps;
  databaseUrl: string;
  /** Every statement that this app sent to PostgreSQL, in order. */
  statements: string[];
  /** Every line that it logged. */
  logs: string[];
  /** A reader with a cookie jar and an address of its own. */
  browser(): Browser;
  /** Another replica: its own pool and app, the same database. */
  replica(): Promise<TestApp>;
  close(): Promise<void>;
};

export type TestOptions = {
  env?: Record<string, string>;
  clock?: () => Date;
  stripe?: Stripe;
  reached?: (step: string) => void;
  botCheck?: (deps: Pick<Deps, 'db' | 'clock'>) => BotCheck;
};

/** The whole service in this process, on a database that is there already. */
export async function appOn(databaseUrl: string, options: TestOptions = {}): Promise<TestApp> {
  const config = readConfig({ TRUSTED_PROXIES: '1', ...NO_MAIL, ...options.env });
  const clock = options.clock ?? (() => new Date());
  const statements: string[] = [];
  const logs: string[] = [];
  const db = openDb(databaseUrl, { onStatement: (sql) => statements.push(sql) });
  const deps: Deps = {
    config,
    db,
    databaseUrl,
    clock,
    log: createLog('debug', { write: (line) => logs.push(line) }),
    stripe: options.stripe ?? openStripe(config.stripe),
    publication: await openPublication(db, config.publicationId),
    botCheck: (options.botCheck ?? easyCheck)({ db, clock }),
    metrics: createMetrics(),
    reached: options.reached ?? (() => undefined),
  };
  const app = createApp(deps);
  return {
    app,
    deps,
    databaseUrl,
    statements,
    logs,
    browser: () => new Browser(app, config.publicUrl),
    replica: () => appOn(databaseUrl, options),
    close: () => db.$disconnect(),
  };
}

/** The real check, at a difficulty that costs a test nothing. */
function easyCheck(deps: Pick<Deps, 'db' | 'clock'>): BotCheck {
  return altchaCheck(deps, { secret: 'a secret of the tests', cost: 1, tries: { min: 1, max: 5 } });
}
