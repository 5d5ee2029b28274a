import type { Level } from './cart.ts';
import type { Shipcode } from './shipcode.ts';

/** The remotes that name zones, each with keys of its own (`account.zone_a`). */
const REMOTES = ['account', 'checkout', 'subscribe'];

/**
 * What names a level: a key of the service's (`line`, which carts, orders and letters show) and those of the remotes.
 */
const LEVEL_KEYS = ['line.', 'subscribe.', 'account.level_'];

/**
 * What the publication calls its zones, by the keys of the remotes' texts. The service puts them among the `messages`
 * that every page brings: a remote that has a text for a zone shows the publication's name without knowing of this, and
 * so does one that was deployed when it had names of its own.
 */
export const zoneWords = (names: Readonly<Record<Shipcode, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(names).flatMap(([zone, name]) => REMOTES.map((remote) => [`${remote}.zone_${zone}`, name])));

/** The same of its levels, which have one name each wherever they are named. */
export const levelWords = (names: Readonly<Record<Level, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(names).flatMap(([level, name]) => LEVEL_KEYS.map((key) => [key + level, name])));
