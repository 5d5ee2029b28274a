import { createMessages } from '@newsstand/ui/messages';
import { describe, expect, it } from 'vitest';
import { messages } from '../messages.ts';
import { highestQuantity, sizeNotice, stockNotice } from './stock.ts';

const t = createMessages(messages);

describe('what a reader is told of the stock', () => {
  it.each([
    [null, null, 50],
    [100, null, 50],
    [10, null, 10],
    [9, 'LOW STOCK (ONLY 9 LEFT)', 9],
    [1, 'LOW STOCK (ONLY 1 LEFT)', 1],
    [0, 'OUT OF STOCK', 1],
  ])('%s left: %s, at most %i', (left, notice, highest) => {
    expect(stockNotice(left, t)).toBe(notice);
    expect(highestQuantity(left)).toBe(highest);
  });

  it.each([
    [10, null],
    [9, 'ONLY 9 LEFT'],
    [1, 'ONLY 1 LEFT'],
    [0, 'OUT OF STOCK'],
  ])('%i of a size left: %s', (left, notice) => {
    expect(sizeNotice(left, t)).toBe(notice);
  });
});
