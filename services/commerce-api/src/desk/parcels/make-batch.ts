import { BatchDissolved, BatchMade, type BatchExported } from '@newsstand/contracts/desk-parcels';
import * as v from 'valibot';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hashOf } from '../../platform/secrets.ts';
import type { Deps } from '../../publication/deps.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { act } from '../act.ts';
import type { Person } from '../staff/staff-session.ts';
import { carrierCsv } from './carrier-csv.ts';
import { parcelsOfBatch } from './read-parcels.ts';
import { hasLoose, openParcels, readPosted } from '../to-send/read-posted.ts';

type BatchDeps = Pick<Deps, 'db' | 'clock' | 'config'>;
type Asked = { action: string; network: string; dry: boolean };

/**
 * Packs the oldest parcels that are in no batch: what they hold is frozen. Orders that somebody else is sending or
 * paying back right now are left out, and so is what has no address. Refuses (409) where there is nothing to pack.
 */
export async function makeBatch(
  deps: BatchDeps,
  person: Person,
  { action, most, network, dry }: Asked & { most: number },
): Promise<BatchMade> {
  const { publicationId } = deps.config;
  const told = { id: action, verb: 'makeBatch', subject: `up to ${most}`, network, dry };
  return act(deps, { person: person.id }, told, BatchMade, async (tx) => {
    // Two who make batches at once have their turn, and each their own parcels.
    await tx.$queryRaw`select 1 from (select pg_advisory_xact_lock(hashtextextended(${`batch ${publicationId}`}, 2))) locked`;
    const packed = await pack(tx, publicationId, most);
    if (packed.length === 0) throw new Refusal(409, deskText('nothing_to_pack'));
    const created = deps.clock();
    const last = await tx.dispatchBatch.findFirst({ where: { publicationId }, orderBy: { number: 'desc' }, select: { number: true } });
    const number = (last?.number ?? 0) + 1;
    await tx.dispatchBatch.create({ data: { id: action, publicationId, number, created } });
    // The slips are in the order of these.
    const ids = packed.map(() => uuidv7(created.getTime())).toSorted();
    const parcels = packed.map((one, index) => ({ ...one, id: ids[index] ?? uuidv7() }));
    await tx.dispatch.createMany({
      data: parcels.map(({ id, order, giftee }) => ({ id, publicationId, orderId: order, giftee, batchId: action, created })),
    });
    await tx.dispatchLine.createMany({ data: parcels.flatMap(({ id, lines }) => lines.map((line) => ({ dispatchId: id, ...line }))) });
    const pieces = packed.flatMap(({ lines }) => lines).reduce((sum, { quantity }) => sum + quantity, 0);
    return {
      to: { batch: number, parcels: packed.length, pieces },
      result: { number: dry ? null : number, parcels: packed.length, pieces },
    };
  });
}

/** The oldest that are open, with their orders held. */
async function pack(tx: Prisma.TransactionClient, publicationId: string, most: number) {
  const held = await tx.$queryRaw<{ id: string }[]>`
    select o.id from "order" o where o.publication_id = ${publicationId} and ${hasLoose}
      and (o.address is not null or exists (select from order_giftee g where g.order_id = o.id))
    order by o.paid, o.id limit ${most}::int for update of o skip locked`;
  const ids = held.map(({ id }) => id);
  // Read once they are held: what was sent or paid back until then is.
  const orders = await readPosted(tx, ids);
  return ids
    .flatMap((id) => {
      const order = orders.get(id);
      const open = order ? openParcels(order) : [];
      return open
        .filter(({ dispatch, parcel }) => dispatch === null && parcel.address.length > 0)
        .map(({ giftee, parcel }) => ({ order: id, giftee, parcel }));
    })
    .slice(0, most)
    .map(({ order, giftee, parcel }) => ({ order, giftee, lines: parcel.lines.map(({ ordinal, quantity }) => ({ ordinal, quantity })) }));
}

/**
 * Unpacks a batch: what it holds is open as before. Refuses (404) one that is not known, and (409) one of which
 * something was sent.
 */
export async function dissolveBatch(
  deps: BatchDeps,
  person: Person,
  { action, number, network, dry }: Asked & { number: string },
): Promise<BatchDissolved> {
  const { publicationId } = deps.config;
  const told = { id: action, verb: 'dissolveBatch', subject: `batch ${number}`, network, dry };
  return act(deps, { person: person.id }, told, BatchDissolved, async (tx) => {
    const batch = await tx.dispatchBatch.findFirst({ where: { publicationId, number: Number(number) } });
    if (!batch) throw new Refusal(404, deskText('no_such_batch'));
    // Whoever sends one of them holds its order: they are first, or see that it is in no batch.
    await tx.$queryRaw`select 1 from "order" o where o.id in (select d.order_id from dispatch d where d.batch_id = ${batch.id}::uuid) order by o.id for update of o`;
    const [sent, parcels] = [
      await tx.dispatch.count({ where: { batchId: batch.id, sent: { not: null } } }),
      await tx.dispatch.count({ where: { batchId: batch.id } }),
    ];
    if (sent > 0) throw new Refusal(409, sent === 1 ? deskText('batch_one_sent') : deskText('batch_some_sent', { n: sent }));
    await tx.dispatch.deleteMany({ where: { batchId: batch.id } });
    await tx.dispatchBatch.delete({ where: { id: batch.id } });
    return { from: { parcels }, result: { number: batch.number, parcels } };
  });
}

/**
 * The parcels of a batch that are not sent yet, for a carrier's own program. That somebody took addresses out of the
 * house is in the history.
 */
export async function exportBatch(
  deps: BatchDeps,
  person: Person,
  { action, number, network }: Omit<Asked, 'dry'> & { number: string },
): Promise<BatchExported> {
  const told = { id: action, verb: 'exportBatch', subject: `batch ${number}`, network };
  const { batch, parcels } = await parcelsOfBatch(deps, number);
  const open = parcels.flatMap(({ parcel, address }) =>
    address !== null && parcel.sent === null && parcel.lines.some(({ quantity }) => quantity > 0) ? [{ parcel, address }] : [],
  );
  const csv = carrierCsv(open);
  // The history has no addresses: what was taken out of the house is known by its hash.
  await act(deps, { person: person.id }, told, v.null(), async () => ({ to: { parcels: open.length, hash: hashOf(csv) }, result: null }));
  return { name: `batch-${batch.number}.csv`, parcels: open.length, csv };
}
