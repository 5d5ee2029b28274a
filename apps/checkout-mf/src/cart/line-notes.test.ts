import { createMessages } from '@newsstand/ui/messages';
import { describe, expect, it } from 'vitest';
import { messages } from '../messages.ts';
import { lineNotes } from './line-notes.ts';

const t = createMessages(messages, {});
const line = { type: 'personal-subscription', price: 5600, discount: 0, shipping: 0 } as const;

describe('under a line', () => {
  it.each([
    ['nothing for a subscription that is posted for nothing', line, 1, []],
    ['shipping for the whole term', { ...line, shipping: 2400 }, 1, ['+ $24.00 shipping, for all issues']],
    ['Coupon Applied on a subscription', { ...line, discount: 1000 }, 1, ['Coupon Applied']],
    ['the coupon that was applied, where it is known', { ...line, discount: 1000, coupon: 'LANDFALL' }, 1, ['Coupon Applied: LANDFALL']],
    ['Coupon Applied on a gift', { ...line, type: 'gift-subscription', discount: 1000 } as const, 3, ['Coupon Applied']],
    ['no coupon on a good whose price is reduced', { ...line, type: 'sized-product', discount: 1000 } as const, 1, []],
    ['no shipping where a coupon makes everything free', { ...line, shipping: 2400, discount: 8000 }, 1, ['Coupon Applied']],
    [
      'what a coupon leaves of the shipping',
      { ...line, shipping: 2400, discount: 6600 },
      1,
      ['Coupon Applied', '+ $14.00 shipping, for all issues'],
    ],
    ['nothing for a good, which ships per order', { type: 'basic-product', price: 1800, discount: 0 } as const, 2, []],
  ])('%s', (_, of, quantity, notes) => {
    expect(lineNotes(of, quantity, t)).toEqual(notes);
  });
});
