import { Level, Medium, Term } from '@newsstand/contracts/cart';
import { isExtraDonation } from '@newsstand/contracts/donation';
import { clampGifts } from '@newsstand/contracts/gift';
import type { Product } from '@newsstand/contracts/product';
import { Shipcode } from '@newsstand/contracts/shipcode';
import { type BuilderFlags, clampSwag } from '@newsstand/contracts/subscribe';
import { stored } from '@newsstand/ui/stored';
import * as v from 'valibot';
import { TypedAddress } from '@newsstand/contracts/address';
import { leftOf } from '../stock.ts';
import type { Chosen, Taken } from './chosen.ts';
import type { CouponState } from './use-coupon.ts';

/**
 * What is chosen on a page, as the tab keeps it over a reload. `of` is what it belongs to: the builder's address, or
 * the subscription that is renewed and its link's coupon; anything else begins anew. `code` is in the coupon's field,
 * null for none.
 */
const Kept = v.object({
  of: v.string(),
  code: v.nullable(v.string()),
  chosen: v.object({
    purpose: v.picklist(['personal', 'gift']),
    medium: Medium,
    level: Level,
    term: Term,
    shipcode: Shipcode,
    gifts: v.number(),
    swag: v.record(v.string(), v.object({ quantity: v.number(), size: v.nullable(v.string()) })),
    /** Null for one that was not understood. */
    donation: v.nullable(v.number()),
    when: v.picklist(['now', 'later']),
  }),
});
export type Kept = v.InferOutput<typeof Kept>;

/** The renewal asks for more: the same settings or others, and the address. */
const KeptRenewal = v.object({
  ...Kept.entries,
  mode: v.picklist(['same', 'change']),
  keeps: v.boolean(),
  typed: TypedAddress,
  /** Only where the reader chose it here: otherwise it is as their account has it. */
  autorenew: v.optional(v.boolean()),
});
export type KeptRenewal = v.InferOutput<typeof KeptRenewal>;

export const keptChoice = stored(() => sessionStorage, 'newsstand:chosen:subscribe', Kept);
export const keptRenewal = stored(() => sessionStorage, 'newsstand:chosen:renew', KeptRenewal);

/** What a page offers beside the subscription. */
export type Offered = { swag: readonly Product[]; flags: BuilderFlags };

/**
 * What was chosen, as far as it is still offered: products in stock in what there is of them (section 5), the rest as
 * the page's config allows.
 */
export const stillOffered = ({ chosen }: Kept, { swag, flags }: Offered): Omit<Chosen, 'renewal'> => ({
  ...chosen,
  gifts: clampGifts(chosen.gifts),
  swag: Object.fromEntries(swag.flatMap((product) => stillThere(product, chosen.swag[product.ref]))),
  donation: flags.add_donation && isExtraDonation(chosen.donation) ? chosen.donation : 0,
  when: flags.checkout_later ? chosen.when : 'now',
});

const stillThere = (product: Product, taken: Taken | undefined): [string, Taken][] => {
  if (taken === undefined) return [];
  const left = leftOf(product, taken.size);
  return left === 0 ? [] : [[product.ref, { ...taken, quantity: clampSwag(taken.quantity, left) }]];
};

/**
 * The code to begin with after a reload: the one that is on, looked up or refused; what is only half typed is tried by
 * nobody.
 */
export const codeToKeep = ({ typed, busy, entered, error }: CouponState): string | null =>
  busy || entered !== null || error !== null ? typed : null;
