import { type RefObject, useEffect, useState } from 'react';
import type { Deliverable } from '@newsstand/contracts/cart';
import type { Gift, RedeemOptions } from '@newsstand/contracts/gift';
import { botToken } from '@newsstand/ui/captcha';
import { scrollToFirstError } from '@newsstand/ui/form-errors';
import type { Widget } from '../widget.ts';
import { blankForm, type Redeemer, type RedeemField, toRedeemBody } from './redeem-form.ts';
import { type Outcome, readFailure, readResult } from './redeem-outcome.ts';

/** Section 9: form messages stand this far below the top. */
const SCROLL_OFFSET = 136;

type Redeeming = { type: 'choosing' } | { type: 'sending' } | Exclude<Outcome, { type: 'leave' }>;
type Offer = { gift: Gift; options: RedeemOptions };

/** Holds what is typed on the redemption page, and sends it. */
export const useRedeem = ({ api, context, page, t }: Widget, { gift, options }: Offer, form: RefObject<HTMLFormElement | null>) => {
  const [typed, setTyped] = useState(blankForm);
  const [deliverable, setDeliverable] = useState<Deliverable>(
    // What costs something beyond the gift cannot be paid for here.
    options.prices[options.preselected] === 0 ? options.preselected : gift.deliverables.set,
  );
  const [redeeming, setRedeeming] = useState<Redeeming>({ type: 'choosing' });
  // Its issues are on their way: only an account is opened for them.
  const sent = typeof gift.sent_to === 'string';
  const { renewal, misaligned } = options;
  const redeemer: Redeemer = page.account ? { type: 'known', ...page.account, renewal, misaligned } : { type: 'new' };
  const failed = t('subscribe.redeem_failed', { support_address: page.publication.support_address });

  useEffect(() => {
    if (redeeming.type === 'refused' && form.current) scrollToFirstError(form.current, SCROLL_OFFSET);
  }, [redeeming, form]);

  const ask = async (): Promise<Outcome> => {
    const body = toRedeemBody(typed, redeemer, { token: gift.token, deliverable, total: options.prices[deliverable], sent });
    const captcha = await botToken(page.bot_check, api).catch((error: unknown) => {
      reportError(error);
      return null;
    });
    if (captcha === null) return { type: 'refused', shown: { fields: {}, general: t('subscribe.bot_check_failed') } };
    const answer = await api('redeem', { query: { captcha, token: gift.token }, body });
    return answer.ok ? readResult(answer.data, failed) : readFailure(answer.status, answer.refusal, failed);
  };
  const submit = async () => {
    if (redeeming.type === 'sending') return;
    setRedeeming({ type: 'sending' });
    const outcome = await ask();
    if (outcome.type === 'leave') return location.assign(outcome.path);
    if (outcome.type === 'completed') context.setState('completed');
    setRedeeming(outcome);
  };
  return {
    gift,
    options,
    sent,
    typed,
    type: (field: RedeemField, value: string) => setTyped((before) => ({ ...before, [field]: value })),
    deliverable,
    choose: setDeliverable,
    redeemer,
    redeeming,
    errorOf: (field: string) => (redeeming.type === 'refused' ? redeeming.shown.fields[field] : undefined),
    submit: () => void submit(),
  };
};
export type Redeem = ReturnType<typeof useRedeem>;
