import { isLoopbackUrl } from '@newsstand/contracts/loopback';

export type IsAllowed = (origin: string) => boolean;

/**
 * Whose pages may call: those of these origins, and of a service that is one machine's own those of any port of it, so
 * that a CMS beside it needs no setting.
 */
export const allowing = (origins: readonly string[], local = false): IsAllowed => {
  const named = new Set(origins);
  return (origin) => named.has(origin) || (local && isLoopbackUrl(origin));
};
