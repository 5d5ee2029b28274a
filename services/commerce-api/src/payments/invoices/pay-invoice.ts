import type { CheckoutBody, CheckoutResult } from '@newsstand/contracts/checkout';
import * as v from 'valibot';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { checkoutText } from '../../publication/texts/checkout-texts.ts';
import { invoiceText } from '../../publication/texts/invoice-texts.ts';
import { voidIfUnproved } from '../../readers/login/find-or-create-account.ts';
import { LineChoice } from '../../rules/pricing/line-choice.ts';
import { cancelIntent } from '../provider/cancel-intent.ts';
import { idOf } from '../provider/card-of.ts';
import { readHeldCard } from '../provider/card-holder.ts';
import { paymentRefusal, type PaymentRefusal } from '../provider/payment-refusal.ts';
import { settle } from '../settle/settle.ts';
import { startPayment } from '../intents/start-payment.ts';
import { findBegunUpgrades, giveUpUpgrades, upgradesOf } from '../upgrades/begun-upgrades.ts';
import { findPayable, type Payable } from './find-payable.ts';
import { apiText } from '../../platform/http/api-text.ts';
import { readSuperseded } from './upgrade-of-invoice.ts';
import { words } from '../../publication/texts/words.ts';

type Paying = { type: 'result'; result: CheckoutResult } | ({ type: 'refused' } & PaymentRefusal);
/**
 * The account that a first subscription is for: who is logged in, or who is signed up here; null for a guest who named
 * no password, where accounts have one.
 */
export type ReadSubscriber = (invoice: { name: string; email: string }) => Promise<string | null>;
/** Who pays: `account` is the one that is logged in, whose card on record may pay; null for anybody else. */
type Payer = { account: string | null; readSubscriber: ReadSubscriber };

/** Staff may record a check while a card is entered, a few times; more than this is no payer. */
const TURNS = 8;

/**
 * Starts the online payment of an invoice, or takes it up where it was left (section 4). However often and from however
 * many tabs, there is one order and it is paid once; a new card is never saved. Refuses (404) what is no invoice, (409)
 * one that is paid, that takes checks and wires only, or whose upgrade is paid for in another way, (422) a first
 * subscription without an account.
 */
export async function payInvoice(deps: Deps, token: string, body: CheckoutBody, payer: Payer): Promise<Paying> {
  try {
    return { type: 'result', result: await pay(deps, token, body, payer) };
  } catch (error) {
    const refusal = paymentRefusal(error, deps.config.stripe.publishableKey, words(checkoutText('failed'), deps.publication.cached()));
    if (!refusal) throw error;
    deps.log.warn({ err: error }, 'the payment of an invoice could not be started');
    deps.metrics.payments.inc({ outcome: refusal.status === 402 ? 'declined' : 'provider-error' });
    return { type: 'refused', ...refusal };
  }
}

async function pay(deps: Deps, token: string, body: CheckoutBody, payer: Payer): Promise<CheckoutResult> {
  const refuse = (key: Parameters<typeof invoiceText>[0]) => new Refusal(409, { general: invoiceText(key) });
  const held = payer.account === null ? null : await readHeldCard(deps.db, { kind: 'account', id: payer.account });
  const holder = held?.method ? held : null;
  let subscriber: string | null = null;
  for (let turn = 0; turn < TURNS; turn++) {
    const invoice = await findPayable(deps, { token });
    if (!invoice) throw new Refusal(404, apiText('not_found'));
    const { order } = invoice;
    if (order.state !== 'started') {
      // Paid, or the bank is at work: the page follows that payment, where there was one.
      if (order.intentId !== null && order.card !== null) return { type: 'customer', intent: order.intentId };
      throw refuse('paid');
    }
    if (invoice.accepted === 'check-or-wire-only') throw refuse('no_card');
    if (body.total !== order.total) throw refuse('changed');
    if (await giveUpRivals(deps, invoice)) continue;
    const superseded = await readSuperseded(deps, order, invoice.subscriberId);
    if (superseded !== null) throw refuse(superseded === 'done' ? 'superseded' : 'on_its_way');
    if (isIntroductory(invoice)) {
      subscriber ??= await readSubscriber(invoice, payer.readSubscriber);
      // Whoever pays an intent pays for the account that they were told of: somebody else's is for another one.
      if (order.intentId !== null && invoice.subscriberId !== null && invoice.subscriberId !== subscriber) {
        await cancelIntent(deps, order.intentId);
        await settle(deps, order.intentId);
        await renameSubscriber(deps, invoice, subscriber);
        continue;
      }
      // Somebody else began in these moments: what they pay is for the account that they were told of.
      if (!(await nameSubscriber(deps, invoice, subscriber))) continue;
    }
    // Who pays for somebody else pays for the owner of the address that staff wrote. An upgrade is of what the account
    // has bought itself: who only begins to pay for it does not log its reader out.
    else if (turn === 0 && upgradesOf(order.lines).length === 0) await voidOthers(deps, invoice, payer.account);
    if (order.intentId !== null && (await giveUpOthers(deps, order.intentId, holder?.customer ?? null))) continue;
    const result = await startPayment(
      deps,
      { ...order, isMonthly: false, isUpgrade: upgradesOf(order.lines).length > 0 },
      // Section 4: a card is saved only when not paying an invoice.
      { ...body, save_card: false },
      holder?.ownerId,
    );
    // Who came in these moments, with another account, has an intent of their own, and so has this payer.
    if (result && (subscriber === null || (await isFor(deps, invoice, subscriber)))) return result;
  }
  throw new Refusal(409, { general: checkoutText('failed') });
}

/**
 * An intent that may charge an account's card is for that account alone: its keys tell which card was tried, and
 * whoever else has them could try it again. True where there was one of somebody else's: it is given up, or was
 * quicker.
 */
async function giveUpOthers(deps: Deps, intent: string, customer: string | null): Promise<boolean> {
  const { customer: holder } = await deps.stripe.paymentIntents.retrieve(intent);
  if ((holder && idOf(holder)) === customer) return false;
  await cancelIntent(deps, intent);
  await settle(deps, intent);
  return true;
}

/**
 * Who else began to pay for the same upgrade, in the account or by another invoice: given up, so that it is paid once,
 * or quicker. True where there was somebody.
 */
export async function giveUpRivals(deps: Deps, invoice: Payable): Promise<boolean> {
  const rivals = await findRivals(deps, invoice);
  await giveUpUpgrades(deps, rivals);
  return rivals.length > 0;
}

async function findRivals(deps: Deps, { order, subscriberId }: Payable) {
  const subscriptions = upgradesOf(order.lines).map(({ subscription }) => subscription);
  if (subscriptions.length === 0 || subscriberId === null) return [];
  const begun = await findBegunUpgrades(deps.db, { publicationId: deps.config.publicationId, ownerId: subscriberId, subscriptions });
  return begun.filter((other) => other.order !== order.id && other.state === 'started');
}

/**
 * Whether somebody began to pay by card, for it or for the same upgrade: what is given up when a check or a wire is
 * recorded.
 */
export async function isCardBegun(deps: Deps, invoice: Payable): Promise<boolean> {
  return invoice.order.intentId !== null || (await findRivals(deps, invoice)).length > 0;
}

async function voidOthers(deps: Deps, { subscriberId: id }: Payable, payer: string | null): Promise<void> {
  if (id !== null && id !== payer) await deps.db.$transaction((tx) => voidIfUnproved(tx, deps, { id, name: null }));
}

/** Section 5: a first subscription asks for a password at the invoice. */
export function isIntroductory({ order }: Payable): boolean {
  return order.lines.some(({ choice }) => {
    const chosen = v.parse(v.nullable(LineChoice), choice);
    return chosen?.type === 'subscription' && !chosen.renewal;
  });
}

async function readSubscriber({ order: { name, email } }: Payable, read: ReadSubscriber): Promise<string> {
  const subscriber = await read({ name, email });
  if (subscriber !== null) return subscriber;
  throw new Refusal(422, { 'password.password': invoiceText('password') });
}

async function renameSubscriber({ db }: Deps, { id }: Payable, subscriberId: string): Promise<void> {
  await db.invoice.updateMany({ where: { id, paid: null }, data: { subscriberId } });
}

/** False where an intent was made meanwhile for another account. */
async function nameSubscriber({ db }: Deps, { id }: Payable, subscriberId: string): Promise<boolean> {
  const mayBe = [{ subscriberId }, { subscriberId: null }, { order: { intentId: null } }];
  return (await db.invoice.updateMany({ where: { id, paid: null, OR: mayBe }, data: { subscriberId } })).count > 0;
}

async function isFor({ db }: Deps, { id }: Payable, subscriberId: string): Promise<boolean> {
  return (await db.invoice.count({ where: { id, OR: [{ subscriberId }, { paid: { not: null } }] } })) > 0;
}
