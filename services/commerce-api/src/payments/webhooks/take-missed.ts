import type { Stripe } from 'stripe';
import { DAY, MINUTE } from '../../platform/duration.ts';
import { withinJobTime } from '../../platform/within-job-time.ts';
import type { Deps } from '../../publication/deps.ts';
import { takeEvent } from './receive-webhook.ts';

/** What is on its way comes by itself. */
const LEFT_ALONE = 15 * MINUTE;
/** How far back is looked: what a service that was down for longer missed the provider sends again. */
const LOOKED_AT = DAY;
/** Money that goes back, of which nothing that waits at our own side reminds us. */
const BACK = [
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.closed',
  'charge.dispute.funds_reinstated',
] as const satisfies Stripe.Event.Type[];

/**
 * Takes what the provider told of money that went back, and whose webhook did not come, as if it had. Answers what
 * failed, and of how many.
 */
export async function takeMissed(deps: Deps): Promise<{ failures: unknown[]; missed: number }> {
  const now = deps.clock().getTime();
  const created = { gte: seconds(now - LOOKED_AT), lte: seconds(now - LEFT_ALONE) };
  const told: Stripe.Event[] = [];
  for await (const event of deps.stripe.events.list({ types: [...BACK], created, limit: 100 })) told.push(event);
  const ids = told.map(({ id }) => id);
  const taken = await deps.db.webhookEvent.findMany({ where: { id: { in: ids }, processed: { not: null } }, select: { id: true } });
  const known = new Set(taken.map(({ id }) => id));
  const missed = told.filter(({ id }) => !known.has(id)).toReversed();
  if (missed.length > 0) deps.log.warn({ missed: missed.length }, 'the provider told of money that went back, and it did not come');
  return { failures: await withinJobTime(missed, (event) => takeEvent(deps, event)), missed: missed.length };
}

const seconds = (instant: number): number => Math.floor(instant / 1000);
