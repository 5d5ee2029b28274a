import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chargeMetadata, idempotencyKey, readMetadata, type ChargeKey } from '../../ledger/planned-charges/charge.ts';
import { DAY } from '../../platform/duration.ts';
import { chargeDate, latestPeriod } from './monthly-rules.ts';
import { comesUp, decide, isFailing, LEASE } from './dunning-rules.ts';
import type { Attempt } from './retry-rules.ts';

const first = new Date('2027-01-31T09:30:00Z');
const payer = { wanted: true, method: 'pm_1' };
const month = (cycle: number, attempts: Attempt[] = []) => ({ first, cycle, due: chargeDate(first, cycle), attempts, payer });
const tried = (outcome: Attempt['outcome'], at: Date): Attempt[] => [{ attempt: 1, at, method: 'pm_1', outcome }];

describe('a month of a donation', () => {
  it.each([
    ['is charged until the next one has come', '2027-03-31T09:29:59.999Z', { type: 'charge' }],
    ['is let go when the next one has come', '2027-03-31T09:30:00.000Z', { type: 'stop', why: 'lapsed' }],
  ])('%s', (_, now, next) => {
    expect(decide({ ...month(1), due: new Date('2027-03-20T09:30:00Z') }, new Date(now))).toMatchObject(next);
  });

  it('that waits for its donor is let go then too, but not one that the bank is moving', () => {
    const next = chargeDate(first, 2);
    expect(decide(month(1, tried('authentication-required', first)), next)).toEqual({ type: 'stop', why: 'lapsed' });
    expect(decide(month(1, tried('processing', first)), next)).toEqual({ type: 'wait', for: 'bank' });
    expect(decide(month(1, tried('started', first)), next)).toEqual({ type: 'repeat', attempt: 1 });
  });

  it('leaves the donation waiting for another card only when somebody tried', () => {
    expect([isFailing('lapsed', { attempts: [] }), isFailing('lapsed', { attempts: tried('authentication-required', first) })]).toEqual([
      false,
      true,
    ]);
    expect([isFailing('exhausted', { attempts: [] }), isFailing('not-wanted', { attempts: [] })]).toEqual([true, false]);
  });

  it('is never charged together with another, whatever the clock does over month ends, leap days and daylight-saving', () => {
    const beginnings = fc.constantFrom(
      '2027-01-31T09:30:00Z',
      '2028-02-29T00:00:00Z',
      '2027-03-28T01:30:00Z',
      '2027-10-31T00:30:00Z',
      '2027-12-31T23:59:59Z',
    );
    fc.assert(
      fc.property(beginnings, fc.array(fc.integer({ min: 1, max: 45 * 24 }), { maxLength: 60 }), (begun, hours) => {
        const from = new Date(begun);
        const charged: string[] = [from.toISOString().slice(0, 7)];
        let [now, cycle] = [from.getTime(), 1];
        for (const each of hours) {
          now += each * 3_600_000;
          // As a run does: what has lapsed makes way for the present month, until there is nothing to do.
          for (;;) {
            const due = chargeDate(from, cycle);
            const next = decide({ first: from, cycle, due, attempts: [], payer }, new Date(now));
            if (next.type === 'stop') cycle = Math.max(cycle + 1, latestPeriod(from, new Date(now)));
            else if (next.type === 'charge' && next.at.getTime() <= now) {
              charged.push(due.toISOString().slice(0, 7));
              cycle = Math.max(cycle + 1, latestPeriod(from, new Date(now)));
            } else break;
          }
        }
        expect(new Set(charged).size).toBe(charged.length);
      }),
    );
  });
});

describe('an open charge', () => {
  const now = new Date('2027-06-01T00:00:00Z');
  it.each([
    [{ type: 'charge', attempt: 2, at: new Date('2027-06-04T00:00:00Z') } as const, new Date('2027-06-04T00:00:00Z')],
    [{ type: 'repeat', attempt: 1 } as const, new Date(now.getTime() + LEASE)],
    [{ type: 'wait', for: 'authentication' } as const, new Date(now.getTime() + DAY)],
    [{ type: 'stop', why: 'exhausted' } as const, null],
  ])('that is to %o comes up at %o', (next, at) => {
    expect(comesUp(next, now)).toEqual(at);
  });
});

describe('an intent', () => {
  const key: ChargeKey = { publicationId: 'main', ownerId: crypto.randomUUID(), kind: 'renewal', subject: crypto.randomUUID(), cycle: 12 };

  it('says which charge and attempt it is for, and its key is theirs alone', () => {
    expect(readMetadata(chargeMetadata(key, 3))).toEqual({ key, attempt: 3 });
    expect(idempotencyKey(key, 3)).toBe(`renewal:${key.subject}:12:3`);
    expect(idempotencyKey({ ...key, kind: 'donation' }, 3)).toBe(`donation:${key.subject}:12:3`);
  });

  it.each<Record<string, string>>([
    {},
    { order: 'o1' },
    { ...chargeMetadata(key, 1), attempt: '0' },
    { ...chargeMetadata(key, 1), charge: 'renewal:x:1' },
    { ...chargeMetadata(key, 1), charge: `refund:${key.subject}:1` },
  ])('of something else is nobody’s: %o', (metadata) => {
    expect(readMetadata(metadata)).toBeNull();
  });
});
