import { useRef } from 'react';
import type { MountContext } from '@newsstand/contracts/widget';
import { useWidget } from '../widget.ts';
import { DonateView } from './donate-view.tsx';
import { useDonation } from './use-donation.ts';

/** `subscribe.donate`: the page /donate. */
export const DonatePage = ({ context }: { context: MountContext }) => {
  const widget = useWidget(context);
  const form = useRef<HTMLFormElement>(null);
  const donation = useDonation(widget, form);
  return <DonateView donation={donation} cart={widget.cart} t={widget.t} form={form} />;
};
