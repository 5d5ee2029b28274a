import { expect, test } from 'vitest';
import { OWN_ENVIRONMENT } from '../../../test/own-environment.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { LEAST_BOT_COST } from './environment.ts';

const PRODUCTION = { NODE_ENV: 'production', ...OWN_ENVIRONMENT };

test('with nothing configured everything works on one machine, and says what stands in', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    local: true,
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
  ['on one machine by another of its names, that', { HOST: '::1' }, '::1'],
  ['where others may reach it, what it says', { ...OWN_ENVIRONMENT, HOST: '10.0.0.7' }, '10.0.0.7'],
  ['in production, everybody', PRODUCTION, null],
  ['in production behind a proxy on the same machine, that machine', { ...PRODUCTION, HOST: '127.0.0.1' }, '127.0.0.1'],
])('the service is reached by, %s', (_title, env, host) => {
  expect(readConfig(env).host).toBe(host);
});

test('production with everything of its own starts, and nothing stands in', () => {
  const config = readConfig(PRODUCTION);
  expect(config).toMatchObject({ local: false, cookie: { mode: 'host' }, standIns: [], stripe: { apiBase: null } });
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
  expect(new Set(names)).toEqual(new Set(Object.keys(OWN_ENVIRONMENT)));
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
  ['metrics for whoever knows the access secret', { METRICS_TOKEN: OWN_ENVIRONMENT.ACCESS_SECRET }, 'METRICS_TOKEN'],
  ['a bot check with the access secret', { BOT_SECRET: OWN_ENVIRONMENT.ACCESS_SECRET }, 'BOT_SECRET'],
  ['an access secret of one character', { ACCESS_SECRET: 'x'.repeat(40) }, 'ACCESS_SECRET'],
  ['an access secret of blanks', { ACCESS_SECRET: ' '.repeat(40) }, 'ACCESS_SECRET'],
  ['metrics behind digits that repeat', { METRICS_TOKEN: '1212121212121212' }, 'METRICS_TOKEN'],
  ['the OpenID stand-in', { OPENID_STAND_IN: 'https://openid.example' }, 'OPENID_STAND_IN'],
  ['an identity provider over plain http', { GOOGLE_ISSUER: 'http://accounts.example' }, 'GOOGLE_ISSUER'],
  ['plain http', { PUBLIC_URL: 'http://magazine.example' }, 'PUBLIC_URL'],
  ['a plain http origin', { ALLOWED_ORIGINS: 'http://cms.example' }, 'ALLOWED_ORIGINS'],
  ['the mailbox by another name', { SMTP_URL: 'smtp://localhost:4025' }, 'SMTP_URL'],
  ['the mailbox that was begun alone', { SMTP_URL: 'smtp://[::1]:2525' }, 'SMTP_URL'],
  ['metrics that anybody may read', { METRICS_TOKEN: '' }, 'METRICS_TOKEN'],
  ['proxies that nobody counted', { TRUSTED_PROXIES: '' }, 'TRUSTED_PROXIES'],
  ['work that costs a bot nothing', { BOT_COST: String(LEAST_BOT_COST - 1) }, 'BOT_COST'],
  ['test keys', { STRIPE_SECRET_KEY: 'sk_test_51', STRIPE_PUBLISHABLE_KEY: 'pk_test_51' }, 'STRIPE_SECRET_KEY'],
  ['a restricted test key', { STRIPE_SECRET_KEY: 'rk_test_51', STRIPE_PUBLISHABLE_KEY: 'pk_test_51' }, 'STRIPE_SECRET_KEY'],
  [
    'the captcha that lets everybody pass',
    { BOT_CHECK: 'turnstile', BOT_SITE_KEY: 'x', BOT_SECRET: `1x${'0'.repeat(31)}AA` },
    'BOT_SECRET',
  ],
])('others may not reach %s, whatever NODE_ENV says', (_title, change, name) => {
  for (const NODE_ENV of NODE_ENVS) {
    expect(problemsOf({ ...OWN_ENVIRONMENT, ...change, NODE_ENV })).toContainEqual(expect.stringMatching(new RegExp(`^${name} `)));
  }
});

/** Each is one reason why others may reach the service, or why it is not a machine of one's own. */
const BEYOND: Record<string, Record<string, string>> = {
  'a public URL on the internet': { PUBLIC_URL: 'https://magazine.example' },
  'a public URL on the network': { PUBLIC_URL: 'http://10.0.0.7:4000' },
  'a public URL that only begins like this machine': { PUBLIC_URL: 'http://localhost.example' },
  'an API on the internet': { API_URL: 'https://api.magazine.example' },
  'pages of another host': { ALLOWED_ORIGINS: 'http://localhost:8080,https://cms.example' },
  'a database elsewhere': { DATABASE_URL: 'postgresql://db.internal/magazine' },
  'a database elsewhere, in the query': { DATABASE_URL: 'postgresql://localhost/magazine?host=db.internal' },
  'a database elsewhere, in the second of two': { DATABASE_URL: 'postgresql://localhost/magazine?host=/run/postgresql&host=db.internal' },
  'a database elsewhere, in the first of two': { DATABASE_URL: 'postgresql:///magazine?host=db.internal&host=localhost' },
  'a database elsewhere, and nothing in the query': { DATABASE_URL: 'postgresql://db.internal/magazine?host=' },
  'a database wherever PGHOST says': { DATABASE_URL: 'postgresql:///magazine' },
  'every address of the machine': { HOST: '0.0.0.0' },
  'every address of the machine, as IPv6': { HOST: '::' },
  'every address of the machine, as a number': { HOST: '0' },
  'an address of the network': { HOST: '192.168.1.7' },
  'a name of the machine': { HOST: 'laptop.local' },
  'live keys': { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
  'a live key that is restricted': {
    STRIPE_SECRET_KEY: 'rk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  },
};
const NODE_ENVS = ['', 'development', 'test', 'staging', 'Production', 'production', 'PRODUCTION ', 'prod'];
const MUST = ['BOT_SECRET', 'METRICS_TOKEN', 'ACCESS_SECRET', 'ENTITLEMENT_SECRET', 'SMTP_URL', 'TRUSTED_PROXIES', 'DATABASE_URL'];

const AROUND = Object.entries(BEYOND).flatMap(([title, change]) => NODE_ENVS.map((NODE_ENV) => ({ title, NODE_ENV, change })));

test.each(AROUND)('with $title and NODE_ENV "$NODE_ENV" nothing stands in', ({ NODE_ENV, change }) => {
  const problems = problemsOf({ ...change, NODE_ENV });
  for (const name of MUST.filter((must) => !(must in change)))
    expect(problems).toContainEqual(expect.stringMatching(`^${name} is missing`));
  const emulated = { STRIPE_API_BASE: 'http://127.0.0.1:4242', OPENID_STAND_IN: 'http://127.0.0.1:4300', ...change };
  for (const name of ['STRIPE_API_BASE', 'OPENID_STAND_IN']) {
    expect(problemsOf({ ...OWN_ENVIRONMENT, ...emulated, NODE_ENV })).toContainEqual(expect.stringMatching(`^${name} must not be set`));
  }
});

const HERE: Record<string, string>[] = [
  {},
  { HOST: '127.0.0.1' },
  { HOST: 'localhost' },
  { PUBLIC_URL: 'http://127.0.0.1:4711' },
  { PUBLIC_URL: 'http://magazine.localhost:4711', API_URL: 'http://api.localhost:4712', ALLOWED_ORIGINS: 'http://localhost:8080' },
  { DATABASE_URL: 'postgresql://postgres@127.0.0.1:5432/test' },
  { DATABASE_URL: 'postgresql:///magazine?host=/var/run/postgresql' },
  { DATABASE_URL: 'postgresql://localhost/magazine?host=/var/run/postgresql&host=127.0.0.1' },
  { STRIPE_SECRET_KEY: 'sk_test_51', STRIPE_PUBLISHABLE_KEY: 'pk_test_51', STRIPE_WEBHOOK_SECRET: 'whsec_51' },
];

test.each(HERE.flatMap((change) => NODE_ENVS.map((NODE_ENV) => ({ change, NODE_ENV }))))(
  'on one machine, with $change and NODE_ENV "$NODE_ENV", only production asks for everything',
  ({ change, NODE_ENV }) => {
    const problems = problemsOf({ ...change, NODE_ENV });
    if (NODE_ENV.trim().toLowerCase() !== 'production') expect(problems).toEqual([]);
    else for (const name of MUST) if (!(name in change)) expect(problems).toContainEqual(expect.stringMatching(`^${name} is missing`));
  },
);

test('every refusal says why it is more than a machine of one’s own', () => {
  expect(problemsOf({ HOST: '0.0.0.0' })).toContain('ACCESS_SECRET is missing: it has no default here (HOST lets others reach it)');
});

test('a rehearsal with test keys is allowed where that is said', () => {
  const test = { STRIPE_SECRET_KEY: 'sk_test_51', STRIPE_PUBLISHABLE_KEY: 'pk_test_51', ALLOW_TEST_KEYS: 'yes' };
  expect(configOf({ ...PRODUCTION, ...test }).stripe.apiBase).toBeNull();
  // It allows nothing else.
  expect(problemsOf({ ...PRODUCTION, ...test, STRIPE_SECRET_KEY: 'sk_test_newsstand' })).toHaveLength(1);
});

test.each([
  ['post@magazine.example', 'post@magazine.example'],
  ['The Magazine <post@magazine.example>', 'The Magazine <post@magazine.example>'],
  ['"Post, of the magazine" <Post@Magazine.example>', '"Post, of the magazine" <Post@Magazine.example>'],
])('letters are from %s', (MAIL_FROM, sender) => {
  expect(configOf({ MAIL_FROM, MAIL_RETURN: 'bounces@magazine.example' })).toMatchObject({
    mailFrom: sender,
    mailReturn: 'bounces@magazine.example',
  });
});

test.each([
  ['magazine.example', 'https://magazine.example', null],
  ['Magazine.Example', 'https://magazine.example', null],
  ['magazine.example', 'https://www.magazine.example', null],
  ['magazine.co.uk', 'https://www.magazine.co.uk', null],
  ['xn--bcher-kva.xn--p1ai', 'https://xn--bcher-kva.xn--p1ai', null],
  ['magazine.github.io', 'https://magazine.github.io', null],
  ['co.uk', 'https://magazine.co.uk', 'must not be co.uk'],
  ['github.io', 'https://magazine.github.io', 'must not be github.io'],
  ['pages.dev', 'https://magazine.pages.dev', 'must not be pages.dev'],
  ['kawasaki.jp', 'https://magazine.kawasaki.jp', 'must not be kawasaki.jp'],
  ['other.example', 'https://magazine.example', 'must be the domain of PUBLIC_URL'],
  ['www.magazine.example', 'https://magazine.example', 'must be the domain of PUBLIC_URL'],
  ['gazine.example', 'https://magazine.example', 'must be the domain of PUBLIC_URL'],
])('a session shared below %s at %s', (COOKIE_DOMAIN, PUBLIC_URL, problem) => {
  const env = { ...PRODUCTION, PUBLIC_URL, COOKIE_MODE: 'domain', COOKIE_DOMAIN };
  if (problem === null) expect(configOf(env).cookie).toEqual({ mode: 'domain', domain: COOKIE_DOMAIN.toLowerCase() });
  else expect(problemsOf(env)).toEqual([expect.stringMatching(`^COOKIE_DOMAIN ${problem}`)]);
});

test('the API must be below the cookie’s domain, too, or its sessions are lost', () => {
  const env = { ...PRODUCTION, COOKIE_MODE: 'domain', COOKIE_DOMAIN: 'magazine.example', API_URL: 'https://api.example' };
  expect(problemsOf(env)).toEqual([expect.stringMatching('^COOKIE_DOMAIN must be the domain of API_URL')]);
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
  ['a Stripe emulator of somebody else', { STRIPE_API_BASE: 'http://emulator.example' }, 'STRIPE_API_BASE'],
  ['a payment script of somebody else', { STRIPE_JS_URL: 'https://cdn.example/stripe.js' }, 'STRIPE_JS_URL'],
  ['logins by whoever answers elsewhere', { OPENID_STAND_IN: 'https://openid.example' }, 'OPENID_STAND_IN'],
  ['a sender without an address', { MAIL_FROM: 'The Magazine' }, 'MAIL_FROM'],
  ['a sender with a second line', { MAIL_FROM: 'Magazine <post@magazine.example>\r\nBcc: x@y.example' }, 'MAIL_FROM'],
  ['a sender with two addresses', { MAIL_FROM: 'a@magazine.example, b@magazine.example' }, 'MAIL_FROM'],
  ['a return address that is none', { MAIL_RETURN: '<bounces>@magazine.example' }, 'MAIL_RETURN'],
  ['a return address that has its own tag', { MAIL_RETURN: 'bounces+mail@magazine.example' }, 'MAIL_RETURN'],
  ['Turnstile without its keys', { BOT_CHECK: 'turnstile' }, 'BOT_SITE_KEY'],
])('%s is refused everywhere', (_title, change, name) => {
  expect(problemsOf(change)).toContainEqual(expect.stringMatching(new RegExp(`^${name} `)));
});

const configOf = (environment: Record<string, string>): Config => readConfig(environment);

function problemsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}
