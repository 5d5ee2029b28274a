import { MoneyBackState, Stopped } from '@newsstand/contracts/money-back';
import { isByBank, moneyBackStates } from '@newsstand/contracts/money-back-states';
import { Stripe } from 'stripe';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { goes } from '../../ledger/orders/refund-states.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { lockOrder, moneyBackOf, postMoneyBack, type MoneyBackDeps, type PaidOrder } from './money-back.ts';
import { cancelAtOnce } from '../settle/cancel-abandoned.ts';
import { stopRefunded } from './stop-refunded.ts';
import { writeEffect } from '../provider/webhook-inbox.ts';

/** A refund as the provider has it; `own`: the desk's refund that it names. */
type Told = { id: string; state: MoneyBackState; amount: number; created: Date; own: string | null };
/** What is news of it. `refund`: the desk's own that it is, `untold` where nobody is written to of that. */
type Written = {
  id: string;
  state: MoneyBackState;
  amount: number;
  is_new: boolean;
  refund: string | null;
  untold: boolean;
  stopped: Stopped[];
};

/**
 * Notes what went back of an order beside it, as it is now, and writes to whoever paid, once: both for what we asked
 * for ourselves and for what the provider tells, so whichever of the two is first, there is one row and one letter. Of
 * what staff refunded in the provider's dashboard what may be what renews by itself stops (`stopRefunded`); of a refund
 * of the desk's that was decided with it. `event` is the webhook's; `charge` that of refunds that are told all
 * together.
 */
export async function noteRefunds(
  deps: MoneyBackDeps,
  order: PaidOrder,
  refunds: readonly Stripe.Refund[],
  { event, charge }: { event: string | null; charge: string | null },
): Promise<void> {
  const now = deps.clock();
  const told = refunds.map(toldOf);
  const news = await writeEffect(deps, event, async (tx) => {
    const { ownerId } = await lockOrder(tx, order.id);
    // What was noted before refunds were told apart.
    if (charge !== null) await tx.moneyBack.deleteMany({ where: { id: charge } });
    const written = await write(tx, order.id, told, now);
    await followOwn(tx, order.id, now);
    const stopped = await stopForeign(tx, deps, order.id, written);
    await tell(tx, { order: order.id, told, written, stopped, now });
    return { written, ownerId, stopped };
  });
  // What a bank asks the reader about is not to be confirmed any more.
  if (news.stopped.length > 0) await cancelAtOnce(deps, news.ownerId);
  for (const one of news.written) report(deps, order, one);
}

function toldOf({ id, status, amount, created, metadata }: Stripe.Refund): Told {
  return { id, state: stateOf(id, status), amount, created: new Date(created * 1000), own: metadata?.refund ?? null };
}

function stateOf(id: string, status: Stripe.Refund['status']): MoneyBackState {
  switch (status) {
    case 'succeeded':
      return 'refunded';
    case 'pending':
    case 'requires_action':
      return 'pending';
    case 'failed':
    case 'canceled':
      return 'failed';
    default:
      throw new Error(`refund ${id} is in a state that we do not know: ${String(status)}`);
  }
}

/** In the order that they follow each other in. */
const ONWARD = moneyBackStates((state) => !isByBank(state));

const News = v.array(
  v.object({
    id: v.string(),
    state: MoneyBackState,
    amount: v.number(),
    is_new: v.boolean(),
    refund: v.nullable(v.string()),
    untold: v.boolean(),
    stopped: v.array(Stopped),
  }),
);

/**
 * A refund goes from pending to refunded, and either may fail: who read an older state and comes second changes
 * nothing. Answers what is news, the oldest first.
 */
async function write(tx: Sql, order: string, refunds: readonly Told[], now: Date): Promise<Written[]> {
  const rows = await tx.$queryRaw<unknown[]>`
    with written as (
      insert into money_back as m (id, order_id, state, amount, created, updated, refund_id)
      select t.id, ${order}::uuid, t.state, t.amount, t.created, ${now}, r.id
      from jsonb_to_recordset(${JSON.stringify(refunds)}::jsonb) as t(id text, state text, amount int, created timestamptz(3), own text)
        left join refund r on r.id::text = t.own and r.order_id = ${order}::uuid
      on conflict (id) do update set state = excluded.state, updated = excluded.updated
        where array_position(${ONWARD}::text[], excluded.state) > array_position(${ONWARD}::text[], m.state)
      returning m.id, m.state, m.amount, m.xmax = 0 as is_new, m.refund_id
    )
    select w.id, w.state, w.amount, w.is_new, w.refund_id as refund, coalesce(r.untold, false) as untold, coalesce(r.stopped, '{}') as stopped
    from written w left join refund r on r.id = w.refund_id`;
  const written = v.parse(News, rows);
  return refunds.flatMap(({ id }) => written.filter((row) => row.id === id));
}

/** SQL: what a refund of the desk's becomes by the provider's `m`. */
const asTold = Prisma.sql`case m.state when 'refunded' then 'sent' when 'pending' then 'pending' else 'failed' end`;

/**
 * The desk's own refunds of an order become what the provider tells of them; the first word that one is on its way
 * gives its credit note its number.
 */
async function followOwn(tx: Sql, order: string, now: Date): Promise<void> {
  const followed = await tx.$queryRaw<{ id: string }[]>`
    update refund r set provider_id = m.id, failure = null, updated = ${now},
      state = ${asTold}
    from money_back m
    where r.order_id = ${order}::uuid and m.refund_id = r.id and m.order_id = r.order_id and r.settled is null
      and r.state <> ${asTold}
    returning r.id`;
  for (const { id } of followed) await numberCreditNote(tx, id, now);
}

/**
 * Credit notes are counted without a gap, as they are written: once for each. Call it in the transaction that says that
 * the money is on its way.
 */
export async function numberCreditNote(tx: Sql, refund: string, now: Date): Promise<void> {
  await tx.$queryRaw`
    with due as (
      select r.id, r.publication_id from refund r
      where r.id = ${refund}::uuid and r.credit_number is null and r.amount > 0 and ${goes} for update
    ),
    counted as (
      update publication p set credit_number = p.credit_number + 1 from due where p.id = due.publication_id returning p.credit_number
    )
    update refund r set credit_number = counted.credit_number, credited = ${now} from due, counted where r.id = due.id`;
}

/**
 * What renews by itself may be what money went back for elsewhere; what the desk pays back says itself what it is for.
 */
async function stopForeign(
  tx: Prisma.TransactionClient,
  deps: MoneyBackDeps,
  order: string,
  written: readonly Written[],
): Promise<Stopped[]> {
  const foreign = written.filter(({ refund, is_new, state }) => refund === null && is_new && state !== 'failed');
  if (foreign.length === 0) return [];
  const after = await moneyBackOf(tx, order);
  return stopRefunded(tx, deps, order, { before: after - sum(foreign), after });
}

type Telling = { order: string; told: readonly Told[]; written: readonly Written[]; stopped: Stopped[]; now: Date };

async function tell(tx: Prisma.TransactionClient, { order, told, written, stopped, now }: Telling): Promise<void> {
  const all = sum(told.filter(({ own, state }) => own === null && state !== 'failed'));
  const begun = written.findLast(({ is_new, state, refund }) => is_new && state !== 'failed' && refund === null);
  if (begun) await postMoneyBack(tx, { order, how: 'refund', amount: all, subject: begun.id, stopped, now });
  for (const { id, state, amount, is_new, refund, untold, stopped: own } of written) {
    if (untold) continue;
    if (state === 'failed') await postMoneyBack(tx, { order, how: 'refund-failed', amount, subject: `${id}:failed`, stopped: [], now });
    else if (is_new && refund !== null) await postMoneyBack(tx, { order, how: 'refund', amount, subject: id, stopped: own, refund, now });
  }
}

function report(deps: MoneyBackDeps, order: PaidOrder, { id, state, amount, is_new, refund }: Written): void {
  const told = { order: order.number, refund: id, amount };
  if (state === 'failed') {
    deps.metrics.payments.inc({ outcome: 'refund-failed' });
    deps.log.error(told, 'a refund failed: its money stayed with us, and somebody has to give it back otherwise');
  } else if (is_new) {
    deps.metrics.payments.inc({ outcome: 'refunded' });
    if (refund === null) deps.log.warn(told, 'a payment was refunded; what the order gave stays until somebody decides');
    else deps.log.info(told, 'the desk refunded a payment');
  }
}

const sum = (refunds: readonly { amount: number }[]): number => refunds.reduce((total, { amount }) => total + amount, 0);
