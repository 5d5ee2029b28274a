import type { Stripe } from 'stripe';
import type { Sql } from '../../platform/db/sql.ts';
import { HOUR, MINUTE } from '../../platform/duration.ts';
import { withinJobTime } from '../../platform/within-job-time.ts';
import type { Deps } from '../../publication/deps.ts';
import { cancelIntent } from '../provider/cancel-intent.ts';
import { settle } from '../settle/settle.ts';

/** More than this wait for the next round. */
const BATCH = 200;
/** By then an intent has been made or never will be: the provider is asked three times for 15 s. */
const SETTLED = 2 * MINUTE;
/** Between two tries, at most. */
const LONGEST = HOUR;

type Noted = { id: string; order: string; tries: number; ordered: Date };
type Row = Noted & { intent: string | null };

/**
 * Notes that nobody may pay an order by this intent any more; null where one may have been made whose id never reached
 * us. Call it in the transaction that gives the order up: from then on the intent is canceled whatever becomes of this
 * process and however often the provider does not answer.
 */
export async function noteToCancel(sql: Sql, order: string, intent: string | null, now: Date): Promise<void> {
  const due = intent === null ? new Date(now.getTime() + SETTLED) : now;
  await sql.$queryRaw`
    insert into intent_to_cancel (order_id, intent_id, due, created) values (${order}::uuid, ${intent}, ${due}, ${now}) on conflict (intent_id) do nothing`;
}

/**
 * Cancels what is noted, until the provider has said that it is canceled; what was paid after all is settled, which
 * gives the money back where the order is gone.
 */
export async function cancelNoted(deps: Deps): Promise<void> {
  const rows = await deps.db.$queryRaw<Row[]>`
    select i.id::text, i.order_id::text as "order", i.intent_id as intent, i.tries, o.created as ordered
    from intent_to_cancel i join "order" o on o.id = i.order_id
    where i.due <= ${deps.clock()} order by i.due limit ${BATCH}`;
  const known = rows.flatMap(({ intent, ...row }) => (intent === null ? [] : [{ ...row, intent }]));
  const unknown = rows.filter(({ intent }) => intent === null);
  // A provider that hangs at some keeps no other waiting.
  const failures = await withinJobTime(known, (row) =>
    cancelOne(deps, row).catch(async (error: unknown) => {
      await postpone(deps, [row]);
      throw error;
    }),
  );
  await findUnknown(deps, unknown).catch((error: unknown) => postpone(deps, unknown).then(() => failures.push(error)));
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} intents of orders that were given up are not canceled yet`);
}

async function cancelOne(deps: Deps, { intent, ...row }: Noted & { intent: string }): Promise<void> {
  if ((await cancelIntent(deps, intent)) === 'canceled') return forget(deps, [row]);
  await settle(deps, intent);
  const { status } = await deps.stripe.paymentIntents.retrieve(intent);
  // A bank is still at work: it will say yes, and the money goes back, or no.
  return status === 'processing' ? postpone(deps, [row]) : forget(deps, [row]);
}

/**
 * The provider knows every intent that was made, whoever heard of it. Each that is not its order's own is noted by its
 * id.
 */
async function findUnknown({ db, stripe, clock }: Deps, rows: Noted[]): Promise<void> {
  if (rows.length === 0) return;
  const since = Math.min(...rows.map(({ ordered }) => ordered.getTime())) - MINUTE;
  const given = new Set(rows.map(({ order }) => order));
  const found: { order: string; intent: Stripe.PaymentIntent }[] = [];
  for await (const intent of stripe.paymentIntents.list({ created: { gte: Math.floor(since / 1000) }, limit: 100 })) {
    const order = intent.metadata['order'];
    if (order !== undefined && given.has(order) && intent.status !== 'canceled') found.push({ order, intent });
  }
  for (const { order, intent } of found) {
    const own = await db.order.count({ where: { id: order, intentId: intent.id, state: { not: 'cancelled' } } });
    if (own === 0) await noteToCancel(db, order, intent.id, clock());
  }
  await forget({ db }, rows);
}

async function forget({ db }: Pick<Deps, 'db'>, rows: Noted[]): Promise<void> {
  await db.intentToCancel.deleteMany({ where: { id: { in: rows.map(({ id }) => id) } } });
}

async function postpone({ db, clock }: Pick<Deps, 'db' | 'clock'>, rows: Noted[]): Promise<void> {
  for (const { id, tries } of rows) {
    const due = new Date(clock().getTime() + Math.min(MINUTE * 2 ** tries, LONGEST));
    await db.intentToCancel.updateMany({ where: { id }, data: { tries: tries + 1, due } });
  }
}
