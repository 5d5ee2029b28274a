import type { Receipt } from '@newsstand/contracts/receipt';
import * as v from 'valibot';
import { noteRefused, noteTaken } from '../access/note-delivery.ts';
import { writeFor } from '../access/write-for.ts';
import { writeToNew } from '../account/write-to-new.ts';
import { readEnding } from '../calendar/tell-of-end.ts';
import type { Deps } from '../deps.ts';
import { invoiceLetter } from '../invoice/invoice-letter.ts';
import { drawInvoice } from '../invoice/invoice-pdf.ts';
import { readInvoice } from '../invoice/read-invoice.ts';
import { readReceiptOf } from '../receipt/read-receipt.ts';
import { AccessLetterKind, accessLetter } from './access-letter.ts';
import { AccountLetterKind, accountLetter } from './account-letter.ts';
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
  subscriptionEndsLetter,
} from './charge-letter.ts';
import type { Letter } from './letter.ts';
import type { Mailer } from './mailer.ts';
import { GiftForYou, MembershipLetterKind, Redeemed, giftForYouLetter, membershipLetter, redeemedLetter } from './membership-letter.ts';
import { wording } from './messages.ts';
import { MoneyBackLetter, moneyBackLetter } from './money-back-letter.ts';
import { PaymentFailed, paymentFailedLetter } from './payment-failed-letter.ts';
import { returnAddress } from './return-address.ts';
import { receiptLetter, type Sender } from './receipt-letter.ts';

type MailDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'publication'>;

/**
 * Sends one letter of the outbox, once: a letter that was sent is not sent again, and one that comes too late to be of use is not sent at all. Throws where the mail server does not take it, for the queue
 * to try later. Should this process end between the server's yes and our note, the second copy has the same Message-ID.
 */
export async function sendOutbox(deps: MailDeps, mailer: Mailer, id: string): Promise<void> {
  const row = await deps.db.outbox.findUnique({ where: { id } });
  if (!row || row.sent !== null) return;
  const letter = await compose(deps, row);
  const from = deps.config.mailFrom ?? deps.publication.cached().settings.mail_from;
  if (letter) {
    const { mailReturn, access } = deps.config;
    const returnTo = mailReturn === null ? undefined : returnAddress(mailReturn, access.secret, id);
    await mailer.send(letter, { id, from, to: row.recipient, returnTo }).catch(async (error: unknown) => {
      await noteRefused(deps, row.recipient, error);
      throw error;
    });
    await noteTaken(deps, row.recipient);
  }
  await deps.db.outbox.update({ where: { id }, data: { sent: deps.clock() } });
}

const ReceiptPayload = v.object({ order: v.string() });

async function compose(
  deps: MailDeps,
  { kind, payload, recipient }: { kind: string; payload: unknown; recipient: string },
): Promise<Letter | null> {
  const { name, settings, messages } = deps.publication.cached();
  const sender = { name, support: settings.support_address, url: deps.config.publicUrl };
  switch (kind) {
    case 'receipt':
      return receiptLetter(await receiptOf(deps, payload), sender, wording(messages));
    case 'invoice':
      return invoiceOf(deps, payload, sender);
    case 'gift-for-you':
      return giftForYouLetter(v.parse(GiftForYou, payload), sender, wording(messages));
    case 'redeemed':
      return redeemedLetter(v.parse(Redeemed, payload), sender, wording(messages));
    case 'payment-failed':
      return paymentFailedLetter(v.parse(PaymentFailed, payload), sender, wording(messages));
    case 'money-back':
      return moneyBackLetter(v.parse(MoneyBackLetter, payload), sender, wording(messages));
    case 'renewal-notice':
      return renewalNoticeLetter(v.parse(RenewalNotice, payload), sender, wording(messages));
    case 'subscription-ends':
      return endingOf(deps, payload, sender);
    case 'card-removed':
      return cardRemovedLetter(v.parse(CardRemoved, payload), sender, wording(messages));
    case 'card-expires':
      return cardExpiresLetter(v.parse(CardExpires, payload), sender, wording(messages));
    default:
      if (v.is(MembershipLetterKind, kind)) return membershipLetter(kind, await receiptOf(deps, payload), sender, wording(messages));
      if (v.is(ChargeLetterKind, kind)) return chargeLetter(kind, v.parse(ChargeNews, payload), sender, wording(messages));
      if (v.is(AccessLetterKind, kind)) {
        const { secret } = deps.config.access;
        return accessLetter(await writeFor(deps, kind, recipient), payload, { secret, now: deps.clock(), sender, say: wording(messages) });
      }
      if (v.is(AccountLetterKind, kind)) {
        const { secret } = deps.config.access;
        const about = await writeToNew(deps, kind, recipient);
        return accountLetter(about, payload, { secret, now: deps.clock(), sender, say: wording(messages) });
      }
      throw new Error(`the outbox holds a letter of a kind that we do not know: ${kind}`);
  }
}

const InvoicePayload = v.object({ token: v.string() });

/** Null for an invoice that was given up before its letter went out. */
async function invoiceOf(deps: MailDeps, payload: unknown, sender: Sender): Promise<Letter | null> {
  const publication = deps.publication.cached();
  const invoice = await readInvoice(deps, v.parse(InvoicePayload, payload).token);
  if (!invoice) return null;
  const pdf = await drawInvoice(invoice, { publication, now: deps.clock(), site: sender.url });
  return invoiceLetter(invoice, pdf, publication.business, sender, wording(publication.messages));
}

const EndingPayload = v.object({ owner: v.string() });

/** Null for who renewed, or switched autorenew on, before it went out. */
async function endingOf(deps: MailDeps, payload: unknown, sender: Sender): Promise<Letter | null> {
  const ending = await readEnding(deps, v.parse(EndingPayload, payload).owner);
  return ending && subscriptionEndsLetter(ending, sender, wording(deps.publication.cached().messages));
}

async function receiptOf(deps: MailDeps, payload: unknown): Promise<Receipt> {
  const { order } = v.parse(ReceiptPayload, payload);
  const receipt = await readReceiptOf(deps, order);
  if (!receipt) throw new Error(`order ${order} has a letter but no receipt`);
  return receipt;
}
