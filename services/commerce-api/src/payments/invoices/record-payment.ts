import { displayDate } from '@newsstand/contracts/display-date';
import { Email } from '@newsstand/contracts/email';
import type { Superseded } from '@newsstand/contracts/invoice';
import { formatCents } from '@newsstand/contracts/money';
import * as v from 'valibot';
import type { Prisma } from '../../../generated/prisma/client.ts';
import type { CodedText } from '../../platform/http/coded-text.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { ToldRefusal } from '../../platform/http/staff-refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { findOrCreateAccount } from '../../readers/login/find-or-create-account.ts';
import { cancelIntent } from '../provider/cancel-intent.ts';
import { claimOrder } from '../settle/claim-order.ts';
import { settle } from '../settle/settle.ts';
import { holdUpgrade } from '../upgrades/begun-upgrades.ts';
import { checkReceived } from './check-received.ts';
import { findPayable, type Payable } from './find-payable.ts';
import type { Received } from '../settle/mark-paid.ts';
import { invoiceName } from './invoice-name.ts';
import { giveUpRivals, isIntroductory } from './pay-invoice.ts';
import { inOwnTransaction, type InTransaction } from './in-transaction.ts';
import { readSuperseded } from './upgrade-of-invoice.ts';

/** A check or a wire as staff write it down: `amount` in cents. */
export type ReceivedPayment = Received & { number: number; amount: number };

/** A payer may start a card payment in the same moment, a few times. */
const TURNS = 8;

/**
 * Records that an invoice was paid by check or wire, once. A card payment that was begun is canceled first, so that
 * nobody pays twice; where the card was quicker, or its upgrade was paid for in another way, it is refused (409) and
 * says so. Refuses (404) an unknown number, and (422) another amount than the invoice's and a day that cannot be.
 */
export async function recordPayment(deps: Deps, payment: ReceivedPayment, within: InTransaction = inOwnTransaction(deps)): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) {
    const invoice = await findPayable(deps, { number: payment.number });
    if (!invoice) throw new ToldRefusal(deskText('no_invoice_named', { number: invoiceName(deps, payment) }));
    const { order } = invoice;
    if (order.state === 'processing') throw new ToldRefusal(deskText('bank_moves_money', { number: invoiceName(deps, payment) }));
    if (order.state !== 'started') throw new ToldRefusal(await paidText(deps, invoice));
    if (order.total !== payment.amount) {
      const sums = { total: formatCents(order.total), amount: formatCents(payment.amount) };
      throw new ToldRefusal(deskText('invoice_asks_for', { number: invoiceName(deps, payment), ...sums }));
    }
    checkReceived(deps, invoice, payment.received);
    if (order.intentId !== null) {
      await cancelIntent(deps, order.intentId);
      deps.reached('intent-canceled');
      // Canceled or paid: this says which, and takes it off the order or makes the order paid.
      await settle(deps, order.intentId);
      continue;
    }
    if (await giveUpRivals(deps, invoice)) continue;
    await mustBePayable(deps, invoice);
    if (await claim(deps, invoice, payment, within)) return;
  }
  throw new ToldRefusal(deskText('invoice_being_paid', { number: invoiceName(deps, payment) }));
}

/** Refuses (409) an invoice whose upgrade was paid for in another way, or of what has ended. */
export async function mustBePayable(deps: Deps, invoice: Payable): Promise<void> {
  const superseded = await readSuperseded(deps, invoice.order, invoice.subscriberId);
  if (superseded !== null) throw new ToldRefusal(supersededText(invoiceName(deps, invoice), superseded));
}

/**
 * False when an intent was made for the order, or for another with the same upgrade, meanwhile, or somebody else
 * recorded its payment.
 */
function claim(deps: Deps, invoice: Payable, payment: ReceivedPayment, within: InTransaction): Promise<boolean> {
  const now = deps.clock();
  const { settings, messages } = deps.publication.cached();
  return within(async (tx) => {
    if (!(await holdUpgrade(tx, invoice.orderId))) return false;
    await nameSubscriber(tx, deps, invoice);
    const claimed = await claimOrder(tx, {
      order: invoice.orderId,
      intent: null,
      state: 'paid',
      card: null,
      payer: null,
      received: payment,
      prefix: settings.receipt_prefix,
      messages,
      outbox: uuidv7(now.getTime()),
      now,
    });
    deps.reached('order-claimed');
    return claimed !== null;
  });
}

/**
 * A first subscription that nobody chose a password for: its account is the one of the invoice's address, or is made;
 * the reader logs in by an emailed code. Who typed the address of an account before, and never proved it, is out of it
 * before anything is given to it. An upgrade, a move to another zone and a renewal go on with what the account itself
 * has bought: they take nothing from whoever is in it.
 */
async function nameSubscriber(tx: Prisma.TransactionClient, deps: Deps, invoice: Payable): Promise<void> {
  if (!isIntroductory(invoice)) return;
  const email = v.safeParse(Email, invoice.order.email);
  if (!email.success) return;
  const subscriberId = await findOrCreateAccount(tx, deps, { email: email.output, name: invoice.order.name, billed: invoice.order.id });
  await tx.invoice.updateMany({ where: { id: invoice.id }, data: { subscriberId } });
}

function supersededText(number: string, superseded: Superseded): CodedText {
  return superseded === 'on-its-way' ? deskText('bank_moves_upgrade', { number }) : deskText('nothing_to_upgrade', { number });
}

async function paidText(deps: Deps, invoice: Payable): Promise<CodedText> {
  const paid = await deps.db.invoicePayment.findFirst({ where: { publicationId: deps.config.publicationId, invoiceId: invoice.id } });
  const number = invoiceName(deps, invoice);
  if (!paid) return deskText('invoice_paid', { number });
  return deskText('invoice_paid_by', { number, method: paid.method, day: displayDate(paid.received.toISOString(), 'UTC') });
}
