import { Address, addressLines } from '@newsstand/contracts/address';
import type { WaitingGoods } from '@newsstand/contracts/desk-verbs';
import * as v from 'valibot';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { isPaid } from '../../ledger/orders/order-states.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { goodName } from './good-name.ts';
import { hasPieces, openParcels, postToOf, readPosted } from './read-posted.ts';

type Tx = Prisma.TransactionClient;

/** Where the goods of an order went before, as an action keeps it: null for the order's own address. */
export const KeptPlaces = v.array(v.object({ order: v.string(), post_to: v.nullable(v.object({ address: Address, since: v.string() })) }));
export type KeptPlaces = v.InferOutput<typeof KeptPlaces>;

/** Goods of one order that wait, and where they go. */
type Waiting = Omit<WaitingGoods, 'here'>;

/** The goods of an owner that wait to be sent to their orders' own address, with those orders' rows held. */
export async function waitingGoods(tx: Tx, deps: Pick<Deps, 'config'>, owner: string): Promise<Waiting[]> {
  return (await waitingParcels(tx, deps, owner))
    .filter(({ giftee }) => giftee === null)
    .map(({ order, parcel: { lines, address, batch } }) => ({
      order: order.id,
      number: order.number,
      goods: lines.filter(({ quantity }) => quantity > 0).map((line) => `${line.quantity} × ${goodName(line)}`),
      address,
      batch,
    }));
}

/** The same with what goes to others, whom an owner's invoices name: all that they paid for and that is still sent. */
export async function allWaitingGoods(tx: Tx, deps: Pick<Deps, 'config'>, owner: string): Promise<string[]> {
  const pieces = new Map<string, number>();
  for (const { parcel } of await waitingParcels(tx, deps, owner)) {
    for (const line of parcel.lines) pieces.set(goodName(line), (pieces.get(goodName(line)) ?? 0) + line.quantity);
  }
  return [...pieces].flatMap(([name, quantity]) => (quantity > 0 ? [`${quantity} × ${name}`] : []));
}

async function waitingParcels(tx: Tx, { config }: Pick<Deps, 'config'>, owner: string) {
  const held = await tx.$queryRaw<{ id: string }[]>`
    select o.id from "order" o
    where o.publication_id = ${config.publicationId} and o.owner_id = ${owner}::uuid and o.number is not null and ${isPaid}
      and exists (select from order_line l where l.order_id = o.id and l.held and l.sent + l.dropped < l.quantity)
    order by o.id for update`;
  const orders = await readPosted(
    tx,
    held.map(({ id }) => id),
  );
  return [...orders.values()].flatMap((order) =>
    openParcels(order)
      .filter(({ parcel }) => parcel.address.length > 0 && hasPieces(parcel))
      .map((one) => ({ order, ...one })),
  );
}

/** `here`: they go where copies went until now, to `old`; where nothing went anywhere they all do. */
export const fromHere = (waiting: readonly Waiting[], old: Address | null): WaitingGoods[] =>
  waiting.map((one) => ({ ...one, here: old === null || addressLines(old).join('\n') === one.address.join('\n') }));

/**
 * Goods that wait go to another address from now on. Refuses (409) those that do not wait any more. Answers where they
 * went before.
 */
export async function postElsewhere(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { orders, waiting, address }: { orders: readonly string[]; waiting: readonly Waiting[]; address: Address },
): Promise<KeptPlaces> {
  if (orders.length === 0) return [];
  if (orders.some((id) => waiting.every(({ order }) => order !== id))) {
    throw new Refusal(409, [deskText('goods_not_waiting'), deskText('look_again')]);
  }
  const before = await tx.$queryRaw<
    unknown[]
  >`select o.id as "order", ${postToOf} as post_to from "order" o where o.id = any(${[...orders]}::uuid[])`;
  await tx.$queryRaw`
    insert into order_post_to (order_id, address, since)
    select id, ${JSON.stringify(address)}::jsonb, ${clock()} from unnest(${[...orders]}::uuid[]) one(id)
    on conflict (order_id) do update set address = excluded.address, since = excluded.since`;
  return v.parse(KeptPlaces, before);
}

/**
 * Goods that wait still go where they went before, and are answered; of what was sent meanwhile nothing is. That nobody
 * has sent them elsewhere since is the caller's to know.
 */
export async function postAsBefore(
  tx: Tx,
  deps: Pick<Deps, 'config'>,
  { owner, places, waiting }: { owner: string; places: KeptPlaces; waiting: readonly Waiting[] },
): Promise<Waiting[]> {
  const back = places.filter(({ order }) => waiting.some((one) => one.order === order));
  if (back.length === 0) return [];
  for (const { order, post_to } of back) {
    if (post_to === null) await tx.$queryRaw`delete from order_post_to where order_id = ${order}::uuid`;
    else
      await tx.$queryRaw`
        update order_post_to set address = ${JSON.stringify(post_to.address)}::jsonb, since = ${new Date(post_to.since)} where order_id = ${order}::uuid`;
  }
  return (await waitingGoods(tx, deps, owner)).filter((one) => back.some(({ order }) => order === one.order));
}
