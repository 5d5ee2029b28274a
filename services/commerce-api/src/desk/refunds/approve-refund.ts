import { RefundMethod, RefundNow, RefundPlan } from '@newsstand/contracts/desk-refund';
import { DeskReason } from '@newsstand/contracts/desk-verbs';
import { Stopped } from '@newsstand/contracts/money-back';
import * as v from 'valibot';
import type { Prisma, Refund } from '../../../generated/prisma/client.ts';
import { postEnded, type MoneyBackDeps } from '../../payments/refunds/money-back.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { act } from '../act.ts';
import type { Person } from '../staff/staff-session.ts';
import { readRefund } from './read-order-money.ts';
import { paidWith } from './plan-refund.ts';
import { askNow, findPaid, mailboxToTell } from './refund-order.ts';
import { lockRefundable } from './refundable.ts';
import { seenToBy } from './already-decided.ts';
import { closeFailedRefunds } from './close-failed-refunds.ts';
import { notePaidOut } from './write-refund.ts';

type Asked = { refund: string; action: string; approved: boolean; note: string; reference: string; network: string; dry: boolean };

/**
 * Allows a refund that is more than one person may pay back in a day, or does not: then nothing is paid; what it took
 * away stays taken. Refuses (403) whoever asked for it themselves, (409) one that waits no more, or by now is more than
 * is left of its order, and (422) one by check or wire without its number.
 */
export async function approveRefund(deps: MoneyBackDeps, person: Person, asked: Asked): Promise<RefundNow> {
  const { action, approved, note, network, dry } = asked;
  const known = await findRefund(deps, asked.refund);
  const told = { id: action, verb: 'approveRefund', subject: known.number, owner: known.ownerId, network, dry };
  const would = await act(deps, { person: person.id }, told, Would, async (tx) => {
    const order = await lockRefundable(tx, deps.config.publicationId, known.orderId);
    const refund = await tx.refund.findUniqueOrThrow({ where: { id: asked.refund } });
    if (refund.state !== 'to-approve') throw new Refusal(409, await seenToBy(tx, deps, { number: known.number, refund: refund.id }));
    const by = await tx.staffAction.findUnique({ where: { id: refund.id }, select: { staffId: true, reason: true, to: true } });
    if (by?.staffId === person.id && approved) throw new Refusal(403, deskText('refund_by_another'));
    // What it pays was counted as gone since it was asked for; somebody may have paid the order back elsewhere
    // meanwhile.
    if (approved && order.gone > order.total) throw new Refusal(409, deskText('refund_too_much'));
    const isTold = approved ? await allow(tx, deps, refund, asked) : await refuse(tx, deps, refund, person);
    const closes = approved ? await closeFailedRefunds(tx, deps, order, refund.id) : [];
    const letter = await mailboxToTell(tx, person, { order: order.id, untold: !isTold });
    const result = {
      refund: await readRefund(tx, refund.id),
      back_to: paidWith(order),
      letter,
      closes,
      ...(by && { asked: v.parse(Why, { reason: by.reason, ...v.parse(Kept, by.to) }) }),
    };
    return { to: { refund: refund.id, approved, note, amount: refund.amount }, result };
  });
  if (dry && would) return would;
  await askNow(deps, asked.refund);
  return nowOf(would, await readRefund(deps.db, asked.refund));
}

/** What the action that asked for a refund keeps of it; those of before kept less. */
const Kept = v.fallback(v.looseObject({}), {});
const Why = v.object({
  reason: v.fallback(v.nullable(DeskReason), null),
  note: v.fallback(v.string(), ''),
  happens: v.fallback(v.optional(RefundPlan.entries.happens), undefined),
});

/** What an action about a refund answers; those of before kept nothing. */
export const Would = v.nullable(RefundNow);
export const nowOf = (would: RefundNow | null, refund: RefundNow['refund']): RefundNow => ({
  back_to: null,
  letter: null,
  closes: [],
  ...would,
  refund,
});

/** A refund's order. Refuses (404) one that is not known. */
export async function findRefund({ db, config }: Pick<MoneyBackDeps, 'db' | 'config'>, id: string) {
  const found = await db.refund.findFirst({ where: { id, publicationId: config.publicationId }, select: { orderId: true } });
  if (!found) throw new Refusal(404, deskText('no_such_refund'));
  return { orderId: found.orderId, ...(await findPaid({ db, config }, found.orderId)) };
}

/** Answers whether whoever paid is told of it. */
async function allow(
  tx: Prisma.TransactionClient,
  { clock }: MoneyBackDeps,
  refund: Refund,
  { reference: typed, dry }: Pick<Asked, 'reference' | 'dry'>,
): Promise<boolean> {
  const now = clock();
  const method = v.parse(RefundMethod, refund.method);
  const isAsked = method === 'card';
  const reference = typed.trim() === '' ? refund.reference : typed.trim();
  if (!dry && !isAsked && reference === null) throw new Refusal(422, { reference: deskText('type_reference') });
  await tx.refund.update({
    where: { id: refund.id },
    data: { state: isAsked ? 'asked' : 'sent', asked: isAsked ? now : null, reference, updated: now },
  });
  const { id, orderId, amount, untold } = refund;
  if (method !== 'card') await notePaidOut(tx, { id, order: orderId, method, amount, stopped: stoppedOf(refund), untold, now });
  return !untold;
}

export const stoppedOf = ({ stopped }: Pick<Refund, 'stopped'>): Stopped[] => v.parse(v.array(Stopped), stopped);

/** Nobody is to see to it again: whoever asked for it can ask for less. Answers whether anybody is told of it. */
async function refuse(tx: Prisma.TransactionClient, deps: MoneyBackDeps, { id }: Refund, { name }: Person): Promise<boolean> {
  const now = deps.clock();
  // What is not sent is not, all the same.
  const isTold = await postEnded(tx, deps, id);
  await tx.refund.update({ where: { id }, data: { state: 'refused', failure: `${name} did not allow it.`, settled: now, updated: now } });
  return isTold;
}
