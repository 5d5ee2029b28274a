import { type RefObject, useEffect, useState } from 'react';
import { readSubscribeQuery } from '@newsstand/contracts/subscribe';
import { useSendMembership } from '../send-membership.ts';
import { required, type Widget } from '../widget.ts';
import { linkOf } from './chosen.ts';
import { codeToKeep, keptChoice, stillOffered } from './kept-choice.ts';
import { startAgain, startOf } from './start.ts';
import { toCart } from './to-cart.ts';
import { offerOf, useChoice } from './use-choice.ts';

/** Words of the server's field names, by the field of the page that shows them. */
export const PLACES = { coupon: ['coupon'], donation: ['donation', 'dollars', 'amount'], swag: ['items'], gifts: ['giftsubs'] };

/** Another link is another wish, and who became a subscriber begins with a gift. */
const belongsTo = (subscriber: boolean): string => `${subscriber ? 'subscriber' : 'new'}${location.search}`;

/** Holds what is chosen on the builder's page, and puts it into the cart. */
export const useBuilder = (widget: Widget, form: RefObject<HTMLFormElement | null>) => {
  const { page, t } = widget;
  const options = required(page.subscribe, 'subscribe options');
  // Whoever has an account and never subscribed may; where the page is not told, an account is a subscriber's.
  const subscriber = page.renew ? page.renew.standing.type !== 'none' : Boolean(page.account);
  const [start] = useState(() => {
    const link = new URLSearchParams(location.search);
    const linked = startOf(readSubscribeQuery(Object.fromEntries(link), page.publication.settings.default_shipcode), subscriber, options);
    const before = keptChoice.read();
    if (before?.of !== belongsTo(subscriber)) return linked;
    return startAgain({ ...stillOffered(before, offerOf(widget, 'subscribe')), renewal: false }, before.code, options, linked);
  });
  const failed = t('subscribe.failed');
  const { sending, send, changed, errorOf } = useSendMembership({ widget, form, places: PLACES, failed, added: () => forgetGoods() });
  const choice = useChoice({ widget, page: 'subscribe', start, changed, errorOf });
  const { chosen, swag, entered, result } = choice;
  const code = codeToKeep(choice.couponField.coupon);
  useEffect(() => {
    if (chosen === start.chosen && (code ?? '') === start.code) return;
    try {
      history.replaceState(history.state, '', linkOf(new URL(location.href), chosen));
    } catch {
      // Some browsers allow it only so often: then a reload finds the choice before.
    }
    keptChoice.write({ of: belongsTo(subscriber), code, chosen });
  }, [chosen, code, start, subscriber]);
  /**
   * What is in the cart would be there twice if whoever comes back from the check-out chose it again; the subscription
   * takes its own place.
   */
  const forgetGoods = () => keptChoice.write({ of: belongsTo(subscriber), code, chosen: { ...chosen, gifts: 1, swag: {}, donation: 0 } });

  return {
    ...choice,
    /** A subscriber who picks personal is sent to gift or renewal instead (section 2). */
    hidden: subscriber && chosen.purpose === 'personal',
    lifetime: page.renew?.options.is_lifetime === true,
    sending,
    submit: () => {
      if (!choice.couponField.holds(form)) void send(toCart(chosen, swag, entered, result), chosen.when);
    },
  };
};
export type Builder = ReturnType<typeof useBuilder>;
