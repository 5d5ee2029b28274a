import { pageUrl } from '@newsstand/contracts/paths';
import { cardName } from '@newsstand/contracts/card-name';
import { displayDate } from '@newsstand/contracts/display-date';
import { formatCents } from '@newsstand/contracts/money';
import * as v from 'valibot';
import type { MailKey, Wording } from '../publication/texts/letter-texts.ts';
import { accountWords, type AccountWorld } from './account-words.ts';
import type { Block, Letter } from './letter.ts';
import type { Sender } from './receipt-letter.ts';

/**
 * What the notice before a renewal says: what will be charged, for what, and when. `due` is an ISO instant, `amount`
 * cents.
 */
export const RenewalNotice = v.object({
  name: v.string(),
  detail: v.string(),
  amount: v.number(),
  due: v.string(),
  /** Its reader has just switched autorenew on, which this confirms. */
  by: v.optional(v.literal('reader')),
  /** Staff have, for its reader. A key of its own, which a replica of the release before passes over. */
  staff: v.optional(v.boolean()),
});
export type RenewalNotice = v.InferOutput<typeof RenewalNotice>;

/**
 * What ends by itself with the next issue, and what renewing it as it is costs: `amount` cents, `issue` the number of
 * the last one.
 */
export const SubscriptionEnds = v.object({ name: v.string(), detail: v.string(), amount: v.number(), issue: v.number() });
export type SubscriptionEnds = v.InferOutput<typeof SubscriptionEnds>;

/** After an attempt that did not pay: every step mails the reader (design: payments). */
export const ChargeLetterKind = v.picklist(['charge-trying-again', 'charge-authenticate', 'charge-replace-card', 'charge-given-up']);
export type ChargeLetterKind = v.InferOutput<typeof ChargeLetterKind>;

/** `token` is the charge's and `donation` the donation's own, for their pages; `again` is when it is tried next. */
export const ChargeNews = v.object({
  name: v.string(),
  charge: v.picklist(['renewal', 'donation']),
  detail: v.nullable(v.string()),
  amount: v.number(),
  token: v.string(),
  donation: v.nullable(v.string()),
  again: v.nullable(v.string()),
});
export type ChargeNews = v.InferOutput<typeof ChargeNews>;

/** A card that runs out before its next charge; `donation` where it is a donation's own. */
export const CardExpires = v.object({
  name: v.string(),
  type: v.string(),
  last_four: v.string(),
  exp_month: v.number(),
  exp_year: v.number(),
  donation: v.nullable(v.string()),
});
export type CardExpires = v.InferOutput<typeof CardExpires>;

/**
 * A card that was detached at the provider's before it could be charged: `card` as it was shown, null for a bank
 * account; `donation` where it is a donation's own.
 */
export const CardRemoved = v.object({
  name: v.string(),
  charge: v.picklist(['renewal', 'donation']),
  card: v.nullable(v.object({ type: v.string(), last_four: v.string(), wallet: v.optional(v.string()) })),
  donation: v.nullable(v.string()),
});
export type CardRemoved = v.InferOutput<typeof CardRemoved>;

/** 30 days ahead: the amount, the date, and how to switch it off. */
export function renewalNoticeLetter(
  { name, detail, amount, due, by, staff }: RenewalNotice,
  { sender, say, logins }: Pick<AccountWorld, 'sender' | 'say' | 'logins'>,
): Letter {
  const values = { amount: formatCents(amount), date: displayDate(due, 'UTC') };
  return frame('renewal_notice', { name, values, why: 'issue_out_footer', sender, say }, (text) => [
    text(by === 'reader' ? 'renewal_notice_switched' : staff ? 'renewal_notice_switched_for' : 'renewal_notice_intro'),
    {
      type: 'facts',
      facts: [
        { name: say('subscription_choice'), value: detail },
        { name: say('renewal_notice_amount'), value: values.amount },
        { name: say('renewal_notice_date'), value: values.date },
      ],
    },
    text('renewal_notice_off'),
    { type: 'button', text: say('renewal_notice_button'), url: pageUrl(sender, 'account') },
    ...(by === 'reader' ? [accountWords({ sender, say, logins }).notYou()] : []),
    ...(staff ? [text('staff_did_it')] : []),
    text('charge_help'),
  ]);
}

/** Before the last issue of a subscription that does not renew by itself. */
export function subscriptionEndsLetter({ name, detail, amount, issue }: SubscriptionEnds, sender: Sender, say: Wording): Letter {
  return frame('subscription_ends', { name, values: { issue: String(issue) }, why: 'issue_out_footer', sender, say }, (text) => [
    text('subscription_ends_intro'),
    {
      type: 'facts',
      facts: [
        { name: say('subscription_choice'), value: detail },
        { name: say('subscription_ends_amount'), value: formatCents(amount) },
      ],
    },
    text('subscription_ends_renew'),
    { type: 'button', text: say('subscription_ends_button'), url: pageUrl(sender, 'renew') },
    text('charge_help'),
  ]);
}

/** What became of an attempt that did not pay, and what the reader can do. */
export function chargeLetter(kind: ChargeLetterKind, news: ChargeNews, sender: Sender, say: Wording): Letter {
  const { charge, name, amount, detail, again, token, donation } = news;
  const what = say(charge === 'renewal' ? 'charge_renewal' : 'charge_donation');
  const values = { amount: formatCents(amount), what, date: again === null ? '' : displayDate(again, 'UTC') };
  const why = whyCharged(charge);
  const card: Block = { type: 'button', text: say('charge_card_button'), url: cardPage(donation, sender) };
  const facts: Block[] = detail === null ? [] : [{ type: 'facts', facts: [{ name: say('subscription_choice'), value: detail }] }];
  switch (kind) {
    case 'charge-trying-again':
      return frame('charge_again', { name, values, why, sender, say }, (text) => [
        text('charge_again_intro'),
        ...facts,
        text('charge_again_card'),
        card,
        text('charge_help'),
      ]);
    case 'charge-authenticate':
      return frame('charge_authenticate', { name, values, why, sender, say }, (text) => [
        text('charge_authenticate_intro'),
        ...facts,
        { type: 'button', text: say('charge_authenticate_button'), url: pageUrl(sender, 'renewal', token) },
        text('charge_authenticate_card'),
        card,
        text('charge_help'),
      ]);
    case 'charge-replace-card':
      return frame('charge_card', { name, values, why, sender, say }, (text) => [
        text('charge_card_intro'),
        ...facts,
        card,
        text('charge_help'),
      ]);
    case 'charge-given-up':
      return frame('charge_given_up', { name, values, why, sender, say }, (text) => [
        text('charge_given_up_intro'),
        ...facts,
        charge === 'renewal' ? { type: 'button', text: say('charge_given_up_button'), url: pageUrl(sender, 'renew') } : card,
        text('charge_help'),
      ]);
  }
}

/** 30 days before a card runs out that would have been charged after that. */
export function cardExpiresLetter(
  { name, type, last_four, exp_month, exp_year, donation }: CardExpires,
  sender: Sender,
  say: Wording,
): Letter {
  const values = { card: say('receipt_card_value', { type: cardName(type), last_four }), date: `${exp_month}.${exp_year}` };
  return frame('card_expires', { name, values, why: whyAsked(donation), sender, say }, (text) => [
    text('card_expires_intro'),
    { type: 'button', text: say('charge_card_button'), url: cardPage(donation, sender) },
    text('charge_help'),
  ]);
}

/** As soon as it is known, so that it need not fail first. */
export function cardRemovedLetter({ name, charge, card, donation }: CardRemoved, sender: Sender, say: Wording): Letter {
  const values = {
    card: card ? say('receipt_card_value', { ...card, type: cardName(card.type, card.wallet) }) : say('card_removed_account'),
  };
  return frame(card ? 'card_removed' : 'bank_removed', { name, values, why: whyAsked(donation), sender, say }, (text) => [
    text(charge === 'renewal' ? 'card_removed_renewal' : 'card_removed_donation'),
    { type: 'button', text: say('charge_card_button'), url: cardPage(donation, sender) },
    text('charge_help'),
  ]);
}

type Subject =
  | 'card_removed'
  | 'bank_removed'
  | 'renewal_notice'
  | 'subscription_ends'
  | 'charge_again'
  | 'charge_authenticate'
  | 'charge_card'
  | 'charge_given_up'
  | 'card_expires';
/** Why they are written to. Who was taken over, or given what they have, has ordered nothing. */
type Why = 'issue_out_footer' | 'access_footer' | 'footer';
type Frame = { name: string; values: Record<string, string>; why: Why; sender: Sender; say: Wording };

const whyCharged = (charge: ChargeNews['charge']): Why => (charge === 'renewal' ? 'issue_out_footer' : 'footer');
/** A card is an account's, or a donation's own. */
const whyAsked = (donation: string | null): Why => (donation === null ? 'access_footer' : 'footer');

function frame(subject: Subject, { name, values, why, sender, say }: Frame, body: (text: (key: MailKey) => Block) => Block[]): Letter {
  const all = { ...values, publication: sender.name, support: sender.support };
  return {
    subject: say(`${subject}_subject`, all),
    preheader: say(`${subject}_preheader`, all),
    sender: { name: sender.name, url: sender.url },
    footer: say(why, all),
    blocks: [
      { type: 'heading', text: say(`${subject}_heading`, all) },
      { type: 'paragraph', text: say('greeting', { name }) },
      ...body((key) => ({ type: 'paragraph', text: say(key, all) })),
    ],
  };
}

/**
 * Where the card is changed: a donation's by its token (section 2, monthly donation card update), an account's in the
 * account.
 */
function cardPage(donation: string | null, sender: Sender): string {
  return donation === null ? pageUrl(sender, 'account-payment') : pageUrl(sender, 'account-donation', donation);
}
