import { resolve } from 'node:path';
import * as v from 'valibot';
import { AccessEnvironment, accessConfig, type AccessConfig } from './access/access-config.ts';
import { configProblems } from './config-problems.ts';

export type CookieMode = { mode: 'host' } | { mode: 'domain'; domain: string } | { mode: 'partitioned' } | { mode: 'plain' };
export type BotCheckConfig =
  /** `cost`: hash rounds of one try, of which a browser needs some hundred. */
  { provider: 'altcha'; secret: string; cost: number } | { provider: 'turnstile' | 'hcaptcha'; secret: string; siteKey: string };

export type Config = {
  production: boolean;
  port: number;
  /** The address to listen on; null: all that the machine has. */
  host: string | null;
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
  /** Where letters that come back go, for each letter with a part of its own (`return-address.ts`); null: to the sender. */
  mailReturn: string | null;
  /** What Prometheus must show to read the metrics; null: anybody may. */
  metricsToken: string | null;
  access: AccessConfig;
  logLevel: string;
  /** What stands in for the outside world here, to be said on the page and in the log. Empty in production. */
  standIns: string[];
};

/** Keys that only the emulator and a single machine know: nothing that a server on the internet may run with. */
export const STAND_IN = {
  stripeSecretKey: 'sk_test_newsstand',
  stripePublishableKey: 'pk_test_newsstand',
  stripeWebhookSecret: 'whsec_newsstand',
  stripeApiBase: 'http://127.0.0.1:4242',
  smtpUrl: 'smtp://127.0.0.1:4025',
  botSecret: 'newsstand-on-this-machine-only',
} as const;

const url = (...protocols: string[]) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => protocols.includes(URL.parse(text)?.protocol ?? ''),
      `must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    ),
  );
const number = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d+$/, `must be a whole number from ${min} to ${max}`),
    v.transform(Number),
    v.minValue(min, `must be at least ${min}`),
    v.maxValue(max, `must be at most ${max}`),
  );
const origin = v.pipe(
  url('http:', 'https:'),
  v.transform((text) => text.replace(/\/$/, '')),
  v.check((text) => URL.parse(text)?.origin === text, 'must be an origin such as https://magazine.example, without a path'),
);
const choice = <const Options extends readonly string[]>(...options: Options) => v.picklist(options, `must be ${options.join(' or ')}`);
const startsWith = (prefix: RegExp, example: string) => v.pipe(v.string(), v.regex(prefix, `must begin with ${example}`));

const Environment = v.object({
  NODE_ENV: v.optional(v.string(), 'development'),
  PORT: v.optional(number(0, 65_535), '4100'),
  HOST: v.optional(v.pipe(v.string(), v.regex(/^[\w.:-]+$/, 'must be an address or a name such as 0.0.0.0'))),
  DATABASE_URL: v.optional(url('postgres:', 'postgresql:')),
  DATA_DIR: v.optional(v.string(), resolve(import.meta.dirname, '../../../.data')),
  POSTGRES_PORT: v.optional(number(1, 65_535), '4432'),
  PUBLICATION_ID: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/, 'must be lower-case letters, digits and hyphens')), 'main'),
  PUBLICATION_DIR: v.optional(v.string(), resolve(import.meta.dirname, '../publication')),
  PUBLIC_URL: v.optional(origin, 'http://localhost:4000'),
  ALLOWED_ORIGINS: v.optional(
    v.pipe(
      v.string(),
      v.transform((list) =>
        list
          .split(',')
          .map((entry) => entry.trim())
          .filter((entry) => entry !== ''),
      ),
      v.array(origin),
    ),
    '',
  ),
  COOKIE_MODE: v.optional(choice('host', 'domain', 'partitioned'), 'host'),
  COOKIE_DOMAIN: v.optional(v.pipe(v.string(), v.regex(/^([a-z0-9-]+\.)+[a-z]{2,}$/i, 'must be a domain such as magazine.example'))),
  TRUSTED_PROXIES: v.optional(number(0, 10), '0'),
  BOT_CHECK: v.optional(choice('altcha', 'turnstile', 'hcaptcha'), 'altcha'),
  BOT_SITE_KEY: v.optional(v.string()),
  BOT_COST: v.optional(number(1, 1_000_000), '5000'),
  BOT_SECRET: v.optional(v.pipe(v.string(), v.minLength(16, 'must be at least 16 characters')), STAND_IN.botSecret),
  STRIPE_SECRET_KEY: v.optional(startsWith(/^[sr]k_(test|live)_/, 'sk_test_ or sk_live_'), STAND_IN.stripeSecretKey),
  STRIPE_PUBLISHABLE_KEY: v.optional(startsWith(/^pk_(test|live)_/, 'pk_test_ or pk_live_'), STAND_IN.stripePublishableKey),
  STRIPE_WEBHOOK_SECRET: v.optional(startsWith(/^whsec_/, 'whsec_'), STAND_IN.stripeWebhookSecret),
  STRIPE_API_BASE: v.optional(url('http:', 'https:')),
  STRIPE_JS_URL: v.optional(url('http:', 'https:')),
  SMTP_URL: v.optional(url('smtp:', 'smtps:'), STAND_IN.smtpUrl),
  MAIL_FROM: v.optional(v.string()),
  MAIL_RETURN: v.optional(v.pipe(v.string(), v.regex(/^[^\s@+]+@[^\s@]+$/, 'must be an address such as bounces@magazine.example'))),
  METRICS_TOKEN: v.optional(v.pipe(v.string(), v.minLength(16, 'must be at least 16 characters'))),
  ...AccessEnvironment,
  LOG_LEVEL: v.optional(choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'), 'info'),
});
export type Environment = v.InferOutput<typeof Environment>;

/** Every variable that is wrong, by name. */
export class ConfigError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** Parses the environment, once; throws a `ConfigError` that names everything wrong in it. An empty variable counts as one that is not set. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));
  const result = v.safeParse(Environment, set, { abortPipeEarly: true });
  if (!result.success) {
    throw new ConfigError(result.issues.map((issue) => `${String(issue.path?.[0]?.key)} ${issue.message}`));
  }
  const env = result.output;
  const problems = configProblems(env, set);
  if (problems.length > 0) throw new ConfigError(problems);

  const emulated = env.STRIPE_SECRET_KEY === STAND_IN.stripeSecretKey;
  const apiBase = env.STRIPE_API_BASE ?? (emulated ? STAND_IN.stripeApiBase : null);
  return {
    production: env.NODE_ENV === 'production',
    port: env.PORT,
    host: env.HOST ?? (env.NODE_ENV === 'production' ? null : '127.0.0.1'),
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
    logLevel: env.LOG_LEVEL,
    standIns: [
      ...(apiBase === null ? [] : ['Payments go to a Stripe emulator: no card is charged.']),
      ...(isStandInMailbox(env) ? ['Mail goes to a mailbox on this machine.'] : []),
      ...(env.OPENID_STAND_IN === undefined
        ? []
        : ['Google and institutions are an OpenID provider on this machine: anybody can be anybody.']),
    ],
  };
}

function isStandInMailbox({ NODE_ENV, SMTP_URL }: Environment): boolean {
  return NODE_ENV !== 'production' && ['localhost', '127.0.0.1'].includes(new URL(SMTP_URL).hostname);
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

function isOnThisMachine(publicUrl: string): boolean {
  return /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/.test(publicUrl);
}
