import { expect, test } from 'vitest';
import { orderWords, payBackOf } from './order-words.ts';

const at = '2026-11-01T00:00:00Z';
const refunded = (amount: number) => [{ id: 're_1', state: 'refunded', amount, reason: null, created: at, updated: at } as const];
const mugs = (posted: { sent: number; dropped: number }) => [{ type: 'basic-product', quantity: 2, posted, terms: [], gifts: [] }];
const order = (more: Partial<Parameters<typeof payBackOf>[0]>) => ({
  state: 'paid' as const,
  total: 1000,
  paid: at,
  back: [],
  sent_again: [],
  lines: mugs({ sent: 0, dropped: 0 }),
  ...more,
});

test.each([
  ['paid', {}],
  ['fulfilled', { state: 'fulfilled' as const, lines: mugs({ sent: 2, dropped: 0 }) }],
  ['nothing of it is sent', { state: 'fulfilled' as const, lines: mugs({ sent: 0, dropped: 2 }) }],
  ['sent, but for one piece', { state: 'fulfilled' as const, lines: mugs({ sent: 1, dropped: 1 }) }],
  ['paid back, nothing of it is sent', { state: 'fulfilled' as const, lines: mugs({ sent: 0, dropped: 2 }), back: refunded(1000) }],
  ['paid back', { back: refunded(1000) }],
  ['paid', { back: refunded(400) }],
])('an order reads ‘%s’ where that is what became of it', (words, more) => {
  expect(orderWords(order(more))).toBe(words);
});

test('what was paid back whole is not paid back again: what still stands of it can be taken away, and else it is said why not', () => {
  const back = refunded(1000);
  const term = { id: 't', cancelled: null, paid: 4, served: 1 };
  const sold = (terms: (typeof term)[]) => [{ type: 'personal-subscription', quantity: 1, posted: null, terms, gifts: [] }];
  expect(payBackOf(order({ back: refunded(400) }))).toEqual({ moneyless: false, why: null });
  expect(payBackOf(order({ back }))).toEqual({ moneyless: true, why: null });
  expect(payBackOf(order({ back, lines: sold([term]) })).moneyless).toBe(true);
  expect(payBackOf(order({ back, lines: sold([{ ...term, served: 4 }]) })).why).toBe(
    'All of it went back, and nothing of it is left to take away.',
  );
  // So does a gift that stayed with whom it was given, until it is ended.
  const gifts = (ended: string | null) => [
    { type: 'gift-subscription', quantity: 1, posted: null, terms: [], gifts: [{ revoked: null, ended }] },
  ];
  expect(payBackOf(order({ back, lines: gifts(null) })).moneyless).toBe(true);
  expect(payBackOf(order({ back, lines: gifts(at) })).why).not.toBeNull();
  // And a donation of which it paid a month.
  const month = (monthly: boolean) => [{ type: 'donation-item', quantity: 1, posted: null, terms: [], gifts: [], monthly }];
  expect(payBackOf(order({ back, lines: month(true) })).moneyless).toBe(true);
  expect(payBackOf(order({ back, lines: month(false) })).why).not.toBeNull();
  // What is sent once more of it and waits stands, too.
  const sent = { back, lines: mugs({ sent: 2, dropped: 0 }) };
  expect(payBackOf(order({ ...sent, sent_again: [{ waits: 2 }] }))).toEqual({ moneyless: true, why: null });
  expect(payBackOf(order({ ...sent, sent_again: [{ waits: 0 }] })).why).not.toBeNull();
  expect(payBackOf(order({ total: 0, lines: mugs({ sent: 2, dropped: 0 }) })).why).toBe('Nothing was paid for it.');
});
