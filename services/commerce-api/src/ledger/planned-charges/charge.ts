import { Deliverable, Level, Term } from '@newsstand/contracts/cart';
import { Cents } from '@newsstand/contracts/money';
import * as v from 'valibot';
import { donationKey } from '../../rules/charges/monthly-rules.ts';
import { renewalKey } from '../../rules/subscriptions/renewal-rules.ts';
import type { Attempt } from '../../rules/charges/retry-rules.ts';

/** A renewal of a subscription, or a month of a donation. */
export const ChargeKind = v.picklist(['renewal', 'donation']);
export type ChargeKind = v.InferOutput<typeof ChargeKind>;

/** What is still to be charged is open; what is not to be charged any more was stopped. */
export const ChargeState = v.picklist(['open', 'paid', 'stopped']);
export type ChargeState = v.InferOutput<typeof ChargeState>;

/**
 * What a charge pays for, frozen with its notice. A renewal adds `copies` of a term; `price` is that of one copy,
 * `shipping` that of all of them, in cents. A month of a donation needs no more than the charge's own amount.
 */
export const ChargeChoice = v.variant('kind', [
  v.object({
    kind: v.literal('renewal'),
    deliverable: Deliverable,
    level: Level,
    term: Term,
    copies: v.number(),
    price: Cents,
    shipping: Cents,
  }),
  v.object({ kind: v.literal('donation') }),
]);
export type ChargeChoice = v.InferOutput<typeof ChargeChoice>;

/**
 * One for each subscription and cycle, and for each donation and month. `subject` is the subscription or the donation.
 */
export type ChargeKey = { publicationId: string; ownerId: string; kind: ChargeKind; subject: string; cycle: number };

/**
 * An attempt as it is stored: with the provider's customer, so that it can be repeated as it was, and its intent once
 * that is known.
 */
export type StoredAttempt = Attempt & { customer: string; intent: string | null };

/** The key that makes the provider charge once, however often an attempt is repeated. */
export function idempotencyKey({ kind, subject, cycle }: ChargeKey, attempt: number): string {
  return kind === 'renewal' ? renewalKey(subject, cycle, attempt) : donationKey(subject, cycle, attempt);
}

/** What an intent carries, so that it says whose it is when our own note of it was lost. */
export function chargeMetadata({ publicationId, ownerId, kind, subject, cycle }: ChargeKey, attempt: number): Record<string, string> {
  return { publication: publicationId, owner: ownerId, charge: `${kind}:${subject}:${cycle}`, attempt: String(attempt) };
}

const count = v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/), v.transform(Number));
const Metadata = v.object({ publication: v.string(), owner: v.pipe(v.string(), v.uuid()), charge: v.string(), attempt: count });
const Named = v.tuple([ChargeKind, v.pipe(v.string(), v.uuid()), count]);

/** The charge and the attempt that an intent is for; null for an intent of something else. */
export function readMetadata(metadata: Record<string, string>): { key: ChargeKey; attempt: number } | null {
  const read = v.safeParse(Metadata, metadata);
  if (!read.success) return null;
  const { publication: publicationId, owner: ownerId, charge, attempt } = read.output;
  const named = v.safeParse(Named, charge.split(':'));
  if (!named.success) return null;
  const [kind, subject, cycle] = named.output;
  return { key: { publicationId, ownerId, kind, subject, cycle }, attempt };
}
