import * as v from 'valibot';
import type { Sql } from '../../platform/db/sql.ts';
import { GifteeLine } from '../../rules/gifts/giftee-line.ts';
import { takeGifts } from '../../rules/gifts/take-gifts.ts';

type Named = { lines: unknown };
/** `email`: where the giftee was told of it; `giver`: by whom, as that letter said. */
export type Giftee = { name: string; email: string | null; giver: string };

/** Whose each gift of an invoice is, by its token: shared out as when it was paid (`giveToGiftees`). */
export function shareOut<Giftee extends Named>(
  gifts: readonly { token: string; ref: string }[],
  giftees: readonly Giftee[],
): Map<string, Giftee> {
  const left = [...gifts];
  return new Map(
    giftees.flatMap((giftee) => takeGifts(left, v.parse(v.array(GifteeLine), giftee.lines)).map(({ token }) => [token, giftee] as const)),
  );
}

/** Whom an invoice names for the gifts of its order, by the tokens of those; nobody where none asked for the order. */
export async function readGiftees(db: Sql, order: string): Promise<Map<string, Giftee>> {
  const giftees = await db.$queryRaw<(Giftee & Named)[]>`
    select g.name, g.email, g.lines, coalesce(i.billed_to, o.name) as giver
    from order_giftee g join "order" o on o.id = g.order_id left join invoice i on i.order_id = o.id
    where g.order_id = ${order}::uuid order by g.ordinal`;
  if (giftees.length === 0) return new Map();
  const gifts = await db.$queryRaw<{ token: string; ref: string }[]>`
    select g.token, l.ref from gift g join order_line l on l.order_id = g.order_id and l.ordinal = g.ordinal
    where g.order_id = ${order}::uuid order by g.ordinal, g.number`;
  return shareOut(gifts, giftees);
}
