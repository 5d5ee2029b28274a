import { Stripe } from 'stripe';
import type { Deps } from '../deps.ts';
import { markProcessed } from '../payment/webhook-inbox.ts';
import { idOf } from '../payment/card-of.ts';
import { Refusal } from '../refusal.ts';
import { lockHeldCard, writeHeldCard, type CardHolder, type HeldCard } from './card-holder.ts';
import { detachUnused } from './detach-unused.ts';
import { infoOf } from './payment-snapshot.ts';
import { cardRefusal } from './refuse-payment.ts';

type KeepDeps = Pick<Deps, 'db' | 'stripe' | 'clock' | 'log' | 'publication' | 'reached'>;
type Confirmed = { intent: Stripe.SetupIntent; method: Stripe.PaymentMethod; customer: string };

/**
 * Puts on record what a page has confirmed with the keys of `startSetup`, for the holder to whom they were given; anybody else's is not there
 * (404). The provider says what became of it: refused, or left half-way, is a 402 in its words, and what a bank still checks a 409. Repeating it
 * changes nothing; the one before is let go. `name` is the one that was typed, if one was.
 */
export async function keepSetup(deps: KeepDeps, holder: CardHolder, setupIntent: string, name: string | null): Promise<HeldCard> {
  const intent = await retrieve(deps, setupIntent);
  if (!isOf(intent, holder)) throw new Refusal(404, 'Not found.');
  const confirmed = readConfirmed(intent);
  const kept = confirmed && (await keep(deps, holder, confirmed, { name, event: null }));
  if (kept) return kept;
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
    if (!held || (held.payment && held.payment.agreed > intent.created)) return { before: held, after: held };
    const typed = name ?? (held.method === method.id ? held.payment?.name : undefined);
    const payment = { name: typed ?? method.billing_details.name ?? held.name, ...infoOf(method), agreed: intent.created };
    await writeHeldCard(tx, holder, { customer, method: method.id, payment });
    return { before: held, after: { ...held, customer, method: method.id, payment } };
  });
  deps.reached('card-kept');
  if (kept.after) await letGo(deps, kept.after, [kept.before?.method ?? null, intent.metadata?.['replaces'] ?? null, method.id]);
  return kept.after;
}

/** The new one is on record: what cannot be let go now is not the reader's trouble. The webhook comes for it, too. */
async function letGo(deps: KeepDeps, { ownerId, method }: HeldCard, others: (string | null)[]): Promise<void> {
  for (const old of new Set(others)) {
    if (old === null || old === method) continue;
    await detachUnused(deps, { ownerId, method: old }).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'an old card could not be let go'),
    );
  }
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
