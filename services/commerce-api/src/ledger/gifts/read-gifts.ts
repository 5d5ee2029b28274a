import { pageUrl } from '@newsstand/contracts/paths';
import { Address } from '@newsstand/contracts/address';
import { Deliverable, Level, Term } from '@newsstand/contracts/cart';
import { mediumOf } from '@newsstand/contracts/deliverable';
import type { Receipt } from '@newsstand/contracts/receipt';
import * as v from 'valibot';
import type { Deps } from '../../publication/deps.ts';
import { describeChoice } from '../../rules/pricing/membership-rules.ts';
import { giftEnded, isTakenBack } from '../orders/line-outcome.ts';
import { siteOf } from '../../publication/site-of.ts';
import { isGiftGone } from '../orders/gift-states.ts';
import { shareOut } from './read-giftees.ts';

const Gift = v.object({
  order: v.string(),
  token: v.string(),
  ref: v.string(),
  deliverable: Deliverable,
  level: Level,
  term: Term,
  redeemed: v.boolean(),
  refunded: v.boolean(),
  ended: v.nullable(v.date()),
  recipient: v.nullable(v.string()),
  address: v.nullable(Address),
});
type Gift = v.InferOutput<typeof Gift>;
type Giftee = { order: string; name: string; lines: unknown };
type Gifts = NonNullable<Receipt['gifts']>;

/** The gifts that these orders bought, by order, each in the order of its lines, as its purchaser may see them. */
export async function readGifts(
  { db, config, publication }: Pick<Deps, 'db' | 'config' | 'publication'>,
  orders: readonly string[],
): Promise<Map<string, Gifts>> {
  if (orders.length === 0) return new Map();
  const rows = await db.$queryRaw<unknown[]>`
    select g.order_id as order, g.token, l.ref, g.deliverable, g.level, g.term, g.redeemed is not null as redeemed,
      ${isGiftGone} as refunded,
      case when ${isTakenBack} then ${giftEnded} end as ended, g.recipient_name as recipient,
      g.recipient_address as address
    from gift g join order_line l on l.order_id = g.order_id and l.ordinal = g.ordinal join "order" o on o.id = g.order_id
    where g.publication_id = ${config.publicationId} and g.order_id = any(${orders}::uuid[]) order by g.ordinal, g.number`;
  if (rows.length === 0) return new Map();
  const giftees = await db.$queryRaw<Giftee[]>`
    select order_id as order, name, lines from order_giftee where order_id = any(${orders}::uuid[]) order by ordinal`;
  const named = Map.groupBy(giftees, ({ order }) => order);
  const bought = Map.groupBy(v.parse(v.array(Gift), rows), ({ order }) => order);
  return new Map([...bought].map(([order, gifts]) => [order, tell({ config, publication }, gifts, named.get(order) ?? [])]));
}

function tell({ config, publication }: Pick<Deps, 'config' | 'publication'>, gifts: readonly Gift[], giftees: readonly Giftee[]): Gifts {
  const [named, site] = [shareOut(gifts, giftees), siteOf({ config, publication })];
  return gifts.map(({ token, redeemed, refunded, ended, recipient, address, ...chosen }) => {
    const giftee = named.get(token)?.name;
    return {
      token,
      detail: describeChoice(chosen, publication.cached().messages),
      url: pageUrl(site, 'redeem', token),
      redeemed,
      ...(refunded && { refunded }),
      ...(ended && { ended: ended.toISOString() }),
      ...(recipient !== null && { sent_to: recipient, ...(address && { sent_address: address }) }),
      ...(recipient === null && giftee !== undefined && { meant_for: giftee }),
      medium: mediumOf(chosen.deliverable),
      term: chosen.term,
    };
  });
}
