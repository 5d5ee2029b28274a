import { Stripe } from 'stripe';
import type { Prisma } from '../../generated/prisma/client.ts';
import { bringUpDonation, bringUpRenewal } from '../calendar/bring-up.ts';
import { chargeAtOnce } from '../calendar/charge-at-once.ts';
import type { ChargeKey } from '../calendar/charge.ts';
import type { Deps } from '../deps.ts';
import { markProcessed } from '../payment/webhook-inbox.ts';
import { idOf } from '../payment/card-of.ts';
import { Refusal } from '../refusal.ts';
import { lockHeldCard, writeHeldCard, type CardHolder, type HeldCard } from './card-holder.ts';
import { letGo } from './detach-unused.ts';
import { infoOf } from './payment-snapshot.ts';
import { cardRefusal } from './refuse-payment.ts';

type KeepDeps = Pick<Deps, 'config' | 'db' | 'stripe' | 'clock' | 'log' | 'metrics' | 'publication' | 'reached'>;
type Confirmed = { intent: Stripe.SetupIntent; method: Stripe.PaymentMethod; customer: string };

/**
 * Puts on record what a page has confirmed with the keys of `startSetup`, for the holder to whom they were given; anybody else's is not there
 * (404). The provider says what became of it: refused, or left half-way, is a 402 in its words, and what a bank still checks a 409, as is one older
 * than what another tab has put on record. Repeating it changes nothing; the one before is let go. `name` is the one that was typed, if one was.
 */
export async function keepSetup(deps: KeepDeps, holder: CardHolder, setupIntent: string, name: string | null): Promise<HeldCard> {
  const intent = await retrieve(deps, setupIntent);
  if (!isOf(intent, holder)) throw new Refusal(404, 'Not found.');
  const confirmed = readConfirmed(intent);
  const kept = confirmed && (await keep(deps, holder, confirmed, { name, event: null }));
  if (kept) return kept;
  // Confirmed, and let go since: the provider's webhook may be here before the page.
  if (intent.status === 'succeeded') throw cardRefusal(deps, 409, 'newer');
  if (intent.status === 'processing') throw cardRefusal(deps, 409, 'processing');
  const { message } = intent.last_setup_error ?? {};
  throw message === undefined ? cardRefusal(deps, 402, 'not_saved') : new Refusal(402, message);
}

/** The same from the provider's webhook, for who closed the page too early. */
export async function settleSetup(deps: KeepDeps, setupIntent: string, event: string): Promise<void> {
  const intent = await retrieve(deps, setupIntent);
  const holder = holderOf(intent);
  const confirmed = readConfirmed(intent);
  if (holder && confirmed) await keep(deps, holder, confirmed, { name: null, event });
  else await markProcessed(deps.db, event, deps.clock());
}

async function keep(
  deps: KeepDeps,
  holder: CardHolder,
  { intent, method, customer }: Confirmed,
  { name, event }: { name: string | null; event: string | null },
): Promise<HeldCard | null> {
  const kept = await deps.db.$transaction(async (tx) => {
    const held = await lockHeldCard(tx, holder);
    if (event !== null) await markProcessed(tx, event, deps.clock());
    // A newer one may be on record by now; then this one is let go.
    if (!held || (held.payment && held.payment.agreed > intent.created))
      return { before: held, after: held, due: [], isOlder: held !== null };
    const typed = name ?? (held.method === method.id ? held.payment?.name : undefined);
    const payment = { name: typed ?? method.billing_details.name ?? held.name, ...infoOf(method), agreed: intent.created };
    await writeHeldCard(tx, holder, { customer, method: method.id, payment });
    // The same card again is no reason to ask for what it did not pay.
    const due = held.method === method.id ? [] : await bringUp(tx, deps, held);
    return { before: held, after: { ...held, customer, method: method.id, payment }, due, isOlder: false };
  });
  deps.reached('card-kept');
  for (const key of kept.due) await pay(deps, key);
  // The webhook comes for them, too, should this be the end of us.
  const ownerId = kept.after?.ownerId ?? (await ownerOfEnded(deps, holder));
  for (const other of new Set([kept.before?.method, intent.metadata?.['replaces'], method.id])) {
    if (ownerId !== null && typeof other === 'string') await letGo(deps, { ownerId, method: other });
  }
  if (kept.isOlder && event === null) throw cardRefusal(deps, 409, 'newer');
  return kept.after;
}

/** Whose donation it was that another tab has stopped meanwhile: a card that comes for it now is charged by nothing. */
async function ownerOfEnded({ db }: KeepDeps, { kind, id }: CardHolder): Promise<string | null> {
  // An account that was deleted has taken its cards with it.
  if (kind === 'account') return null;
  const donation = await db.donation.findFirst({ where: { id, ended: { not: null } }, select: { ownerId: true } });
  return donation?.ownerId ?? null;
}

/** What the card before could not pay comes up at once (design: payments). A donation that fails is paid when its page asks for it, or else by the calendar. */
async function bringUp(tx: Prisma.TransactionClient, deps: KeepDeps, { holder, ownerId }: HeldCard): Promise<ChargeKey[]> {
  if (holder.kind === 'account') return bringUpRenewal(tx, deps, ownerId);
  await bringUpDonation(tx, deps, { ownerId, id: holder.id });
  return [];
}

/** The card is on record either way; the calendar goes on with what could not be asked for now. */
async function pay(deps: KeepDeps, key: ChargeKey): Promise<void> {
  await chargeAtOnce(deps, key).catch((error: unknown) => deps.log.warn({ err: error }, 'a charge could not be tried at once'));
}

async function retrieve({ stripe }: KeepDeps, id: string): Promise<Stripe.SetupIntent> {
  try {
    return await stripe.setupIntents.retrieve(id, { expand: ['payment_method'] });
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') throw new Refusal(404, 'Not found.');
    throw error;
  }
}

/** Null for what was not confirmed, and for a card that has been let go since. */
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
