import { Stripe } from 'stripe';
import { advanceCharge } from '../../ledger/planned-charges/advance-charge.ts';
import { chargeMetadata, idempotencyKey, readMetadata, type StoredAttempt } from '../../ledger/planned-charges/charge.ts';
import { lockCharge } from '../../ledger/planned-charges/lock-charge.ts';
import { CHARGE_ASKS, CHARGE_PAYER, type Charge } from '../../ledger/planned-charges/read-charge.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { decide, KEY_IS_KEPT, LEASE } from '../../rules/charges/dunning-rules.ts';
import { cancelIntent } from '../provider/cancel-intent.ts';
import { paymentMethodTypes } from '../provider/payment-method-types.ts';
import { settle } from '../settle/settle.ts';
import { claimCharge } from '../settle/claim-charge.ts';
import { refuseAttempt, settleCharge, type SettleDeps } from '../settle/settle-charge.ts';

type Try = Pick<StoredAttempt, 'attempt' | 'at' | 'customer' | 'method'>;

/**
 * Does what is next for one charge that has come up: tries it, repeats what nobody heard of, looks after what waits for
 * somebody, or stops it. Whatever process does it and wherever it dies, the next one goes on: an attempt is written
 * before the provider is asked, and asked for under its own key.
 */
export async function attemptCharge(deps: SettleDeps, charge: Charge): Promise<void> {
  const now = deps.clock();
  const next = decide(charge, now);
  const last = charge.attempts.at(-1);
  switch (next.type) {
    case 'repeat':
      return last && ask(deps, charge, last);
    case 'wait':
      // In case the word that it was paid was lost.
      return last?.intent ? settle(deps, last.intent) : advance(deps, charge);
    case 'stop':
      if (await isPaidAfterAll(deps, charge)) return;
      return advance(deps, charge);
    case 'charge': {
      if (next.at > now) return advance(deps, charge);
      if (await isPaidAfterAll(deps, charge)) return;
      const begun = await begin(deps, charge, next.attempt);
      deps.reached('attempt-started');
      return begun ? ask(deps, { ...charge, amount: charge.asks }, begun) : undefined;
    }
  }
}

/**
 * What the reader was asked to authenticate is canceled before anything else is done. Where it cannot be, it was paid,
 * or is on its way: then that counts.
 */
async function isPaidAfterAll(deps: SettleDeps, { attempts }: Charge): Promise<boolean> {
  const last = attempts.at(-1);
  if (last?.outcome !== 'authentication-required' || last.intent === null) return false;
  if ((await cancelIntent(deps, last.intent)) === 'canceled') return false;
  await settle(deps, last.intent);
  return true;
}

async function advance(deps: SettleDeps, key: Charge): Promise<void> {
  await deps.db.$transaction(async (tx) => {
    const charge = await lockCharge(tx, key);
    if (charge) await advanceCharge(tx, deps, charge, deps.clock());
  });
}

/**
 * Writes the attempt; null where the charge has been stopped, another process began meanwhile, or anything that decided
 * about it is not as it was read: its day, its amount, who pays with what. A process may have had it in hand for long.
 * Then it comes up again. What costs nothing is paid at once.
 */
async function begin(deps: SettleDeps, due: Charge, number: number): Promise<Try | null> {
  const { customer, method } = due.payer;
  if (customer === null || method === null) return null;
  const tried = { attempt: number, at: deps.clock(), customer, method };
  if (due.asks > 0) return (await write(deps.db, due, tried)) ? tried : null;
  await deps.db.$transaction(async (tx) => {
    const charge = (await write(tx, due, tried)) ? await lockCharge(tx, due) : null;
    if (charge) await claimCharge(tx, deps, charge, { attempt: number, intent: null, card: null, now: tried.at });
  });
  return null;
}

async function write(sql: Sql, { publicationId, ownerId, kind, subject, cycle, asks, due }: Charge, tried: Try): Promise<boolean> {
  const { attempt, at, customer, method } = tried;
  const begun = await sql.$queryRaw<unknown[]>`
    with open as (
      update charge t set next_attempt = ${new Date(at.getTime() + LEASE)}, amount = ${asks}::int
      from charge c ${CHARGE_PAYER}
      where t.publication_id = ${publicationId} and t.owner_id = ${ownerId}::uuid and t.kind = ${kind} and t.subject = ${subject}::uuid
        and t.cycle = ${cycle}::int and t.state = 'open' and t.due = ${due}
        and c.publication_id = t.publication_id and c.owner_id = t.owner_id and c.kind = t.kind and c.subject = t.subject and c.cycle = t.cycle
        and ${CHARGE_ASKS} = ${asks}::int and p.wanted and p.customer = ${customer} and p.method = ${method}
      returning 1
    )
    insert into charge_attempt (publication_id, owner_id, kind, subject, cycle, attempt, customer, method, started, outcome)
    select ${publicationId}, ${ownerId}::uuid, ${kind}, ${subject}::uuid, ${cycle}::int, ${attempt}::int, ${customer}, ${method}, ${at}, 'started'
    from open
    on conflict do nothing returning 1`;
  return begun.length > 0;
}

/**
 * Asks the provider for an attempt's money, off-session, and settles whatever it answers. An answer that does not come
 * leaves the attempt to be repeated.
 */
async function ask(deps: SettleDeps, charge: Charge, tried: Try): Promise<void> {
  const isOld = deps.clock().getTime() - tried.at.getTime() > KEY_IS_KEPT;
  const known = isOld ? await findIntent(deps, charge, tried) : null;
  if (known !== null) return settle(deps, known);
  const answer = await create(deps, charge, tried);
  deps.reached('charge-asked');
  if (answer === 'refused') return refuseAttempt(deps, charge, tried.attempt);
  await settleCharge(deps, answer);
}

async function create(deps: SettleDeps, charge: Charge, { attempt, customer, method }: Try): Promise<Stripe.PaymentIntent | 'refused'> {
  const { settings } = deps.publication.cached();
  try {
    return await deps.stripe.paymentIntents.create(
      {
        amount: charge.amount,
        currency: settings.currency,
        customer,
        payment_method: method,
        allowed_payment_method_types: paymentMethodTypes(settings),
        payment_method_options: { card: { stored_credential_usage: 'recurring' } },
        off_session: true,
        confirm: true,
        metadata: chargeMetadata(charge, attempt),
        expand: ['payment_method', 'latest_charge'],
      },
      { idempotencyKey: idempotencyKey(charge, attempt) },
    );
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) return error.payment_intent ?? 'refused';
    if (!isUnusable(error)) throw error;
    await checkCustomer(deps, customer);
    return 'refused';
  }
}

/**
 * The card or its customer is gone at the provider's, such as detached there; or this is not the provider that they are
 * of.
 */
function isUnusable(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && (error.param === 'payment_method' || error.param === 'customer');
}

/**
 * Throws where the provider never had this customer. That says nothing about the reader's card: a wrong place is asked,
 * or with the keys of another account. Nothing is refused then, and the charge stays open until somebody has mended it.
 */
async function checkCustomer({ stripe }: SettleDeps, customer: string): Promise<void> {
  try {
    await stripe.customers.retrieve(customer);
  } catch (cause) {
    if (!(cause instanceof Stripe.errors.StripeInvalidRequestError) || cause.code !== 'resource_missing') throw cause;
    const question = 'are these the keys and the address of the account that has the cards?';
    throw new Error(`The card provider never had the customer ${customer}: ${question}`, { cause });
  }
}

/**
 * The intent of an attempt that is older than the provider keeps keys: by what it says of itself, since our note of its
 * id was lost.
 */
async function findIntent({ stripe }: SettleDeps, charge: Charge, { attempt, customer }: Try): Promise<string | null> {
  for await (const { id, metadata } of stripe.paymentIntents.list({ customer, limit: 100 })) {
    const named = readMetadata(metadata);
    const isOurs = named?.attempt === attempt && idempotencyKey(named.key, attempt) === idempotencyKey(charge, attempt);
    if (isOurs) return id;
  }
  return null;
}
