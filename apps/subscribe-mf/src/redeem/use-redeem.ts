import { type RefObject, useState } from 'react';
import type { Deliverable } from '@newsstand/contracts/cart';
import type { Gift, RedeemOptions } from '@newsstand/contracts/gift';
import { usePayment } from '../pay/use-payment.ts';
import type { Widget } from '../widget.ts';
import { blankForm, type Redeemer, type RedeemField, toRedeemBody } from './redeem-form.ts';

const FIELDS = ['name', 'email', 'confirm', 'password', 'line1', 'line2', 'city', 'state', 'postcode', 'country', 'deliverable'];
const PLACES = Object.fromEntries(FIELDS.map((field) => [field, [field]]));

type Offer = { gift: Gift; options: RedeemOptions };

/** Holds what is typed on the redemption page, sends it, and has what the gift does not cover paid for. */
export const useRedeem = (widget: Widget, { gift, options }: Offer, form: RefObject<HTMLFormElement | null>) => {
  const { api, page, t } = widget;
  const [typed, setTyped] = useState(blankForm);
  const [deliverable, setDeliverable] = useState<Deliverable>(options.preselected);
  // Its issues are on their way: only an account is opened for them.
  const sent = typeof gift.sent_to === 'string';
  const { renewal, misaligned } = options;
  const redeemer: Redeemer = page.account ? { type: 'known', ...page.account, renewal, misaligned } : { type: 'new' };
  const failed = t('subscribe.redeem_failed', { support_address: page.publication.support_address });
  const paying = usePayment({ widget, form, places: PLACES, failed, stays: true });
  const total = sent ? 0 : options.prices[deliverable];

  return {
    gift,
    options,
    sent,
    typed,
    type: (field: RedeemField, value: string) => setTyped((before) => ({ ...before, [field]: value })),
    deliverable,
    choose: (next: Deliverable) => {
      setDeliverable(next);
      paying.changed();
    },
    redeemer,
    paying,
    failed,
    /** What it costs beyond the gift, in cents. */
    total,
    errorOf: paying.errorOf,
    submit: () =>
      paying.submit(({ captcha, invoice, customer }) => {
        const body = toRedeemBody(typed, redeemer, { token: gift.token, deliverable, total, sent, invoice, customer });
        return api('redeem', { query: { captcha, token: gift.token }, body });
      }, total),
  };
};
export type Redeem = ReturnType<typeof useRedeem>;
