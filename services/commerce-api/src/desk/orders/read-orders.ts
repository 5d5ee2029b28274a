import { ListedOrder, type DeskOrders, type OrderKind, type OrdersAsked } from '@newsstand/contracts/desk-orders';
import { mayDo } from '@newsstand/contracts/desk-roles';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { isGone } from '../../ledger/orders/money-gone.ts';
import { isToGo } from '../../ledger/orders/refund-states.ts';
import type { Deps } from '../../publication/deps.ts';
import { PAGE, pageOf, readCursor } from '../page-cursor.ts';
import type { Person } from '../staff/staff-session.ts';

type Asked = { [Name in keyof typeof OrdersAsked]?: v.InferOutput<(typeof OrdersAsked)[Name]> };

/** SQL: whether a line `l` is of a kind. */
const OF_KIND: Record<OrderKind, Prisma.Sql> = {
  subscription: Prisma.sql`l.type = 'personal-subscription'`,
  gift: Prisma.sql`l.type = 'gift-subscription'`,
  upgrade: Prisma.sql`l.type = 'subscription-upgrade'`,
  donation: Prisma.sql`l.type = 'donation-item'`,
  goods: Prisma.sql`l.choice is null`,
};

const Row = v.object({ ...v.omit(ListedOrder, ['placed']).entries, id: v.string(), owner: v.string(), at: v.date() });

/** SQL: which orders `o` a list of them is narrowed to. */
export const ordersWhere = (publicationId: string, { state, kind, back, since, until, owner }: Omit<Asked, 'after'>): Prisma.Sql =>
  Prisma.join(
    [
      Prisma.sql`o.publication_id = ${publicationId} and o.number is not null`,
      ...(owner === undefined ? [] : [Prisma.sql`o.owner_id = ${owner}::uuid`]),
      ...(state === undefined ? [] : [Prisma.sql`o.state = ${state}::order_state`]),
      ...(kind === undefined ? [] : [Prisma.sql`exists (select from order_line l where l.order_id = o.id and ${OF_KIND[kind]})`]),
      ...(back === undefined ? [] : [Prisma.sql`exists (select from money_back m where m.order_id = o.id and ${isGone})`]),
      ...(since === undefined ? [] : [Prisma.sql`o.created >= ${since}::timestamptz`]),
      ...(until === undefined ? [] : [Prisma.sql`o.created < ${until}::timestamptz`]),
    ],
    ' and ',
  );

/** SQL: cents of the order `o` that are to go back, and wait for another person's word or for the provider's. */
export const waitsToGo = Prisma.sql`(select coalesce(sum(r.amount), 0)::int from refund r where r.order_id = o.id and ${isToGo})`;

/**
 * Orders that were paid, or whose payment is under way, the newest first: one statement. Who sees no readers, or no
 * names, sees the orders without them.
 */
export async function readOrders(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  person: Person,
  { after, ...filter }: Asked,
): Promise<DeskOrders> {
  const from = readCursor(after);
  const where = [
    ordersWhere(config.publicationId, filter),
    ...(from === null ? [] : [Prisma.sql`(o.created, o.id) < (${from.at}, ${from.id}::uuid)`]),
  ];
  const rows = await db.$queryRaw<unknown[]>`
    select o.id, o.number, o.owner_id as owner, o.name, o.state::text, o.total, o.created as at,
      coalesce((select sum(m.amount)::int from money_back m where m.order_id = o.id and ${isGone}), 0) as back, ${waitsToGo} as waits,
      (select coalesce(json_agg(concat_ws(', ', l.name, l.detail) order by l.ordinal), '[]') from order_line l where l.order_id = o.id) as what
    from "order" o where ${Prisma.join(where, ' and ')}
    order by o.created desc, o.id desc limit ${PAGE + 1}::int`;
  const { shown, next } = pageOf(v.parse(v.array(Row), rows));
  const sees = { readers: mayDo(person.roles, 'seeReaders'), names: mayDo(person.roles, 'seeNames') };
  return {
    orders: shown.map(({ number, owner: whose, name, what, state: is, total, back: gone, waits, at }) => ({
      waits,
      number,
      owner: sees.readers ? whose : null,
      name: sees.names ? name : '',
      what,
      placed: at.toISOString(),
      state: is,
      total,
      back: gone,
    })),
    next,
  };
}
