import { Stripe } from 'stripe';
import type { Call } from './call.ts';
import { makeId } from './ids.ts';
import type { EventType, StripeEvent, StripeObject } from './records.ts';
import type { Store } from './store.ts';
import type { Params } from './surface.ts';

export type EventRequest = { id: string; idempotency_key: string | null };

export function recordEvent(
  store: Store,
  type: EventType,
  object: StripeObject,
  request: EventRequest | null,
  created: number,
): StripeEvent {
  return store.put('event', {
    id: makeId('evt'),
    object: 'event',
    api_version: Stripe.API_VERSION,
    created,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request,
    type,
  });
}

/** Newest first, as Stripe lists them. */
export function listEvents({ store }: Call, params: Params['GET /v1/events']) {
  const types = params.types ?? (params.type === undefined ? undefined : [params.type]);
  const limit = params.limit ?? 10;
  const found = store.list('event', {
    limit: limit + 1,
    after: params.starting_after ?? '',
    where: (event) => (types === undefined || types.includes(event.type)) && isWithin(event.created, params.created),
  });
  return { object: 'list', url: '/v1/events', has_more: found.length > limit, data: found.slice(0, limit) };
}

function isWithin(created: number, range: Stripe.RangeQueryParam | number | undefined): boolean {
  if (range === undefined) return true;
  if (typeof range === 'number') return created === range;
  return (
    created > (range.gt ?? -1) && created >= (range.gte ?? 0) && created < (range.lt ?? Infinity) && created <= (range.lte ?? Infinity)
  );
}
