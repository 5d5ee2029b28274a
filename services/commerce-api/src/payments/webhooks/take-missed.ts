import type { Stripe } from 'stripe';
import { DAY, HOUR, MINUTE } from '../../platform/duration.ts';
import { withinJobTime } from '../../platform/within-job-time.ts';
import type { Deps } from '../../publication/deps.ts';
import { takeEvent } from './receive-webhook.ts';

/** What is on its way comes by itself. */
const LEFT_ALONE = 15 * MINUTE;
/**
 * How far back is looked: a day each time, and a week in the first minutes of each hour, in which one round begins. A
 * hundred events are one request; after three days the provider sends nothing again by itself.
 */
const LOOKED_AT = DAY;
const LOOKED_AT_HOURLY = 7 * DAY;
const HOURLY = 5 * MINUTE;
/** So many events are a page of the provider's. */
const PAGE = 100;
/** Money that goes back, of which nothing that waits at our own side reminds us. */
const BACK = [
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
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
  const since = now - (now % HOUR < HOURLY ? LOOKED_AT_HOURLY : LOOKED_AT);
  const created = { gte: seconds(since), lte: seconds(now - LEFT_ALONE) };
  const missed: Stripe.Event[] = [];
  let page: Stripe.Event[] = [];
  for await (const event of deps.stripe.events.list({ types: [...BACK], created, limit: PAGE })) {
    page.push(event);
    if (page.length < PAGE) continue;
    missed.push(...(await notTaken(deps, page)));
    page = [];
  }
  missed.push(...(await notTaken(deps, page)));
  // The newest come first.
  missed.reverse();
  if (missed.length > 0) deps.log.warn({ missed: missed.length }, 'the provider told of money that went back, and it did not come');
  return { failures: await withinJobTime(missed, (event) => takeEvent(deps, event)), missed: missed.length };
}

async function notTaken({ db }: Deps, events: readonly Stripe.Event[]): Promise<Stripe.Event[]> {
  const ids = events.map(({ id }) => id);
  const taken = await db.webhookEvent.findMany({ where: { id: { in: ids }, processed: { not: null } }, select: { id: true } });
  const known = new Set(taken.map(({ id }) => id));
  return events.filter(({ id }) => !known.has(id));
}

const seconds = (instant: number): number => Math.floor(instant / 1000);
