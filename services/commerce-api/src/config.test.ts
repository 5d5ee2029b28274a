import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://db.internal/newsstand',
  PUBLIC_URL: 'https://magazine.example',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  SMTP_URL: 'smtps://user:pass@mail.example',
  BOT_SECRET: 'a long secret of this shop',
  METRICS_TOKEN: 'a-token-for-prometheus',
  ACCESS_SECRET: 'a secret of this shop, of 32 characters',
  ENTITLEMENT_SECRET: 'another that the CMS knows, 32 long',
};

test('with nothing configured everything works on one machine, and says what stands in', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    production: false,
    port: 4100,
    databaseUrl: null,
    publicUrl: 'http://localhost:4000',
    cookie: { mode: 'plain' },
  });
  expect(config.stripe).toMatchObject({
    secretKey: 'sk_test_newsstand',
    apiBase: 'http://127.0.0.1:4242',
    script: 'http://127.0.0.1:4242/v1/stripe.js',
  });
  expect(config.origins).toEqual(['http://localhost:4000', 'http://127.0.0.1:4000']);
  expect(config.standIns).toHaveLength(2);
});

test.each([
  ['on one machine, only that machine', {}, '127.0.0.1'],
  ['on one machine that opens itself, what it says', { HOST: '0.0.0.0' }, '0.0.0.0'],
  ['in production, everybody', PRODUCTION, null],
  ['in production behind a proxy on the same machine, that machine', { ...PRODUCTION, HOST: '127.0.0.1' }, '127.0.0.1'],
])('the service is reached by, %s', (_title, env, host) => {
  expect(readConfig(env).host).toBe(host);
});

test('production with everything of its own starts, and nothing stands in', () => {
  const config = readConfig(PRODUCTION);
  expect(config).toMatchObject({ production: true, cookie: { mode: 'host' }, standIns: [], stripe: { apiBase: null } });
  expect(config.stripe.script).toMatch(/^https:\/\/js\.stripe\.com\//);
});

test('real test keys without an address talk to Stripe itself', () => {
  const config = readConfig({ STRIPE_SECRET_KEY: 'sk_test_51', STRIPE_PUBLISHABLE_KEY: 'pk_test_51', STRIPE_WEBHOOK_SECRET: 'whsec_51' });
  expect(config.stripe.apiBase).toBeNull();
  expect(config.standIns).toHaveLength(1);
});

test('every variable that is wrong is named at once', () => {
  const problems = problemsOf({
    PORT: 'eighty',
    DATABASE_URL: 'mysql://x',
    PUBLIC_URL: 'https://magazine.example/path',
    ALLOWED_ORIGINS: 'https://a.example,b.example',
    COOKIE_MODE: 'open',
    TRUSTED_PROXIES: '-1',
    STRIPE_SECRET_KEY: 'pk_test_1',
    SMTP_URL: 'mail.example',
    LOG_LEVEL: 'loud',
  });
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
    'PORT',
    'DATABASE_URL',
    'PUBLIC_URL',
    'ALLOWED_ORIGINS',
    'COOKIE_MODE',
    'TRUSTED_PROXIES',
    'STRIPE_SECRET_KEY',
    'SMTP_URL',
    'LOG_LEVEL',
  ]);
});

test('production with nothing configured names everything that is missing', () => {
  const names = problemsOf({ NODE_ENV: 'production' }).map((problem) => problem.split(' ')[0]);
  expect(names).toEqual(Object.keys(PRODUCTION).filter((name) => name !== 'NODE_ENV'));
});

test.each([
  ['the emulator', { STRIPE_API_BASE: 'http://127.0.0.1:4242' }, 'STRIPE_API_BASE'],
  ["the emulator's key", { STRIPE_SECRET_KEY: 'sk_test_newsstand', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, 'STRIPE_SECRET_KEY'],
  ["the emulator's webhook secret", { STRIPE_WEBHOOK_SECRET: 'whsec_newsstand' }, 'STRIPE_WEBHOOK_SECRET'],
  ['another Stripe.js', { STRIPE_JS_URL: 'https://cdn.example/stripe.js' }, 'STRIPE_JS_URL'],
  ['the mailbox', { SMTP_URL: 'smtp://127.0.0.1:4025' }, 'SMTP_URL'],
  ['a secret that everybody knows', { BOT_SECRET: 'newsstand-on-this-machine-only' }, 'BOT_SECRET'],
  ['an access secret that everybody knows', { ACCESS_SECRET: 'newsstand-access-on-this-machine-only' }, 'ACCESS_SECRET'],
  ["an access secret that is the CMS's too", { ENTITLEMENT_SECRET: 'a secret of this shop, of 32 characters' }, 'ENTITLEMENT_SECRET'],
  ['the OpenID stand-in', { OPENID_STAND_IN: 'https://openid.example' }, 'OPENID_STAND_IN'],
  ['an identity provider over plain http', { GOOGLE_ISSUER: 'http://accounts.example' }, 'GOOGLE_ISSUER'],
  ['plain http', { PUBLIC_URL: 'http://magazine.example' }, 'PUBLIC_URL'],
  ['a plain http origin', { ALLOWED_ORIGINS: 'http://cms.example' }, 'ALLOWED_ORIGINS'],
])('production refuses %s, by name', (_title, change, name) => {
  expect(problemsOf({ ...PRODUCTION, ...change })).toContainEqual(expect.stringMatching(new RegExp(`^${name} `)));
});

test.each([
  [
    'a live key with the emulator',
    { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1', STRIPE_API_BASE: 'http://127.0.0.1:4242' },
    'STRIPE_API_BASE',
  ],
  ['a live key with a test page', { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, 'STRIPE_PUBLISHABLE_KEY'],
  ['a key without its webhook secret', { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, 'STRIPE_WEBHOOK_SECRET'],
  ['a domain cookie without a domain', { COOKIE_MODE: 'domain' }, 'COOKIE_DOMAIN'],
  ['Google without its secret', { GOOGLE_CLIENT_ID: 'id' }, 'GOOGLE_CLIENT_SECRET'],
  ['OpenAthens without its deep links', { OPENATHENS_CLIENT_ID: 'id', OPENATHENS_CLIENT_SECRET: 's' }, 'OPENATHENS_CONNECT'],
  ['Turnstile without its keys', { BOT_CHECK: 'turnstile' }, 'BOT_SITE_KEY'],
])('%s is refused everywhere', (_title, change, name) => {
  expect(problemsOf(change)).toContainEqual(expect.stringMatching(new RegExp(`^${name} `)));
});

function problemsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}
