import { displayDate } from '@newsstand/contracts/display-date';
import { Email } from '@newsstand/contracts/email';
import type { Superseded } from '@newsstand/contracts/invoice';
import { formatCents } from '@newsstand/contracts/money';
import * as v from 'valibot';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { StaffRefusal } from '../../platform/staff-refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { findOrCreateAccount } from '../../readers/login/find-or-create-account.ts';
import { cancelIntent } from '../cancel-intent.ts';
import { claimOrder } from '../claim-order.ts';
import { settle } from '../settle.ts';
import { holdUpgrade } from '../upgrades/begun-upgrades.ts';
import { checkReceived } from './check-received.ts';
import { findPayable, type Payable } from './find-payable.ts';
import type { Received } from './mark-paid.ts';
import { nameOf } from './name-of.ts';
import { giveUpRivals, isIntroductory } from './pay-invoice.ts';
import { inTransaction, type Within } from './within.ts';
import { readSuperseded } from './upgrade-of-invoice.ts';

/** A check or a wire as staff write it down: `amount` in cents. */
export type ReceivedPayment = Received & { number: number; amount: number };

/** A payer may start a card payment in the same moment, a few times. */
const TURNS = 8;

/**
 * Records that an invoice was paid by check or wire, once. A card payment that was begun is canceled first, so that nobody pays twice; where the
 * card was quicker, or its upgrade was paid for in another way, it is refused (409) and says so. Refuses (404) an unknown number, and (422) another amount than the invoice's and a day that
 * cannot be.
 */
export async function recordPayment(deps: Deps, payment: ReceivedPayment, within: Within = inTransaction(deps)): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) {
    const invoice = await findPayable(deps, { number: payment.number });
    if (!invoice) throw new StaffRefusal(`There is no invoice ${nameOf(deps, payment)}.`);
    const { order } = invoice;
    if (order.state === 'processing')
      throw new StaffRefusal(`A bank is already moving the money for ${nameOf(deps, payment)}: nothing was recorded.`);
    if (order.state !== 'started') throw new StaffRefusal(await paidText(deps, invoice));
    if (order.total !== payment.amount) {
      throw new StaffRefusal(`${nameOf(deps, payment)} asks for ${formatCents(order.total)}, not ${formatCents(payment.amount)}.`);
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
    const superseded = await readSuperseded(deps, order, invoice.subscriberId);
    if (superseded !== null) throw new StaffRefusal(supersededText(nameOf(deps, payment), superseded));
    if (await claim(deps, invoice, payment, within)) return;
  }
  throw new StaffRefusal(`${nameOf(deps, payment)} is being paid at this moment. Please try again.`);
}

/** False when an intent was made for the order, or for another with the same upgrade, meanwhile, or somebody else recorded its payment. */
function claim(deps: Deps, invoice: Payable, payment: ReceivedPayment, within: Within): Promise<boolean> {
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
 * A first subscription that nobody chose a password for: its account is the one of the invoice's address, or is made; the reader logs in by an emailed code. Who typed
 * the address of an account before, and never proved it, is out of it before anything is given to it. An upgrade, a move to another zone and a renewal go on with what
 * the account itself has bought: they take nothing from whoever is in it.
 */
async function nameSubscriber(tx: Prisma.TransactionClient, deps: Deps, invoice: Payable): Promise<void> {
  if (!isIntroductory(invoice)) return;
  const email = v.safeParse(Email, invoice.order.email);
  if (!email.success) return;
  const subscriberId = await findOrCreateAccount(tx, deps, { email: email.output, name: invoice.order.name, billed: invoice.order.id });
  await tx.invoice.updateMany({ where: { id: invoice.id }, data: { subscriberId } });
}

function supersededText(name: string, superseded: Superseded): string {
  if (superseded === 'on-its-way') return `A bank is already moving money for the upgrade of ${name}: nothing was recorded.`;
  return `Of ${name} nothing is left to upgrade: the subscription was upgraded in another way, or has ended. Nothing was recorded: give the payment back, and cancel the invoice.`;
}

async function paidText(deps: Deps, invoice: Payable): Promise<string> {
  const paid = await deps.db.invoicePayment.findFirst({ where: { publicationId: deps.config.publicationId, invoiceId: invoice.id } });
  const how = paid ? ` by ${paid.method} on ${displayDate(paid.received.toISOString(), 'UTC')}` : '';
  return `${nameOf(deps, invoice)} was paid${how}: nothing was recorded.`;
}
