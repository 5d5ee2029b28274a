import { useRef, useState } from 'react';
import type { Gift, RedeemOptions } from '@newsstand/contracts/gift';
import type { MountContext } from '@newsstand/contracts/widget';
import { OneReader } from '@newsstand/ui/one-reader';
import { keptPayment } from '../pay/kept-payment.ts';
import { type RedeemWidget, useRedeemWidget } from './messages.ts';
import { RedeemMessage } from './redeem-message.tsx';
import { RedeemPaying } from './redeem-paying.tsx';
import { RedeemUsed } from './redeem-used.tsx';
import { RedeemView } from './redeem-view.tsx';
import { isUsedUp } from './sent-words.ts';
import { paidGift, useRedeem } from './use-redeem.ts';

/** `subscribe.redeem`: the page /subscribe/redeem, for the gift behind `?token=`. What another reader typed stays. */
export const RedeemPage = ({ context }: { context: MountContext }) => (
  <OneReader>
    <Redeem context={context} />
  </OneReader>
);

const Redeem = ({ context }: { context: MountContext }) => {
  const widget = useRedeemWidget(context);
  const offer = widget.page.redeem ?? null;
  const [paying] = useState(() => offer !== null && isPaying(offer.gift));
  if (offer === null) return <RedeemMessage widget={widget} text="subscribe.redeem_missing" />;
  // Who comes back from their bank, or to a payment of this tab, has paid for it: that is what has redeemed it.
  if (offer.gift.redeemed && !paying) return <RedeemMessage widget={widget} text="subscribe.redeem_already" />;
  if (offer.gift.refunded && !paying) return <RedeemMessage widget={widget} text="subscribe.redeem_refunded" />;
  if (offer.gift.payment && !paying) return <RedeemPaying payment={offer.gift.payment} widget={widget} />;
  // Who has an account gets nothing more of it; who has none finds in theirs what was posted.
  if (isUsedUp(offer.gift) && (widget.page.account || offer.gift.issues?.delivered === 0))
    return <RedeemUsed gift={offer.gift} widget={widget} />;
  if (offer.gift.sent_to && widget.page.account && !offer.gift.can_claim)
    return <RedeemMessage widget={widget} text="subscribe.redeem_on_its_way" name={offer.gift.sent_to} />;
  return <RedeemGift widget={widget} offer={offer} />;
};

const isPaying = ({ token }: Gift): boolean =>
  new URLSearchParams(location.search).has('payment_intent') || keptPayment(paidGift(token)).read()?.confirming === true;

const RedeemGift = ({ widget, offer }: { widget: RedeemWidget; offer: { gift: Gift; options: RedeemOptions } }) => {
  const form = useRef<HTMLFormElement>(null);
  const redeem = useRedeem(widget, offer, form);
  if (redeem.paying.problem?.type === 'not-found') return <RedeemMessage widget={widget} text="subscribe.redeem_missing" />;
  return <RedeemView redeem={redeem} widget={widget} form={form} />;
};
