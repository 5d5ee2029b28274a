import * as v from 'valibot';
import { accountWords, type AccountWorld } from './account-words.ts';
import { ACCOUNT_BODIES, Guest, Returned } from './account-bodies.ts';
import type { Letter } from './letter.ts';

/**
 * Letters about what a reader changes in the account. `email-taken` goes instead of `email-change` where the new
 * address has an account already.
 */
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
  'order-taken-back',
  'order-restored',
]);
export type AccountLetterKind = v.InferOutput<typeof AccountLetterKind>;

const Named = v.object({ name: v.string() });
const Timed = v.object({ expires: v.string() });

/** Writes a letter about the account. Null for one that comes too late to be of use. */
export function accountLetter(kind: AccountLetterKind, payload: unknown, world: AccountWorld): Letter | null {
  if (v.is(Timed, payload) && new Date(payload.expires) <= world.now) return null;
  const words = accountWords(world);
  const { text, letter } = words;
  const greeting = TO_STRANGERS.has(kind) ? [] : [text('greeting', v.parse(Named, payload))];
  return letter(
    NAMES[kind],
    [...greeting, ...ACCOUNT_BODIES[kind](payload, { ...world, ...words })],
    isGuests(kind, payload) ? 'footer' : 'access_footer',
  );
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

/**
 * These go to an address that somebody typed. A greeting by a name that they typed as well would let anybody send their
 * own words to anybody.
 */
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
  'order-taken-back': 'order_taken_back',
  'order-restored': 'order_restored',
} as const;
