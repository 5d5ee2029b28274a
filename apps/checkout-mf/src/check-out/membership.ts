import type { Subscriber as Whole } from '@newsstand/contracts/account';
import { subscriberCall } from '@newsstand/contracts/account-endpoints';
import { Address } from '@newsstand/contracts/address';
import { Deliverable } from '@newsstand/contracts/cart';
import { shipcodeOf } from '@newsstand/contracts/deliverable';
import { PaymentInfo } from '@newsstand/contracts/payment-info';
import type { MountContext } from '@newsstand/contracts/widget';
import { createTableApi } from '@newsstand/ui/call-table';
import * as v from 'valibot';

const OnRecord = v.nullable(Address);

/**
 * What check-out wants to know of a subscriber (section 7): the addresses and the means of payment on record, and how
 * the subscription that runs is delivered.
 */
export const Subscriber = v.object({
  account: v.object({ autorenew: v.optional(v.boolean()), addresses: v.object({ a: OnRecord, b: OnRecord, c: OnRecord }) }),
  /** What is on record to pay with. */
  payment_info: v.optional(v.nullable(PaymentInfo)),
  timetable: v.object({
    current_subscription: v.nullable(v.object({ info: v.object({ deliverables: v.object({ active: Deliverable }) }) })),
  }),
} satisfies Record<keyof Pick<Whole, 'account' | 'payment_info' | 'timetable'>, v.GenericSchema>);
export type Subscriber = v.InferOutput<typeof Subscriber>;

const memberCalls = { subscriber: { ...subscriberCall, answer: v.object({ subscriber: Subscriber }) } };

/**
 * Where what is posted to a subscriber goes (section 4). `kept`: a print subscription is posted to an address on
 * record, which is kept or changed;
 * `missing`: it should be, and there is none; `prefilled`: an address on record to begin with; `none`: nothing is
 * known.
 */
export type AddressOnRecord = { type: 'kept' | 'prefilled'; address: Address } | { type: 'missing' } | { type: 'none' };

export const addressOnRecord = (subscriber: Subscriber | null): AddressOnRecord => {
  if (!subscriber) return { type: 'none' };
  const { a, b, c } = subscriber.account.addresses;
  const current = subscriber.timetable.current_subscription;
  const zone = current && shipcodeOf(current.info.deliverables.active);
  if (zone) {
    const address = { a, b, c }[zone];
    return address ? { type: 'kept', address } : { type: 'missing' };
  }
  const address = a ?? b ?? c;
  return address ? { type: 'prefilled', address } : { type: 'none' };
};

const SECOND = 1000;
/** A page that is to sell something does not wait longer for what it can do without. */
const PATIENCE = 4 * SECOND;

const asked = new WeakMap<MountContext, Promise<Subscriber | null>>();

/** The subscriber who is logged in. Check-out works without: where the answer does not come, the address is typed. */
export const readSubscriber = (context: MountContext): Promise<Subscriber | null> => {
  const known = asked.get(context) ?? ask(context);
  asked.set(context, known);
  return known;
};

const ask = async (context: MountContext): Promise<Subscriber | null> => {
  const outcome = await createTableApi(context.api, memberCalls)(
    'subscriber',
    { query: { membership: '1' } },
    { signal: AbortSignal.timeout(PATIENCE) },
  );
  return outcome.ok ? outcome.data.subscriber : null;
};
