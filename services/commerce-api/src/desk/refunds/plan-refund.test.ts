import { expect, test } from 'vitest';
import { moneyMark } from './plan-refund.ts';

test('an order of many lines, of which many pieces were taken back, is told from itself as it was in a few letters', () => {
  const order = { gone: 1_234_567, refunds: 200, lines: Array.from({ length: 200 }, () => ({ taken: 12 })) };
  expect(moneyMark(order)).toHaveLength(22);
  const [first, ...rest] = order.lines;
  expect(moneyMark({ ...order, lines: [{ taken: (first?.taken ?? 0) + 1 }, ...rest] })).not.toBe(moneyMark(order));
});
