import { pageUrl, type Site } from '@newsstand/contracts/paths';
import { cardName } from '@newsstand/contracts/card-name';
import { addressLines } from '@newsstand/contracts/address';
import { displayDate } from '@newsstand/contracts/display-date';
import { formatCents } from '@newsstand/contracts/money';
import type { Receipt, ReceiptLine } from '@newsstand/contracts/receipt';
import type { MailKey, Wording } from '../publication/texts/letter-texts.ts';
import type { Block, Letter } from './letter.ts';
import type { ToldReceipt } from './typed-text.ts';

/** Who a letter is from, and where their pages are. */
export type Sender = Site & { name: string; support: string };

/** The letter that a paid order sends: the receipt, and a link to it on the magazine's site. */
export function receiptLetter(
  receipt: ToldReceipt,
  sender: Sender,
  say: Wording,
  { subscribed = false, welcome = false }: { subscribed?: boolean; welcome?: boolean } = {},
): Letter {
  const { totals } = receipt;
  const values = { publication: sender.name, support: sender.support };
  const total = totals.total === 0 ? say('receipt_free') : formatCents(totals.total);
  return {
    subject: say('receipt_subject', { publication: sender.name, number: receipt.number }),
    preheader: say('receipt_preheader', { number: receipt.number, total }),
    sender: { name: sender.name, url: sender.url },
    footer: say('footer', { publication: sender.name }),
    blocks: [
      { type: 'heading', text: say(subscribed ? 'subscription_heading' : 'receipt_heading') },
      { type: 'paragraph', text: say('receipt_greeting', { name: receipt.name }) },
      { type: 'paragraph', text: say(totals.total === 0 ? 'receipt_intro_gratis' : 'receipt_intro') },
      ...(subscribed ? subscriptionBlocks(receipt, (key, more) => say(key, { ...values, ...more })) : []),
      ...agreedBlocks(receipt, say),
      ...(welcome ? [{ type: 'paragraph' as const, text: say('welcome_intro', values) }] : []),
      ...(subscribed || welcome || isOfAccount(receipt)
        ? [{ type: 'button' as const, text: say('subscription_button'), url: pageUrl(sender, 'account') }]
        : []),
      { type: 'button', text: say('receipt_button'), url: pageUrl(sender, 'receipts', receipt.token) },
      { type: 'facts', facts: facts(receipt, say) },
      {
        type: 'bill',
        lines: receipt.lines.map((line) => billLine(line, say)),
        sums: sums(receipt, say),
        total: { name: say('receipt_total'), value: total },
      },
      ...files(receipt, sender.url, say),
      ...addresses(receipt, say),
      { type: 'paragraph', text: say('receipt_help', values) },
      ...(welcome ? [{ type: 'paragraph' as const, text: say('welcome_help', values) }] : []),
    ],
  };
}

const subscriptionOf = ({ lines }: ToldReceipt) => lines.find(({ type }) => type === 'personal-subscription');

export const isPrintSubscription = (receipt: ToldReceipt): boolean => subscriptionOf(receipt)?.ref.startsWith('print/') === true;

/** What was subscribed to, and when it begins. */
export function subscriptionBlocks(receipt: ToldReceipt, say: Wording): Block[] {
  const line = subscriptionOf(receipt);
  const copies = line && line.quantity > 1 ? [{ name: say('subscription_copies'), value: String(line.quantity) }] : [];
  return [
    { type: 'paragraph', text: say('subscription_intro') },
    { type: 'facts', facts: [{ name: say('subscription_choice'), value: line?.detail ?? '' }, ...copies] },
    { type: 'paragraph', text: say(isPrintSubscription(receipt) ? 'subscription_print' : 'subscription_digital') },
  ];
}

/** Whether something was agreed to that is changed in the account; a donation has a letter of its own. */
const isOfAccount = ({ agreed: { kept = false, autorenew } = {} }: Receipt): boolean => kept || autorenew !== undefined;

/**
 * What is kept, and what renews by itself from now on, when, and where that ends: as the account's pages do whatever is
 * changed there.
 */
function agreedBlocks(receipt: Receipt, say: Wording): Block[] {
  if (!isOfAccount(receipt)) return [];
  const { card, agreed: { kept = false, autorenew, renewal = null } = {} } = receipt;
  const paragraph = (key: MailKey): Block => ({ type: 'paragraph', text: say(key, { card: cardText(card, say) }) });
  if (autorenew === undefined) return [paragraph('agreed_kept')];
  if (!autorenew) return [...(kept ? [paragraph('agreed_kept')] : []), paragraph('agreed_off')];
  const next = renewal && [
    formatCents(renewal.amount),
    ...(renewal.when === null ? [] : [say(dayOrMonth(renewal.when), { date: displayDate(renewal.when, 'UTC') })]),
    ...(renewal.after === null ? [] : [say('agreed_after', { issue: renewal.after })]),
  ];
  return [
    paragraph(kept ? 'agreed_renews_card' : 'agreed_renews'),
    ...(next ? [{ type: 'facts' as const, facts: [{ name: say('agreed_next'), value: next.join(', ') }] }] : []),
    paragraph('agreed_notice'),
  ];
}

const dayOrMonth = (when: string) => (when.length === 'YYYY-MM'.length ? 'agreed_about' : 'agreed_on');

/** What paid, by name. */
export function cardText(card: Receipt['card'], say: Wording): string {
  return card ? say('receipt_card_value', { ...card, type: cardName(card.type, card.wallet) }) : say('agreed_same_card');
}

/** What was bought as a file, at once; the links end, and the receipt's page has new ones. */
function files({ issues = [], files: products = [] }: Receipt, site: string, say: Wording): Block[] {
  const blocks = issues.flatMap(({ title, downloads }): Block[] =>
    downloads.length === 0
      ? [{ type: 'paragraph', text: say('receipt_not_yet', { title }) }]
      : downloads.map(({ format, url }) => ({
          type: 'button',
          text: say('receipt_file', { title, format: format.toUpperCase() }),
          url: new URL(url, site).href,
        })),
  );
  const note: Block[] = issues.some(({ released }) => released) ? [{ type: 'paragraph', text: say('receipt_files_note') }] : [];
  const bought = products.map(({ title, url }): Block => ({
    type: 'button',
    text: say('receipt_product_file', { title }),
    url: new URL(url, site).href,
  }));
  return [...bought, ...blocks, ...note];
}

function facts({ number, created, card, paid_by }: Receipt, say: Wording): { name: string; value: string }[] {
  return [
    { name: say('receipt_number'), value: number },
    { name: say('receipt_date'), value: displayDate(created, 'UTC') },
    ...(card ? [{ name: say('receipt_card'), value: cardText(card, say) }] : []),
    ...(paid_by ? [{ name: say('receipt_card'), value: say(`receipt_${paid_by}`) }] : []),
  ];
}

function billLine({ name, detail, quantity, price, discount, coupon, ended, not_sent }: ReceiptLine, say: Wording) {
  const off = formatCents(-discount);
  const less = coupon === undefined ? say('receipt_line_discount', { off }) : say('receipt_line_coupon', { coupon, off });
  const more = [
    ...(detail === null ? [] : [detail]),
    ...(discount > 0 ? [less] : []),
    ...(ended === undefined ? [] : [say('receipt_line_ended', { date: displayDate(ended, 'UTC') })]),
    ...(not_sent === undefined ? [] : [say('receipt_line_not_sent', { count: not_sent, quantity })]),
  ];
  return {
    name,
    detail: more.length > 0 ? more.join(' · ') : null,
    quantity: say('receipt_quantity', { quantity, price: formatCents(price) }),
    amount: formatCents(price * quantity),
  };
}

/** Section 9: the shipping line is shown only if it is over 0; so are the other sums that may be nothing. */
function sums({ totals }: Receipt, say: Wording): { name: string; value: string }[] {
  return [
    { name: say('receipt_goods'), value: formatCents(totals.goods) },
    ...(totals.discount > 0 ? [{ name: say('receipt_discount'), value: formatCents(-totals.discount) }] : []),
    ...(totals.shipping > 0 ? [{ name: say('receipt_shipping'), value: formatCents(totals.shipping) }] : []),
    ...(totals.waived > 0 ? [{ name: say('receipt_waived'), value: formatCents(-totals.waived) }] : []),
  ];
}

/** Where everything of an order goes: to who placed it, and to others. */
function addresses(receipt: ToldReceipt, say: Wording): Block[] {
  const { posted = true, parcels = [], gifts = [] } = receipt;
  return [
    ...(posted ? ownAddress(receipt, say) : []),
    ...parcels.flatMap(({ goods, ...to }) => {
      const things = goods.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ');
      return addressBlock(to, say('receipt_parcel', { goods: things }));
    }),
    ...gifts.flatMap(({ sent_to: name, sent_address: address = null }) =>
      name === undefined ? [] : addressBlock({ name, address }, say('receipt_gift')),
    ),
  ];
}

/** Where the order itself is posted, or that the receipt's page says it. */
export function ownAddress(receipt: ToldReceipt, say: Wording): Block[] {
  return receipt.hides_address ? [{ type: 'paragraph', text: say('receipt_address_kept') }] : addressBlock(receipt, say('receipt_address'));
}

/** To whom and where something is posted, if it is. */
export function addressBlock({ name, address: to }: Pick<Receipt, 'name' | 'address'>, title: string): Block[] {
  return to ? [{ type: 'address', title, lines: [name, ...addressLines(to)] }] : [];
}
