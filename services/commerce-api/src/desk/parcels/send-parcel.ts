import { DispatchTakenBack, parcelCode, DeskParcel, type ParcelSent, type SendParcel } from '@newsstand/contracts/desk-parcels';
import { readLabelCode } from '@newsstand/contracts/desk-post';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { followSent } from '../../ledger/orders/follow-sent.ts';
import { isSentOnceMore } from '../../ledger/orders/sent-once-more.ts';
import { postLetter } from '../../letters/post-letter.ts';
import { mailboxOf } from '../../payments/settle/mailbox-of.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { act } from '../act.ts';
import type { Person } from '../staff/staff-session.ts';
import { isErased } from '../known-reader.ts';
import { LETTER_DELAY } from '../letter-delay.ts';
import { sentAgain } from '../readers/send-good.ts';
import { takenOfLine } from '../refunds/refundable.ts';
import { findPosted, readCode, type Named } from './read-parcels.ts';
import { tracked } from '../find/tracked-parcels.ts';
import { allTheSame, hasPieces, openParcels, paidBackParcels, readPosted, sentParcels, type PostedOrder } from '../to-send/read-posted.ts';

type SendDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>;
type Asked = SendParcel & { code: string; network: string; dry: boolean };

/** As an action keeps what it sent. */
export const KeptDispatch = v.object({ dispatch: v.string() });

/**
 * Notes that a parcel was sent: each of its pieces once, whoever else scans it. Refuses (404) what no order has, (409)
 * what is not as it was shown any more: sent by somebody else, or paid back since; and a tracking number that is
 * another parcel's, unless that is said to be in the same box, or a number of our own (422).
 */
export async function sendParcel(
  deps: SendDeps,
  person: Person,
  { code, version, carrier, tracking, untold, paid_back, one_box, action, network, dry }: Asked,
): Promise<ParcelSent> {
  const { publicationId } = deps.config;
  mustBeCarriers(deps, tracking);
  const named = readCode(deps, code);
  const { id, owner, number } = await findPosted(deps.db, publicationId, named.number);
  const told = { id: action, verb: 'dispatchGoods', subject: number, owner, network, dry };
  const done = await act(deps, { person: person.id }, told, Sent, async (tx) => {
    const order = await lockPosted(tx, id);
    const { giftee, dispatch, parcel } = stillOpen(order, named, { version, paid_back });
    if (!one_box) await mustBeNew(tx, publicationId, tracking);
    const pieces = parcel.lines.filter(({ quantity }) => quantity > 0);
    const now = deps.clock();
    const row = dispatch?.id ?? uuidv7(now.getTime());
    const sent = { carrier, tracking, sent: now, action };
    await (dispatch === null
      ? tx.dispatch.create({ data: { id: row, publicationId, orderId: id, giftee, created: now, ...sent } })
      : tx.dispatch.update({ where: { id: row }, data: sent }));
    // What was packed and is not sent, since it was paid back, was in no parcel.
    await tx.dispatchLine.deleteMany({ where: { dispatchId: row } });
    await tx.dispatchLine.createMany({ data: pieces.map(({ ordinal, quantity }) => ({ dispatchId: row, ordinal, quantity })) });
    for (const { ordinal, quantity } of pieces) {
      await tx.orderLine.update({ where: { orderId_ordinal: { orderId: id, ordinal } }, data: { sent: { increment: quantity } } });
    }
    await followSent(tx, id, now);
    const { state } = await tx.order.findUniqueOrThrow({ where: { id }, select: { state: true } });
    const isGone = await isErasedPayer(tx, publicationId, owner);
    const letter =
      untold || isGone ? false : await tellSent(tx, deps, { order, action, pieces, carrier, tracking, rest: state !== 'fulfilled' });
    const tried = { ...parcel, lines: pieces, carrier, tracking, sent: now.toISOString(), sent_by: action, who: person.name };
    const to = {
      dispatch: row,
      carrier,
      tracking,
      pieces: pieces.map(({ name, detail, quantity }) => ({ name, detail, quantity })),
      untold,
      ...(paid_back && { paid_back }),
      ...(one_box && { one_box }),
    };
    return { to, result: { dispatch: row, letter, erased: isGone, fulfilled: state === 'fulfilled', ...(dry && { parcel: tried }) } };
  });
  // Asked again, it is shown as it is by now.
  const shown = dry ? done.parcel : await sentAs(deps, id, done.dispatch);
  if (!shown) throw new Refusal(409, deskText('parcel_taken_back'));
  return { parcel: shown, letter: done.letter, erased: done.erased, fulfilled: done.fulfilled };
}

/** What is printed on a copy's label, or stands on a receipt or an invoice of ours, is scanned by mistake. */
function mustBeCarriers({ publication }: SendDeps, tracking: string): void {
  if (readLabelCode(tracking) !== null) throw new Refusal(422, { tracking: deskText('tracking_is_label', { typed: tracking }) });
  const { receipt_prefix: receipt, invoice_prefix: invoice } = publication.cached().settings;
  const [, prefix] = /^([A-Z]+)[ -]*\d{1,9}(\.\d{1,4})?$/.exec(tracking.toUpperCase()) ?? [];
  if (prefix === receipt) throw new Refusal(422, { tracking: deskText('tracking_is_order', { typed: tracking }) });
  if (prefix === invoice) throw new Refusal(422, { tracking: deskText('tracking_is_invoice', { typed: tracking }) });
}

async function mustBeNew(tx: Prisma.TransactionClient, publicationId: string, tracking: string): Promise<void> {
  if (tracking === '') return;
  const [other] = await tx.$queryRaw<{ number: string; giftee: number | null }[]>`
    select (select o.number from "order" o where o.id = d.order_id) as number, d.giftee from ${tracked(publicationId, [tracking])} order by d.sent desc limit 1`;
  if (other) throw new Refusal(409, deskText('tracking_taken', { tracking, parcel: parcelCode(other.number, other.giftee) }));
}

type Telling = { order: PostedOrder; action: string; pieces: DeskParcel['lines']; carrier: string; tracking: string; rest: boolean };

/** Writes to whoever paid, in ten minutes. False where they have no mailbox. */
async function tellSent(
  tx: Prisma.TransactionClient,
  deps: SendDeps,
  { order, action, pieces, carrier, tracking, rest }: Telling,
): Promise<boolean> {
  const to = await payerOf(tx, order.id);
  if (to === null) return false;
  const detail = pieces.map(({ name, detail: of, quantity }) => `${quantity} × ${[name, of].filter(Boolean).join(', ')}`).join('; ');
  const payload = {
    name: order.name,
    number: order.number,
    ...(to.receipt !== null && { receipt: to.receipt }),
    detail,
    method: carrier,
    agent: tracking,
    rest,
  };
  return postLetter(tx, deps, { kind: 'dispatched', subject: action, recipient: to.email, payload, waits: LETTER_DELAY });
}

/** A letter that waits is not sent; of one that went out the reader is told that it was too early. */
async function tellNotSent(
  tx: Prisma.TransactionClient,
  deps: SendDeps,
  order: PostedOrder,
  { action, undoes }: { action: string; undoes: string },
): Promise<DispatchTakenBack> {
  const written = { kind: 'dispatched', subject: undoes };
  if ((await tx.outbox.deleteMany({ where: { ...written, queued: null } })).count > 0) return 'stopped';
  const letter = await tx.outbox.findFirst({ where: written, select: { recipient: true } });
  const to = letter && (await payerOf(tx, order.id));
  if (!letter || !to || (await isErasedPayer(tx, deps.config.publicationId, order.owner))) return 'none';
  const payload = { name: order.name, number: order.number, ...(to.receipt !== null && { receipt: to.receipt }) };
  await postLetter(tx, deps, { kind: 'dispatch-taken-back', subject: action, recipient: letter.recipient, payload });
  return 'written';
}

/** Whoever was erased is not written to as they were, while what they paid for is still sent. */
async function isErasedPayer(tx: Prisma.TransactionClient, publicationId: string, owner: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ erased: boolean }[]>`select ${isErased(publicationId, Prisma.sql`${owner}::uuid`)} as erased`;
  return row?.erased ?? false;
}

/** Who is told of a parcel; `receipt`: the token of the order's, null where it has none. */
async function payerOf(tx: Prisma.TransactionClient, order: string): Promise<{ email: string; receipt: string | null } | null> {
  const [row] = await tx.$queryRaw<{ email: string; receipt: string | null }[]>`
    select ${mailboxOf} as email, case when not ${isSentOnceMore} then o.receipt_token end as receipt from "order" o left join invoice i on i.order_id = o.id where o.id = ${order}::uuid`;
  return row ?? null;
}

/**
 * What an action keeps as its answer names nobody: who is erased is in no history. `parcel`: only of a dry run, of
 * which no row is kept.
 */
const Sent = v.object({
  dispatch: v.string(),
  letter: v.boolean(),
  erased: v.optional(v.boolean(), false),
  fulfilled: v.boolean(),
  parcel: v.optional(DeskParcel),
});

async function sentAs(deps: SendDeps, order: string, dispatch: string): Promise<DeskParcel | null> {
  const posted = (await readPosted(deps.db, [order])).get(order);
  return (posted && sentParcels(posted).find((one) => one.dispatch.id === dispatch)?.parcel) ?? null;
}

/** The order with its row held, so that whoever sends of it, pays it back or packs it has their turn. */
export async function lockPosted(tx: Prisma.TransactionClient, id: string): Promise<PostedOrder> {
  await tx.$queryRaw`select 1 from "order" where id = ${id}::uuid for update`;
  const order = (await readPosted(tx, [id])).get(id);
  if (!order) throw new Refusal(409, deskText('order_not_paid_any_more'));
  return order;
}

function stillOpen(order: PostedOrder, { giftee = null }: Named, { version, paid_back }: Pick<SendParcel, 'version' | 'paid_back'>) {
  const isIt = (one: { giftee: number | null }) => one.giftee === giftee;
  const found = [...openParcels(order), ...paidBackParcels(order)].find(isIt);
  if (found?.parcel.version === version) {
    if (hasPieces(found.parcel)) return found;
    // Somebody was asked and said so; what is in stock again by now is not sent for all that.
    const kept = paid_back ? openParcels(allTheSame(order)).find(isIt) : undefined;
    if (kept && hasPieces(kept.parcel)) return kept;
    throw new Refusal(409, deskText('parcel_paid_back'));
  }
  const [last] = sentParcels(order).filter(({ dispatch }) => dispatch.giftee === giftee);
  if (!found && last) {
    const { who } = last.parcel;
    throw new Refusal(409, who === null ? deskText('parcel_sent') : deskText('parcel_sent_by', { who }));
  }
  if (!found) throw new Refusal(409, deskText('parcel_gone'));
  throw new Refusal(409, deskText('parcel_changed'));
}

type TakingBack = { action: string; owner: string; undoes: string; subject: string; dispatch: string; network: string; dry: boolean };

/**
 * A parcel was not sent after all: its pieces are open again, in the batch that they were packed in or in none. Refuses
 * (409) one that is not known any more, whose order has another parcel packed by now, pieces that were paid back since:
 * they are the reader's, or come back, and pieces that were sent once more since, which would be sent twice.
 */
export async function takeBackParcel(deps: SendDeps, person: Person, { dispatch, ...asked }: TakingBack): Promise<DispatchTakenBack> {
  const { action, owner, undoes, subject, network, dry } = asked;
  const told = { id: action, verb: 'takeBackParcel', subject, owner, undoes, network, dry };
  // Of those that were taken back before it was noted, nothing is known.
  const letter = await act(deps, { person: person.id }, told, v.nullable(DispatchTakenBack), async (tx) => {
    const row = await tx.dispatch.findFirst({
      where: { id: dispatch, publicationId: deps.config.publicationId },
      include: { lines: true },
    });
    if (row === null || row.sent === null) throw new Refusal(409, deskText('parcel_not_sent'));
    const order = await lockPosted(tx, row.orderId);
    const since = await tx.$queryRaw<{ ordinal: number; again: number; taken: number }[]>`
      select l.ordinal, ${sentAgain} as again, ${takenOfLine} as taken from "order" o join order_line l on l.order_id = o.id
      where o.id = ${row.orderId}::uuid`;
    for (const { ordinal, quantity } of row.lines) {
      const line = order.lines.find((one) => one.ordinal === ordinal);
      const { again, taken } = since.find((one) => one.ordinal === ordinal) ?? { again: 0, taken: 0 };
      if (line && line.sent - quantity < again) throw new Refusal(409, deskText('sent_again_since'));
      if (!line || line.sent - quantity + line.dropped < taken) throw new Refusal(409, deskText('paid_back_since'));
      await tx.orderLine.update({ where: { orderId_ordinal: { orderId: row.orderId, ordinal } }, data: { sent: { decrement: quantity } } });
    }
    if (row.batchId === null) await tx.dispatch.delete({ where: { id: row.id } });
    else {
      if (order.dispatches.some((one) => one.sent === null && one.giftee === row.giftee)) throw new Refusal(409, deskText('rest_packed'));
      await tx.dispatch.update({ where: { id: row.id }, data: { sent: null, action: null, carrier: '', tracking: '' } });
    }
    await followSent(tx, row.orderId, deps.clock());
    const result = await tellNotSent(tx, deps, order, { action, undoes });
    return { from: { carrier: row.carrier, tracking: row.tracking }, result };
  });
  return letter ?? 'none';
}
