import { Address, addressLines } from '@newsstand/contracts/address';
import { cardName } from '@newsstand/contracts/card-name';
import { displayDate } from '@newsstand/contracts/display-date';
import { formatCents } from '@newsstand/contracts/money';
import { pageUrl } from '@newsstand/contracts/paths';
import * as v from 'valibot';
import { codeOf, tokenOf } from '../platform/secrets.ts';
import { accountWords, type AccountWorld } from './account-words.ts';
import type { Block, Letter } from './letter.ts';

/** Letters about what a reader changes in the account. `email-taken` goes instead of `email-change` where the new address has an account already. */
export const AccountLetterKind = v.picklist([
  'email-change',
  'email-taken',
  'email-asked',
  'email-changed',
  'delete-code',
  'account-deleted',
  'reader-erased',
  'donation-changed',
  'donation-stopped',
  'subscription-changed',
  'address-changed',
  'address-deleted',
  'address-needed',
  'autorenew-off',
  'autorenew-on',
  'card-saved',
  'card-deleted',
  'logged-out',
  'subscription-cancelled',
  'subscription-restored',
  'subscription-given',
  'subscription-taken-back',
  'account-export',
  'copy-sent',
  'copy-taken-back',
  'invoice-cancelled',
  'goods-again',
  'goods-dropped',
  'goods-restored',
]);
export type AccountLetterKind = v.InferOutput<typeof AccountLetterKind>;

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
const Named = v.object({ name: v.string() });
/** What stays when an account is deleted: receipts and invoices, open gifts, a monthly donation given without the account. The defaults are for letters that were written before these were noted. */
const Deleted = v.object({
  kept: v.optional(v.boolean(), true),
  gifts: v.optional(v.boolean(), false),
  donation: v.optional(v.boolean(), false),
});
/** `next`: from when the new amount is charged. `refused`: the amount of a month that is still unpaid, in cents, which does not change. */
const Donation = v.object({
  name: v.string(),
  amount: v.number(),
  next: v.nullable(v.string()),
  refused: v.optional(v.nullable(v.number()), null),
  processing: v.optional(v.boolean(), false),
  /** Staff ended it for a donor, who need have no account. */
  staff: v.optional(v.boolean(), false),
});
/** Where copies went and go; neither is told to a mailbox that nobody has proved, nor an old one that a stranger may have typed. */
const AddressChanged = v.object({ from: v.nullish(Address, null), to: v.nullish(Address, null) });
/** `detail`: how it comes from now on. */
const Changed = v.object({ name: v.string(), detail: v.string() });
/** `charging`: a renewal is on its way, and counts. `by`: who switched it. */
const Autorenew = v.object({ charging: v.optional(v.boolean(), false), by: v.optional(v.picklist(['reader', 'staff']), 'staff') });
const CreditNote = v.object({ number: v.string(), url: v.string() });
/** Of an order: the goods that are not sent, or are sent after all, each in words. `credit_note`: of the money for them, which went back before. */
const Goods = v.object({ number: v.string(), goods: v.array(v.string()), credit_note: v.optional(CreditNote) });
/** `amount`: what it had asked for, in cents. */
const InvoiceCancelled = v.object({ number: v.string(), amount: v.number() });
/** Pieces of an order, `of`, that are sent once more. */
const GoodsAgain = v.object({ ...Goods.entries, of: v.string() });
/** `credit_note`: of money that went back without the desk, and with which this ended; `order`: whose goods are not sent either. */
const Cancelled = v.object({
  detail: v.string(),
  charging: v.boolean(),
  credit_note: v.optional(CreditNote),
  order: v.optional(v.omit(Goods, ['credit_note'])),
});
/** They have no account, and nothing to log in to: this address was used for an order. */
const Guest = v.object({ guest: v.optional(v.boolean(), false) });
/** A bank account is named without its number. */
const Card = v.object({
  card: v.nullable(v.object({ type: v.string(), last_four: v.string(), wallet: v.optional(v.string()) })),
  /** Of a monthly donation, whose donor need have no account. */
  donation: v.optional(v.boolean(), false),
});
/**
 * `lost`: in place of a copy that did not come. `welcome`: an account was made for it. `behind`: something else comes before it. `nowhere`: it is posted, and nobody knows where to; its
 * reader says so in the account, or by a letter where they have none.
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
const Returned = v.object({ ...Copy.entries, account: v.boolean() });
const CopySent = v.object({ ...Copy.entries, slug: v.string(), medium: v.picklist(['digital', 'print']) });
const Timed = v.object({ expires: v.string() });

/** Writes a letter about the account. Null for one that comes too late to be of use. */
export function accountLetter(kind: AccountLetterKind, payload: unknown, world: AccountWorld): Letter | null {
  if (v.is(Timed, payload) && new Date(payload.expires) <= world.now) return null;
  const { text, letter } = accountWords(world);
  const greeting = TO_STRANGERS.has(kind) ? [] : [text('greeting', v.parse(Named, payload))];
  return letter(NAMES[kind], [...greeting, ...blocksOf(kind, payload, world)], isGuests(kind, payload) ? 'footer' : 'access_footer');
}

/** Whether a letter goes to somebody who has no account, or none any more. */
function isGuests(kind: AccountLetterKind, payload: unknown): boolean {
  switch (kind) {
    case 'reader-erased':
      return true;
    case 'address-needed':
      return !v.parse(Returned, payload).account;
    default:
      return v.parse(Guest, payload).guest;
  }
}

/** These go to an address that somebody typed. A greeting by a name that they typed as well would let anybody send their own words to anybody. */
const TO_STRANGERS: ReadonlySet<AccountLetterKind> = new Set(['email-change', 'email-taken']);

const NAMES = {
  'email-change': 'email_change',
  'email-taken': 'email_taken',
  'email-asked': 'email_asked',
  'email-changed': 'email_changed',
  'delete-code': 'delete_code',
  'account-deleted': 'account_deleted',
  'reader-erased': 'reader_erased',
  'donation-changed': 'donation_changed',
  'donation-stopped': 'donation_stopped',
  'subscription-changed': 'subscription_changed',
  'address-changed': 'address_changed',
  'address-deleted': 'address_deleted',
  'address-needed': 'address_needed',
  'autorenew-off': 'autorenew_off',
  'autorenew-on': 'autorenew_on',
  'card-saved': 'card_saved',
  'card-deleted': 'card_deleted',
  'logged-out': 'logged_out',
  'subscription-cancelled': 'subscription_cancelled',
  'subscription-restored': 'subscription_restored',
  'subscription-given': 'subscription_given',
  'subscription-taken-back': 'subscription_taken_back',
  'account-export': 'account_export',
  'copy-sent': 'copy_sent',
  'copy-taken-back': 'copy_taken_back',
  'invoice-cancelled': 'invoice_cancelled',
  'goods-again': 'goods_again',
  'goods-dropped': 'goods_dropped',
  'goods-restored': 'goods_restored',
} as const;

function blocksOf(kind: AccountLetterKind, payload: unknown, world: AccountWorld): Block[] {
  const { secret, say } = world;
  const { text, button, notYou, secure } = accountWords(world);
  const wordsOf = ({ number, goods }: { number: string; goods: string[] }) => ({ number, detail: goods.join('; ') });
  const credited = (note: v.InferOutput<typeof CreditNote> | undefined): Block[] =>
    note === undefined
      ? []
      : [
          text('subscription_cancelled_credit'),
          { type: 'button', text: say('credit_note_button', { number: note.number }), url: note.url } as const,
        ];
  switch (kind) {
    case 'email-change':
      // Behind the #, so that it is in no server's log.
      return [
        text('email_change_intro'),
        button('email_change_button', 'account-email', `#confirm=${tokenOf(secret, v.parse(EmailChange, payload).nonce)}`),
        text('email_change_lifetime'),
        text('not_you_ignore'),
      ];
    case 'email-taken':
      return [text('email_taken_intro'), button('email_taken_button', 'login'), text('not_you_ignore')];
    case 'email-asked': {
      const { email, nonce } = v.parse(EmailMoved, payload);
      const intro = text('email_asked_intro', { email });
      if (nonce === undefined) return [intro, notYou(), button('account_button', 'account-email')];
      return [
        intro,
        text('email_asked_withdraw'),
        button('email_asked_button', 'account-email', `#withdraw=${tokenOf(secret, nonce)}`),
        notYou(),
      ];
    }
    case 'email-changed': {
      const { email, password_gone, google_gone } = v.parse(EmailMoved, payload);
      return [
        text('email_changed_intro', { email }),
        ...(password_gone ? [text('email_changed_password')] : []),
        ...(google_gone ? [text('email_changed_google', { email })] : []),
        text('email_changed_help'),
      ];
    }
    case 'delete-code':
      return [
        text('delete_code_intro'),
        { type: 'code', text: codeOf(secret, v.parse(Code, payload).ticket) },
        text('code_lifetime'),
        notYou(),
      ];
    case 'account-deleted': {
      const { kept, gifts, donation } = v.parse(Deleted, payload);
      return [
        text(donation ? 'account_deleted_donation' : 'account_deleted_intro'),
        ...(kept ? [text('account_deleted_kept')] : []),
        ...(gifts ? [text('account_deleted_gifts')] : []),
        text('account_deleted_help'),
      ];
    }
    case 'reader-erased':
      return [
        text('reader_erased_intro'),
        ...(v.parse(Deleted, payload).kept ? [text('account_deleted_kept')] : []),
        text('account_deleted_help'),
      ];
    case 'donation-changed': {
      const { amount, next, refused } = v.parse(Donation, payload);
      const when = next === null ? '' : displayDate(next, 'UTC');
      return [
        text(next === null ? 'donation_changed_waiting' : 'donation_changed_intro', { amount: formatCents(amount), date: when }),
        ...(refused === null ? [] : [text('donation_changed_unpaid', { amount: formatCents(refused) })]),
        button('account_button', 'account'),
      ];
    }
    case 'donation-stopped': {
      const { amount, processing, staff } = v.parse(Donation, payload);
      return [
        text(processing ? 'donation_stopped_month' : 'donation_stopped_intro', { amount: formatCents(amount) }),
        staff ? text('staff_did_it') : button('account_button', 'account'),
      ];
    }
    case 'subscription-changed':
      return [
        text('subscription_changed_intro', { detail: v.parse(Changed, payload).detail }),
        text('subscription_changed_free'),
        button('account_button', 'account'),
        notYou(),
      ];
    // What staff did for a reader who asked for it elsewhere: whoever did not ask writes to us, since nobody was logged in.
    case 'address-changed': {
      const { from, to } = v.parse(AddressChanged, payload);
      const address = (title: string, one: Address | null): Block[] => (one ? [{ type: 'address', title, lines: addressLines(one) }] : []);
      return [
        text('address_changed_intro'),
        ...address(say('address_changed_to'), to),
        ...address(say('address_changed_from'), from),
        text('staff_did_it'),
      ];
    }
    case 'address-needed': {
      const { issue, title, account } = v.parse(Returned, payload);
      const intro = text('address_needed_intro', { issue: String(issue), title });
      if (!account) return [intro, text('address_needed_write')];
      return [intro, button('address_needed_button', 'account-address'), text('address_needed_same')];
    }
    case 'autorenew-off': {
      const { charging, by } = v.parse(Autorenew, payload);
      const end = by === 'reader' ? [button('account_button', 'account'), notYou()] : [text('staff_did_it')];
      return [text('autorenew_off_intro'), ...(charging ? [text('autorenew_off_charging')] : []), ...end];
    }
    case 'autorenew-on': {
      const { by } = v.parse(Autorenew, payload);
      const end = by === 'reader' ? notYou() : text('staff_did_it');
      return [text('autorenew_on_intro'), button('account_button', 'account'), end];
    }
    case 'card-saved': {
      const { card, donation } = v.parse(Card, payload);
      const named = card ? say('receipt_card_value', { ...card, type: cardName(card.type, card.wallet) }) : say('card_removed_account');
      if (donation) return [text('card_saved_donation', { card: named }), text('card_saved_donation_help')];
      return [text('card_saved_intro', { card: named }), button('account_button', 'account'), notYou()];
    }
    case 'address-deleted':
      return [text('address_deleted_intro'), button('address_deleted_button', 'account-address'), notYou()];
    case 'card-deleted':
      return [text('card_deleted_intro'), button('account_button', 'account'), notYou()];
    case 'subscription-cancelled': {
      const { detail, charging, credit_note, order } = v.parse(Cancelled, payload);
      return [
        text('subscription_cancelled_intro', { detail }),
        ...(charging ? [text('autorenew_off_charging')] : []),
        ...(order === undefined ? [] : [text('goods_dropped_intro', wordsOf(order))]),
        ...credited(credit_note),
        text('staff_did_it'),
      ];
    }
    case 'goods-dropped': {
      const { credit_note, ...order } = v.parse(Goods, payload);
      return [text('goods_dropped_intro', wordsOf(order)), ...credited(credit_note), text('staff_did_it')];
    }
    case 'invoice-cancelled': {
      const { number, amount } = v.parse(InvoiceCancelled, payload);
      return [text('invoice_cancelled_intro', { number, amount: formatCents(amount) }), text('invoice_cancelled_paid')];
    }
    case 'goods-again': {
      const { of, ...order } = v.parse(GoodsAgain, payload);
      return [text('goods_again_intro', { of, ...wordsOf(order) }), text('copy_sent_help')];
    }
    case 'goods-restored':
      return [text('goods_restored_intro', wordsOf(v.parse(Goods, payload))), text('staff_did_it')];
    case 'subscription-restored':
      return [text('subscription_restored_intro', { detail: v.parse(Changed, payload).detail }), text('staff_did_it')];
    case 'subscription-given': {
      const { detail, lost, welcome, behind = !welcome, nowhere } = v.parse(Given, payload);
      return [
        text(lost ? 'subscription_given_lost' : 'subscription_given_intro', { detail }),
        text(behind ? 'subscription_given_behind' : 'subscription_given_next'),
        ...(nowhere ? [text(nowhere === 'account' ? 'subscription_given_address' : 'subscription_given_address_letter')] : []),
        text('subscription_given_free'),
        ...(welcome ? [text('subscription_given_account')] : []),
        ...(welcome || nowhere === 'account' ? [button('account_button', 'account')] : []),
      ];
    }
    case 'subscription-taken-back':
      return [text('subscription_taken_back_intro', { detail: v.parse(Changed, payload).detail }), text('staff_did_it')];
    case 'copy-sent': {
      const { issue, title, slug, medium } = v.parse(CopySent, payload);
      const named = { issue: String(issue), title };
      if (medium === 'print') return [text('copy_sent_print', named), text('copy_sent_help')];
      const button: Block = { type: 'button', text: say('copy_sent_button', named), url: pageUrl(world.sender, 'issue', slug) };
      return [text('copy_sent_digital', named), button, text('copy_sent_help')];
    }
    case 'copy-taken-back': {
      const { issue, title } = v.parse(Copy, payload);
      return [text('copy_taken_back_intro', { issue: String(issue), title }), text('staff_did_it')];
    }
    case 'account-export':
      return [text('account_export_intro'), text('account_export_care'), text('staff_did_it')];
    case 'logged-out':
      return [text('logged_out_intro'), text('staff_did_it'), secure()];
  }
}
