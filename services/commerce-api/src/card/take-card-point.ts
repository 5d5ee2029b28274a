import type { Deps } from '../deps.ts';
import { MINUTE } from '../duration.ts';
import type { AppContext } from '../http/app-env.ts';
import { clientAddress, networkOf } from '../http/client-address.ts';
import { takePoint } from '../limits/take-point.ts';

/** Who tries stolen cards tries hundreds of them; a reader whose bank says no, a handful. A page takes a point to open and one to keep a card. */
const CARDS = { points: 60, window: 10 * MINUTE };

export async function takeCardPoint(deps: Deps, c: AppContext): Promise<void> {
  await takePoint(deps, `card:${networkOf(clientAddress(c, deps.config.trustedProxies))}`, CARDS);
}
