import { expect, test } from 'vitest';
import { readScrap, tellingWords } from './search-words.ts';

const prefixes = { receipt: 'EXR', invoice: 'EXC' };

test.each([
  ['Kowalska Ohio', { words: ['Kowalska', 'Ohio'], orders: [], invoices: [] }],
  ['Kowalska, Dayton OH', { words: ['Kowalska', 'Dayton', 'OH'], orders: [], invoices: [] }],
  ['EXR-4711', { words: ['EXR-4711'], orders: ['EXR-4711'], invoices: [] }],
  ['exr 4711', { words: ['exr', '4711'], orders: ['EXR-4711'], invoices: [] }],
  ['exr4711', { words: ['exr4711'], orders: ['EXR-4711'], invoices: [] }],
  ['#4711', { words: ['#4711'], orders: ['EXR-4711'], invoices: [4711] }],
  ['EXC-007', { words: ['EXC-007'], orders: [], invoices: [7] }],
  ['7', { words: [], orders: ['EXR-7'], invoices: [7] }],
  ['al', { words: [], orders: [], invoices: [] }],
  ['16-A1-000412', { words: [], orders: [], invoices: [], label: { issue: 16, shipcode: 'a', part: 1, number: 412 } }],
  ['16 b12 7', { words: [], orders: [], invoices: [], label: { issue: 16, shipcode: 'b', part: 12, number: 7 } }],
  ['r-n8lw42m2', { words: [], orders: [], invoices: [], ref: 'R-N8LW42M2' }],
  ['Abrahams', { words: ['Abrahams'], orders: [], invoices: [] }],
  ['CN-2', { words: ['CN-2'], orders: ['CN-2'], invoices: [], credit: 2 }],
  ['O’Neill', { words: ["O'Neill"], orders: [], invoices: [] }],
  ['Roy h2y2r5', { words: ['Roy', 'h2y', '2r5'], orders: [], invoices: [] }],
  ['sw1a1aa', { words: ['sw1a', '1aa'], orders: [], invoices: [] }],
  ['16-D1-000412', { words: ['16-D1-000412'], orders: [], invoices: [] }],
  ['(4711)', { words: ['4711'], orders: ['EXR-4711'], invoices: [4711] }],
  ['„EXR-4711“.', { words: ['EXR-4711'], orders: ['EXR-4711'], invoices: [] }],
  ['Order no. 4711:', { words: ['4711'], orders: ['EXR-4711'], invoices: [4711] }],
  ['Label [16-A1-000412]', { words: [], orders: [], invoices: [], label: { issue: 16, shipcode: 'a', part: 1, number: 412 } }],
  ['(Ref. R-N8LW42M2)', { words: [], orders: [], invoices: [], ref: 'R-N8LW42M2' }],
  ['Anna "Ann" Kowalska <anna.k@example.org>', { words: ['Anna', 'Ann', 'Kowalska', 'anna.k@example.org'], orders: [], invoices: [] }],
  ['Kowalska/Dayton (Ohio)!', { words: ['Kowalska', 'Dayton', 'Ohio'], orders: [], invoices: [] }],
  ['EXR\u20114711', { words: ['EXR-4711'], orders: ['EXR-4711'], invoices: [] }],
  ['16–A1–000412', { words: [], orders: [], invoices: [], label: { issue: 16, shipcode: 'a', part: 1, number: 412 } }],
  ['mailto:anna.k@example.org', { words: ['anna.k@example.org'], orders: [], invoices: [] }],
  ['Order Kowalska', { words: ['Order', 'Kowalska'], orders: [], invoices: [] }],
  ['100% pure_', { words: ['100%', 'pure_'], orders: [], invoices: [] }],
  ['(…)', { words: [], orders: [], invoices: [] }],
  ['  ', { words: [], orders: [], invoices: [] }],
  ['a b c d e f gamma', { words: [], orders: [], invoices: [] }],
])('%j is looked for as what it may be', (typed, scrap) => {
  expect(readScrap(typed, prefixes)).toMatchObject({ label: null, ref: null, credit: null, ...scrap });
});

test.each([
  ['QF 0020113', ['QF 0020113', '0020113']],
  ['#00020114', ['#00020114']],
  ['(#00020114)', ['#00020114']],
  ['Reader no. 20114', ['20114']],
  ['Kowalska 20113', ['Kowalska 20113', '20113']],
  ['Kowalska Ohio', []],
])('%j may be the numbers %j of another system', (typed, legacy) => {
  expect(readScrap(typed, prefixes).legacy).toEqual(legacy);
});

test.each([
  ['Kowalska somewhere in Ohio', 'Kowalska Ohio'],
  ['Mrs. Kowalska from Dayton', 'Kowalska Dayton'],
  ['Kowalska Ohio', null],
  // Somebody may be called so: then nothing is left out.
  ['In', null],
  ['Of al', null],
])('%j tells %j', (typed, telling) => {
  expect(tellingWords(typed.split(' '))?.join(' ') ?? null).toBe(telling);
});
