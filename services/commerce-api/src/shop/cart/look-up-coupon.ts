import type { Coupon } from '@newsstand/contracts/coupon';
import type { BuilderCart } from '@newsstand/contracts/subscribe';
import { Prisma } from '../../../generated/prisma/client.ts';
import { MINUTE } from '../../platform/duration.ts';
import { countingPoint, tooManyUntil } from '../../platform/limits/take-point.ts';
import type { Deps } from '../../publication/deps.ts';
import type { PublishedData } from '../../publication/published-data.ts';
import { findCoupon, isUsedUp } from '../../rules/pricing/coupon-rules.ts';

type LookUpDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>;

/** Who guesses codes tries thousands; a reader mistypes one a few times. */
const WRONG_CODES = { points: 60, window: 10 * MINUTE };

/**
 * The coupon behind a code that somebody typed, for a page that wants to apply it: one that is used up takes nothing
 * off any more. Null for a code that nobody knows, of which a network (`networkOf`) has 60 in ten minutes, wherever it
 * tries them: then every code is refused (429), the right ones too, or a refusal would tell them apart. `published`:
 * the publication as the caller has just read it.
 */
export async function lookUpCoupon(
  deps: LookUpDeps,
  network: string,
  code: string,
  published?: Pick<PublishedData, 'coupons'>,
): Promise<Coupon | null> {
  const { coupons } = published ?? (await deps.publication.now());
  const { found, count } = await lookUp(deps, network, code, coupons);
  if (!found) return null;
  // How often it may be used is the publisher's to know.
  const { limit: _limit, ...coupon } = found;
  return count && isUsedUp({ used: count.used, limit: count.most }) ? { ...coupon, discounts: {} } : coupon;
}

/**
 * Counts the codes of what a page chose: its price and its lines say of each whether it is right. Refuses as
 * `lookUpCoupon` does.
 */
export async function countCodes(
  deps: LookUpDeps,
  network: string,
  { subscription, giftsubs }: BuilderCart,
  besides?: string,
): Promise<void> {
  const codes = [subscription?.coupon, ...giftsubs.map(({ coupon }) => coupon), besides].flatMap((code) => code?.toUpperCase() ?? []);
  if (codes.length === 0) return;
  const { coupons } = await deps.publication.now();
  for (const code of new Set(codes)) await lookUp(deps, network, code, coupons);
}

type Looked = { before: number; expires: Date; count: { used: number; most: number | null } | null };

/**
 * One statement, in which right codes and wrong ones wait for each other: of many at once no more are told than one
 * after the other. What is right counts nothing, nor does a wrong code that was counted already, nor one that comes
 * when nothing is told any more.
 */
async function lookUp({ db, clock, config }: LookUpDeps, network: string, code: string, coupons: PublishedData['coupons']) {
  const found = findCoupon(coupons, code);
  const [key, now] = [`coupon:${network}`, clock()];
  const { points, window } = WRONG_CODES;
  const spent = Prisma.sql`select points as before, expires, null::json as count from rate_limit
    where key = ${key} and expires > ${now} and points >= ${points}::int`;
  const isNews = Prisma.sql`case when tried.points = 1 then 1 else 0 end`;
  const [row] = await db.$queryRaw<Looked[]>(
    found
      ? Prisma.sql`
        with counted as (${countingPoint(key, window, now, Prisma.sql`(select 1) once`, Prisma.sql`0`)})
        select points as before, expires, (
          select json_build_object('used', used, 'most', most) from coupon_count
          where publication_id = ${config.publicationId} and code = ${found.code}
        ) as count from counted`
      : Prisma.sql`
        with spent as (${spent}),
        tried as (${countingPoint(`${key}:${code.toUpperCase()}`, window, now, Prisma.sql`(select 1 where not exists (select from spent)) once`)}),
        counted as (${countingPoint(key, window, now, Prisma.sql`tried`, isNews)})
        select counted.points - (${isNews}) as before, counted.expires, null::json as count from counted, tried
        union all select before, expires, count from spent`,
  );
  if (!row) throw new Error('the code was not counted');
  if (row.before >= points) throw tooManyUntil(row.expires, now);
  return { found, count: row.count };
}
