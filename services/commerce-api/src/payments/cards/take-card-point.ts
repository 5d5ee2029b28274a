import { MINUTE } from '../../platform/duration.ts';
import type { AppContext } from '../../platform/http/app-env.ts';
import { clientAddress, networkOf } from '../../platform/http/client-address.ts';
import { takePoint } from '../../platform/limits/take-point.ts';
import type { Deps } from '../../publication/deps.ts';

/**
 * Who tries stolen cards tries hundreds of them; a reader whose bank says no, a handful. A page takes a point to open
 * and one to keep a card.
 */
const CARDS = { points: 60, window: 10 * MINUTE };

export async function takeCardPoint(deps: Deps, c: AppContext): Promise<void> {
  await takePoint(deps, `card:${networkOf(clientAddress(c, deps.config.trustedProxies))}`, CARDS);
}
