import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { checkoutText } from '../../publication/texts/checkout-texts.ts';
import { fullName } from '../../rules/checkout/full-name.ts';
import type { Draft } from './insert-order.ts';

type Hoarded = { line: string; name: string; detail: string | null; left: number; near: number; unproved: boolean };

/**
 * Refuses (409) the goods of which this network would hold too much (decision 003), each beside its line with how many
 * it may have; nothing where that is no longer so. Waiting is advised only where others of the network hold some, and a
 * login only to whom it helps.
 */
export async function refuseHoarding({ db }: Pick<Deps, 'db'>, draft: Draft): Promise<void> {
  const { publicationId, network, ownerId, lines } = draft;
  const goods = await db.$queryRaw<Hoarded[]>`
    with unpaid as (
      select l.type, l.ref, sum(l.quantity) as units,
        coalesce(sum(l.quantity) filter (where o.network = ${network} and o.owner_id <> ${ownerId}::uuid), 0) as near
      from "order" o join order_line l on l.order_id = o.id and l.held
      where o.publication_id = ${publicationId} and o.state = 'started' group by l.type, l.ref
    )
    select h.line, g.name, g.detail, coalesce(u.near, 0)::int as near,
      greatest(0, least(g.stock, greatest(10, (g.stock + coalesce(u.units, 0) + 1) / 2) - coalesce(u.near, 0)))::int as left,
      exists (select from account a where a.id = ${ownerId}::uuid) as unproved
    from hoarded(${publicationId}, ${network}, ${ownerId}::uuid, ${JSON.stringify(lines)}::jsonb) h
      join good g on g.publication_id = ${publicationId} and g.type || '/' || g.ref = h.line
      left join unpaid u on u.type = g.type and u.ref = g.ref`;
  const [first] = goods;
  if (!first) return;
  const errors = goods.map(
    ({ line, left, near, ...good }) =>
      [
        `lines.${line}`,
        left === 0
          ? checkoutText('line_hoarded_all', { name: fullName(good) })
          : checkoutText(near > 0 ? 'line_hoarded_held' : 'line_hoarded', { name: fullName(good), left }),
      ] as const,
  );
  const advice = [
    checkoutText(first.unproved ? 'hoarded_unproved' : 'hoarded'),
    ...(goods.some(({ near }) => near > 0) ? [checkoutText('hoarded_wait')] : []),
  ];
  throw new Refusal(409, { ...Object.fromEntries(errors), general: [...errors.map(([, text]) => text), ...advice] });
}
