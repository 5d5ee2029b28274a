import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mostOfLine, mostOfOrder, piecesWorth, shareOf, spread, unservedValue } from './refund-rules.ts';

test.each([
  ['a third of 100 cents, the first', { value: 100, quantity: 3, taken: 0, back: 0 }, 1, 33],
  ['the second', { value: 100, quantity: 3, taken: 1, back: 33 }, 1, 33],
  ['the last, which has the cent that was left', { value: 100, quantity: 3, taken: 2, back: 66 }, 1, 34],
  ['no more than is left of the line', { value: 100, quantity: 2, taken: 1, back: 80 }, 1, 20],
  ['nothing of what was free', { value: 0, quantity: 2, taken: 0, back: 0 }, 2, 0],
])('%s', (_title, line, pieces, worth) => {
  expect(piecesWorth(line, pieces)).toBe(worth);
});

test.each([
  ['nothing of it came', 5200, 0, 4, 5200],
  ['one of four came', 5200, 1, 4, 3900],
  ['one of three came, and the cent is still owed', 100, 1, 3, 67],
  ['all of it came', 5200, 4, 4, 0],
  ['more came than it was for', 5200, 5, 4, 0],
  ['six issues of a lifetime', 60_000, 6, 60, 54_000],
  ['a lifetime that went on for longer than it was reckoned', 60_000, 61, 60, 0],
  ['a term without an issue', 5200, 0, 0, 0],
])('what was not served: %s', (_title, value, served, issues, left) => {
  expect(unservedValue(value, served, issues)).toBe(left);
});

/** Pieces that are taken away one after another, and how many each time. */
const parts = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 20 });

test('100,000 random part refunds sum to the cent, each is some money or none, and each is its share but for less than a cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), parts, (value, sizes) => {
      const quantity = sizes.reduce((sum, size) => sum + size, 0);
      let line = { value, quantity, taken: 0, back: 0 };
      for (const size of sizes) {
        const amount = piecesWorth(line, size);
        if (amount < 0 || Math.abs(amount - (value * size) / quantity) >= 1) return false;
        line = { ...line, taken: line.taken + size, back: line.back + amount };
      }
      return line.taken === quantity && line.back === value && mostOfLine(line) === 0;
    }),
    { numRuns: 100_000 },
  );
});

test('whatever was paid back otherwise meanwhile, no line and no order pays back more than came in', () => {
  const step = fc.record({ pieces: fc.integer({ min: 0, max: 5 }), more: fc.integer({ min: 0, max: 5000 }) });
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100_000 }),
      fc.integer({ min: 1, max: 9 }),
      fc.nat(120_000),
      fc.array(step),
      (value, quantity, total, steps) => {
        let line = { value, quantity, taken: 0, back: 0 };
        let gone = 0;
        for (const { pieces, more } of steps) {
          const size = Math.min(pieces, quantity - line.taken);
          const asked = Math.min(piecesWorth(line, size) + more, mostOfLine(line), mostOfOrder(total, gone));
          line = { ...line, taken: line.taken + size, back: line.back + asked };
          gone += asked;
          if (line.back > value || gone > total) return false;
        }
        return true;
      },
    ),
  );
});

test('what is paid back is what the books still owe: with what was served it is the whole, to the cent', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), fc.integer({ min: 1, max: 60 }), fc.nat(60), (value, issues, served) => {
      const left = unservedValue(value, served, issues);
      expect(left + shareOf(value, Math.min(served, issues), issues)).toBe(value);
      // What was paid back of it lowers what it was sold for: the books owe nothing then, where nothing had come.
      expect(unservedValue(value - unservedValue(value, 0, issues), 0, issues)).toBe(0);
    }),
  );
});

test('a sum that is spread over what there is room for is that sum, gives nothing more than its room, and is its share but for less than a cent', () => {
  fc.assert(
    fc.property(fc.nat(200_000), fc.array(fc.nat(50_000), { maxLength: 12 }), (sum, rooms) => {
      const room = rooms.reduce((all, each) => all + each, 0);
      const shares = spread(sum, rooms);
      const given = Math.min(sum, room);
      return (
        shares.length === rooms.length &&
        shares.reduce((all, each) => all + each, 0) === given &&
        shares.every((share, at) => {
          const most = rooms[at] ?? 0;
          return share >= 0 && share <= most && (room === 0 || Math.abs(share - (given * most) / room) < 1);
        })
      );
    }),
    { numRuns: 5000 },
  );
});
