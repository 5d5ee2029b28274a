import type { ChargeKey } from '../../ledger/planned-charges/charge.ts';
import { readCharge } from '../../ledger/planned-charges/read-charge.ts';
import { attemptCharge } from './attempt-charge.ts';
import type { SettleDeps } from '../settle/settle-charge.ts';

/** What a charge is after it was tried at once. `amount` in cents; `token` is for the page that authenticates it. */
type TriedAtOnce =
  | { type: 'paid'; amount: number }
  | { type: 'processing' }
  | { type: 'authorize-card'; token: string }
  | { type: 'failed' };

/**
 * Tries a charge that was just brought up. What it comes to is stored either way; a provider that does not answer is
 * asked again by the renewal run.
 */
export async function chargeAtOnce(deps: SettleDeps, key: ChargeKey): Promise<TriedAtOnce> {
  const charge = await readCharge(deps.db, key);
  if (charge?.state === 'open') await attemptCharge(deps, charge);
  const tried = await readCharge(deps.db, key);
  if (!tried) return { type: 'failed' };
  if (tried.state === 'paid') return { type: 'paid', amount: tried.amount };
  switch (tried.attempts.at(-1)?.outcome) {
    case 'processing':
    case 'started':
      return { type: 'processing' };
    case 'authentication-required':
      return { type: 'authorize-card', token: tried.token };
    case 'paid':
    case 'declined':
    case 'stop':
    case undefined:
      return { type: 'failed' };
  }
}
