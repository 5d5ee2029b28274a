import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { ADDRESS_PARTS } from '@newsstand/contracts/address';
import type { Deliverable } from '@newsstand/contracts/cart';
import { shipcodeOf } from '@newsstand/contracts/deliverable';
import type { Gift, RedeemOptions } from '@newsstand/contracts/gift';
import { asksPassword } from '@newsstand/contracts/asks-password';
import { LOGIN_PASSWORD } from '@newsstand/ui/login-offer';
import { tellOfAccount } from '@newsstand/ui/reader-tabs';
import { useLogin } from '@newsstand/ui/use-login';
import { useKeptAddress } from '../address/use-kept-address.ts';
import { type How, usePaying } from '../pay/use-paying.ts';
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
  const { typed, setTyped, chosen, setChosen } = useDraft(gift.token);
  const deliverable = chosen ?? options.preselected;
  /** The address that turned out to have an account. */
  const [owned, setOwned] = useState<string | null>(null);
  // Its issues are on their way: only an account is opened for them.
  const sent = typeof gift.sent_to === 'string';
  const { redeemer, password, made } = useRedeemer(widget, options);
  const failed = t('subscribe.redeem_failed', { support_address: page.publication.support_address });
  const paying = usePaying({ widget, form, places: PLACES, paid: paidGift(gift.token), stays: true });
  const total = sent ? 0 : options.prices[deliverable];
  const login = useLogin(widget.context.api, typed.email, page.logins);
  const asksLogin = redeemer.type === 'new' && owned === typed.email;

  const zone = shipcodeOf(deliverable);
  const { stored, kept, chooseKeep } = useKeptAddress({
    onRecord: zone === null ? null : (page.renew?.addresses[zone] ?? null),
    // Whoever had begun to type another address goes on with it.
    first: typed.line1 === '',
    paying,
    correct: (address) => setTyped((before) => ({ ...before, ...address })),
  });

  useKeptDraft({ token: gift.token, typed, chosen }, paying.ended !== null);
  useToPassword(form, asksLogin, [paying.problem, login.problem]);

  const send = async ({ captcha, ...payment }: How) => {
    const choice = { token: gift.token, deliverable, zone: page.publication.settings.default_shipcode, total, sent, kept, ...payment };
    const answer = await api('redeem', { query: { captcha, token: gift.token }, body: toRedeemBody(typed, redeemer, choice) });
    if (redeemer.type === 'new') void tellOfAccount(api).then(made);
    if (!answer.ok && 'require' in answer.refusal && answer.refusal.require === 'login') setOwned(typed.email);
    // The price changed meanwhile, or somebody else has it: the page shows what is so now.
    if (!answer.ok && answer.status === 409) await readAgain('redeem', gift.token);
    return answer;
  };

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
      paying.edited(field);
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
    chooseKeep,
    paying,
    failed,
    /** What it costs beyond the gift, in cents. */
    total,
    /** Whether the account that is made has a password. */
    password,
    /** Offered where the address turned out to have an account. */
    login: asksLogin ? login : null,
    submit: () => {
      if (asksLogin) return login.send();
      const types = !sent && zone !== null && kept === null;
      const problems = redeemProblems(typed, redeemer, types ? required(page.shipping, 'shipping')[zone].countries : null);
      if (Object.keys(problems).length > 0) return paying.refuse(problems);
      paying.submit(send, total);
    },
  };
};
export type Redeem = ReturnType<typeof useRedeem>;

/**
 * Who redeems; an account that is `made` with what was sent has its owner redeem from then on, whatever becomes of the
 * payment.
 */
const useRedeemer = ({ page }: RedeemWidget, { renewal, misaligned }: RedeemOptions) => {
  const [account, made] = useState<typeof page.account>(null);
  const password = asksPassword(page.logins);
  return { redeemer: whoRedeems(page.account ?? null, account ?? null, { renewal, misaligned, password }), password, made };
};

/** What is typed and chosen; after a reload, what was. */
const useDraft = (token: string) => {
  const [draft] = useState(() => redeemDraft.read(token));
  const [typed, setTyped] = useState(draft?.typed ?? blankForm);
  const [chosen, setChosen] = useState<Deliverable | null>(draft?.chosen ?? null);
  return { typed, setTyped, chosen, setChosen };
};

/** Keeps in the tab what is typed and chosen, until the gift is redeemed. */
const useKeptDraft = ({ token, typed, chosen }: Parameters<typeof redeemDraft.write>[0], ended: boolean) => {
  useEffect(() => {
    if (ended) redeemDraft.clear();
    else redeemDraft.write({ token, typed, chosen });
  }, [token, typed, chosen, ended]);
};

/**
 * After the first error has been scrolled to: the address is in view with what is wrong with it; what is wanted now is
 * its password.
 */
const useToPassword = (form: RefObject<HTMLFormElement | null>, isWanted: boolean, [refused, denied]: readonly [unknown, unknown]) => {
  const toPassword = useEffectEvent(() => {
    if (isWanted) form.current?.querySelector<HTMLInputElement>(`[name=${LOGIN_PASSWORD}]`)?.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (refused !== null) toPassword();
  }, [refused]);
  useEffect(() => {
    if (denied !== null) toPassword();
  }, [denied]);
};
