import type { DeskBatch, DeskParcel, DeskParcels } from '@newsstand/contracts/desk-parcels';
import { Prisma } from '../../../generated/prisma/client.ts';
import { HOUR } from '../../platform/duration.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { readScrap } from '../find/search-words.ts';
import { pageOf, PAGE, readCursor } from '../page-cursor.ts';
import type { Person } from '../staff/staff-session.ts';
import { addressOf, hasLoose, openParcels, paidBackParcels, readPosted, sentParcels, type PostedOrder } from '../to-send/read-posted.ts';

type ParcelDeps = Pick<Deps, 'db' | 'clock' | 'config'>;
/** How many of those that were sent last are shown, for whoever sees that one was not. */
const LAST = 20;

/**
 * What is to be sent and in no batch, by orders, the oldest first; batches that are not through; and what was sent
 * last.
 */
export async function readParcels(deps: ParcelDeps, person: Person, after: string | undefined): Promise<DeskParcels> {
  const { db, config } = deps;
  const { publicationId } = config;
  const from = readCursor(after);
  const loose = Prisma.sql`o.publication_id = ${publicationId} and ${hasLoose}`;
  const past = from === null ? Prisma.empty : Prisma.sql`and (o.paid, o.id) > (${from.at}::timestamptz, ${from.id}::uuid)`;
  const rows = await db.$queryRaw<{ id: string; at: Date }[]>`
    select o.id, o.paid as at from "order" o where ${loose} ${past} order by o.paid, o.id limit ${PAGE + 1}::int`;
  const { shown, next } = pageOf(rows);
  const [counted] = await db.$queryRaw<{ count: number }[]>`select count(*)::int as count from "order" o where ${loose}`;
  const batches = await db.$queryRaw<{ number: number; created: Date; parcels: number; sent: number }[]>`
    select b.number, b.created, count(d.id)::int as parcels, count(d.sent)::int as sent from dispatch_batch b join dispatch d on d.batch_id = b.id
    where b.publication_id = ${publicationId} group by b.id having count(d.sent) < count(d.id) order by b.number`;
  const last = await db.dispatch.findMany({
    where: { publicationId, sent: { not: null } },
    orderBy: [{ sent: 'desc' }, { id: 'desc' }],
    take: LAST,
    select: { id: true, orderId: true },
  });
  const orders = await readPosted(db, [...new Set([...shown.map(({ id }) => id), ...last.map(({ orderId }) => orderId)])]);
  await noteLooks(deps, person, [...orders.values()]);
  const open = shown.flatMap(({ id }) => openOf(orders.get(id)).filter(({ batch }) => batch === null));
  return {
    count: counted?.count ?? 0,
    open,
    next,
    batches: batches.map(({ created, ...batch }) => ({ ...batch, created: created.toISOString() })),
    sent: last.flatMap(({ id, orderId }) => {
      const order = orders.get(orderId);
      return order ? sentParcels(order).flatMap(({ dispatch, parcel }) => (dispatch.id === id ? [parcel] : [])) : [];
    }),
  };
}

const openOf = (order: PostedOrder | undefined): DeskParcel[] => (order ? openParcels(order).map(({ parcel }) => parcel) : []);

/** What is read with names and addresses is noted, a row for each reader and hour, as their own pages are. */
async function noteLooks({ db, clock, config }: ParcelDeps, person: Person, orders: readonly PostedOrder[]): Promise<void> {
  const hour = new Date(Math.floor(clock().getTime() / HOUR) * HOUR);
  const looks = orders.map(({ owner }) => ({ publicationId: config.publicationId, ownerId: owner, staffId: person.id, hour }));
  if (looks.length > 0) await db.staffLook.createMany({ data: looks, skipDuplicates: true });
}

/**
 * A slip's code as it is typed or scanned: the order's number, and whose of its parcels; undefined where it names none.
 */
export type Named = { number: string; giftee: number | null | undefined };

export function readCode({ publication }: Pick<Deps, 'publication'>, code: string): Named {
  const [, typed = code, giftee] = /^(.*?)(?:\.(\d{1,4}))?$/.exec(code) ?? [];
  const { receipt_prefix: receipt, invoice_prefix: invoice } = publication.cached().settings;
  return {
    number: readScrap(typed, { receipt, invoice }).orders[0] ?? typed.toUpperCase(),
    giftee: giftee === undefined ? undefined : Number(giftee),
  };
}

/** A paid order with goods, by its number. Refuses (404) one that is not known, or has nothing to be posted. */
export async function findPosted(db: Prisma.TransactionClient, publicationId: string, number: string): Promise<PostedOrder> {
  const found = await db.order.findFirst({ where: { publicationId, number }, select: { id: true } });
  const order = found === null ? undefined : (await readPosted(db, [found.id])).get(found.id);
  if (!order) throw new Refusal(404, deskText('no_paid_order', { number }));
  if (order.lines.length === 0) throw new Refusal(404, deskText('nothing_posted', { number }));
  return order;
}

/** One parcel by its code: what is to be sent of it, or how it was sent last. */
export async function readParcel(
  deps: ParcelDeps & Pick<Deps, 'publication'>,
  person: Person,
  code: string,
): Promise<{ parcel: DeskParcel }> {
  const { number, giftee } = readCode(deps, code);
  const order = await findPosted(deps.db, deps.config.publicationId, number);
  await noteLooks(deps, person, [order]);
  const isIt = (one: { giftee: number | null }) => giftee === undefined || one.giftee === giftee;
  const found = [...openParcels(order), ...paidBackParcels(order)].find(isIt) ?? sentParcels(order).find(({ dispatch }) => isIt(dispatch));
  if (!found) throw new Refusal(404, deskText('nothing_to_send', { number }));
  return { parcel: found.parcel };
}

/**
 * The parcels of a batch in the order of its slips, with where each goes. Read again it is the same, but for what was
 * sent or paid back.
 */
export async function parcelsOfBatch({ db, config }: Pick<ParcelDeps, 'config'> & { db: Prisma.TransactionClient }, asked: string) {
  const batch = await db.dispatchBatch.findFirst({
    where: { publicationId: config.publicationId, number: Number(asked) },
    include: { dispatches: { orderBy: { id: 'asc' }, select: { id: true, orderId: true } } },
  });
  if (!batch) throw new Refusal(404, deskText('no_such_batch'));
  const orders = await readPosted(db, [...new Set(batch.dispatches.map(({ orderId }) => orderId))]);
  const parcels = batch.dispatches.flatMap(({ id, orderId }) => {
    const order = orders.get(orderId);
    if (!order) return [];
    const found = [...openParcels(order), ...sentParcels(order)].find(({ dispatch }) => dispatch?.id === id);
    return found ? [{ parcel: found.parcel, address: addressOf(order, found.dispatch?.giftee ?? null, found.dispatch?.sent ?? null) }] : [];
  });
  return { batch, orders: [...orders.values()], parcels };
}

/** A batch: a slip for each parcel, and sums by good of what is not sent yet. */
export async function readBatch(deps: ParcelDeps, person: Person, asked: string): Promise<DeskBatch> {
  const { batch, orders, parcels } = await parcelsOfBatch(deps, asked);
  await noteLooks(deps, person, orders);
  const all = parcels.map(({ parcel }) => parcel);
  return {
    number: batch.number,
    created: batch.created.toISOString(),
    parcels: all,
    picking: pickingOf(all.filter(({ sent }) => sent === null)),
  };
}

/** Sums by good of what is in them. */
export function pickingOf(parcels: readonly DeskParcel[]): DeskBatch['picking'] {
  const lines = parcels.flatMap((parcel) => parcel.lines);
  return [...Map.groupBy(lines, ({ type, ref }) => `${type} ${ref}`).values()]
    .flatMap((alike) => {
      const [first] = alike;
      const quantity = alike.reduce((sum, line) => sum + line.quantity, 0);
      return first && quantity > 0 ? [{ type: first.type, ref: first.ref, name: first.name, detail: first.detail, quantity }] : [];
    })
    .toSorted((one, other) => one.name.localeCompare(other.name) || (one.detail ?? '').localeCompare(other.detail ?? ''));
}
