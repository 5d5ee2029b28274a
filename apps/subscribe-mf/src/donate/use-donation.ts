import { type RefObject, useState } from 'react';
import { type DonationType, makeDonation, readDonationQuery } from '@newsstand/contracts/donation';
import { builderFlags } from '@newsstand/contracts/subscribe';
import { useSendMembership } from '../send-membership.ts';
import { readFlags, required, type Widget } from '../widget.ts';

const PLACES = { amount: ['donation', 'dollars', 'amount'] };

export type Giving = { type: DonationType; dollars: number; when: 'now' | 'later' };

/** Holds what is given on the donate page. */
export const useDonation = (widget: Widget, form: RefObject<HTMLFormElement | null>) => {
  const { context, page, t } = widget;
  const { donation_tiers } = required(page.subscribe, 'subscribe options');
  const { settings, support_address } = page.publication;
  const flags = builderFlags('donate', settings, readFlags(context));
  const [giving, setGiving] = useState<Giving>(() => {
    const query = new URLSearchParams(location.search);
    const asked = { type: query.get('type'), amount: query.get('amount') };
    return { ...readDonationQuery(asked, settings.default_donation), when: 'now' };
  });
  const failed = t('subscribe.donate_failed', { support_address });
  const { sending, send, changed, errorOf } = useSendMembership({ widget, form, places: PLACES, failed });
  const give = (change: Partial<Giving>) => {
    setGiving((before) => ({ ...before, ...change }));
    changed();
  };
  const submit = () => {
    const { process, dollars } = makeDonation(giving.type, giving.dollars);
    void send({ donation: { process, dollars } }, giving.when);
  };
  return { giving, give, tiers: donation_tiers, flags, sending, errorOf, submit };
};
export type Donation = ReturnType<typeof useDonation>;
