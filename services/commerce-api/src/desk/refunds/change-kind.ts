import { isDeepStrictEqual } from 'node:util';
import { Deliverable, Level } from '@newsstand/contracts/cart';
import { mediumOf } from '@newsstand/contracts/deliverable';
import * as v from 'valibot';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';

/** How a subscription comes: what was paid for, what is sent, and at which rate. */
export const Kind = v.object({ set: Deliverable, active: Deliverable, level: Level });
export type Kind = v.InferOutput<typeof Kind>;

/** A subscription that a refund made of another kind, with what it was; one of the release before says neither. */
export const Changed = v.object({ id: v.string(), owner: v.string(), was: v.optional(Kind), made: v.optional(Kind) });
export type Changed = v.InferOutput<typeof Changed>;

type Term = { publicationId: string; owner: string; id: string };

/**
 * Makes a subscription of the kind that `become` says of what it is, from the next issue on, and notes it; `become`
 * may refuse. What its reader wants from the next one on goes with it, unless they had chosen otherwise.
 */
export async function changeKind(
  tx: Prisma.TransactionClient,
  { publicationId, owner, id }: Term,
  now: Date,
  become: (was: Kind) => Kind,
): Promise<Required<Changed>> {
  const key = { publicationId, ownerId: owner };
  const where = { publicationId_ownerId_id: { ...key, id } };
  const is = await tx.subscription.findUniqueOrThrow({ where });
  const was = v.parse(Kind, { set: is.setDeliverable, active: is.activeDeliverable, level: is.level });
  const made = become(was);
  if (isDeepStrictEqual(made, was)) return { id, owner, was, made };
  await tx.subscriptionChange.create({
    data: { ...key, id: uuidv7(now.getTime()), subscriptionId: id, from: was, to: made, paid: false, created: now },
  });
  const wants = { settingsMedium: is.settingsMedium, settingsLevel: is.settingsLevel };
  const follows = isDeepStrictEqual(wants, settingsOf(was));
  await tx.subscription.update({
    where,
    data: { setDeliverable: made.set, activeDeliverable: made.active, level: made.level, ...(follows && settingsOf(made)) },
  });
  return { id, owner, was, made };
}

const settingsOf = ({ active, level }: Kind) => ({ settingsMedium: mediumOf(active), settingsLevel: level });

/** What an order, or what went along with what it paid for, made of a subscription; null where it is not of it. */
export async function changeOfOrder(
  tx: Prisma.TransactionClient,
  { publicationId, owner, id }: Term,
  order: string,
): Promise<{ from: Kind; to: Kind } | null> {
  const where = { publicationId, ownerId: owner, orderId: order, subscriptionId: id };
  const change = await tx.subscriptionChange.findFirst({ where, select: { from: true, to: true } });
  return change && { from: v.parse(Kind, change.from), to: v.parse(Kind, change.to) };
}
