import type { Subscriber } from '@newsstand/contracts/account';
import { shipcodeOf } from '@newsstand/contracts/deliverable';
import { SHIPCODES, type Shipcode } from '@newsstand/contracts/shipcode';
import type { Subscription } from '@newsstand/contracts/subscription';
import type { Timetable } from '@newsstand/contracts/timetable';

/** What is posted for a subscription goes to `zone`. */
export type Posted = { info: Subscription; zone: Shipcode };

/**
 * What the address page knows of a reader's subscriptions. `subject` is the one that the page is about: the token's, or
 * else the first of those that run and follow, where it is posted. `zone` is where it goes, null for digital; `missing`
 * a category that something is posted to and that has no address; `open` are the categories that can be chosen (section
 * 2).
 */
export type RequiredZones = {
  subject: Subscription | null;
  zone: Shipcode | null;
  missing: Shipcode | null;
  open: Record<Shipcode, boolean>;
};

/**
 * Section 2: a category is disabled when no subscription requires it. Where none requires any, now or later, all are
 * open: a reader of the digital edition may keep an address, and is told that it is not required.
 */
export const readRequiredZones = (
  { account, timetable }: Pick<Subscriber, 'account' | 'timetable'>,
  token: string | null,
): RequiredZones => {
  const posted = postedOf(timetable);
  const asked = posted.find(({ info }) => info.token === token);
  const about = asked ? [asked] : posted;
  const [first] = about;
  const current = timetable.current_subscription;
  if (!first) return { subject: current?.active ? current.info : null, zone: null, missing: null, open: byZone(() => true) };
  return {
    subject: first.info,
    zone: first.zone,
    missing: about.find(({ zone }) => account.addresses[zone] === null)?.zone ?? null,
    open: asked ? byZone((zone) => zone === asked.zone) : timetable.address_required,
  };
};

/**
 * The subscriptions that something is posted for, now or later, in their order. Of one that has run out it is where it
 * renews by itself.
 */
export const postedOf = (timetable: Timetable): Posted[] =>
  scheduledOf(timetable).flatMap(({ info }) => {
    const zone = shipcodeOf(info.deliverables.active);
    return zone !== null && timetable.address_required[zone] ? [{ info, zone }] : [];
  });

/**
 * Whether a subscription is among those that the page's data tells of. Others of this reader have ended; the server
 * knows them.
 */
export const isScheduled = ({ timetable }: Pick<Subscriber, 'timetable'>, token: string): boolean =>
  scheduledOf(timetable).some(({ info }) => info.token === token);

/**
 * The category to begin with: one that misses its address, or where the subscription is posted, or else the first that
 * can be chosen, the account's own before others.
 */
export const startZone = ({ zone, missing, open }: RequiredZones, fallback: Shipcode): Shipcode =>
  missing ?? zone ?? (open[fallback] ? fallback : (SHIPCODES.find((each) => open[each]) ?? fallback));

/** In the order in which they come: a lifetime that waits is the last. */
const scheduledOf = ({ current_subscription: current, future_subscriptions: future, lifetime_subscription: lifetime }: Timetable) => [
  ...(current ? [current] : []),
  ...future,
  ...(lifetime ? [lifetime] : []),
];

export const byZone = <Value>(make: (zone: Shipcode) => Value): Record<Shipcode, Value> => ({ a: make('a'), b: make('b'), c: make('c') });
