import { type CouponResult, type CouponTold, unable } from '@newsstand/contracts/coupon';
import * as v from 'valibot';
import { MAX_GIFTS } from '@newsstand/contracts/quantity';
import { apiText } from '../../platform/http/api-text.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { liveSession, type Visit } from '../../platform/sessions/session.ts';
import { defaultZone } from '../../publication/default-zone.ts';
import type { Deps } from '../../publication/deps.ts';
import { couponTold, giftCoupon, subscriptionCoupon } from '../../rules/pricing/coupon-rules.ts';
import { giftRef } from '../../rules/pricing/membership-rules.ts';
import { lookUpCoupon } from './look-up-coupon.ts';
import { StoredGift, StoredSubscription } from './membership-row.ts';
import type { Changed } from './remove-line.ts';

type Row = {
  owner_id: string;
  seen: Date;
  subscription: unknown;
  renewal: boolean;
  gifts: { choice: unknown; quantity: number; left_out: number; from_account: number }[];
};

/**
 * Puts a coupon on everything in the reader's cart that it fits, the subscription and the gifts, or with null takes
 * every coupon off. Refuses (422) one that fits nothing, in the texts of section 5, and then changes nothing. Lines
 * that become alike are one line of them all, which says how many of them it could not take. Null where there is no
 * cart to take one off.
 */
export async function putCoupon(deps: Deps, { hash, network }: Visit, typed: string | null): Promise<Changed | null> {
  const { db, clock, config } = deps;
  const now = clock();
  const published = deps.publication.cached();
  const coupon = typed === null ? null : await lookUpCoupon(deps, network, typed);
  const code = typed?.trim().toUpperCase() ?? null;
  return db.$transaction(async (tx) => {
    // The cart's row is locked before its lines, as in every statement that changes a cart.
    const [row] = await tx.$queryRaw<Row[]>`
      with live as (${liveSession(hash ?? '', now)}),
      touched as (
        update cart set version = version + 1, updated = ${now}
        from live where cart.publication_id = ${config.publicationId} and cart.owner_id = live.owner_id
        returning cart.publication_id, cart.owner_id, cart.subscription, live.seen
      )
      select touched.owner_id, touched.seen, touched.subscription, exists (
        select from subscription s where s.publication_id = touched.publication_id and s.owner_id = touched.owner_id
      ) as renewal, (
        select coalesce(json_agg(json_build_object(
          'choice', l.choice, 'quantity', l.quantity, 'left_out', l.left_out, 'from_account', l.from_account
        )), '[]') from cart_line l
        where l.publication_id = touched.publication_id and l.owner_id = touched.owner_id and l.type = 'gift-subscription'
      ) as gifts
      from touched`;
    if (!row && code === null) return null;
    if (!row) throw new Refusal(422, { coupon: couponTold(unable(code ?? '')) });

    const subscription = v.parse(v.nullable(StoredSubscription), row.subscription);
    const gifts = row.gifts.map(({ choice, ...line }) => ({ giftsub: v.parse(StoredGift, choice), ...line }));
    const coupons = coupon ? [coupon] : [];
    // The zone that the cart is shown for: check-out says it where the address turns the coupon off.
    const personal =
      subscription &&
      subscriptionCoupon(
        coupons,
        { ...subscription, renewal: row.renewal, coupon: code },
        subscription.shipcode ?? defaultZone(published),
        1,
      );
    const tried = gifts.map(({ giftsub }) => giftCoupon(coupons, { ...giftsub, coupon: code }, 1));
    if (code !== null && ![personal, ...tried].some(isApplied))
      throw new Refusal(422, { coupon: couponTold(reasonOf([personal, ...tried]) ?? unable(code)) });
    const copies =
      (isApplied(personal) ? 1 : 0) + gifts.reduce((sum, { quantity }, index) => sum + (isApplied(tried[index]) ? quantity : 0), 0);
    if (coupon?.per_order !== undefined && copies > coupon.per_order) {
      throw new Refusal(422, { coupon: apiText('coupon_too_many', { n: coupon.per_order }) });
    }

    if (subscription && (code === null || isApplied(personal))) {
      await tx.$executeRaw`
        update cart set subscription = subscription || ${JSON.stringify({ coupon: code })}::jsonb
        where publication_id = ${config.publicationId} and owner_id = ${row.owner_id}::uuid`;
    }
    const changed = gifts.map(({ giftsub, quantity, left_out, from_account }, index) => {
      const next = code === null || isApplied(tried[index]) ? { ...giftsub, coupon: code } : giftsub;
      return { ref: giftRef(next), choice: next, wanted: quantity + left_out, from_account };
    });
    const lines = [...Map.groupBy(changed, ({ ref }) => ref)].map(([ref, alike]) => {
      const wanted = alike.reduce((sum, line) => sum + line.wanted, 0);
      const quantity = Math.min(wanted, MAX_GIFTS);
      const added = alike.reduce((sum, line) => sum + line.from_account, 0);
      return { ref, choice: alike[0]?.choice, quantity, left_out: wanted - quantity, from_account: Math.min(added, quantity) };
    });
    await tx.$executeRaw`
      delete from cart_line where publication_id = ${config.publicationId} and owner_id = ${row.owner_id}::uuid and type = 'gift-subscription'`;
    await tx.$executeRaw`
      insert into cart_line (publication_id, owner_id, type, ref, choice, quantity, left_out, from_account, created)
      select ${config.publicationId}, ${row.owner_id}::uuid, 'gift-subscription', ref, choice, quantity, left_out, from_account, ${now}
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l(ref text, choice jsonb, quantity int, left_out int, from_account int)`;
    return { ownerId: row.owner_id, seen: row.seen };
  });
}

function isApplied(result: CouponResult | null | undefined): boolean {
  return result?.type === 'applied';
}

function reasonOf(results: (CouponResult | null)[]): CouponTold | undefined {
  return results.flatMap((result) => (result && 'why' in result ? [result.why] : []))[0];
}
