import { isLoopbackUrl } from '@newsstand/contracts/loopback';
import type Stripe from 'stripe';
import { createApp } from '../src/api/app.ts';
import { altchaCheck } from '../src/platform/bot-check/altcha.ts';
import type { BotCheck } from '../src/platform/bot-check/bot-check.ts';
import { type Config, readConfig } from '../src/platform/config/config.ts';
import { openDb } from '../src/platform/db/db.ts';
import type { Routes } from '../src/platform/http/app-env.ts';
import { createLog } from '../src/platform/http/log.ts';
import { createMetrics } from '../src/platform/http/metrics.ts';
import { openStripe } from '../src/payments/provider/open-stripe.ts';
import { Served } from '../src/platform/pace.ts';
import type { Deps } from '../src/publication/deps.ts';
import { openPublication } from '../src/publication/publication-source.ts';
import { Browser } from './browser.ts';
import { NO_MAIL } from './no-mail.ts';
import { OWN_ENVIRONMENT } from './own-environment.ts';

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
  /**
   * How many connections it has: with one, whoever asks for a second while they hold it waits for good, and the test
   * fails.
   */
  connections?: number;
};

/** The whole service in this process, on a database that is there already. */
export async function appOn(databaseUrl: string, options: TestOptions = {}): Promise<TestApp> {
  const config = testConfig(options.env ?? {});
  const clock = options.clock ?? (() => new Date());
  const statements: string[] = [];
  const logs: string[] = [];
  const db = openDb(databaseUrl, { connections: options.connections ?? 5, onStatement: (sql) => statements.push(sql) });
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
    served: new Served(),
    stopping: new AbortController().signal,
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

const ADDRESSES = ['PUBLIC_URL', 'API_URL', 'ALLOWED_ORIGINS', 'COOKIE_MODE', 'COOKIE_DOMAIN'];

/**
 * The configuration of an environment; with a public address that is not this machine's, the addresses and cookies of a
 * magazine there, in front of the stand-ins of this machine. No environment allows that mixture: it is put together
 * here, for tests alone.
 */
function testConfig(env: Record<string, string>): Config {
  const here = { TRUSTED_PROXIES: '1', ...NO_MAIL };
  if (env['PUBLIC_URL'] === undefined || isLoopbackUrl(env['PUBLIC_URL'])) return readConfig({ ...here, ...env });
  const entries = Object.entries(env);
  const local = readConfig({ ...here, ...Object.fromEntries(entries.filter(([name]) => !ADDRESSES.includes(name))) });
  const there = readConfig({ ...OWN_ENVIRONMENT, ...Object.fromEntries(entries.filter(([name]) => ADDRESSES.includes(name))) });
  const { publicUrl, origins, cookie, access } = there;
  return { ...local, publicUrl, origins, cookie, access: { ...local.access, apiUrl: access.apiUrl } };
}

/** The real check, at a difficulty that costs a test nothing. */
function easyCheck(deps: Pick<Deps, 'db' | 'clock'>): BotCheck {
  return altchaCheck(deps, { secret: 'a secret of the tests', cost: 1, tries: { min: 1, max: 5 } });
}
