import type { ChargeStatus } from '@newsstand/contracts/charge';
import { pollUntil } from './fulfilment-poll.ts';
import { confirmMethod, type PaymentOutcome } from './payment-element.tsx';
import { sayPaymentFailed } from './payment-failed.ts';
import { loadStripeClient } from './stripe-client.ts';

// The payment flow of section 4 where the server has begun without the reader: a charge whose bank asks
// (authorize-card), confirmed with the card on record.

type Asked = Extract<ChargeStatus, { status: 'authorize-card' }>;

/** Why it is not paid: the provider's message (section 8), or that the bank needs more time. */
export type ChargeTrouble = { type: 'refused'; message: string } | { type: 'waiting' };
export type ChargeEnd = { charge: ChargeStatus | null; trouble: ChargeTrouble | null };

export type ChargePorts = {
  /** How it stands; null when the request failed. */
  ask(): Promise<ChargeStatus | null>;
  /** Rejects when the page has gone. */
  wait(milliseconds: number): Promise<void>;
};

/**
 * Pays with the card on record. `script` is the address of the provider's, `here` (absolute) where a bank that takes
 * the reader away sends them back.
 */
export const confirmCharge = async (ports: ChargePorts, { keys, method }: Asked, script: string, here: string): Promise<ChargeEnd> => {
  const stripe = await loadStripeClient({ pubkey: keys.pubkey, script });
  return settleCharge(ports, await confirmMethod(stripe, keys.secret, method, here));
};

/**
 * What became of it, as the server sees it. A refusal by the provider counts only while the charge is still waiting.
 */
export const settleCharge = async (ports: ChargePorts, outcome: PaymentOutcome): Promise<ChargeEnd> => {
  const charge = outcome.ok ? await followCharge(ports) : await ports.ask();
  if (charge && charge.status !== 'authorize-card') return { charge, trouble: null };
  const message = outcome.ok ? (charge?.failure ?? null) : outcome.message;
  if (message === null) return { charge, trouble: { type: 'waiting' } };
  sayPaymentFailed(message);
  return { charge, trouble: { type: 'refused', message } };
};

/**
 * Asks how a charge stands after its reader confirmed it, until that is settled: once a second, at most 100 times
 * (section 9). A request that fails says nothing of the money, so the next one is asked. Answers what was heard last;
 * null when nothing was.
 */
export const followCharge = ({ ask, wait }: ChargePorts): Promise<ChargeStatus | null> => pollUntil({ ask, wait }, isSettled);

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
