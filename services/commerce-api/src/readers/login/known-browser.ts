import { hashOf } from '../../platform/secrets.ts';
import type { Deps } from '../../publication/deps.ts';

/**
 * Whether the account of this address was logged in to before in the browser that holds `device`, the token of its
 * cookie; an address without an account is the same work.
 */
export async function isKnownBrowser({ db, config }: Pick<Deps, 'db' | 'config'>, email: string, device: string): Promise<boolean> {
  const [known] = await db.$queryRaw<{ is_known: boolean }[]>`
    select exists (
      select from known_device d join account a on a.id = d.account_id
      where a.publication_id = ${config.publicationId} and a.email = ${email} and d.device_hash = ${hashOf(device)}
    ) as is_known`;
  return known?.is_known === true;
}
