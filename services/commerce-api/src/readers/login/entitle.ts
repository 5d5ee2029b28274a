import type { Entitlement } from '@newsstand/contracts/access';
import { SignJWT } from 'jose';
import { MINUTE, SECOND } from '../../platform/duration.ts';
import type { Deps } from '../../publication/deps.ts';
import { entitledBy } from '../../rules/access/entitlement-rules.ts';
import type { LiveReader } from './read-reader.ts';
import { readStanding } from './read-standing.ts';

/** A CMS may keep an answer for this long: so long an ended subscription still reads. */
const KEPT = 5 * MINUTE;

/**
 * May this reader read the article at `path`? The answer, and the same signed, for a CMS that decides in its own
 * template. `holds` says whether they have the article's issue as a file: then they read it, whatever became of their
 * subscription.
 */
export async function entitle(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>,
  reader: LiveReader | null,
  path: string,
  holds: () => Promise<boolean>,
): Promise<Entitlement> {
  const { clock, config } = deps;
  const standing = await readStanding(deps, reader);
  const by = entitledBy(standing);
  const entitled = by !== null || (await holds());
  const now = clock().getTime();
  // JWT counts in whole seconds: what is said beside it must be the same instant.
  const issued = Math.floor(now / SECOND);
  const expires = issued + KEPT / SECOND;
  const token = await new SignJWT({ entitled, by, path })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(config.access.apiUrl)
    .setAudience(config.publicationId)
    .setIssuedAt(issued)
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(config.access.entitlementSecret));
  return {
    entitled,
    by,
    renewable: !entitled && standing.subscription === 'expired',
    path,
    expires: new Date(expires * SECOND).toISOString(),
    token,
  };
}
