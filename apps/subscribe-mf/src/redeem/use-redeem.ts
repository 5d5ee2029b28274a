import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { ADDRESS_PARTS, toAddressForm } from '@newsstand/contracts/address';
import type { Deliverable } from '@newsstand/contracts/cart';
import { shipcodeOf } from '@newsstand/contracts/deliverable';
import type { Gift, RedeemOptions } from '@newsstand/contracts/gift';
import { asksPassword } from '@newsstand/contracts/asks-password';
import { LOGIN_PASSWORD } from '@newsstand/ui/login-offer';
import { tellOfAccount } from '@newsstand/ui/reader-tabs';
import { useLogin } from '@newsstand/ui/use-login';
import { usePayment } from '../pay/use-payment.ts';
import { required } from '../widget.ts';
import type { RedeemWidget } from './messages.ts';
import { redeemDraft } from './redeem-draft.ts';
import { blankForm, type RedeemField, redeemProblems, toRedeemBody, whoRedeems } from './redeem-form.ts';
import { isUsedUp } from './sent-words.ts';

const FIELDS = ['name', 'email', 'confirm', 'password', ...ADDRESS_PARTS, 'deliverable'];
const PLACES = Object.fromEntries(FIELDS.map((field) => [field, [field]]));

/** By what the payment for a gift is remembered. */
export const paidGift = (token: string): string => `gift:${token}`;

type Offer = { gift: Gift; options: RedeemOptions };

/** Holds what is typed on the redemption page, sends it, and has what the gift does not cover paid for. */
export const useRedeem = (widget: RedeemWidget, { gift, options }: Offer, form: RefObject<HTMLFormElement | null>) => {
  const { api, page, t, readAgain } = widget;
  const [draft] = useState(() => redeemDraft.read(gift.token));
  const [typed, setTyped] = useState(draft?.typed ?? blankForm);
  const [chosen, setChosen] = useState<Deliverable | null>(draft?.chosen ?? null);
  const deliverable = chosen ?? options.preselected;
  /** The address that turned out to have an account. */
  const [owned, setOwned] = useState<string | null>(null);
  // Its issues are on their way: only an account is opened for them.
  const sent = typeof gift.sent_to === 'string';
  const { renewal, misaligned } = options;
  /** The account that was made with what was sent: from then on its owner redeems, whatever becomes of the payment. */
  const [made, setMade] = useState<typeof page.account>(null);
  const password = asksPassword(page.logins);
  const redeemer = whoRedeems(page.account ?? null, made ?? null, { renewal, misaligned, password });
  const failed = t('subscribe.redeem_failed', { support_address: page.publication.support_address });
  const paying = usePayment({ widget, form, places: PLACES, failed, paid: paidGift(gift.token), stays: true });
  const total = sent ? 0 : options.prices[deliverable];
  const login = useLogin(widget.context.api, typed.email, page.logins);
  const asksLogin = redeemer.type === 'new' && owned === typed.email;

  // Whoever had begun to type another address goes on with it.
  const [keeps, setKeeps] = useState(typed.line1 === '');
  const [refused, setRefused] = useState(false);
  const zone = shipcodeOf(deliverable);
  const onRecord = zone === null ? null : (page.renew?.addresses[zone] ?? null);
  if (!refused && onRecord && keeps && ADDRESS_PARTS.some((field) => paying.errorOf(field) !== undefined)) {
    setRefused(true);
    // What was refused is corrected, not typed anew.
    setTyped((before) => ({ ...before, ...toAddressForm(onRecord.address) }));
  }
  const stored = refused ? null : onRecord;
  const kept = keeps ? stored : null;

  const { problem, ended } = paying;
  useEffect(() => {
    if (ended === 'succeeded') redeemDraft.clear();
    else redeemDraft.write({ token: gift.token, typed, chosen });
  }, [gift.token, typed, chosen, ended]);
  // After the first error has been scrolled to: the address is in view with what is wrong with it; what is wanted now is its password.
  const toPassword = useEffectEvent(() => {
    if (asksLogin) form.current?.querySelector<HTMLInputElement>(`[name=${LOGIN_PASSWORD}]`)?.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (problem !== null) toPassword();
  }, [problem]);
  useEffect(() => {
    if (login.problem !== null) toPassword();
  }, [login.problem]);

  return {
    gift,
    options,
    sent,
    usedUp: isUsedUp(gift),
    typed,
    type: (field: RedeemField, value: string) => {
      // Another address takes the offer to log in away, and what was said of the one before.
      if (asksLogin && field === 'email') {
        paying.changed();
        login.onPassword('');
      }
      paying.mended(field);
      setTyped((before) => ({ ...before, [field]: value }));
    },
    deliverable,
    choose: (next: Deliverable) => {
      setChosen(next);
      paying.changed();
    },
    redeemer,
    /** Where what is posted goes (section 4): the address on record for its zone, and whether it is kept. */
    zone,
    stored,
    keepsStored: kept !== null,
    chooseKeep: (keep: boolean) => {
      setKeeps(keep);
      paying.changed();
    },
    paying,
    failed,
    /** What it costs beyond the gift, in cents. */
    total,
    errorOf: paying.errorOf,
    /** Whether the account that is made has a password. */
    password,
    /** Offered where the address turned out to have an account. */
    login: asksLogin ? login : null,
    submit: () => {
      if (asksLogin) return login.send();
      const types = !sent && zone !== null && kept === null;
      const problems = redeemProblems(typed, redeemer, types ? required(page.shipping, 'shipping')[zone].countries : null);
      if (Object.keys(problems).length > 0) return paying.refuse(problems);
      paying.submit(async ({ captcha, invoice, customer }) => {
        const choice = {
          token: gift.token,
          deliverable,
          zone: page.publication.settings.default_shipcode,
          total,
          sent,
          kept,
          invoice,
          customer,
        };
        const body = toRedeemBody(typed, redeemer, choice);
        const answer = await api('redeem', { query: { captcha, token: gift.token }, body });
        if (redeemer.type === 'new') void tellOfAccount(api).then(setMade);
        if (!answer.ok && 'require' in answer.refusal && answer.refusal.require === 'login') setOwned(typed.email);
        // The price changed meanwhile, or somebody else has it: the page shows what is so now.
        if (!answer.ok && answer.status === 409) await readAgain('redeem', gift.token);
        return answer;
      }, total);
    },
  };
};
export type Redeem = ReturnType<typeof useRedeem>;
