import { DESK_VERBS } from '@newsstand/contracts/desk-roles';
import type { RefundMethod } from '@newsstand/contracts/desk-refund';
import type { MoneyBackState, Stopped } from '@newsstand/contracts/money-back';
import { isOpen } from '@newsstand/contracts/money-back-states';
import type { Ended } from '../../letters/money-back-letter.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { isGoing } from '../../ledger/orders/refund-states.ts';
import { postMoneyBack } from '../../payments/refunds/money-back.ts';
import { numberCreditNote } from '../../payments/refunds/note-refunds.ts';
import { DAY } from '../../platform/duration.ts';
import type { Deps } from '../../publication/deps.ts';
import { REFUND_LIMIT } from '../../rules/pricing/refund-rules.ts';
import { canSignIn } from '../staff/can-sign-in.ts';
import type { Person } from '../staff/staff-session.ts';

type WriteDeps = Pick<Deps, 'config' | 'clock' | 'publication'>;
type Method = RefundMethod | 'none';
/**
 * A refund as it is begun: `lines` with what it takes away and pays, and how many pieces that are no refund's yet
 * (`credits`); `replaces` one that was refused or failed, whose credit note it has then; `back`: what the provider made
 * of itself, that somebody decides about here.
 */
export type NewRefund = {
  id: string;
  order: string;
  method: Method;
  reference: string;
  amount: number;
  shipping: number;
  lines: readonly { ordinal: number; takes: number; credits: number; pays: number }[];
  stopped: Stopped[];
  untold: boolean;
  waits: boolean;
  replaces?: string;
  /** What ended with it, for the letter about its money. */
  ended?: Ended | null;
  back?: { id: string; state: MoneyBackState };
};

/**
 * Whoever numbers a credit note and takes goods back holds the publication, whose credit notes are counted, before its
 * goods, as everybody who locks both.
 */
export async function lockCreditNotes(tx: Prisma.TransactionClient, publicationId: string): Promise<void> {
  await tx.$queryRaw`select 1 from publication where id = ${publicationId} for no key update`;
}

/**
 * Writes a refund. The provider is asked for one to a card afterwards (`askRefund`); one by check or wire is paid with
 * this, unless it waits for another person. One that went back without the desk is on its way or there already, and has
 * its credit note from here on.
 */
export async function writeRefund(tx: Prisma.TransactionClient, { config, clock }: WriteDeps, refund: NewRefund): Promise<void> {
  const { id, order, method, reference, amount, shipping, lines, stopped, untold, waits, replaces, back, ended } = refund;
  const now = clock();
  const isAsked = method === 'card' && !waits && back === undefined;
  const credit = replaces === undefined ? { creditNumber: null, credited: null } : await takeCreditNote(tx, replaces);
  await tx.refund.create({
    data: {
      id,
      publicationId: config.publicationId,
      orderId: order,
      method,
      amount,
      shipping,
      state: waits ? 'to-approve' : isAsked ? 'asked' : back && isOpen(back.state) ? 'pending' : 'sent',
      providerId: back?.id ?? null,
      reference: reference === '' ? null : reference,
      ...credit,
      stopped,
      untold,
      asked: isAsked ? now : null,
      created: now,
      updated: now,
    },
    select: { id: true },
  });
  await tx.refundLine.createMany({
    data: lines
      .filter(({ takes, pays }) => takes + pays > 0)
      .map(({ ordinal, credits, pays }) => ({ refundId: id, ordinal, quantity: credits, amount: pays })),
  });
  if (!waits && (method === 'check' || method === 'wire'))
    await notePaidOut(tx, { id, order, method, amount, stopped, untold, ended, now });
  if (back) {
    await tx.moneyBack.update({ where: { id: back.id }, data: { refundId: id } });
    await numberCreditNote(tx, id, now);
  }
}

/** A credit note stays that of what it credits, with its number, date and pieces, however that is paid in the end. */
async function takeCreditNote(tx: Prisma.TransactionClient, id: string): Promise<{ creditNumber: number | null; credited: Date | null }> {
  const { creditNumber, credited } = await tx.refund.findUniqueOrThrow({ where: { id }, select: { creditNumber: true, credited: true } });
  // A line of which nothing is paid is of its pieces alone, and they go to the refund that takes its place.
  await tx.refundLine.deleteMany({ where: { refundId: id, amount: 0 } });
  await tx.refund.update({
    where: { id },
    data: { creditNumber: null, credited: null, lines: { updateMany: { where: {}, data: { quantity: 0 } } } },
  });
  return { creditNumber, credited };
}

type PaidOut = Pick<NewRefund, 'id' | 'order' | 'amount' | 'stopped' | 'untold' | 'ended'> & { method: 'check' | 'wire'; now: Date };

/** What staff pay out themselves, by check or wire: noted and told as what the provider pays is. */
export async function notePaidOut(
  tx: Prisma.TransactionClient,
  { id, order, method, amount, stopped, untold, ended = null, now }: PaidOut,
): Promise<void> {
  await tx.moneyBack.create({ data: { id, orderId: order, state: 'refunded', amount, created: now, updated: now, refundId: id } });
  await numberCreditNote(tx, id, now);
  if (!untold) await postMoneyBack(tx, { order, how: 'refund', by: method, amount, subject: id, stopped, refund: id, ended, now });
}

/**
 * Whether so much more of an order in a day wants another person: it waits for one, or goes on where there is none who
 * can sign in (`alone`), which the history says.
 */
export async function needsAnother(
  tx: Prisma.TransactionClient,
  deps: WriteDeps,
  person: Person,
  { order, amount }: { order: string; amount: number },
): Promise<'waits' | 'alone' | null> {
  const { config, clock, publication } = deps;
  const limit = publication.cached().settings.refund_limit ?? REFUND_LIMIT;
  const since = new Date(clock().getTime() - DAY);
  const [day] = await tx.$queryRaw<{ going: number }[]>`
    select coalesce(sum(r.amount), 0)::int as going from refund r where r.order_id = ${order}::uuid and r.created > ${since} and ${isGoing}`;
  if (amount === 0 || (day?.going ?? 0) + amount <= limit) return null;
  const others = await tx.$queryRaw<unknown[]>`
    select from staff s where ${canSignIn(config)} and s.id <> ${person.id}::uuid and s.roles && ${DESK_VERBS.approveRefund.roles} limit 1`;
  return others.length > 0 ? 'waits' : 'alone';
}
