import type { OpenidClient } from '../../platform/config/access-config.ts';
import { hashOf } from '../../platform/secrets.ts';
import type { Deps } from '../../publication/deps.ts';
import { safePage, safePath } from '../../rules/access/redirect-rules.ts';
import { issueTicket } from '../login/tickets.ts';
import { beginRound } from './openid.ts';

export type ProviderName = 'google' | 'openathens';

/** A person's address is asked for where it counts for something; Keystone has none to give. */
const SCOPES: Record<ProviderName, string> = { google: 'openid email profile', openathens: 'openid' };

type BeginDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'log'>;
/**
 * `bind` is the browser's own: only where it is brought back does the round count. `challenge` is S256 of what a page
 * on another site keeps.
 */
type Start = { url: string | undefined; challenge: string | null; bind: string };

/** Begins a sign-in at a provider: the address to send the browser to; null where the provider is down. */
export async function beginOauth(
  deps: BeginDeps,
  name: ProviderName,
  client: OpenidClient,
  { url, challenge, bind }: Start,
): Promise<string | null> {
  const begun = await beginRound(client, SCOPES[name], callbackOf(deps.config.access.apiUrl, name)).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'an identity provider could not be asked');
  });
  if (!begun) return null;
  const { address, ...round } = begun;
  const target = targetOf(deps, url, challenge);
  await issueTicket(deps, 'oidc', round.state, { name, ...round, state: hashOf(round.state), bind: hashOf(bind), challenge, target });
  return address;
}

export function callbackOf(apiUrl: string, name: ProviderName): string {
  return `${apiUrl}/oauth/${name}/callback`;
}

/**
 * Only a page that will ask for the hand-over can be on another site: anywhere else the reader would come back and not
 * be logged in.
 */
function targetOf({ config: { cookie, publicUrl, origins } }: BeginDeps, url: string | undefined, challenge: string | null): string {
  if (cookie.mode === 'partitioned' && challenge !== null) return safePage(url, publicUrl, origins);
  return new URL(safePath(url, publicUrl), publicUrl).href;
}
