import { mayDo } from '@newsstand/contracts/desk-roles';
import type { Refunded, RefundOrder, RefundPlan } from '@newsstand/contracts/desk-refund';
import { UNTOLD, type InvoiceGivenUp } from '@newsstand/contracts/desk-verbs';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { askRefund } from '../../payments/refunds/ask-refund.ts';
import type { MoneyBackDeps } from '../../payments/refunds/money-back.ts';
import { cancelAtOnce } from '../../payments/settle/cancel-abandoned.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { act, keptInvoices } from '../act.ts';
import type { Person } from '../staff/staff-session.ts';
import { mostOfOrder } from '../../rules/pricing/refund-rules.ts';
import { planAsShown, seenAs } from './plan-as-shown.ts';
import { methodsOf, mostOfParcels, paidWith, shownLine, type Planned } from './plan-refund.ts';
import { readRefund } from './read-order-money.ts';
import { lockRefundable, type Refundable } from './refundable.ts';
import { closeRefunds, findClosed, findReplaced } from './close-failed-refunds.ts';
import { FollowedPlan, takeAway } from './take-away.ts';
import { type EndedNow, readPayer, tellEnded } from './tell-ended.ts';
import { lockCreditNotes, needsAnother, writeRefund } from './write-refund.ts';

type Asked = RefundOrder & { order: string; network: string; dry: boolean };

/**
 * Pays an order back, all of it or a part, and takes away what was paid for: first that, in one transaction with the
 * refund's row, then the provider is asked, so that a process that ends between leaves nothing that is charged or
 * delivered, and a refund that `runRefunds` goes on with. Refuses (404) an order that is not known, (409) what is no
 * longer as it was shown, and (422) more than came in, less what has gone or is going.
 */
export async function refundOrder(deps: MoneyBackDeps, person: Person, asked: Asked): Promise<Refunded> {
  const { action, dry } = asked;
  const { ownerId, number } = await findPaid(deps, asked.order);
  const told = { id: action, verb: 'refundOrder', subject: number, owner: ownerId, reason: asked.reason, network: asked.network, dry };
  const { owners, ...plan } = await act(deps, { person: person.id }, told, FollowedPlan, (tx) => takeAndWrite(tx, deps, person, asked));
  if (dry) return { plan, refund: null };
  deps.reached('refund-written');
  for (const owner of owners) await cancelAtOnce(deps, owner);
  if (asked.method === 'card') await askNow(deps, action);
  return { plan, refund: await readRefund(deps.db, action) };
}

/**
 * What is taken away, and the refund's row: what the history keeps of it, whom it touched, and the plan as it was
 * carried out.
 */
async function takeAndWrite(tx: Prisma.TransactionClient, deps: MoneyBackDeps, person: Person, asked: Asked) {
  const { action, dry } = asked;
  const order = await lockRefundable(tx, deps.config.publicationId, asked.order);
  const planned = await planAsShown(tx, deps, order, asked);
  if (!dry) check(order, planned, asked);
  if (planned.amount > 0 && asked.method !== 'card') await lockCreditNotes(tx, deps.config.publicationId);
  const { redeemed, renewing, reason } = asked;
  const taken = await takeAway(tx, deps, { order, lines: planned.lines, redeemed, renewing, action, reason });
  const untold = UNTOLD.includes(asked.reason);
  const another = await needsAnother(tx, deps, person, { order: order.id, amount: planned.amount });
  const waits = another === 'waits';
  // What another person has to allow has no check yet.
  if (!dry && !waits && planned.amount > 0 && asked.method !== 'card' && asked.reference.trim() === '') {
    throw new Refusal(422, { reference: deskText('type_reference') });
  }
  const method = planned.amount === 0 ? 'none' : asked.method;
  const pays = !waits && planned.amount > 0 && order.missed > 0;
  const payer = await readPayer(tx, order.id);
  const { ended, unsent, back, happens } = taken;
  const told = { action, ended, lasting: taken.lasting, gifts: taken.took.gifts, unsent, back, charging: happens.charging };
  // Money that goes now is told with what ends; what waits for somebody, or for nothing, is not waited for.
  const tells = untold
    ? null
    : await tellEnded(tx, deps, { ...told, payer: { ...payer, tells: method === 'none' ? null : waits ? 'later' : 'with-money' } });
  const replaced = pays ? await findReplaced(tx, order, planned) : null;
  await writeRefund(tx, deps, {
    ...planned,
    lines: planned.lines.map((line) => ({ ...line, credits: line.credits + (replaced?.pieces.get(line.ordinal) ?? 0) })),
    ...(replaced && { replaces: replaced.id }),
    id: action,
    order: order.id,
    method,
    reference: asked.reference,
    stopped: taken.stopped,
    untold,
    waits,
    ended: tells,
  });
  // What waits closes them once it is allowed, and says so before.
  const closing = planned.amount === 0 ? null : await findClosed(tx, deps, order);
  if (closing !== null && !waits) await closeRefunds(tx, deps, closing, action);
  const letter = untold || planned.amount === 0 ? null : asSeenBy(person, payer.mailbox);
  const plan = seenAs(order, asked, {
    ...planOf(order, planned, person),
    happens: { ...happens, invoices: givenUpFor(person, taken.invoices) },
    waiting: taken.waiting,
    beside: taken.beside,
    posted: postedFor(person, taken.posted),
    closes: [...(replaced ? [{ amount: replaced.amount, credit_note: null }] : []), ...(closing?.closed ?? [])],
    to_approve: waits,
    letter,
    others: await othersTold(tx, person, { ...told, payer: payer.mailbox }),
  });
  const to = {
    amount: planned.amount,
    method,
    note: asked.note,
    happens: taken.happens,
    took: taken.took,
    ...keptInvoices(taken.invoices),
    ...(tells && { tells }),
    ...(waits && { waits }),
    ...(another === 'alone' && { alone: true }),
  };
  return { to, owners: taken.changed, result: { ...plan, owners: taken.owners } };
}

/**
 * What the provider does not answer now the next round asks for again: the reader's money is not lost, and the desk
 * says that it is being asked for.
 */
export async function askNow(deps: MoneyBackDeps, refund: string): Promise<void> {
  try {
    await askRefund(deps, refund);
  } catch (error) {
    deps.log.warn({ refund, err: error }, 'the provider did not answer a refund; the next round asks again');
  }
}

export async function findPaid(
  { db, config }: Pick<MoneyBackDeps, 'db' | 'config'>,
  order: string,
): Promise<{ ownerId: string; number: string; receiptToken: string }> {
  const where = { id: order, publicationId: config.publicationId };
  const found = await db.order.findFirst({ where, select: { ownerId: true, number: true, receiptToken: true } });
  if (found?.number == null) throw new Refusal(404, deskText('no_such_order'));
  return { ...found, number: found.number };
}

function check(order: Refundable, { amount, lines }: Planned, { method }: Asked): void {
  if (amount === 0 && lines.every(({ takes }) => takes === 0)) throw new Refusal(422, deskText('refund_nothing'));
  if (amount === 0) return;
  if (!methodsOf(order).includes(method)) throw new Refusal(422, { method: deskText('no_card_paid') });
}

/** The order and what was asked of it, as the dialog shows them. */
export function planOf(
  order: Refundable,
  planned: Planned,
  { roles }: Person,
): Omit<RefundPlan, 'version' | 'happens' | 'waiting' | 'beside' | 'posted' | 'closes' | 'to_approve' | 'letter' | 'others'> {
  return {
    order: order.id,
    number: order.number,
    total: order.total,
    gone: order.gone,
    disputed: order.disputed,
    lines: planned.lines.map((line) => shownLine(order, line, { seesReaders: mayDo(roles, 'seeReaders') })),
    shipping: {
      value: order.parcels,
      back: order.parcels_back,
      most: Math.min(mostOfParcels(order), mostOfOrder(order.total, order.gone)),
    },
    methods: methodsOf(order),
    back_to: paidWith(order),
    amount: planned.amount,
  };
}

/**
 * Whom a letter about money of an order tells, as whoever pays it back may know: who packs parcels sees no reader, so
 * that somebody is written to, and not where.
 */
export async function mailboxToTell(
  tx: Sql,
  person: Person,
  { order, untold }: { order: string; untold: boolean },
): Promise<string | null> {
  return untold ? null : asSeenBy(person, (await readPayer(tx, order)).mailbox);
}

/**
 * Whom beside the payer the letters of an action go to: those whose subscription ends, and giftees. Read of the letters
 * themselves, which a dry run writes as well.
 */
export async function othersTold(
  tx: Sql,
  person: Person,
  { action, payer, ended, gifts }: Pick<EndedNow, 'action' | 'ended' | 'gifts'> & { payer: string | null },
): Promise<string[]> {
  // Of goods alone nobody else is told.
  if (ended.length + gifts.length === 0) return [];
  const rows = await tx.$queryRaw<{ recipient: string }[]>`
    select distinct w.recipient from outbox w
    where w.kind in ('gift-taken-back', 'subscription-cancelled') and w.subject like ${`${action}:%`} and w.recipient is distinct from ${payer}
    order by w.recipient`;
  return rows.map(({ recipient }) => asSeenBy(person, recipient) ?? '');
}

/** Where copies are posted again, as whoever pays back may know. */
export const postedFor = ({ roles }: Person, posted: RefundPlan['posted']): RefundPlan['posted'] =>
  posted.map((lines) => lines && (mayDo(roles, 'seeReaders') ? lines : []));

/** Invoices that were given up, as whoever did it may see whom that is told. */
export const givenUpFor = (person: Person, invoices: readonly InvoiceGivenUp[]): InvoiceGivenUp[] =>
  invoices.map((invoice) => ({ ...invoice, letter: asSeenBy(person, invoice.letter) }));

const asSeenBy = ({ roles }: Person, mailbox: string | null): string | null => mailbox && (mayDo(roles, 'seeReaders') ? mailbox : '');
