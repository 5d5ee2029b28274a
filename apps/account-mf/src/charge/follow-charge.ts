import type { ChargeStatus } from '@newsstand/contracts/charge';
import { MAX_POLLS, POLL_INTERVAL_MS } from '@newsstand/contracts/checkout';

type Steps = {
  /** Gives null when its request failed. */
  ask(): Promise<ChargeStatus | null>;
  wait(milliseconds: number): Promise<void>;
  isGone(): boolean;
};

/**
 * Asks how a charge stands after its reader confirmed it, until that is settled: once a second, at most 100 times (section 9). A request that fails
 * says nothing of the money, so the next one is asked. Answers what was heard last; null when nothing was.
 */
export const followCharge = async ({ ask, wait, isGone }: Steps): Promise<ChargeStatus | null> => {
  let last: ChargeStatus | null = null;
  for (let asked = 0; asked < MAX_POLLS && !isGone(); asked += 1) {
    if (asked > 0) await wait(POLL_INTERVAL_MS);
    last = (await ask()) ?? last;
    if (last && isSettled(last)) return last;
  }
  return last;
};

/** The bank is still at it while it waits without a refusal, and while the money moves. */
const isSettled = (charge: ChargeStatus): boolean => {
  switch (charge.status) {
    case 'authorize-card':
      return charge.failure !== null;
    case 'in-progress':
      return false;
    case 'completed':
    case 'replace-card':
    case 'stopped':
      return true;
  }
};
