import { Address, addressLines } from '@newsstand/contracts/address';
import type { StockWhy } from '@newsstand/contracts/desk-stock';
import { GoodSent, type SendGood } from '@newsstand/contracts/desk-verbs';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { followSent } from '../../ledger/orders/follow-sent.ts';
import { isLineGone } from '../../ledger/orders/money-gone.ts';
import { intoLines, intoOrder, lineRows, takeNumber } from '../../ledger/orders/order-row.ts';
import { postLetter } from '../../letters/post-letter.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { newToken } from '../../platform/secrets.ts';
import type { Deps } from '../../publication/deps.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { act } from '../act.ts';
import { findPaid } from '../refunds/refund-order.ts';
import { goodName } from '../to-send/good-name.ts';
import { readPayer } from '../refunds/tell-ended.ts';
import { whoDid } from '../done-by.ts';
import type { Person } from '../staff/staff-session.ts';
import { actionOf, type Asked } from './reader-verb.ts';

type GoodDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>;

/** As an action keeps it: the order that it made, and of which line of which order the pieces are. */
export const KeptGood = v.object({ order: v.string(), of: v.string(), ordinal: v.number(), quantity: v.number() });

/** SQL: how many pieces of the line `l` of the order `o` were sent again before, whoever its owner was by then. */
export const sentAgain = Prisma.sql`(select coalesce(sum((a."to" ->> 'quantity')::int), 0)::int from staff_action a
  where a.publication_id = o.publication_id and a.subject = o.number and a.verb = 'sendCopy' and a."to" ->> 'of' = o.id::text
    and (a."to" ->> 'ordinal')::int = l.ordinal and not exists (select from staff_action u where u.undoes = a.id))`;

/**
 * Sends pieces of an order once more that were posted and did not arrive as they should: by an order of nothing, whose
 * one line is held, packed and sent as that of any sale. Its reader is told; there is no receipt. Refuses (422) more
 * than was sent, what was paid back, what is not posted as a parcel, and more than is in stock; (409) where others were
 * sent since `asked` were shown.
 */
export async function sendGood(
  deps: GoodDeps,
  person: Person,
  {
    order: id,
    ordinal,
    quantity,
    asked: shown,
    ...asked
  }: Omit<Asked, 'owner'> & Omit<v.InferOutput<typeof SendGood>, 'action' | 'reason'> & { order: string },
): Promise<v.InferOutput<typeof GoodSent>> {
  const { publicationId } = deps.config;
  const { ownerId: owner, number: of } = await findPaid(deps, id);
  return act(deps, { person: person.id }, actionOf('sendCopy', of, { ...asked, owner }), GoodSent, async (tx) => {
    await tx.$queryRaw`select 1 from "order" where id = ${id}::uuid for update`;
    const order = await tx.order.findUniqueOrThrow({ where: { id }, include: { lines: { where: { ordinal } }, giftees: true } });
    const line = order.lines[0];
    if (line === undefined || !line.held) throw new Refusal(422, { ordinal: deskText('not_a_parcel') });
    if (order.giftees.length > 0) throw new Refusal(422, deskText('several_addresses'));
    if (order.keptFor !== null && (await tx.account.count({ where: { id: owner } })) === 0)
      throw new Refusal(409, deskText('erased_not_sent'));
    if (quantity > line.sent)
      throw new Refusal(422, {
        quantity: line.sent === 0 ? deskText('good_not_sent_yet') : deskText('good_more_than_sent', { sent: String(line.sent) }),
      });
    const [before] = await tx.$queryRaw<{ again: number; gone: boolean }[]>`
      select ${sentAgain} as again, ${isLineGone} as gone from "order" o join order_line l on l.order_id = o.id where o.id = ${id}::uuid and l.ordinal = ${ordinal}::int`;
    if (before?.again !== shown) {
      const who = await whoDid(tx, publicationId, { verbs: ['sendCopy'], subject: of, to: { path: ['ordinal'], equals: ordinal } });
      throw new Refusal(409, deskText('good_sent_meanwhile', { who }));
    }
    if (before.gone) throw new Refusal(422, deskText('good_paid_back'));
    const now = deps.clock();
    // The publication before its goods, as whoever counts a credit note holds both.
    const { receipt_prefix } = deps.publication.cached().settings;
    const number = await takeNumber(tx, publicationId, receipt_prefix);
    const { type, ref, name, detail } = line;
    const [good] = await tx.$queryRaw<{ stock: number | null }[]>`
      select stock from good where publication_id = ${publicationId} and type = ${type} and ref = ${ref} for update`;
    if (good?.stock == null) throw new Refusal(422, { quantity: deskText('good_not_counted') });
    if (good.stock < quantity)
      throw new Refusal(422, {
        quantity: good.stock === 0 ? deskText('good_not_in_stock') : deskText('good_few_in_stock', { stock: String(good.stock) }),
      });
    const { to, moved, returned } = await addressNow(tx, order);
    const made = intoOrder({
      id: asked.action,
      publicationId,
      ownerId: owner,
      number: Prisma.sql`${number}`,
      state: 'paid',
      cartVersion: 0,
      name: to.name,
      email: order.email,
      address: to.address,
      shipcode: to.shipcode,
      totals: { goods: 0, shipping: 0, discount: 0, waived: 0, total: 0 },
      currency: order.currency,
      receiptToken: newToken(),
      network: null,
      ownWords: Prisma.sql`${order.ownWords}::boolean`,
      now,
      paid: now,
    });
    await tx.$queryRaw`
      with placed as (${made} returning id)
      ${intoLines(Prisma.sql`true`)} from placed cross join ${lineRows([{ type, ref, name, detail, quantity, price: 0, discount: 0 }])}`;
    await tx.good.updateMany({ where: { publicationId, type, ref }, data: { stock: { decrement: quantity } } });
    const { mailbox: letter } = await readPayer(tx, id);
    if (letter !== null) {
      const payload = { name: order.name, guest: true, number, of, order: id, goods: [`${quantity} × ${goodName(line)}`] };
      await postLetter(tx, deps, { kind: 'goods-again', subject: asked.action, recipient: letter, payload });
    }
    return {
      to: { order: asked.action, of: id, ordinal, quantity, number },
      result: { number, address: linesOf(to), moved, returned: returned && linesOf(returned), stock: good.stock - quantity, letter },
    };
  });
}

type Place = { shipcode: string; name: string; address: Prisma.JsonValue };
type Posted = Place & { publicationId: string; ownerId: string; created: Date };

function linesOf({ name, address }: Place): string[] | null {
  const kept = v.safeParse(Address, address);
  return kept.success ? [name, ...addressLines(kept.output)] : null;
}

/**
 * Where they live now, in whatever zone, if they have said so since the order, and where post comes back from: there,
 * or a newer place.
 */
async function addressNow(
  tx: Prisma.TransactionClient,
  { publicationId, ownerId, shipcode, name, address, created }: Posted,
): Promise<{ to: Place; moved: boolean; returned: Place | null }> {
  const places = await tx.ownerAddress.findMany({ where: { publicationId, ownerId }, orderBy: { updated: 'desc' } });
  const now = places.find(({ updated, undeliverable }) => undeliverable === null && updated > created);
  const to = now ?? { shipcode, name, address };
  const where = (place: Place) => linesOf(place)?.slice(1).join();
  const returned = places.find(
    (place) => place.undeliverable !== null && (place.updated > (now?.updated ?? created) || where(place) === where(to)),
  );
  return { to, moved: now !== undefined && where(now) !== where({ shipcode, name, address }), returned: returned ?? null };
}

/** Takes back what was not sent yet: it is in stock again. Refuses (409) what was sent. */
export async function takeBackGood(
  deps: GoodDeps,
  person: Person,
  { order, of: _of, ordinal: _ordinal, quantity, ...asked }: Asked & v.InferOutput<typeof KeptGood>,
): Promise<string | null> {
  const { publicationId } = deps.config;
  const { number } = await findPaid(deps, order);
  return act(deps, { person: person.id }, actionOf('takeBackCopy', number, asked), v.nullable(v.string()), async (tx) => {
    await tx.$queryRaw`select 1 from "order" where id = ${order}::uuid for update`;
    const line = await tx.orderLine.findFirstOrThrow({ where: { orderId: order } });
    if (line.sent > 0) throw new Refusal(409, deskText('good_sent'));
    if (line.dropped > 0) throw new Refusal(409, deskText('good_taken_away'));
    const now = deps.clock();
    const { type, ref } = line;
    await tx.orderLine.updateMany({ where: { orderId: order }, data: { dropped: quantity } });
    await tx.good.updateMany({ where: { publicationId, type, ref, stock: { not: null } }, data: { stock: { increment: quantity } } });
    const why: StockWhy = 'refund';
    const move = { id: uuidv7(now.getTime()), publicationId, type, ref, quantity, why, action: asked.action, at: now };
    await tx.stockMove.create({ data: move });
    await followSent(tx, order, now);
    await tx.dispatch.deleteMany({ where: { orderId: order, sent: null } });
    const { mailbox, name } = await readPayer(tx, order);
    if (mailbox !== null) {
      const payload = { name, guest: true, number, goods: [`${quantity} × ${goodName(line)}`] };
      await postLetter(tx, deps, { kind: 'goods-dropped', subject: `${asked.action}:goods`, recipient: mailbox, payload });
    }
    return { from: { order }, result: mailbox };
  });
}
