import { formatCents } from '@newsstand/contracts/money';
import type { Receipt } from '@newsstand/contracts/receipt';
import { toBuffer } from 'qrcode';
import * as v from 'valibot';
import { redeemUrl } from '../gift/redeem-url.ts';
import type { Block, Letter } from './letter.ts';
import type { Wording } from './messages.ts';
import { addressBlock, type Sender } from './receipt-letter.ts';

/** Letters about what a paid order brought beside its goods: each says one thing, and the receipt has the money. */
export const MembershipLetterKind = v.picklist(['subscription', 'gifts', 'donation']);
export type MembershipLetterKind = v.InferOutput<typeof MembershipLetterKind>;

const MONTH_DAY = new Intl.DateTimeFormat('en-US', { day: 'numeric', timeZone: 'UTC' });
const QR_WIDTH = 180;

/** What the letter about a redeemed gift says: `giver` is who bought it. */
export const Redeemed = v.object({ name: v.string(), giver: v.string(), detail: v.string(), print: v.boolean() });

/** To whoever redeemed a gift (section 4: a confirmation is sent). */
export function redeemedLetter({ name, giver, detail, print }: v.InferOutput<typeof Redeemed>, sender: Sender, say: Wording): Letter {
  const values = { publication: sender.name, support: sender.support, giver };
  return {
    subject: say('redeemed_subject', values),
    preheader: say('redeemed_preheader', values),
    sender: { name: sender.name, url: sender.url },
    footer: say('footer', values),
    blocks: [
      { type: 'heading', text: say('redeemed_heading', values) },
      paragraph(say('greeting', { name })),
      paragraph(say('redeemed_intro', values)),
      { type: 'facts', facts: [{ name: say('subscription_choice'), value: detail }] },
      paragraph(say(print ? 'subscription_print' : 'subscription_digital')),
      { type: 'button', text: say('subscription_button'), url: new URL('/account', sender.url).href },
      paragraph(say('subscription_help', values)),
    ],
  };
}

/** What whoever is given a subscription is told: `token` is the gift's, `print` whether it is posted to them. */
export const GiftForYou = v.object({ name: v.string(), giver: v.string(), detail: v.string(), print: v.boolean(), token: v.string() });
export type GiftForYou = v.InferOutput<typeof GiftForYou>;

/** To a giftee, once the invoice that names them is paid. */
export function giftForYouLetter({ name, giver, detail, print, token }: GiftForYou, sender: Sender, say: Wording): Letter {
  const values = { publication: sender.name, support: sender.support, giver };
  return {
    subject: say('gift_for_you_subject', values),
    preheader: say('gift_for_you_preheader', values),
    sender: { name: sender.name, url: sender.url },
    footer: say('gift_for_you_footer', values),
    blocks: [
      { type: 'heading', text: say('gift_for_you_heading', values) },
      paragraph(say('greeting', { name })),
      paragraph(say('gift_for_you_intro', values)),
      { type: 'facts', facts: [{ name: say('subscription_choice'), value: detail }] },
      paragraph(say(print ? 'gift_for_you_print' : 'gift_for_you_digital')),
      {
        type: 'button',
        text: say(print ? 'gift_for_you_print_button' : 'gifts_button'),
        url: redeemUrl(sender.url, token),
      },
      paragraph(say('subscription_help', values)),
    ],
  };
}

/** Writes one of them from the order's receipt. */
export async function membershipLetter(kind: MembershipLetterKind, receipt: Receipt, sender: Sender, say: Wording): Promise<Letter> {
  const values = { publication: sender.name, support: sender.support };
  return {
    subject: say(`${kind}_subject`, values),
    preheader: say(`${kind}_preheader`, values),
    sender: { name: sender.name, url: sender.url },
    footer: say('footer', values),
    blocks: [
      { type: 'heading', text: say(`${kind}_heading`, values) },
      { type: 'paragraph', text: say('greeting', { name: receipt.name }) },
      ...(await blocksOf(kind, receipt, sender, (key, more = {}) => say(key, { ...values, ...more }))),
    ],
  };
}

async function blocksOf(kind: MembershipLetterKind, receipt: Receipt, sender: Sender, say: Wording): Promise<Block[]> {
  switch (kind) {
    case 'subscription':
      return subscription(receipt, sender, say);
    case 'gifts':
      return gifts(receipt, say);
    case 'donation':
      return donation(receipt, say);
  }
}

function subscription(receipt: Receipt, sender: Sender, say: Wording): Block[] {
  const line = receipt.lines.find(({ type }) => type === 'personal-subscription');
  const isPrint = line?.ref.startsWith('print/') === true;
  return [
    paragraph(say('subscription_intro')),
    { type: 'facts', facts: [{ name: say('subscription_choice'), value: line?.detail ?? '' }] },
    paragraph(say(isPrint ? 'subscription_print' : 'subscription_digital')),
    ...(isPrint ? addressBlock(receipt, say('receipt_address')) : []),
    { type: 'button', text: say('subscription_button'), url: new URL('/account', sender.url).href },
    paragraph(say('subscription_help')),
  ];
}

async function gifts({ gifts: bought = [] }: Receipt, say: Wording): Promise<Block[]> {
  // What went to its giftee's address is not there to be passed on.
  const given = bought.filter(({ redeemed }) => !redeemed);
  const cards = given.map(async ({ detail, url, sent_to }, index): Promise<Block[]> => {
    const number = { number: index + 1, count: given.length };
    return [
      { type: 'facts', facts: [{ name: say(given.length === 1 ? 'gifts_one' : 'gifts_number', number), value: detail }] },
      ...(sent_to === undefined ? [] : [paragraph(say('gifts_sent', { recipient: sent_to }))]),
      {
        type: 'picture',
        name: `gift-${index + 1}.png`,
        png: await toBuffer(url, { margin: 1, width: 2 * QR_WIDTH }),
        alt: say('gifts_code', number),
        width: QR_WIDTH,
      },
      { type: 'button', text: say('gifts_button'), url },
    ];
  });
  return [paragraph(say('gifts_intro')), ...(await Promise.all(cards)).flat(), paragraph(say('gifts_help'))];
}

function donation({ lines, created }: Receipt, say: Wording): Block[] {
  const line = lines.find(({ type }) => type === 'donation-item');
  const amount = formatCents(line?.price ?? 0);
  const isMonthly = line?.ref === 'monthly-init';
  return [
    paragraph(say('donation_intro', { amount })),
    ...(isMonthly ? [paragraph(say('donation_monthly', { amount, day: MONTH_DAY.format(new Date(created)) }))] : []),
    paragraph(say('donation_help')),
  ];
}

function paragraph(text: string): Block {
  return { type: 'paragraph', text };
}
