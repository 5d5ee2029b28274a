import { useRef } from 'react';
import type { Gift, RedeemOptions } from '@newsstand/contracts/gift';
import type { MountContext } from '@newsstand/contracts/widget';
import { useWidget, type Widget } from '../widget.ts';
import { RedeemMessage } from './redeem-message.tsx';
import { RedeemView } from './redeem-view.tsx';
import { useRedeem } from './use-redeem.ts';

/** `subscribe.redeem`: the page /subscribe/redeem, for the gift behind `?token=`. */
export const RedeemPage = ({ context }: { context: MountContext }) => {
  const widget = useWidget(context);
  const offer = widget.page.redeem ?? null;
  if (offer === null) return <RedeemMessage widget={widget} text="subscribe.redeem_missing" />;
  // Who comes back from their bank has paid for it: that is what has redeemed it.
  if (offer.gift.redeemed && !isBack()) return <RedeemMessage widget={widget} text="subscribe.redeem_already" />;
  if (offer.gift.sent_to && widget.page.account)
    return <RedeemMessage widget={widget} text="subscribe.redeem_on_its_way" name={offer.gift.sent_to} />;
  return <RedeemGift widget={widget} offer={offer} />;
};

const isBack = () => new URLSearchParams(location.search).has('payment_intent');

const RedeemGift = ({ widget, offer }: { widget: Widget; offer: { gift: Gift; options: RedeemOptions } }) => {
  const form = useRef<HTMLFormElement>(null);
  const redeem = useRedeem(widget, offer, form);
  if (redeem.paying.ended === 'not-found') return <RedeemMessage widget={widget} text="subscribe.redeem_missing" />;
  return <RedeemView redeem={redeem} widget={widget} form={form} />;
};
