import { pageUrl } from '@newsstand/contracts/paths';
import { formatCents } from '@newsstand/contracts/money';
import type { Receipt } from '@newsstand/contracts/receipt';
import { toBuffer } from 'qrcode';
import * as v from 'valibot';
import type { MailKey, Wording } from '../publication/texts/letter-texts.ts';
import type { Block, Letter } from './letter.ts';
import { addressBlock, cardText, isPrintSubscription, ownAddress, subscriptionBlocks, type Sender } from './receipt-letter.ts';
import type { ToldReceipt } from './typed-text.ts';

/** Letters about what a paid order brought beside its goods: each says one thing, and the receipt has the money. */
export const MembershipLetterKind = v.picklist(['subscription', 'gifts', 'donation']);
export type MembershipLetterKind = v.InferOutput<typeof MembershipLetterKind>;

const QR_WIDTH = 180;

const Given = v.object({ name: v.string(), giver: v.string(), detail: v.string(), print: v.boolean() });

/**
 * What the letter about a redeemed gift says: `giver` is who bought it, `welcome` whether their account was made with
 * it.
 */
export const Redeemed = v.object({ ...Given.entries, welcome: v.optional(v.boolean(), false) });

/** To whoever redeemed a gift (section 4: a confirmation is sent). */
export function redeemedLetter(gift: v.InferOutput<typeof Redeemed>, sender: Sender, say: Wording): Letter {
  return givenLetter('redeemed', gift, sender, say, {
    how: gift.print ? 'subscription_print' : 'subscription_digital',
    button: 'subscription_button',
    url: pageUrl(sender, 'account'),
    footer: 'issue_out_footer',
    welcome: gift.welcome,
  });
}

/** What whoever is given a subscription is told: `token` is the gift's, `print` whether it is posted to them. */
export const GiftForYou = v.object({ ...Given.entries, token: v.string() });
export type GiftForYou = v.InferOutput<typeof GiftForYou>;

/** To a giftee, once the invoice that names them is paid. */
export function giftForYouLetter(gift: GiftForYou, sender: Sender, say: Wording): Letter {
  return givenLetter('gift_for_you', gift, sender, say, {
    how: gift.print ? 'gift_for_you_print' : 'gift_for_you_digital',
    button: gift.print ? 'gift_for_you_print_button' : 'gifts_button',
    url: pageUrl(sender, 'redeem', gift.token),
    footer: 'gift_for_you_footer',
  });
}

/** To a giftee, when what they were given is taken back: what nobody had redeemed yet, or what is posted to them. */
export function giftTakenBackLetter(gift: GiftForYou, sender: Sender, say: Wording): Letter {
  const how = gift.print ? 'gift_taken_back_print' : 'gift_taken_back_digital';
  return givenLetter('gift_taken_back', gift, sender, say, { how, footer: 'gift_for_you_footer' });
}

/** To the same, when it is good again. */
export function giftRestoredLetter(gift: GiftForYou, sender: Sender, say: Wording): Letter {
  return givenLetter('gift_restored', gift, sender, say, {
    how: gift.print ? 'gift_restored_print' : 'gift_for_you_digital',
    button: gift.print ? 'gift_for_you_print_button' : 'gifts_button',
    url: pageUrl(sender, 'redeem', gift.token),
    footer: 'gift_for_you_footer',
  });
}

type Ending = { how: MailKey; footer: MailKey; welcome?: boolean } & ({ button: MailKey; url: string } | { button?: never; url?: never });

/** To whom somebody gave a subscription: from whom, what it is, and what to do now. */
function givenLetter(
  about: 'redeemed' | 'gift_for_you' | 'gift_taken_back' | 'gift_restored',
  { name, giver, detail }: v.InferOutput<typeof Given>,
  sender: Sender,
  say: Wording,
  { how, button, url, footer, welcome = false }: Ending,
): Letter {
  const values = { publication: sender.name, support: sender.support, giver };
  return {
    subject: say(`${about}_subject`, values),
    preheader: say(`${about}_preheader`, values),
    sender: { name: sender.name, url: sender.url },
    footer: say(footer, values),
    blocks: [
      { type: 'heading', text: say(`${about}_heading`, values) },
      paragraph(say('greeting', { name })),
      paragraph(say(`${about}_intro`, values)),
      { type: 'facts', facts: [{ name: say('subscription_choice'), value: detail }] },
      paragraph(say(how)),
      ...(welcome ? [paragraph(say('welcome_intro', values))] : []),
      ...(button === undefined ? [] : [{ type: 'button' as const, text: say(button), url }]),
      paragraph(say('subscription_help', values)),
      ...(welcome ? [paragraph(say('welcome_help', values))] : []),
    ],
  };
}

/** Writes one of them from the order's receipt. */
export async function membershipLetter(kind: MembershipLetterKind, receipt: ToldReceipt, sender: Sender, say: Wording): Promise<Letter> {
  const values = { publication: sender.name, support: sender.support };
  const about = kind === 'gifts' && isAllSent(receipt) ? 'gifts_sent' : kind;
  return {
    subject: say(`${about}_subject`, values),
    preheader: say(`${about}_preheader`, values),
    sender: { name: sender.name, url: sender.url },
    footer: say('footer', values),
    blocks: [
      { type: 'heading', text: say(`${about}_heading`, values) },
      { type: 'paragraph', text: say('greeting', { name: receipt.name }) },
      ...(await blocksOf(kind, receipt, sender, (key, more = {}) => say(key, { ...values, ...more }))),
    ],
  };
}

async function blocksOf(kind: MembershipLetterKind, receipt: ToldReceipt, sender: Sender, say: Wording): Promise<Block[]> {
  switch (kind) {
    case 'subscription':
      return subscription(receipt, sender, say);
    case 'gifts':
      return gifts(receipt, say);
    case 'donation':
      return donation(receipt, sender, say);
  }
}

/** As it was written before the receipt's letter said it, too: of such a letter that is on its way still. */
function subscription(receipt: ToldReceipt, sender: Sender, say: Wording): Block[] {
  return [
    ...subscriptionBlocks(receipt, say),
    ...(isPrintSubscription(receipt) ? ownAddress(receipt, say) : []),
    { type: 'button', text: say('subscription_button'), url: pageUrl(sender, 'account') },
    paragraph(say('subscription_help')),
  ];
}

/** Whether there is nothing to pass on: all of it is posted to whom it is for. */
function isAllSent({ gifts: bought = [] }: Receipt): boolean {
  return bought.every(({ sent_to }) => sent_to !== undefined);
}

async function gifts(receipt: ToldReceipt, say: Wording): Promise<Block[]> {
  const { gifts: bought = [] } = receipt;
  // Of what is posted to its giftee already, the link opens their account; what somebody redeemed is theirs, and what
  // was taken back is nobody's.
  const given = bought.filter(({ redeemed, sent_to, refunded }) => refunded !== true && (!redeemed || sent_to !== undefined));
  const cards = given.map(async ({ detail, url, sent_to, sent_address = null, meant_for }, index): Promise<Block[]> => {
    const number = { number: index + 1, count: given.length };
    return [
      {
        type: 'facts',
        facts: [
          { name: say(given.length === 1 ? 'gifts_one' : 'gifts_number', number), value: detail },
          ...(meant_for === undefined ? [] : [{ name: say('gifts_recipient'), value: meant_for }]),
        ],
      },
      ...(sent_to === undefined
        ? []
        : [
            paragraph(say('gifts_sent', { recipient: sent_to })),
            ...addressBlock({ name: sent_to, address: sent_address }, say('receipt_address')),
          ]),
      // A code is to be printed and handed over: there is nothing to hand over of what is posted.
      ...(sent_to === undefined ? [await codeOf(url, `gift-${index + 1}.png`, say('gifts_code', number))] : []),
      { type: 'button', text: say(sent_to === undefined ? 'gifts_button' : 'gifts_sent_button'), url },
    ];
  });
  const all = (await Promise.all(cards)).flat();
  return isAllSent(receipt)
    ? [...all, paragraph(say('gifts_sent_help'))]
    : [paragraph(say('gifts_intro')), ...all, paragraph(say('gifts_help'))];
}

async function codeOf(url: string, name: string, alt: string): Promise<Block> {
  return { type: 'picture', name, png: await toBuffer(url, { margin: 1, width: 2 * QR_WIDTH }), alt, width: QR_WIDTH };
}

/** Every month has as many days as February. */
const SHORTEST_MONTH = 28;

function donation({ lines, created, card }: Receipt, sender: Sender, say: Wording): Block[] {
  const account = pageUrl(sender, 'account');
  const line = lines.find(({ type }) => type === 'donation-item');
  const amount = formatCents(line?.price ?? 0);
  const isMonthly = line?.ref === 'monthly-init';
  const day = new Date(created).getUTCDate();
  return [
    paragraph(say('donation_intro', { amount })),
    ...(isMonthly
      ? [
          paragraph(
            say(day > SHORTEST_MONTH ? 'donation_monthly_end' : 'donation_monthly', { amount, card: cardText(card, say), day, account }),
          ),
        ]
      : []),
    paragraph(say('donation_help')),
  ];
}

function paragraph(text: string): Block {
  return { type: 'paragraph', text };
}
