import { useMemo } from 'react';
import type { MountContext } from '@newsstand/contracts/widget';
import { createMessages, type Translate } from '@newsstand/ui/messages';
import { messages } from '../messages.ts';
import { useWidget, type Widget } from '../widget.ts';

/** The texts of the redemption page, which only it fetches. Otherwise the same as messages.ts. */
export const redeemMessages = {
  ...messages,

  'subscribe.redeem_title': 'A gift for you',
  'subscribe.redeem_gift': '{name} gave you {medium}: {term}, {issues}.',
  'subscribe.redeem_print': 'a print subscription',
  'subscribe.redeem_digital': 'a digital subscription',
  'subscribe.redeem_known': 'It goes to {name}, {email}.',
  'subscribe.redeem_renewal': 'It is added to your subscription, behind the issues that you have left.',
  'subscribe.redeem_goes_on': 'Your subscription goes on with it.',
  'subscribe.redeem_misaligned': 'It is delivered otherwise than the subscription that you have. Choose how you want it.',
  'subscribe.redeem_lifetime':
    'Your subscription is for a lifetime: every issue to come is yours already, and this gift would be used up for nothing. Pass the link on to somebody else.',
  'subscribe.redeem_by_code': 'All about your subscription goes to this address. You log in with a code that we mail there.',
  'subscribe.redeem_have_account': 'Do you have an account? Then the gift is added to your subscription.',
  'subscribe.redeem_how': 'How do you want it?',
  'subscribe.redeem_print_to': 'Print, {zone}',
  'subscribe.redeem_included': 'Included in the gift',
  'subscribe.redeem_costs': '{price} more than the gift covers',
  'subscribe.redeem': 'Redeem',
  'subscribe.redeem_from': 'Nothing is charged: {name} has paid for it.',
  'subscribe.redeem_pays': '{name} has paid for the gift. You pay {price}, once, for what it does not cover.',
  'subscribe.redeem_sent':
    'Its issues are posted to {name} from the next one on. Open an account to read the archive and the files too, and to say where to post it.',
  'subscribe.redeem_open': 'Open my account',
  'subscribe.redeem_sent_known': 'Its issues are posted to {name}. If that is you, add those still to come to your subscription.',
  'subscribe.redeem_add': 'Add it to my subscription',
  'subscribe.redeem_posted': '{count} issues have been posted to {name}.',
  'subscribe.redeem_posted_one': 'One issue has been posted to {name}.',
  'subscribe.redeem_left': '{count} are still to come.',
  'subscribe.redeem_left_one': 'One is still to come.',
  'subscribe.redeem_left_lifetime': 'All that come out from now on follow.',
  'subscribe.redeem_left_none': 'Nothing is left to come.',
  'subscribe.redeem_posted_open': 'Open an account to read the archive and the files too, and to say where to post what is to come.',
  'subscribe.redeem_posted_add': 'If that is you, add what is to come to your subscription.',
  'subscribe.redeem_posted_history': 'If that is you, open an account, and what you were sent is in its history.',
  'subscribe.redeem_used_title': 'This gift is used up',
  'subscribe.redeem_used': 'If you want to go on reading, a subscription of your own begins with the next issue.',
  'subscribe.redeem_used_subscribe': 'Subscribe',
  'subscribe.redeemed_history_title': 'Your account is open',
  'subscribe.redeemed_history': 'What you were sent is in its history. A confirmation email is on its way to you.',
  'subscribe.redeem_on_its_way': 'This gift is already on its way to {name}, by post.',
  'subscribe.redeem_paying': 'A payment is on its way. As soon as it has arrived, the gift is redeemed.',
  'subscribe.redeem_paying_see': 'See the payment',
  'subscribe.redeem_already': 'This gift is already redeemed.',
  'subscribe.redeem_refunded': 'This gift cannot be redeemed any more: it was taken back.',
  'subscribe.redeem_missing': 'We could not find a gift behind this link. Check the link on your card or in your email.',
  'subscribe.redeem_support': 'If that surprises you, write to us and we will find it together:',
  'subscribe.redeem_failed': 'There was a problem processing your order. Please try again at another time or contact {support_address}',
  'subscribe.redeemed_title': 'It is yours',
  'subscribe.redeemed': 'Your subscription is redeemed. A confirmation email is on its way to you.',
  'subscribe.redeemed_receipt': 'See your receipt',
  'subscribe.redeemed_account': 'To my account',
} as const;

export type T = Translate<typeof redeemMessages>;
export type RedeemWidget = Omit<Widget, 't'> & { t: T };

/** The widget with the page's own texts, in the publication's words. */
export const useRedeemWidget = (context: MountContext): RedeemWidget => {
  const widget = useWidget(context);
  const { publication } = widget.page;
  const t = useMemo(() => createMessages(redeemMessages, publication.messages), [publication.messages]);
  return { ...widget, t };
};
