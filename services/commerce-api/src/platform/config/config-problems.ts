import { isLoopbackHost, isLoopbackUrl } from '@newsstand/contracts/loopback';
import { getPublicSuffix } from 'tldts';
import { accessProblems } from './access-config.ts';
import { Environment, LEAST_BOT_COST } from './environment.ts';
import { filesProblems } from './files-config.ts';
import { isLive } from './is-local.ts';
import { requiredNames } from './variable.ts';
import { webhookProblems } from './webhook-config.ts';

type Set = Record<string, string | undefined>;

/**
 * Rules between variables, and what is refused where others may reach the service: `beyond` says why they may. `set` is
 * what the environment really said.
 */
export function configProblems(env: Environment, set: Set, beyond: readonly string[]): string[] {
  const [why] = beyond;
  return [
    ...mixProblems(env, set),
    ...(why === undefined ? standInProblems(env) : beyondProblems(env, set).map((problem) => `${problem} (${why})`)),
    ...accessProblems(set),
    ...filesProblems(env),
    ...webhookProblems(env, why === undefined),
  ];
}

function mixProblems(env: Environment, set: Set): string[] {
  const live = isLive(env.STRIPE_SECRET_KEY);
  const ownKey = set['STRIPE_SECRET_KEY'] !== undefined && !isStandInKey(env.STRIPE_SECRET_KEY);
  return [
    ...(live !== isLive(env.STRIPE_PUBLISHABLE_KEY)
      ? ['STRIPE_PUBLISHABLE_KEY must be of the same mode, test or live, as STRIPE_SECRET_KEY']
      : []),
    ...(ownKey && set['STRIPE_PUBLISHABLE_KEY'] === undefined ? ['STRIPE_PUBLISHABLE_KEY is missing: STRIPE_SECRET_KEY is set'] : []),
    ...(ownKey && set['STRIPE_WEBHOOK_SECRET'] === undefined ? ['STRIPE_WEBHOOK_SECRET is missing: STRIPE_SECRET_KEY is set'] : []),
    ...cookieProblems(env),
    ...deskProblems(env),
    ...(env.BOT_CHECK !== 'altcha' && set['BOT_SITE_KEY'] === undefined ? [`BOT_SITE_KEY is missing: BOT_CHECK is ${env.BOT_CHECK}`] : []),
    ...(env.BOT_CHECK !== 'altcha' && set['BOT_SECRET'] === undefined ? [`BOT_SECRET is missing: BOT_CHECK is ${env.BOT_CHECK}`] : []),
  ];
}

/**
 * A session's cookie goes to every name below its domain: that must be the magazine's, and nobody else's
 * (https://publicsuffix.org).
 */
function cookieProblems({ COOKIE_MODE, COOKIE_DOMAIN: domain, PUBLIC_URL, API_URL }: Environment): string[] {
  if (COOKIE_MODE !== 'domain') return [];
  if (domain === undefined) return ['COOKIE_DOMAIN is missing: COOKIE_MODE is domain'];
  const isOutside = (url: string) => !`.${new URL(url).hostname}`.endsWith(`.${domain}`);
  return [
    ...(getPublicSuffix(domain, { allowPrivateDomains: true }) === domain
      ? [`COOKIE_DOMAIN must not be ${domain}: strangers have names below it, and would get every reader’s session`]
      : []),
    ...(isOutside(PUBLIC_URL) ? ['COOKIE_DOMAIN must be the domain of PUBLIC_URL, or one above it'] : []),
    ...(API_URL !== undefined && isOutside(API_URL) ? ['COOKIE_DOMAIN must be the domain of API_URL, too, or one above it'] : []),
  ];
}

/**
 * A page of the magazine's must not share a host with the desk: neither its cookies nor what browsers call one origin.
 * On one machine the ports differ.
 */
function deskProblems({ DESK_URL, PUBLIC_URL, API_URL, ALLOWED_ORIGINS }: Environment): string[] {
  if (DESK_URL === undefined) return [];
  const others = [PUBLIC_URL, ...(API_URL === undefined ? [] : [API_URL]), ...ALLOWED_ORIGINS].map((url) => new URL(url));
  const desk = new URL(DESK_URL);
  const isShared = others.some(({ hostname, host }) => (isLoopbackHost(desk.hostname) ? host === desk.host : hostname === desk.hostname));
  return isShared ? ['DESK_URL must have a host of its own: neither the magazine’s nor the API’s'] : [];
}

const SECRETS = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'BOT_SECRET',
  'METRICS_TOKEN',
  'ACCESS_SECRET',
  'ENTITLEMENT_SECRET',
] as const;
/** Those that the magazine makes up itself; each is told to somebody else (Prometheus, the CMS) or to nobody. */
const OWN_SECRETS = ['ACCESS_SECRET', 'ENTITLEMENT_SECRET', 'METRICS_TOKEN', 'BOT_SECRET'] as const;
/** How many characters of a secret must differ: what repeats one or two was typed to get past the length. */
const LEAST_CHARACTERS = 6;
const STAND_INS = ['STRIPE_API_BASE', 'STRIPE_JS_URL', 'OPENID_STAND_IN'] as const;
/** What only a machine of one's own may have, beside them. */
const HERE_ONLY = [...STAND_INS, 'DESK_SAMPLES'] as const;
const ADDRESSES = ['PUBLIC_URL', 'API_URL', 'DESK_URL', 'GOOGLE_ISSUER', 'OPENATHENS_ISSUER', 'OPENATHENS_CONNECT'] as const;

/** Whoever answers there decides who has paid and who is logged in. */
function standInProblems(env: Environment): string[] {
  return STAND_INS.filter((name) => env[name] !== undefined && !isLoopbackUrl(env[name])).map(
    (name) => `${name} must be on this machine: what stands in is nobody else's`,
  );
}

/**
 * Where others may reach the service nothing stands in for the outside world, and nothing that protects readers is left
 * at its default.
 */
function beyondProblems(env: Environment, set: Set): string[] {
  return [
    ...requiredNames(Environment.entries)
      .filter((name) => set[name] === undefined)
      .map((name) => `${name} is missing: it has no default here`),
    ...SECRETS.filter((name) => isStandInKey(set[name])).map((name) => `${name} is the stand-in's: a real one is needed`),
    ...ownSecretProblems(env, set),
    ...HERE_ONLY.filter((name) => set[name] !== undefined).map((name) => `${name} must not be set: nothing stands in here`),
    ...ADDRESSES.filter((name) => set[name] !== undefined && !env[name]?.startsWith('https://')).map(
      (name) => `${name} must begin with https://`,
    ),
    ...(env.ALLOWED_ORIGINS.every((origin) => origin.startsWith('https://')) ? [] : ['ALLOWED_ORIGINS must all begin with https://']),
    ...(isStandInMailbox(env.SMTP_URL) && set['SMTP_URL'] !== undefined ? ["SMTP_URL is the stand-in mailbox's"] : []),
    ...(env.BOT_CHECK === 'altcha' && env.BOT_COST < LEAST_BOT_COST ? [`BOT_COST must be at least ${LEAST_BOT_COST}`] : []),
    ...(env.ALLOW_TEST_KEYS === 'yes' ? [] : testKeyProblems(env, set)),
  ];
}

/** One secret for each: who is told one of them must not know another, least of all the one that logs in as anybody. */
function ownSecretProblems(env: Environment, set: Set): string[] {
  const given = OWN_SECRETS.filter((name) => set[name] !== undefined && (name !== 'BOT_SECRET' || env.BOT_CHECK === 'altcha'));
  return given.flatMap((name, index) => {
    const duplicate = given.slice(0, index).find((other) => set[other] === set[name]);
    return [
      ...(new Set(set[name]).size < LEAST_CHARACTERS ? [`${name} can be guessed: ${LEAST_CHARACTERS} of its characters must differ`] : []),
      ...(duplicate === undefined ? [] : [`${name} must not be ${duplicate}: whoever is told one would know both`]),
    ];
  });
}

function testKeyProblems(env: Environment, set: Set): string[] {
  const stripe = (['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'] as const).filter(
    (name) => set[name] !== undefined && !isStandInKey(set[name]) && !isLive(env[name]),
  );
  // Turnstile's and hCaptcha's own, which let everything pass: https://developers.cloudflare.com/turnstile/troubleshooting/testing,
  // https://docs.hcaptcha.com/#integration-testing-test-keys
  const bot = env.BOT_CHECK !== 'altcha' && /^([123]x0+AA|0x0+)$/.test(env.BOT_SECRET) ? ['BOT_SECRET'] : [];
  return [...stripe, ...bot].map((name) => `${name} is a test key: ALLOW_TEST_KEYS=yes allows a rehearsal`);
}

/** Where the mailbox is when `npm start` begins it, and when it is begun alone. */
function isStandInMailbox(url: string): boolean {
  const { hostname = '', port } = URL.parse(url) ?? {};
  return isLoopbackHost(hostname) && (port === '4025' || port === '2525');
}

/** Every stand-in of ours has the product's name in it. */
function isStandInKey(key: string | undefined): boolean {
  return key?.includes('newsstand') ?? false;
}
