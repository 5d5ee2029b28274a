import type { Deliverable } from '@newsstand/contracts/cart';
import { makeAddress } from '@newsstand/contracts/fixtures/receipt';
import { describe, expect, it } from 'vitest';
import { type AddressOnRecord, addressOnRecord, type Subscriber } from './membership.ts';

const us = makeAddress();
const ca = makeAddress({ country_code: 'CA', country_name: 'Canada' });
const subscriber = (active: Deliverable | null, addresses: Partial<Subscriber['account']['addresses']>): Subscriber => ({
  account: { addresses: { a: null, b: null, c: null, ...addresses } },
  timetable: { current_subscription: active && { info: { deliverables: { active } } } },
});

describe('the address on record', () => {
  it.each<[string, Subscriber | null, AddressOnRecord]>([
    ['a guest has none', null, { type: 'none' }],
    ['of a print subscription is kept', subscriber('print-a', { a: us, b: ca }), { type: 'kept', address: us }],
    ['is that of the zone the subscription is posted to', subscriber('print-b', { a: us, b: ca }), { type: 'kept', address: ca }],
    ['of a print subscription may be missing', subscriber('print-c', { a: us }), { type: 'missing' }],
    ['of a digital subscriber is where the form begins', subscriber('digital', { b: ca }), { type: 'prefilled', address: ca }],
    ['of a reader without a subscription too', subscriber(null, { a: us, b: ca }), { type: 'prefilled', address: us }],
    ['of a reader who never gave one', subscriber(null, {}), { type: 'none' }],
  ])('%s', (_, known, expected) => {
    expect(addressOnRecord(known)).toEqual(expected);
  });
});
