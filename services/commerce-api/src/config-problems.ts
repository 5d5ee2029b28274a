import { accessProblems } from './access/access-config.ts';
import type { Environment } from './config.ts';

/** Rules between variables, and what production refuses. `set` is what the environment really said. */
export function configProblems(env: Environment, set: Record<string, string | undefined>): string[] {
  return [...mixProblems(env, set), ...(env.NODE_ENV === 'production' ? productionProblems(env, set) : []), ...accessProblems(env, set)];
}

function mixProblems(env: Environment, set: Record<string, string | undefined>): string[] {
  const live = isLive(env.STRIPE_SECRET_KEY);
  const ownKey = set['STRIPE_SECRET_KEY'] !== undefined && !isStandInKey(env.STRIPE_SECRET_KEY);
  return [
    ...(live && set['STRIPE_API_BASE'] !== undefined
      ? ['STRIPE_API_BASE must not be set with a live STRIPE_SECRET_KEY: live charges go to Stripe itself']
      : []),
    ...(live && set['STRIPE_JS_URL'] !== undefined
      ? ['STRIPE_JS_URL must not be set with a live STRIPE_SECRET_KEY: card data goes to Stripe itself']
      : []),
    ...(live !== isLive(env.STRIPE_PUBLISHABLE_KEY)
      ? ['STRIPE_PUBLISHABLE_KEY must be of the same mode, test or live, as STRIPE_SECRET_KEY']
      : []),
    ...(ownKey && set['STRIPE_PUBLISHABLE_KEY'] === undefined ? ['STRIPE_PUBLISHABLE_KEY is missing: STRIPE_SECRET_KEY is set'] : []),
    ...(ownKey && set['STRIPE_WEBHOOK_SECRET'] === undefined ? ['STRIPE_WEBHOOK_SECRET is missing: STRIPE_SECRET_KEY is set'] : []),
    ...(env.COOKIE_MODE === 'domain' && set['COOKIE_DOMAIN'] === undefined ? ['COOKIE_DOMAIN is missing: COOKIE_MODE is domain'] : []),
    ...(env.BOT_CHECK !== 'altcha' && set['BOT_SITE_KEY'] === undefined ? [`BOT_SITE_KEY is missing: BOT_CHECK is ${env.BOT_CHECK}`] : []),
    ...(env.BOT_CHECK !== 'altcha' && set['BOT_SECRET'] === undefined ? [`BOT_SECRET is missing: BOT_CHECK is ${env.BOT_CHECK}`] : []),
  ];
}

/** In production nothing stands in for the outside world, and nothing that protects readers is left at its default. */
function productionProblems(env: Environment, set: Record<string, string | undefined>): string[] {
  const required = [
    'DATABASE_URL',
    'PUBLIC_URL',
    'STRIPE_SECRET_KEY',
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'SMTP_URL',
    'BOT_SECRET',
    'METRICS_TOKEN',
  ];
  return [
    ...required.filter((name) => set[name] === undefined).map((name) => `${name} is missing: production has no stand-in for it`),
    ...['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET', 'BOT_SECRET']
      .filter((name) => isStandInKey(set[name]))
      .map((name) => `${name} is the stand-in's: production needs a real one`),
    ...['STRIPE_API_BASE', 'STRIPE_JS_URL']
      .filter((name) => set[name] !== undefined)
      .map((name) => `${name} must not be set: production talks to Stripe itself`),
    ...(set['PUBLIC_URL'] !== undefined && !env.PUBLIC_URL.startsWith('https://') ? ['PUBLIC_URL must begin with https://'] : []),
    ...(env.ALLOWED_ORIGINS.every((origin) => origin.startsWith('https://')) ? [] : ['ALLOWED_ORIGINS must all begin with https://']),
    ...(set['SMTP_URL'] !== undefined && /^smtps?:\/\/(127\.0\.0\.1|localhost):4025\b/.test(env.SMTP_URL)
      ? ["SMTP_URL is the stand-in mailbox's"]
      : []),
  ];
}

function isLive(key: string): boolean {
  return /^[a-z]+_live_/.test(key);
}

/** Every stand-in of ours has the product's name in it. */
function isStandInKey(key: string | undefined): boolean {
  return key?.includes('newsstand') ?? false;
}
