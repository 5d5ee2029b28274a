import type { Subscriber } from '@newsstand/contracts/account';
import { shipcodeOf } from '@newsstand/contracts/deliverable';
import { SHIPCODES, type Shipcode } from '@newsstand/contracts/shipcode';
import type { Subscription } from '@newsstand/contracts/subscription';
import type { Timetable } from '@newsstand/contracts/timetable';

/**
 * What the address page knows of a reader's subscriptions. `subject` is the one that the page is about (the token's, or else the current one),
 * `zone` where it is posted, null for digital; `open` are the categories that can be chosen (section 2).
 */
export type Needs = { subject: Subscription | null; zone: Shipcode | null; open: Record<Shipcode, boolean> };

/**
 * Section 2: a category is disabled when no subscription requires it. Where none requires any, all are open: a reader of the digital edition may
 * keep an address, and is told that it is not required.
 */
export const readNeeds = ({ timetable }: Pick<Subscriber, 'timetable'>, token: string | null): Needs => {
  const asked = token === null ? undefined : scheduledOf(timetable).find(({ info }) => info.token === token);
  const current = timetable.current_subscription;
  const isAny = SHIPCODES.some((each) => timetable.address_required[each]);
  // Of one that has run out, an address is required where it renews by itself.
  const subject = asked?.info ?? (current && (current.active || isAny) ? current.info : null);
  const zone = subject && shipcodeOf(subject.deliverables.active);
  const required = isAny ? timetable.address_required : { a: true, b: true, c: true };
  return { subject, zone, open: asked && zone !== null ? only(zone) : required };
};

/** Whether a subscription is among those that the page's data tells of. Others of this reader have ended; the server knows them. */
export const isScheduled = ({ timetable }: Pick<Subscriber, 'timetable'>, token: string): boolean =>
  scheduledOf(timetable).some(({ info }) => info.token === token);

/** The category to begin with: where the subscription is posted, or else the first that can be chosen, the account's own before others. */
export const startZone = ({ zone, open }: Needs, fallback: Shipcode): Shipcode =>
  zone ?? (open[fallback] ? fallback : (SHIPCODES.find((each) => open[each]) ?? fallback));

/** In the order in which they come: a lifetime that waits is the last. */
export const scheduledOf = ({
  current_subscription: current,
  future_subscriptions: future,
  lifetime_subscription: lifetime,
}: Timetable) => [...(current ? [current] : []), ...future, ...(lifetime ? [lifetime] : [])];

const only = (zone: Shipcode): Record<Shipcode, boolean> => ({ a: zone === 'a', b: zone === 'b', c: zone === 'c' });
