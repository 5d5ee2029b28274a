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
  const flags = builderFlags(page, data.publication.settings, readFlags(context));
  const swag = flags.add_products ? pickSwag(options.swag) : [];
  const [chosen, setChosen] = useState(start.chosen);

  const choose = (change: Partial<Chosen>) => {
    setChosen((before) => ({ ...before, ...change }));
    changed(change);
  };
  const enter = (code: string, coupon: Coupon | null) => {
    // The link's coupon comes late where the page's data do not hold it: what the reader has chosen by then stands.
    const resets = chosen.renewal || (start.resets && code === start.lookUp && chosen === start.chosen);
    const entering = enterCoupon(chosen, code, coupon, resets);
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
    couponFirst: start.code !== '',
    result,
    allowed: allowedBy(entered),
    price: runningPrice(priced, chosen, result),
    pricing: options.pricing,
    swag,
    flags,
    errorOf,
  };
};
export type Choosing = ReturnType<typeof useChoice>;
