import { MINUTE } from '../../platform/duration.ts';
import type { AppContext } from '../../platform/http/app-env.ts';
import { clientAddress, networkOf } from '../../platform/http/client-address.ts';
import { takePoint } from '../../platform/limits/take-point.ts';
import type { Deps } from '../../publication/deps.ts';

/** Who tries stolen cards tries hundreds of them; a reader whose bank says no, a handful. */
const CHECKOUTS = { points: 60, window: 10 * MINUTE };

/** Counts one try to pay of a network, whichever page it is made on. Refuses (429) one too many. */
export async function takeCheckoutPoint(deps: Pick<Deps, 'db' | 'clock' | 'config'>, c: AppContext): Promise<void> {
  await takePoint(deps, `checkout:${networkOf(clientAddress(c, deps.config.trustedProxies))}`, CHECKOUTS);
}
