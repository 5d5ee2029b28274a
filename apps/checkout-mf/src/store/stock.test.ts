import { makeCart, makeLine } from '@newsstand/contracts/fixtures/cart';
import { createMessages } from '@newsstand/ui/messages';
import { describe, expect, it } from 'vitest';
import { messages } from '../messages.ts';
import { roomFor, sizeNotice, stockNotice } from './stock.ts';

const t = createMessages(messages);

describe('what a reader is told of the stock', () => {
  it.each([
    [null, null],
    [100, null],
    [10, null],
    [9, 'LOW STOCK (ONLY 9 LEFT)'],
    [1, 'LOW STOCK (ONLY 1 LEFT)'],
    [0, 'OUT OF STOCK'],
  ])('%s left: %s', { tags: ['§9.swag.3'] }, (left, notice) => {
    expect(stockNotice(left, false, t)).toBe(notice);
  });

  it.each([
    [10, null],
    [9, 'ONLY 9 LEFT'],
    [1, 'ONLY 1 LEFT'],
    [0, 'OUT OF STOCK'],
  ])('%i of a size left: %s', { tags: ['§9.swag.4'] }, (left, notice) => {
    expect(sizeNotice(left, false, t)).toBe(notice);
  });
});

it('what somebody’s unpaid order holds is in their cart, and what there is of it is counted as ever', () => {
  expect([stockNotice(0, true, t), sizeNotice(0, true, t)]).toEqual(['IN SOMEBODY’S CART', 'IN SOMEBODY’S CART']);
  expect(sizeNotice(3, true, t)).toBe('ONLY 3 LEFT');
});

describe('how many more of a thing a cart can hold', () => {
  const mug = { type: 'basic-product', ref: 'prd:harbour-mug' } as const;
  const holding = (quantity: number, left: number | null) =>
    makeCart({
      lines: [makeLine({ cart: { ...mug, item: null, qty: quantity }, quantity, availability: { type: 'available', left } })],
    });

  it.each([
    ['nothing held, 7 left', makeCart(), 7, { held: 0, more: 7 }],
    ['nothing held, endless', makeCart(), null, { held: 0, more: 50 }],
    ['3 held of 7', holding(3, 7), 7, { held: 3, more: 4 }],
    ['all held', holding(7, 7), 7, { held: 7, more: 0 }],
    ['as many held as a line can be', holding(50, null), null, { held: 50, more: 0 }],
    ['2 held by the started order of the same reader, which the stock does not count', holding(2, 3), 1, { held: 2, more: 1 }],
  ])('%s', (_, cart, left, room) => {
    expect(roomFor(cart, mug, left)).toEqual(room);
  });
});
