import { Stripe } from 'stripe';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { reopenDonation, reopenRenewal } from '../../ledger/planned-charges/reopen-charge.ts';
import type { ChargeKey } from '../../ledger/planned-charges/charge.ts';
import { postLetter } from '../../letters/post-letter.ts';
import { SECOND } from '../../platform/duration.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { idOf } from '../provider/card-of.ts';
import { chargeAtOnce } from '../renewals/charge-at-once.ts';
import { writeEffect, nothingToDo } from '../provider/webhook-inbox.ts';
import { lockHeldCard, writeHeldCard, type CardHolder, type HeldCard } from '../provider/card-holder.ts';
import { detachReplaced } from '../provider/detach-unused.ts';
import { infoOf, type PaymentSnapshot } from '../provider/payment-snapshot.ts';
import { apiText } from '../../platform/http/api-text.ts';
import { cardText } from '../../publication/texts/card-texts.ts';

type KeepDeps = Pick<Deps, 'config' | 'db' | 'stripe' | 'clock' | 'log' | 'metrics' | 'publication' | 'reached'>;
type Confirmed = { intent: Stripe.SetupIntent; method: Stripe.PaymentMethod; customer: string };

/**
 * Puts on record what a page has confirmed with the keys of `startSetup`, for the holder to whom they were given;
 * anybody else's is not there (404). The provider says what became of it: refused, or left half-way, is a 402 in its
 * words, and what a bank still checks a 409, as is one older than what another tab has put on record. Repeating it
 * changes nothing; the one before is detached. `name` is the one that was typed, if one was.
 */
export async function keepSetup(deps: KeepDeps, holder: CardHolder, setupIntent: string, name: string | null): Promise<HeldCard> {
  const intent = await retrieve(deps, setupIntent);
  if (!isOf(intent, holder)) throw new Refusal(404, apiText('not_found'));
  const confirmed = readConfirmed(intent);
  const kept = confirmed && (await keep(deps, holder, confirmed, { name, event: null }));
  if (kept) return kept;
  // Confirmed, and detached since: the provider's webhook may be here before the page.
  if (intent.status === 'succeeded') throw new Refusal(409, cardText('newer'));
  if (intent.status === 'processing') throw new Refusal(409, cardText('processing'));
  const { message } = intent.last_setup_error ?? {};
  throw message === undefined ? new Refusal(402, cardText('not_saved')) : new Refusal(402, cardText('provider', { message }));
}

/** The same from the provider's webhook, for who closed the page too early. */
export async function settleSetup(deps: KeepDeps, setupIntent: string, event: string): Promise<void> {
  const intent = await retrieve(deps, setupIntent);
  const holder = holderOf(intent);
  const confirmed = readConfirmed(intent);
  if (holder && confirmed) await keep(deps, holder, confirmed, { name: null, event });
  else await nothingToDo(deps, event);
}

async function keep(
  deps: KeepDeps,
  holder: CardHolder,
  { intent, method, customer }: Confirmed,
  { name, event }: { name: string | null; event: string | null },
): Promise<HeldCard | null> {
  const kept = await writeEffect(deps, event, async (tx) => {
    const held = await lockHeldCard(tx, holder);
    // A newer one may be on record by now, or whoever began this have been thrown out; then it is detached.
    if (!held || (held.payment && held.payment.agreed > intent.created) || isVoid(held, intent))
      return { before: held, after: held, due: [], isOlder: held !== null };
    const typed = name ?? (held.method === method.id ? held.payment?.name : undefined);
    const payment = { name: typed ?? method.billing_details.name ?? held.name, ...infoOf(method), agreed: intent.created };
    await writeHeldCard(tx, holder, { customer, method: method.id, payment });
    if (held.method !== method.id) await confirm(tx, deps, held, method.id, payment.card);
    // The same card again is no reason to ask for what it did not pay.
    const due = held.method === method.id ? [] : await reopen(tx, deps, held);
    return { before: held, after: { ...held, customer, method: method.id, payment }, due, isOlder: false };
  });
  deps.reached('card-kept');
  for (const key of kept.due) await pay(deps, key);
  // The webhook comes for them, too, should this be the end of us.
  const ownerId = kept.after?.ownerId ?? (await ownerOfEnded(deps, holder));
  for (const other of new Set([kept.before?.method, intent.metadata?.['replaces'], method.id])) {
    if (ownerId !== null && typeof other === 'string') await detachReplaced(deps, { ownerId, method: other });
  }
  if (kept.isOlder && event === null) throw new Refusal(409, cardText('newer'));
  return kept.after;
}

/** Tells the reader, who may not be the one who typed it. */
async function confirm(
  tx: Prisma.TransactionClient,
  deps: KeepDeps,
  { holder, name, email }: HeldCard,
  method: string,
  card: PaymentSnapshot['card'],
): Promise<void> {
  const payload = { name, card, ...(holder.kind === 'donation' && { donation: true }) };
  await postLetter(tx, deps, { kind: 'card-saved', subject: `${holder.id}:${method}`, recipient: email, payload });
}

/** Begun before all that waited was void (`void-unproved.ts`). The provider counts in seconds. */
function isVoid({ voided }: HeldCard, { created }: Stripe.SetupIntent): boolean {
  return voided !== null && created < Math.floor(voided.getTime() / SECOND);
}

/** Whose donation it was that another tab has stopped meanwhile: a card that comes for it now is charged by nothing. */
async function ownerOfEnded({ db }: KeepDeps, { kind, id }: CardHolder): Promise<string | null> {
  // An account that was deleted has taken its cards with it.
  if (kind === 'account') return null;
  const donation = await db.donation.findFirst({ where: { id, ended: { not: null } }, select: { ownerId: true } });
  return donation?.ownerId ?? null;
}

/**
 * What the card before could not pay comes up at once (design: payments). A donation that fails is paid when its page
 * asks for it, or else by the renewal run.
 */
async function reopen(tx: Prisma.TransactionClient, deps: KeepDeps, { holder, ownerId }: HeldCard): Promise<ChargeKey[]> {
  if (holder.kind === 'account') return reopenRenewal(tx, deps, ownerId);
  await reopenDonation(tx, deps, { ownerId, id: holder.id });
  return [];
}

/** The card is on record either way; the renewal run goes on with what could not be asked for now. */
async function pay(deps: KeepDeps, key: ChargeKey): Promise<void> {
  await chargeAtOnce(deps, key).catch((error: unknown) => deps.log.warn({ err: error }, 'a charge could not be tried at once'));
}

async function retrieve({ stripe }: KeepDeps, id: string): Promise<Stripe.SetupIntent> {
  try {
    return await stripe.setupIntents.retrieve(id, { expand: ['payment_method'] });
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing')
      throw new Refusal(404, apiText('not_found'));
    throw error;
  }
}

/** Null for what was not confirmed, and for a card that has been detached since. */
function readConfirmed(intent: Stripe.SetupIntent): Confirmed | null {
  const { status, payment_method: method, customer: named } = intent;
  if (status !== 'succeeded' || method === null || typeof method === 'string' || named === null) return null;
  const customer = idOf(named);
  return method.customer !== null && idOf(method.customer) === customer ? { intent, method, customer } : null;
}

function holderOf({ metadata }: Stripe.SetupIntent): CardHolder | null {
  const kind = (['account', 'donation'] as const).find((each) => metadata?.[each] !== undefined);
  return kind ? { kind, id: metadata?.[kind] ?? '' } : null;
}

function isOf(intent: Stripe.SetupIntent, { kind, id }: CardHolder): boolean {
  return holderOf(intent)?.kind === kind && intent.metadata?.[kind] === id;
}
