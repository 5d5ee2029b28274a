import { type RefObject, useState } from 'react';
import type { Coupon } from '@newsstand/contracts/coupon';
import { builderFlags, pickSwag, readSubscribeQuery } from '@newsstand/contracts/subscribe';
import { useSendMembership } from '../send-membership.ts';
import { readFlags, required, type Widget } from '../widget.ts';
import { allowedBy, couponResult, enterCoupon } from './apply-coupon.ts';
import type { Chosen } from './chosen.ts';
import { runningPrice } from './running-price.ts';
import { startOf } from './start.ts';
import { toCart } from './to-cart.ts';
import { useCoupon } from './use-coupon.ts';

/** Words of the server's field names, by the field of the page that shows them. */
const PLACES = { coupon: ['coupon'], donation: ['donation', 'dollars', 'amount'], swag: ['items'], gifts: ['giftsubs'] };

/** Holds what is chosen on the builder's page, and works everything else out from it. */
export const useBuilder = (widget: Widget, form: RefObject<HTMLFormElement | null>) => {
  const { api, context, page, t } = widget;
  const options = required(page.subscribe, 'subscribe options');
  const subscriber = Boolean(page.account);
  const flags = builderFlags('subscribe', page.publication.settings, readFlags(context));
  const swag = flags.add_products ? pickSwag(options.swag) : [];
  const [start] = useState(() => {
    const query = readSubscribeQuery(Object.fromEntries(new URLSearchParams(location.search)));
    return startOf(query, subscriber, options.coupon);
  });
  const [chosen, setChosen] = useState(start.chosen);
  const { sending, send, changed, errorOf } = useSendMembership({ widget, form, places: PLACES, failed: t('subscribe.failed') });

  const choose = (change: Partial<Chosen>) => {
    setChosen((before) => ({ ...before, ...change }));
    changed();
  };
  const enter = (code: string, coupon: Coupon | null) => {
    const entering = enterCoupon(chosen, code, coupon);
    if (entering.type === 'entered' && entering.purpose !== chosen.purpose) choose({ purpose: entering.purpose });
    return entering;
  };
  const couponField = useCoupon({ api, start, enter });
  const { entered } = couponField.coupon;
  const result = couponResult(chosen, entered);
  const priced = { pricing: options.pricing, swag, shipPrices: page.shipping?.ship_prices ?? null };

  return {
    chosen,
    choose,
    couponField,
    /** A coupon that the link named is what the page is about; otherwise the field waits at the end. */
    couponFirst: start.code !== '',
    result,
    allowed: allowedBy(entered),
    price: runningPrice(priced, chosen, result),
    pricing: options.pricing,
    swag,
    flags,
    subscriber,
    /** A subscriber who picks personal is sent to gift or renewal instead (section 2). */
    hidden: subscriber && chosen.purpose === 'personal',
    sending,
    errorOf,
    submit: () => void send(toCart(chosen, swag, entered, result), chosen.when),
  };
};
export type Builder = ReturnType<typeof useBuilder>;
