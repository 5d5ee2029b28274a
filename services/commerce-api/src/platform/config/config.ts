import { isLoopbackUrl } from '@newsstand/contracts/loopback';
import * as v from 'valibot';
import { SECOND } from '../duration.ts';
import { accessConfig, type AccessConfig } from './access-config.ts';
import { configProblems } from './config-problems.ts';
import { Environment, STAND_IN } from './environment.ts';
import { filesConfig, type FilesConfig } from './files-config.ts';
import { beyondThisMachine } from './is-local.ts';
import { webhookConfig, type WebhookConfig } from './webhook-config.ts';

export type CookieMode = { mode: 'host' } | { mode: 'domain'; domain: string } | { mode: 'partitioned' } | { mode: 'plain' };
export type BotCheckConfig =
  /** `cost`: hash rounds of one try, of which a browser needs some hundred. */
  { provider: 'altcha'; secret: string; cost: number } | { provider: 'turnstile' | 'hcaptcha'; secret: string; siteKey: string };

export type Config = {
  /**
   * Whether nobody but this machine reaches it: only then may anything stand in for the outside world (`is-local.ts`).
   */
  local: boolean;
  port: number;
  /** The address to listen on; null: all that the machine has. */
  host: string | null;
  /**
   * Milliseconds for which a service that was told to stop goes on answering, for whoever sends readers to it to hear
   * that it is not ready.
   */
  drain: number;
  /** Null: a PostgreSQL is started here, in `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
  /** The port of that PostgreSQL. */
  postgresPort: number;
  publicationId: string;
  publicationDir: string;
  /** The magazine's origin, without a slash at its end. */
  publicUrl: string;
  /** Origins whose pages may call this API: the magazine's own first. */
  origins: string[];
  cookie: CookieMode;
  /** How many proxies stand in front and add to X-Forwarded-For. */
  trustedProxies: number;
  botCheck: BotCheckConfig;
  stripe: {
    secretKey: string;
    publishableKey: string;
    webhookSecret: string;
    /** Where the emulator is; null: Stripe itself. */
    apiBase: string | null;
    /** The address of Stripe.js for the page. */
    script: string;
  };
  smtpUrl: string;
  /** Null: as the publication's settings say. */
  mailFrom: string | null;
  /**
   * Where letters that come back go, for each letter with a part of its own (`return-address.ts`); null: to the sender.
   */
  mailReturn: string | null;
  /** What Prometheus must show to read the metrics; null, on one machine only: anybody may. */
  metricsToken: string | null;
  access: AccessConfig;
  /** Where a publisher's own systems are told of what happens; null: nobody is. */
  webhook: WebhookConfig | null;
  /**
   * Where the publisher's own people work, on a port of its own; null: not here. `samples`: whether anybody there may
   * sign in as a sample person.
   */
  desk: { url: string; port: number; files: string; cookie: CookieMode; samples: boolean } | null;
  /** Where what is uploaded at the desk is kept. */
  files: FilesConfig;
  logLevel: string;
  /**
   * What stands in for the outside world here, to be said on the page and in the log. Empty where others may reach it.
   */
  standIns: string[];
};

/** Every variable that is wrong, by name. */
export class ConfigError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * Parses the environment, once; throws a `ConfigError` that names everything wrong in it. An empty variable counts as
 * one that is not set.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));
  const result = v.safeParse(Environment, set, { abortPipeEarly: true });
  if (!result.success) {
    throw new ConfigError(result.issues.map((issue) => `${String(issue.path?.[0]?.key)} ${issue.message}`));
  }
  const env = result.output;
  const beyond = beyondThisMachine(env);
  const problems = configProblems(env, set, beyond);
  if (problems.length > 0) throw new ConfigError(problems);
  const local = beyond.length === 0;

  const emulated = env.STRIPE_SECRET_KEY === STAND_IN.stripeSecretKey;
  const apiBase = env.STRIPE_API_BASE ?? (emulated ? STAND_IN.stripeApiBase : null);
  return {
    local,
    port: env.PORT,
    host: env.HOST ?? (local ? '127.0.0.1' : null),
    drain: (env.DRAIN_SECONDS ?? (local ? 0 : 5)) * SECOND,
    databaseUrl: env.DATABASE_URL ?? null,
    dataDir: env.DATA_DIR,
    postgresPort: env.POSTGRES_PORT,
    publicationId: env.PUBLICATION_ID,
    publicationDir: env.PUBLICATION_DIR,
    publicUrl: env.PUBLIC_URL,
    origins: [...new Set([env.PUBLIC_URL, ...loopbackNames(env.PUBLIC_URL), ...env.ALLOWED_ORIGINS])],
    cookie: cookieMode(env),
    trustedProxies: env.TRUSTED_PROXIES,
    botCheck:
      env.BOT_CHECK === 'altcha'
        ? { provider: 'altcha', secret: env.BOT_SECRET, cost: env.BOT_COST }
        : { provider: env.BOT_CHECK, secret: env.BOT_SECRET, siteKey: env.BOT_SITE_KEY ?? '' },
    stripe: {
      secretKey: env.STRIPE_SECRET_KEY,
      publishableKey: env.STRIPE_PUBLISHABLE_KEY,
      webhookSecret: env.STRIPE_WEBHOOK_SECRET,
      apiBase,
      script: env.STRIPE_JS_URL ?? (apiBase === null ? 'https://js.stripe.com/endive/stripe.js' : new URL('/v1/stripe.js', apiBase).href),
    },
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? null,
    mailReturn: env.MAIL_RETURN ?? null,
    metricsToken: env.METRICS_TOKEN ?? null,
    access: accessConfig(env),
    webhook: webhookConfig(env, local),
    desk:
      env.DESK_URL === undefined
        ? null
        : {
            url: env.DESK_URL,
            port: env.DESK_PORT,
            files: env.DESK_FILES,
            cookie: deskCookieMode(env.DESK_URL),
            samples: local && env.DESK_SAMPLES === 'yes',
          },
    files: filesConfig(env, env.DATA_DIR),
    logLevel: env.LOG_LEVEL,
    standIns: [
      ...(apiBase === null ? [] : ['Payments go to a Stripe emulator: no card is charged.']),
      ...(local && isLoopbackUrl(env.SMTP_URL) ? ['Mail goes to a mailbox on this machine.'] : []),
      ...(env.OPENID_STAND_IN === undefined
        ? []
        : ['Google and institutions are an OpenID provider on this machine: anybody can be anybody.']),
      ...(local && env.DESK_URL !== undefined && env.DESK_SAMPLES === 'yes'
        ? ['The desk signs anybody in as one of the sample people: no passkey is asked for.']
        : []),
    ],
  };
}

/** A page on this machine is the same page by either name. */
function loopbackNames(publicUrl: string): string[] {
  if (!isOnThisMachine(publicUrl)) return [];
  return ['localhost', '127.0.0.1'].map((name) => publicUrl.replace(/\/\/(localhost|127\.0\.0\.1)/, `//${name}`));
}

/** Browsers refuse `Secure` and `__Host-` cookies over plain http, and only this machine is served over plain http. */
function cookieMode(env: Environment): CookieMode {
  if (isOnThisMachine(env.PUBLIC_URL)) return { mode: 'plain' };
  if (env.COOKIE_MODE === 'domain' && env.COOKIE_DOMAIN !== undefined) return { mode: 'domain', domain: env.COOKIE_DOMAIN };
  return { mode: env.COOKIE_MODE === 'partitioned' ? 'partitioned' : 'host' };
}

/** Of the desk's own host and no other, whatever the readers' cookies are. */
function deskCookieMode(deskUrl: string): CookieMode {
  return { mode: isOnThisMachine(deskUrl) ? 'plain' : 'host' };
}

function isOnThisMachine(publicUrl: string): boolean {
  return /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/.test(publicUrl);
}
