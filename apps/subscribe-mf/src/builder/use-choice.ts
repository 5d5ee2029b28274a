import { useState } from 'react';
import type { Coupon } from '@newsstand/contracts/coupon';
import { type BuilderPage, builderFlags, pickSwag } from '@newsstand/contracts/subscribe';
import { readFlags, required, type Widget } from '../widget.ts';
import { allowedBy, couponResult, enterCoupon } from './apply-coupon.ts';
import type { Chosen } from './chosen.ts';
import { runningPrice } from './running-price.ts';
import type { Start } from './start.ts';
import { useCoupon } from './use-coupon.ts';

type Options = {
  widget: Widget;
  page: BuilderPage;
  start: Start;
  /** Called with each change; messages about the old choice go. */
  changed(change: Partial<Chosen>): void;
  errorOf(field: string): string | undefined;
};

/** Holds what is chosen on a page that sells subscriptions, and works everything else out from it. */
export const useChoice = ({ widget: { api, context, page: data }, page, start, changed, errorOf }: Options) => {
  const options = required(data.subscribe, 'subscribe options');
  const { flags, swag } = offerOf({ context, page: data }, page);
  const [chosen, setChosen] = useState(start.chosen);

  const choose = (change: Partial<Chosen>) => {
    setChosen((before) => ({ ...before, ...change }));
    changed(change);
  };
  const enter = (code: string, coupon: Coupon | null) => {
    const entering = enterCoupon(chosen, code, coupon);
    if (entering.type === 'entered' && Object.keys(entering.change).length > 0) choose(entering.change);
    return entering;
  };
  const couponField = useCoupon({ api, start, enter });
  const { entered } = couponField.coupon;
  const result = couponResult(chosen, entered);
  const priced = { pricing: options.pricing, swag, shipPrices: data.shipping?.ship_prices ?? null };

  return {
    chosen,
    choose,
    couponField,
    entered,
    /** A coupon that the link named is what the page is about; otherwise the field waits at the end. */
    couponFirst: start.couponFirst,
    result,
    allowed: allowedBy(entered),
    price: runningPrice(priced, chosen, result),
    pricing: options.pricing,
    swag,
    flags,
    errorOf,
  };
};

/** What a page offers beside the subscription: what its config allows (section 4), and products that are in stock. */
export const offerOf = ({ context, page: data }: Pick<Widget, 'context' | 'page'>, page: BuilderPage) => {
  const flags = builderFlags(page, data.publication.settings, readFlags(context));
  return { flags, swag: flags.add_products ? pickSwag(required(data.subscribe, 'subscribe options').swag) : [] };
};
export type Choosing = ReturnType<typeof useChoice>;
