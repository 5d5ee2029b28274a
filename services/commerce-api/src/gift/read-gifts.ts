import { Address } from '@newsstand/contracts/address';
import { Deliverable, Level, Term } from '@newsstand/contracts/cart';
import { mediumOf } from '@newsstand/contracts/deliverable';
import type { Receipt } from '@newsstand/contracts/receipt';
import * as v from 'valibot';
import type { Deps } from '../deps.ts';
import { GifteeLine } from '../invoice/giftee-line.ts';
import { takeGifts } from '../invoice/take-gifts.ts';
import { describeChoice } from '../pricing/membership-rules.ts';
import { redeemUrl } from './redeem-url.ts';

const Gift = v.object({
  token: v.string(),
  ref: v.string(),
  deliverable: Deliverable,
  level: Level,
  term: Term,
  redeemed: v.boolean(),
  recipient: v.nullable(v.string()),
  address: v.nullable(Address),
});
type Gift = v.InferOutput<typeof Gift>;
type Giftee = { name: string; lines: unknown };

/** The gifts that an order bought, in the order of its lines, as its purchaser may see them. */
export async function readGifts(
  { db, config, publication }: Pick<Deps, 'db' | 'config' | 'publication'>,
  orderId: string,
): Promise<NonNullable<Receipt['gifts']>> {
  const rows = await db.$queryRaw<unknown[]>`
    select g.token, l.ref, g.deliverable, g.level, g.term, g.redeemed is not null as redeemed, g.recipient_name as recipient,
      g.recipient_address as address
    from gift g join order_line l on l.order_id = g.order_id and l.ordinal = g.ordinal
    where g.publication_id = ${config.publicationId} and g.order_id = ${orderId}::uuid order by g.ordinal, g.number`;
  if (rows.length === 0) return [];
  const gifts = v.parse(v.array(Gift), rows);
  const giftees = await db.$queryRaw<Giftee[]>`select name, lines from order_giftee where order_id = ${orderId}::uuid order by ordinal`;
  const named = nameGiftees(gifts, giftees);
  return gifts.map(({ token, redeemed, recipient, address, ...chosen }) => {
    const giftee = named.get(token);
    return {
      token,
      detail: describeChoice(chosen, publication.cached().messages),
      url: redeemUrl(config.publicUrl, token),
      redeemed,
      ...(recipient !== null && { sent_to: recipient, ...(address && { sent_address: address }) }),
      ...(recipient === null && giftee !== undefined && { meant_for: giftee }),
      medium: mediumOf(chosen.deliverable),
      term: chosen.term,
    };
  });
}

/** Whose each gift of an invoice is, by its token: shared out as when it was paid (`giveToGiftees`). */
function nameGiftees(gifts: readonly Gift[], giftees: readonly Giftee[]): Map<string, string> {
  const left = [...gifts];
  return new Map(
    giftees.flatMap(({ name, lines }) => takeGifts(left, v.parse(v.array(GifteeLine), lines)).map(({ token }) => [token, name] as const)),
  );
}
