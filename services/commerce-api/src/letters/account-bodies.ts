import { Address, addressLines } from '@newsstand/contracts/address';
import { cardName } from '@newsstand/contracts/card-name';
import { displayDate } from '@newsstand/contracts/display-date';
import { formatCents } from '@newsstand/contracts/money';
import { pageUrl } from '@newsstand/contracts/paths';
import * as v from 'valibot';
import { endedText, TakenBack } from './money-back-letter.ts';
import { codeOf, tokenOf } from '../platform/secrets.ts';
import type { AccountWorld, accountWords } from './account-words.ts';
import type { Block } from './letter.ts';

/** What each kind's row in the outbox holds. The secrets themselves are made when the letter is written. */
const EmailChange = v.object({ name: v.string(), nonce: v.string(), expires: v.string() });
/** `nonce`: of the link that withdraws a change; a letter from before there was one has none. */
const EmailMoved = v.object({
  name: v.string(),
  email: v.string(),
  nonce: v.optional(v.string()),
  password_gone: v.optional(v.boolean(), false),
  google_gone: v.optional(v.boolean(), false),
});
const Code = v.object({ name: v.string(), ticket: v.string(), expires: v.string() });
/**
 * What stays when an account is deleted: receipts and invoices, open gifts, a monthly donation given without the
 * account. The defaults are for letters that were written before these were noted.
 */
const Deleted = v.object({
  kept: v.optional(v.boolean(), true),
  gifts: v.optional(v.boolean(), false),
  donation: v.optional(v.boolean(), false),
});
/**
 * `next`: from when the new amount is charged. `refused`: the amount of a month that is still unpaid, in cents, which
 * does not change.
 */
const Donation = v.object({
  name: v.string(),
  amount: v.number(),
  next: v.nullable(v.string()),
  refused: v.optional(v.nullable(v.number()), null),
  processing: v.optional(v.boolean(), false),
  /** Staff ended it for a donor, who need have no account. */
  staff: v.optional(v.boolean(), false),
});
/**
 * Where copies went and go; neither is told to a mailbox that nobody has proved, nor an old one that a stranger may
 * have typed.
 */
const AddressChanged = v.object({ from: v.nullish(Address, null), to: v.nullish(Address, null) });
/** `detail`: how it comes from now on. */
const Changed = v.object({ name: v.string(), detail: v.string() });
/** `renews`: it renewed by itself before it was ended, and does so again or not. */
const Restored = v.object({ ...Changed.entries, renews: v.optional(v.boolean()) });
/** `charging`: a renewal is on its way, and counts. `by`: who switched it. */
const Autorenew = v.object({ charging: v.optional(v.boolean(), false), by: v.optional(v.picklist(['reader', 'staff']), 'staff') });
const CreditNote = v.object({ number: v.string(), url: v.string() });
/**
 * Of an order: the goods that are not sent, or are sent after all, each in words. `credit_note`: of the money for them,
 * which went back before.
 */
const Goods = v.object({ number: v.string(), goods: v.array(v.string()), credit_note: v.optional(CreditNote) });
/** Of an order's gifts, upgrades and donation what was taken away, or counts again. */
const OrderTakenBack = v.object({ number: v.string(), ...TakenBack.entries, credit_note: v.optional(CreditNote) });
/** Why an invoice was cancelled, as whoever has it reads it; `changed`: what it was for has ended or is another one. */
export const CancelledWhy = v.picklist(['asked', 'mended', 'unpaid', 'changed']);
export type CancelledWhy = v.InferOutput<typeof CancelledWhy>;
/** `amount`: what it had asked for, in cents; `why` is not said of what was cancelled in a shell. */
const InvoiceCancelled = v.object({ number: v.string(), amount: v.number(), why: v.optional(CancelledWhy) });
/** Pieces of an order, `of`, that are sent once more. */
const GoodsAgain = v.object({ ...Goods.entries, of: v.string() });
/**
 * `renews`: what else they have renews by itself as before; `credit_note`: of money that went back without the desk,
 * and with which this ended; `order`: whose goods are not sent either.
 */
const Cancelled = v.object({
  detail: v.string(),
  charging: v.boolean(),
  renews: v.optional(v.boolean(), false),
  credit_note: v.optional(CreditNote),
  order: v.optional(v.omit(Goods, ['credit_note'])),
});
/** They have no account, and nothing to log in to: this address was used for an order. */
export const Guest = v.object({ guest: v.optional(v.boolean(), false) });
/** A bank account is named without its number. */
const Card = v.object({
  card: v.nullable(v.object({ type: v.string(), last_four: v.string(), wallet: v.optional(v.string()) })),
  /** Of a monthly donation, whose donor need have no account. */
  donation: v.optional(v.boolean(), false),
});
/**
 * `lost`: in place of a copy that did not come. `welcome`: an account was made for it. `behind`: something else comes
 * before it. `nowhere`: it is posted, and nobody knows where to, or copies come back from there; its reader says where
 * in the account, or by a letter where they have none.
 */
const Given = v.object({
  ...Changed.entries,
  lost: v.optional(v.boolean(), false),
  welcome: v.optional(v.boolean(), false),
  behind: v.optional(v.boolean()),
  nowhere: v.optional(v.picklist(['account', 'letter'])),
});
/** Another copy of an issue that did not come. */
const Copy = v.object({ issue: v.number(), title: v.string() });
/** `account`: they can say it there themselves. */
export const Returned = v.object({ ...Copy.entries, account: v.boolean() });
const CopySent = v.object({
  ...Copy.entries,
  slug: v.string(),
  medium: v.picklist(['digital', 'print']),
  nowhere: Given.entries.nowhere,
});

type Words = AccountWorld & ReturnType<typeof accountWords>;
type Body = (payload: unknown, words: Words) => Block[];

/** What a letter says between its greeting and its end, by what its row in the outbox holds. */
function body<Kept extends v.GenericSchema>(kept: Kept, write: (row: v.InferOutput<Kept>, words: Words) => Block[]): Body {
  return (payload, words) => write(v.parse(kept, payload), words);
}

const ofGoods = ({ number, goods }: { number: string; goods: string[] }) => ({ number, detail: goods.join('; ') });

function credited(note: v.InferOutput<typeof CreditNote> | undefined, { text, say }: Words): Block[] {
  if (note === undefined) return [];
  return [
    text('subscription_cancelled_credit'),
    { type: 'button', text: say('credit_note_button', { number: note.number }), url: note.url },
  ];
}

/** Of the mailbox, and of the login. A secret stands behind the #, so that it is in no server's log. */
const OF_LOGIN = {
  'email-change': body(EmailChange, ({ nonce }, { text, button, secret }) => [
    text('email_change_intro'),
    button('email_change_button', 'account-email', `#confirm=${tokenOf(secret, nonce)}`),
    text('email_change_lifetime'),
    text('not_you_ignore'),
  ]),
  'email-taken': (_payload, { text, button }) => [text('email_taken_intro'), button('email_taken_button', 'login'), text('not_you_ignore')],
  'email-asked': body(EmailMoved, ({ email, nonce }, { text, button, notYou, secret }) => {
    const intro = text('email_asked_intro', { email });
    if (nonce === undefined) return [intro, notYou(), button('account_button', 'account-email')];
    return [
      intro,
      text('email_asked_withdraw'),
      button('email_asked_button', 'account-email', `#withdraw=${tokenOf(secret, nonce)}`),
      notYou(),
    ];
  }),
  'email-changed': body(EmailMoved, ({ email, password_gone, google_gone }, { text }) => [
    text('email_changed_intro', { email }),
    ...(password_gone ? [text('email_changed_password')] : []),
    ...(google_gone ? [text('email_changed_google', { email })] : []),
    text('email_changed_help'),
  ]),
  'logged-out': (_payload, { text, secure }) => [text('logged_out_intro'), text('staff_did_it'), secure()],
} as const satisfies Record<string, Body>;

/** Of the account as a whole. */
const OF_ACCOUNT = {
  'delete-code': body(Code, ({ ticket }, { text, notYou, secret }) => [
    text('delete_code_intro'),
    { type: 'code', text: codeOf(secret, ticket) },
    text('code_lifetime'),
    notYou(),
  ]),
  'account-deleted': body(Deleted, ({ kept, gifts, donation }, { text }) => [
    text(donation ? 'account_deleted_donation' : 'account_deleted_intro'),
    ...(kept ? [text('account_deleted_kept')] : []),
    ...(gifts ? [text('account_deleted_gifts')] : []),
    text('account_deleted_help'),
  ]),
  'reader-erased': body(Deleted, ({ kept }, { text }) => [
    text('reader_erased_intro'),
    ...(kept ? [text('account_deleted_kept')] : []),
    text('account_deleted_help'),
  ]),
  'account-export': (_payload, { text }) => [text('account_export_intro'), text('account_export_care'), text('staff_did_it')],
} as const satisfies Record<string, Body>;

/** Of what is paid, and with what. */
const OF_PAYMENT = {
  'donation-changed': body(Donation, ({ amount, next, refused }, { text, button }) => {
    const when = next === null ? '' : displayDate(next, 'UTC');
    return [
      text(next === null ? 'donation_changed_waiting' : 'donation_changed_intro', { amount: formatCents(amount), date: when }),
      ...(refused === null ? [] : [text('donation_changed_unpaid', { amount: formatCents(refused) })]),
      button('account_button', 'account'),
    ];
  }),
  'donation-stopped': body(Donation, ({ amount, processing, staff }, { text, button }) => [
    text(processing ? 'donation_stopped_month' : 'donation_stopped_intro', { amount: formatCents(amount) }),
    staff ? text('staff_did_it') : button('account_button', 'account'),
  ]),
  'autorenew-off': body(Autorenew, ({ charging, by }, { text, button, notYou }) => [
    text('autorenew_off_intro'),
    ...(charging ? [text('autorenew_off_charging')] : []),
    ...(by === 'reader' ? [button('account_button', 'account'), notYou()] : [text('staff_did_it')]),
  ]),
  'autorenew-on': body(Autorenew, ({ by }, { text, button, notYou }) => [
    text('autorenew_on_intro'),
    button('account_button', 'account'),
    by === 'reader' ? notYou() : text('staff_did_it'),
  ]),
  'card-saved': body(Card, ({ card, donation }, { text, button, notYou, say }) => {
    const named = card ? say('receipt_card_value', { ...card, type: cardName(card.type, card.wallet) }) : say('card_removed_account');
    if (donation) return [text('card_saved_donation', { card: named }), text('card_saved_donation_help')];
    return [text('card_saved_intro', { card: named }), button('account_button', 'account'), notYou()];
  }),
  'card-deleted': (_payload, { text, button, notYou }) => [text('card_deleted_intro'), button('account_button', 'account'), notYou()],
  'invoice-cancelled': body(InvoiceCancelled, ({ number, amount, why }, { text }) => [
    text('invoice_cancelled_intro', { number, amount: formatCents(amount) }),
    ...(why === undefined ? [] : [text(`invoice_cancelled_${why}`)]),
    text('invoice_cancelled_paid'),
  ]),
} as const satisfies Record<string, Body>;

/**
 * Of a subscription and where it goes. What staff did for a reader who asked elsewhere: whoever did not ask writes to
 * us, since nobody was logged in.
 */
const OF_SUBSCRIPTION = {
  'subscription-changed': body(Changed, ({ detail }, { text, button, notYou }) => [
    text('subscription_changed_intro', { detail }),
    text('subscription_changed_free'),
    button('account_button', 'account'),
    notYou(),
  ]),
  'address-changed': body(AddressChanged, ({ from, to }, { text, say }) => {
    const address = (title: string, one: Address | null): Block[] => (one ? [{ type: 'address', title, lines: addressLines(one) }] : []);
    return [
      text('address_changed_intro'),
      ...address(say('address_changed_to'), to),
      ...address(say('address_changed_from'), from),
      text('staff_did_it'),
    ];
  }),
  'address-needed': body(Returned, ({ issue, title, account }, { text, button }) => {
    const intro = text('address_needed_intro', { issue: String(issue), title });
    if (!account) return [intro, text('address_needed_write')];
    return [intro, button('address_needed_button', 'account-address'), text('address_needed_same')];
  }),
  'address-deleted': (_payload, { text, button, notYou }) => [
    text('address_deleted_intro'),
    button('address_deleted_button', 'account-address'),
    notYou(),
  ],
  'subscription-cancelled': body(Cancelled, ({ detail, charging, renews, credit_note, order }, words) => [
    words.text(endedText(renews), { detail }),
    ...(charging ? [words.text('autorenew_off_charging')] : []),
    ...(order === undefined ? [] : [words.text('goods_dropped_intro', ofGoods(order))]),
    ...credited(credit_note, words),
    words.text('staff_did_it'),
  ]),
  'subscription-restored': body(Restored, ({ detail, renews }, { text }) => [
    text('subscription_restored_intro', { detail }),
    ...(renews === undefined ? [] : [text(renews ? 'subscription_restored_renews' : 'subscription_restored_no_card')]),
    text('staff_did_it'),
  ]),
  'subscription-given': body(Given, ({ detail, lost, welcome, behind = !welcome, nowhere }, { text, button }) => [
    text(lost ? 'subscription_given_lost' : 'subscription_given_intro', { detail }),
    text(behind ? 'subscription_given_behind' : 'subscription_given_next'),
    ...(nowhere ? [text(nowhere === 'account' ? 'subscription_given_address' : 'subscription_given_address_letter')] : []),
    text('subscription_given_free'),
    ...(welcome ? [text('subscription_given_account')] : []),
    ...(welcome || nowhere === 'account' ? [button('account_button', 'account')] : []),
  ]),
  'subscription-taken-back': body(Changed, ({ detail }, { text }) => [
    text('subscription_taken_back_intro', { detail }),
    text('staff_did_it'),
  ]),
} as const satisfies Record<string, Body>;

/** Of what is sent: another copy, and the goods of an order. */
const OF_GOODS = {
  'copy-sent': body(CopySent, ({ issue, title, slug, medium, nowhere }, { text, say, sender, button: toPage }) => {
    const named = { issue: String(issue), title };
    if (nowhere) {
      const ask = nowhere === 'account' ? toPage('address_needed_button', 'account-address') : text('address_needed_write');
      return [text('copy_sent_nowhere', named), ask, text('copy_sent_help')];
    }
    if (medium === 'print') return [text('copy_sent_print', named), text('copy_sent_help')];
    const button: Block = { type: 'button', text: say('copy_sent_button', named), url: pageUrl(sender, 'issue', slug) };
    return [text('copy_sent_digital', named), button, text('copy_sent_help')];
  }),
  'copy-taken-back': body(Copy, ({ issue, title }, { text }) => [
    text('copy_taken_back_intro', { issue: String(issue), title }),
    text('staff_did_it'),
  ]),
  'goods-dropped': body(Goods, ({ credit_note, ...order }, words) => [
    words.text('goods_dropped_intro', ofGoods(order)),
    ...credited(credit_note, words),
    words.text('staff_did_it'),
  ]),
  'goods-again': body(GoodsAgain, ({ of, ...order }, { text }) => [
    text('goods_again_intro', { of, ...ofGoods(order) }),
    text('copy_sent_help'),
  ]),
  'goods-restored': body(Goods, (order, { text }) => [text('goods_restored_intro', ofGoods(order)), text('staff_did_it')]),
  'order-taken-back': body(OrderTakenBack, ({ number, gifts, given, upgrades, donation, moved, credit_note }, words) => [
    words.text('order_taken_back_intro', { number }),
    ...(upgrades > 0 ? [words.text('order_taken_back_upgrade')] : []),
    ...(moved ? [words.text('order_taken_back_moved')] : []),
    ...(gifts > 0 ? [words.text(gifts === 1 ? 'money_back_gift' : 'money_back_gifts')] : []),
    ...(given > 0 ? [words.text(given === 1 ? 'money_back_given' : 'money_back_given_all')] : []),
    ...(donation ? [words.text('order_taken_back_donation')] : []),
    ...credited(credit_note, words),
    words.text('staff_did_it'),
  ]),
  'order-restored': body(OrderTakenBack, ({ number, gifts, given, upgrades }, { text }) => [
    text('order_restored_intro', { number }),
    ...(upgrades > 0 ? [text('order_restored_upgrade')] : []),
    ...(gifts > 0 ? [text(gifts === 1 ? 'order_restored_gift' : 'order_restored_gifts')] : []),
    ...(given > 0 ? [text(given === 1 ? 'order_restored_given' : 'order_restored_given_all')] : []),
    text('staff_did_it'),
  ]),
} as const satisfies Record<string, Body>;

export const ACCOUNT_BODIES = { ...OF_LOGIN, ...OF_ACCOUNT, ...OF_PAYMENT, ...OF_SUBSCRIPTION, ...OF_GOODS };
