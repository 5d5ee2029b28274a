import type { Cart, CartLine, CartSubscription, Giftsub } from '@newsstand/contracts/cart';
import { categoryOf, deliverableOf, shipcodeOf } from '@newsstand/contracts/deliverable';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import { ownPath, withQuery } from '@newsstand/ui/messages';

type Memberships = Pick<Cart, 'subscription' | 'giftsubs'>;

/**
 * The form that the text of section 5 speaks of, for a line that its coupon does not apply to; null where no other
 * settings would help.
 */
export const builderPath = ({ cart, shipcode, coupon_message_code }: CartLine, { subscription, giftsubs }: Memberships): string | null => {
  if (coupon_message_code?.code !== 'api.coupon_not_this') return null;
  if (cart.type === 'personal-subscription') return subscription && subscriptionPath(subscription, shipcode);
  const gift = giftsubs.find((giftsub) => refOf(giftsub) === cart.ref);
  return gift ? giftPath(gift) : null;
};

/** The same for a code that was typed and wants other settings: it is tried on the subscription first. */
export const builderPathOf = (code: string, { subscription, giftsubs }: Memberships, shipcode: Shipcode): string | null => {
  if (subscription) return subscriptionPath({ ...subscription, coupon: code }, shipcode);
  const [gift] = giftsubs;
  return gift ? giftPath({ ...gift, coupon: code }) : null;
};

/**
 * The builder with the settings of a subscription (section 2). A renewal has a page of its own, which knows what is
 * renewed.
 */
const subscriptionPath = ({ renewal, medium, level, term, coupon }: CartSubscription, shipcode: Shipcode): string =>
  renewal
    ? pathOf('/subscribe/renew', { code: coupon })
    : pathOf('/subscribe', {
        ...settingsOf({ deliverable: deliverableOf(medium, shipcode), level, term }),
        shipping: `ship-${shipcode}`,
        code: coupon,
      });

const giftPath = ({ coupon, ...gift }: Giftsub): string => {
  const shipcode = shipcodeOf(gift.deliverable);
  return pathOf('/subscribe', { type: 'gift', ...settingsOf(gift), shipping: shipcode && `ship-${shipcode}`, code: coupon });
};

const settingsOf = ({ deliverable, level, term }: Omit<Giftsub, 'coupon'>) => ({
  level: categoryOf(deliverable, level),
  years: term === 'lifetime' ? term : `${term}s`,
});

const pathOf = (path: '/subscribe' | '/subscribe/renew', query: Record<string, string | null>): string =>
  withQuery(
    ownPath(path),
    Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== null),
  );

/** As a gift's line is called. */
const refOf = ({ deliverable, level, term, coupon }: Giftsub): string =>
  [deliverable, level, term, coupon].filter((part) => part !== null).join('/');
