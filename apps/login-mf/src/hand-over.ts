/** Where the verifier of a sign-in waits while its reader is away: in this tab alone. */
const KEPT = 'newsstand-hand-over';

/**
 * Whether the API is on another origin than the page: then a session that is begun at the top level may not be this
 * page's.
 */
export const isElsewhere = (base: string): boolean => new URL(base, location.href).origin !== location.origin;

/** Keeps a new verifier in this tab; answers its S256, which goes with the reader. */
export const keepVerifier = async (): Promise<string> => {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  sessionStorage.setItem(KEPT, verifier);
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
};

/** Whether the reader came back with a ticket. */
export const hasTicket = (): boolean => ticketOf(location.hash) !== null;

/**
 * The ticket that the reader came back with (`#login=<ticket>`) and its verifier, once: both are gone afterwards. Null
 * where there is none.
 */
export const takeTicket = (): { token: string; verifier: string } | null => {
  const token = ticketOf(location.hash);
  if (token === null) return null;
  history.replaceState(history.state, '', location.pathname + location.search);
  const verifier = sessionStorage.getItem(KEPT) ?? '';
  sessionStorage.removeItem(KEPT);
  return { token, verifier };
};

const ticketOf = (hash: string): string | null => new URLSearchParams(hash.slice(1)).get('login');

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
