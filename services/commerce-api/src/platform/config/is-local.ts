import { isLoopbackHost, isLoopbackUrl } from '@newsstand/contracts/loopback';

/** What is known of where a service runs and who can reach it. */
type Facts = {
  NODE_ENV: string;
  HOST?: string | undefined;
  PUBLIC_URL: string;
  API_URL?: string | undefined;
  DESK_URL?: string | undefined;
  ALLOWED_ORIGINS: readonly string[];
  DATABASE_URL?: string | undefined;
  STRIPE_SECRET_KEY: string;
  STRIPE_PUBLISHABLE_KEY: string;
};

/**
 * Why a service is more than one machine's own, in words that follow a variable's name; empty where it is local. The
 * only place that decides it: only where nothing says otherwise may secrets that everybody knows, open metrics and
 * emulated services be used. NODE_ENV can but make it stricter.
 */
export function beyondThisMachine(facts: Facts): string[] {
  const { NODE_ENV, HOST, PUBLIC_URL, API_URL, DESK_URL, ALLOWED_ORIGINS, DATABASE_URL } = facts;
  const keys = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'] as const;
  return [
    ...(NODE_ENV.trim().toLowerCase() === 'production' ? ['NODE_ENV is production'] : []),
    ...(HOST === undefined || isLoopbackHost(HOST) ? [] : ['HOST lets others reach it']),
    ...(isLoopbackUrl(PUBLIC_URL) ? [] : ['PUBLIC_URL is not on this machine']),
    ...(API_URL === undefined || isLoopbackUrl(API_URL) ? [] : ['API_URL is not on this machine']),
    ...(DESK_URL === undefined || isLoopbackUrl(DESK_URL) ? [] : ['DESK_URL is not on this machine']),
    ...(ALLOWED_ORIGINS.every(isLoopbackUrl) ? [] : ['ALLOWED_ORIGINS are not all on this machine']),
    ...(DATABASE_URL === undefined || isOwnDatabase(DATABASE_URL) ? [] : ['DATABASE_URL is not on this machine']),
    ...keys.filter((name) => isLive(facts[name])).map((name) => `${name} is live`),
  ];
}

/** Keys with which real cards are charged. */
export function isLive(key: string): boolean {
  return /^[a-z]+_live_/.test(key);
}

/**
 * By its address, or by a socket in the file system, which a URL names in `host`. Of several names all must be: which
 * of them counts, the client decides. Where there is none the client asks `PGHOST`, which may say anything.
 */
function isOwnDatabase(url: string): boolean {
  const { hostname = '', searchParams } = URL.parse(url) ?? {};
  const hosts = [hostname, ...(searchParams?.getAll('host') ?? [])].filter((host) => host !== '');
  return hosts.length > 0 && hosts.every((host) => host.startsWith('/') || isLoopbackHost(host));
}
