import { type RefObject, useEffect, useState } from 'react';
import { readSubscribeQuery } from '@newsstand/contracts/subscribe';
import { useSendMembership } from '../send-membership.ts';
import { required, type Widget } from '../widget.ts';
import { linkOf } from './chosen.ts';
import { startOf } from './start.ts';
import { toCart } from './to-cart.ts';
import { useChoice } from './use-choice.ts';

/** Words of the server's field names, by the field of the page that shows them. */
export const PLACES = { coupon: ['coupon'], donation: ['donation', 'dollars', 'amount'], swag: ['items'], gifts: ['giftsubs'] };

/** Holds what is chosen on the builder's page, and puts it into the cart. */
export const useBuilder = (widget: Widget, form: RefObject<HTMLFormElement | null>) => {
  const { page, t } = widget;
  const options = required(page.subscribe, 'subscribe options');
  // Whoever has an account and never subscribed may; where the page is not told, an account is a subscriber's.
  const subscriber = page.renew ? page.renew.standing.type !== 'none' : Boolean(page.account);
  const [start] = useState(() => {
    const link = new URLSearchParams(location.search);
    const open = !link.has('level') && !link.has('shipping');
    return startOf(readSubscribeQuery(Object.fromEntries(link)), subscriber, options.coupon, open);
  });
  const { sending, send, changed, errorOf } = useSendMembership({ widget, form, places: PLACES, failed: t('subscribe.failed') });
  const choice = useChoice({ widget, page: 'subscribe', start, changed, errorOf });
  const { chosen, swag, entered, result } = choice;
  useEffect(() => {
    if (chosen === start.chosen) return;
    try {
      history.replaceState(history.state, '', linkOf(new URL(location.href), chosen));
    } catch {
      // Some browsers allow it only so often: then a reload finds the choice before.
    }
  }, [chosen, start]);

  return {
    ...choice,
    /** A subscriber who picks personal is sent to gift or renewal instead (section 2). */
    hidden: subscriber && chosen.purpose === 'personal',
    lifetime: page.renew?.options.is_lifetime === true,
    sending,
    submit: () => void send(toCart(chosen, swag, entered, result), chosen.when),
  };
};
export type Builder = ReturnType<typeof useBuilder>;
