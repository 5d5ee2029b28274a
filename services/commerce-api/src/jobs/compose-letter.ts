import type { LetterUnwritten } from '@newsstand/contracts/desk-orders';
import type { Receipt } from '@newsstand/contracts/receipt';
import * as v from 'valibot';
import { exportAccountOf } from '../account/export-account.ts';
import { readReceipts } from '../files/read-receipt.ts';
import { readEnding } from '../ledger/planned-charges/announce-end.ts';
import { AccessLetterKind, accessLetter } from '../letters/access-letter.ts';
import { AccountLetterKind, accountLetter } from '../letters/account-letter.ts';
import {
  CardExpires,
  cardExpiresLetter,
  CardRemoved,
  cardRemovedLetter,
  ChargeLetterKind,
  chargeLetter,
  ChargeNews,
  RenewalNotice,
  renewalNoticeLetter,
  SubscriptionEnds,
  subscriptionEndsLetter,
} from '../letters/charge-letter.ts';
import { DonationYearLetter, donationYearLetter } from '../letters/donation-year-letter.ts';
import { Dispatched, dispatchedLetter, DispatchTakenBack, dispatchTakenBackLetter } from '../letters/dispatch-letter.ts';
import { ImportedLetter, importedLetter } from '../letters/imported-letter.ts';
import { IssueOut, issueLetter } from '../letters/issue-letter.ts';
import type { Letter } from '../letters/letter.ts';
import { ListJoin, listLetter } from '../letters/list-letter.ts';
import {
  GiftForYou,
  MembershipLetterKind,
  Redeemed,
  giftForYouLetter,
  giftRestoredLetter,
  giftTakenBackLetter,
  membershipLetter,
  redeemedLetter,
} from '../letters/membership-letter.ts';
import { MoneyBackLetter, moneyBackLetter } from '../letters/money-back-letter.ts';
import { PaymentFailed, paymentFailedLetter } from '../letters/payment-failed-letter.ts';
import { receiptLetter, type Sender } from '../letters/receipt-letter.ts';
import { StaffLetterKind, staffLetter } from '../letters/staff-letter.ts';
import { type Letterbox, payloadFor, readLetterboxes, receiptFor } from '../letters/typed-text.ts';
import { accessLetterKind } from '../letters/access-letter-kind.ts';
import { accountLetterKind } from '../letters/account-letter-kind.ts';
import { invoiceLetter } from '../payments/invoices/invoice-letter.ts';
import { readInvoice } from '../payments/invoices/read-invoice.ts';
import type { Deps } from '../publication/deps.ts';
import { wording } from '../publication/texts/letter-texts.ts';
import { siteOf } from '../publication/site-of.ts';

type MailDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'publication'>;

const OtherLetterKind = v.picklist([
  'receipt',
  'invoice',
  'gift-for-you',
  'gift-taken-back',
  'gift-restored',
  'redeemed',
  'payment-failed',
  'money-back',
  'issue-out',
  'renewal-notice',
  'subscription-ends',
  'card-removed',
  'card-expires',
  'list-join',
  'dispatched',
  'dispatch-taken-back',
  'donation-year',
  'imported',
]);

/** Every letter that there is. */
export const LetterKind = v.picklist([
  ...OtherLetterKind.options,
  ...MembershipLetterKind.options,
  ...ChargeLetterKind.options,
  ...AccessLetterKind.options,
  ...AccountLetterKind.options,
  ...StaffLetterKind.options,
]);
export type LetterKind = v.InferOutput<typeof LetterKind>;

/** `subscribed`, `welcome`: what the letter of a receipt says, too, so that one order is one letter. */
const OfOrder = v.object({
  order: v.pipe(v.string(), v.uuid()),
  subscribed: v.optional(v.boolean(), false),
  welcome: v.optional(v.boolean(), false),
});
/** A letter of the outbox. */
export type OutboxLetter = { kind: string; subject: string; payload: unknown; recipient: string };
/** What letters are written from. */
type Read = { letterboxes: ReadonlyMap<OutboxLetter, Letterbox>; receipts: ReadonlyMap<string, Receipt> };

/** What these letters are written from, by as many statements for all of them as for one. */
export async function readForLetters(deps: MailDeps, letters: readonly OutboxLetter[]): Promise<Read> {
  // The welcome of who was billed greets as their receipt does.
  const addressed = letters.map((letter) => ({
    ...letter,
    order: orderOf(letter) ?? (letter.kind === 'welcome' ? orderIn(letter) : null),
  }));
  const letterboxes = await readLetterboxes(deps, addressed);
  const orders = new Set(letters.flatMap((letter) => orderOf(letter) ?? []));
  return {
    letterboxes: new Map(letters.flatMap((letter, at) => (letterboxes[at] ? [[letter, letterboxes[at]]] : []))),
    receipts: await readReceipts(deps, [...orders]),
  };
}

/** The order whose receipt a letter is written from; null for every other letter, and where its payload names none. */
function orderOf({ kind, payload }: OutboxLetter): string | null {
  return kind === 'receipt' || v.is(MembershipLetterKind, kind) ? orderIn({ payload }) : null;
}

const orderIn = ({ payload }: Pick<OutboxLetter, 'payload'>): string | null => (v.is(OfOrder, payload) ? payload.order : null);

/**
 * Writes a letter as it is sent now; null for one that is not to be sent any more. Whatever people typed comes through
 * `typed-text.ts` first.
 */
export async function composeLetter(deps: MailDeps, read: Read, letter: OutboxLetter): Promise<Letter | null> {
  const written = await writeLetter(deps, read, letter);
  return written && { ...written, look: deps.publication.cached().letters };
}

async function writeLetter(deps: MailDeps, read: Read, letter: OutboxLetter): Promise<Letter | null> {
  const kind = v.parse(LetterKind, letter.kind);
  const { name, settings, messages, business, lists } = deps.publication.cached();
  const sender = { name, support: settings.support_address, ...siteOf(deps) };
  const say = wording(messages);
  if (kind === 'invoice') return invoiceOf(deps, letter.payload, sender);
  const letterbox = read.letterboxes.get(letter);
  if (!letterbox) throw new Error('nobody read whose mailbox the letter is for');
  if (kind === 'receipt' || v.is(MembershipLetterKind, kind)) {
    const { order, ...also } = v.parse(OfOrder, letter.payload);
    const receipt = read.receipts.get(order);
    if (!receipt) throw new Error(`order ${order} has a letter but no receipt`);
    const told = receiptFor(letterbox, say, receipt);
    return kind === 'receipt' ? receiptLetter(told, sender, say, also) : membershipLetter(kind, told, sender, say);
  }
  const told = payloadFor(letterbox, say, kind === 'subscription-ends' ? await endingOf(deps, letter.payload) : letter.payload);
  const world = { secret: deps.config.access.secret, now: deps.clock(), sender, say, logins: settings.logins };
  if (v.is(ChargeLetterKind, kind)) return chargeLetter(kind, v.parse(ChargeNews, told), sender, say);
  if (v.is(AccessLetterKind, kind)) return accessLetter(await accessLetterKind(deps, kind, letter.recipient), told, world);
  if (kind === 'account-export') return exportLetter(deps, letter, accountLetter(kind, told, world));
  if (v.is(AccountLetterKind, kind)) return accountLetter(await accountLetterKind(deps, kind, letter.recipient), told, world);
  if (v.is(StaffLetterKind, kind)) return staffLetter(kind, told, world);
  switch (kind) {
    case 'gift-for-you':
      return giftForYouLetter(v.parse(GiftForYou, told), sender, say);
    case 'gift-taken-back':
      return giftTakenBackLetter(v.parse(GiftForYou, told), sender, say);
    case 'gift-restored':
      return giftRestoredLetter(v.parse(GiftForYou, told), sender, say);
    case 'redeemed':
      return redeemedLetter(v.parse(Redeemed, told), sender, say);
    case 'payment-failed':
      return paymentFailedLetter(v.parse(PaymentFailed, told), sender, say);
    case 'money-back':
      return moneyBackLetter(v.parse(MoneyBackLetter, told), { ...world, api: deps.config.access.apiUrl });
    case 'issue-out':
      if (await wantsNoIssueLetters(deps, letter.recipient)) return null;
      return issueLetter(v.parse(IssueOut, told), { ...world, api: deps.config.access.apiUrl });
    case 'renewal-notice':
      return renewalNoticeLetter(v.parse(RenewalNotice, told), world);
    case 'subscription-ends':
      return told === null ? null : subscriptionEndsLetter(v.parse(SubscriptionEnds, told), sender, say);
    case 'card-removed':
      return cardRemovedLetter(v.parse(CardRemoved, told), sender, say);
    case 'card-expires':
      return cardExpiresLetter(v.parse(CardExpires, told), sender, say);
    case 'dispatched':
      return dispatchedLetter(v.parse(Dispatched, told), sender, say);
    case 'dispatch-taken-back':
      return dispatchTakenBackLetter(v.parse(DispatchTakenBack, told), sender, say);
    case 'donation-year':
      return donationYearLetter(
        v.parse(DonationYearLetter, told),
        { business: [business.name, ...business.address].join(', '), charity: settings.charity ?? null },
        sender,
        say,
      );
    case 'imported':
      if (await needsNoWelcome(deps, letter.recipient)) return null;
      return importedLetter(v.parse(ImportedLetter, told), sender, say);
    case 'list-join':
      return listLetter(v.parse(ListJoin, told), { ...world, api: deps.config.access.apiUrl, lists });
  }
}

/** Why none of a kind is written, where none is: of what holds a code or a link, that it came too late to be of use. */
export function whyUnwritten(kind: string): LetterUnwritten {
  switch (kind) {
    case 'invoice':
      return 'cancelled';
    case 'subscription-ends':
      return 'over';
    case 'issue-out':
    case 'imported':
      return 'unwanted';
    case 'account-export':
      return 'unproved';
    default:
      return 'late';
  }
}

/** Of 100,000 letters the last goes out long after the first: who switched them off meanwhile gets none. */
async function wantsNoIssueLetters({ db, config: { publicationId } }: MailDeps, email: string): Promise<boolean> {
  return (await db.account.count({ where: { publicationId, email, issueLetters: false } })) > 0;
}

/**
 * As whom it is planned for (`writeToImported`): nobody who has logged in meanwhile, and nobody whose mail came back.
 */
async function needsNoWelcome({ db, config: { publicationId } }: MailDeps, email: string): Promise<boolean> {
  return (
    (await db.account.count({ where: { publicationId, email, OR: [{ verified: { not: null } }, { emailFailing: { not: null } }] } })) > 0
  );
}

const InvoicePayload = v.object({ token: v.string() });

/** Null for an invoice that was given up before its letter went out. All of it is what staff wrote. */
async function invoiceOf(deps: MailDeps, payload: unknown, sender: Sender): Promise<Letter | null> {
  const publication = deps.publication.cached();
  const invoice = await readInvoice(deps, v.parse(InvoicePayload, payload).token);
  if (!invoice) return null;
  const { drawInvoice } = await import('../payments/invoices/invoice-pdf.ts');
  const pdf = await drawInvoice(invoice, { publication, now: deps.clock(), site: sender });
  return invoiceLetter(invoice, pdf, publication.business, sender, wording(publication.messages));
}

const ExportPayload = v.object({ owner: v.string() });

/**
 * All that is kept of a reader goes with it, read as it is sent: no copy lies in the outbox. Null where the mailbox is
 * not, or is no longer, the one that the account has proved.
 */
async function exportLetter(deps: MailDeps, { payload, recipient }: OutboxLetter, letter: Letter | null): Promise<Letter | null> {
  const { publicationId } = deps.config;
  const { owner } = v.parse(ExportPayload, payload);
  const isTheirs = await deps.db.account.count({ where: { publicationId, id: owner, email: recipient, verified: { not: null } } });
  const all = isTheirs > 0 ? await exportAccountOf(deps, owner) : null;
  if (letter === null || all === null) return null;
  const content = Buffer.from(JSON.stringify(all, null, 2));
  return { ...letter, attachments: [{ name: 'account.json', content, type: 'application/json' }] };
}

const EndingPayload = v.object({ owner: v.string() });

/** Null for who renewed, or switched autorenew on, before it went out. */
function endingOf(deps: MailDeps, payload: unknown): Promise<SubscriptionEnds | null> {
  return readEnding(deps, v.parse(EndingPayload, payload).owner);
}
