import { expect, test } from 'vitest';
import { HISTORY_KINDS } from '@newsstand/contracts/desk-history';
import { centsOf, deliverableName, reasonOf, termWords, VERBS, verbWords, zoneName, ageWords, agoWords } from './words.ts';

const names = {
  zones: { a: 'United States', b: 'South Africa', c: 'International' },
  levels: { low: 'Standard', high: 'Solidarity' },
};

test('staff read of zones and rates by the names that the publication gives them, as readers do', () => {
  expect(['digital', 'print-b', 'print-c'].map((one) => deliverableName(one, names))).toEqual([
    'Digital',
    'Print, South Africa',
    'Print, International',
  ]);
  expect(zoneName('a', names)).toBe('United States');
  expect(termWords({ deliverable: 'print-b', level: 'high', term: '2year', copies: 3, paid: 8 }, names)).toBe(
    'Print, South Africa, Solidarity, 2 years, 3 copies',
  );
});

test.each([
  ['12', 1200],
  [' 12.5 ', 1250],
  ['$112.00', 11200],
  ['1,200.00', 120000],
  ['$ 1,234,567.89', 123456789],
  ['112,00', null],
  ['12,3456', null],
  ['12.345', null],
  ['-5', null],
  ['', null],
])('a sum is read as staff type it: %j', (typed, cents) => {
  expect(centsOf(typed)).toBe(cents);
});

test.each([
  ['changeAddressFor', 'zone c', 'changed the address, International'],
  ['exportLabels', 'issue 16, zone b, late 1', 'took the labels of issue 16, South Africa, late 1'],
  ['exportLabels', 'issue 16, zone b, zone b, late 1', 'took the labels of issue 16, South Africa, South Africa, late 1'],
  ['compSubscription', 'print-a, low, 1year', 'gave Print, United States, Standard, 1 year'],
  ['compSubscription', 'print-b, high, 1 issues', 'gave Print, South Africa, Solidarity, one issue'],
  ['compSubscription', 'digital, low, 3 issues', 'gave Digital, Standard, 3 issues'],
  ['makeKey', '', 'made their first passkey'],
  ['makeKey', 'a further one', 'made a passkey, a further one'],
])('the history says what was done in words, not in its codes: %s %s', (verb, subject, words) => {
  expect(verbWords({ verb, subject, to: null }, names)).toBe(words);
});

test.each([
  [
    'changeAddressFor',
    'zone b',
    { billed: 'EXC-002', total: 1200 },
    'billed a move to South Africa, $12.00, which waits for invoice EXC-002 to be paid',
  ],
  [
    'refundOrder',
    'EXR-37',
    { amount: 29400, method: 'card', waits: true },
    'asked for $294.00 of order EXR-37 to be paid back, which waits for another person',
  ],
  ['refundOrder', 'EXR-37', { amount: 5600, method: 'check' }, 'paid back $56.00 of order EXR-37 by check'],
  ['refundOrder', 'EXR-37', { amount: 0, method: 'none' }, 'took away what order EXR-37 had brought, with no money back'],
  ['refundOrder', 'EXR-37', null, 'paid back order EXR-37'],
  ['approveRefund', 'EXR-37', { approved: true, amount: 29400 }, 'allowed $294.00 of order EXR-37 to be paid back'],
  ['approveRefund', 'EXR-37', { approved: false, amount: 29400 }, 'did not allow $294.00 of order EXR-37 to be paid back'],
  ['retryRefund', 'EXR-41', { method: 'check', amount: 5600 }, 'paid $56.00 of order EXR-41 that did not arrive by check'],
  ['retryRefund', 'EXR-41', { method: 'none', amount: 0 }, 'left a refund of order EXR-41 that did not arrive'],
  [
    'decideMoneyBack',
    'EXR-39',
    { takes: false, amount: 1000 },
    'decided that $10.00 of order EXR-39 that went back elsewhere takes nothing away',
  ],
  ['decideMoneyBack', 'EXR-39', { happens: {} }, 'decided what money of order EXR-39 that went back elsewhere takes away'],
  ['writeInvoice', 'A Library', { number: 'EXC-003', total: 5600 }, 'wrote invoice EXC-003 for A Library, $56.00'],
  ['recordPayment', 'EXC-003', { amount: 5600 }, 'recorded the payment of EXC-003, $56.00'],
])('the history says what came of it, which way and of how much: %s %s %o', (verb, subject, to, words) => {
  expect(verbWords({ verb, subject, to }, names)).toBe(words);
});

test('whatever the history has words for is of one of the kinds that it is narrowed to, and the other way round', () => {
  const kinds: readonly string[] = Object.values(HISTORY_KINDS).flat();
  const named = Object.keys(VERBS);
  expect(named.filter((verb) => !kinds.includes(verb))).toEqual([]);
  expect(kinds.filter((verb) => !named.includes(verb))).toEqual([]);
});

const NOON = new Date(2026, 10, 27, 12, 0);
const at = (...when: [day: number, hour: number, minute: number]) => new Date(2026, 10, ...when).toISOString();

test.each([
  [at(27, 23, 0), 'today'],
  [at(27, 0, 1), 'today'],
  [at(26, 23, 59), 'yesterday'],
  [at(24, 13, 0), '3 days'],
  [new Date(2023, 1, 1).toISOString(), '1,395 days'],
])('what has waited since %s waits since %s', (since, words) => {
  expect(ageWords(since, NOON)).toBe(words);
});

test.each([
  [at(27, 12, 1), 'now'],
  [at(27, 11, 59), '1 min'],
  [at(27, 11, 1), '59 min'],
  [at(27, 9, 22), '9:22 AM'],
  [at(26, 11, 0), '11.26.2026, 11:00 AM'],
])('what was done at %s was done %s', (done, words) => {
  expect(agoWords(done, NOON)).toBe(words);
});

test.each([
  [['service'], ['service', 'shop'], 'made alma shop'],
  [['service', 'shop', 'editor'], ['shop'], 'took service and editor from alma'],
  [['service'], ['accountant'], 'made alma accountant, and took service from alma'],
  [['service'], ['service'], 'changed what alma may do'],
])('the history says what somebody may do by now: %j, then %j', (before, roles, words) => {
  const [from, to] = [
    { roles: before, disabled: null },
    { roles, disabled: null },
  ];
  expect(verbWords({ verb: 'changeStaff', subject: 'alma', from, to }, names)).toBe(words);
});

test('the history tells who was shut out from who was let in again, and why something was done', () => {
  const [working, gone] = [
    { roles: ['shop'], disabled: null },
    { roles: ['shop'], disabled: '2026-11-01T00:00:00Z' },
  ];
  const words = (from: object, to: object) => verbWords({ verb: 'changeStaff', subject: 'alma', from, to }, names);
  expect([words(working, gone), words(gone, working)]).toEqual(['shut alma out of the desk', 'let alma in again']);
  const why = (reason: string, undoes = false) => reasonOf({ reason, undoes });
  expect([why('courtesy'), why(''), why('of another release'), why('mended', true)]).toEqual(['A courtesy', '', '', '']);
});

test('the history says of a refund that did not go that it was tried, and no longer that it waits of one that was allowed', () => {
  const words = (verb: string, to: object) =>
    verbWords({ verb, subject: 'EXR-1', from: null, to: { amount: 2800, method: 'card', ...to } }, names);
  expect(words('refundOrder', { state: 'sent' })).toBe('paid back $28.00 of order EXR-1');
  expect(words('refundOrder', { state: 'refused' })).toBe('tried to pay back $28.00 of order EXR-1, which was refused');
  expect(words('refundOrder', { state: 'failed' })).toBe('tried to pay back $28.00 of order EXR-1, which did not arrive');
  const waits = 'asked for $28.00 of order EXR-1 to be paid back';
  expect(words('refundOrder', { state: 'to-approve', waits: true })).toBe(`${waits}, which waits for another person`);
  expect(words('refundOrder', { state: 'sent', waits: true })).toBe(waits);
  expect(words('retryRefund', { state: 'failed' })).toBe('tried to pay $28.00 of order EXR-1 once more, which did not arrive');
  expect(words('decideMoneyBack', { won: true })).toBe('left away what was taken away for a dispute about order EXR-1 that was won');
});
