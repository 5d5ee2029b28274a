import type { CartLine } from '@newsstand/contracts/cart';
import { makeLine } from '@newsstand/contracts/fixtures/cart';
import { createMessages } from '@newsstand/ui/messages';
import { describe, expect, it } from 'vitest';
import { pageMessages } from '../messages-pages.ts';
import { blockedText } from './blocked-text.ts';

const t = createMessages(pageMessages, {});
const mug = (availability: CartLine['availability']) => makeLine({ name: 'Mug', detail: null, quantity: 12, availability });
const tee = (availability: CartLine['availability']) => makeLine({ name: 'Tee', detail: 'M', quantity: 3, availability });

describe('an order that cannot be placed as it stands', () => {
  it('names how many there are of what is short', () => {
    const lines = [mug({ type: 'short', left: 6 }), tee({ type: 'available', left: 9 })];
    expect(blockedText(lines, t)).toBe('Only 6 of Mug left. Take 6 instead or remove it, then go on.');
  });

  it.each<[string, CartLine[], string]>([
    [
      'says that it cannot show all of it, where nothing that it shows is in the way',
      [mug({ type: 'available', left: 20 })],
      'Your cart holds something that this page cannot show. Load the page again to check out.',
    ],
    ['names the size too', [tee({ type: 'short', left: 2 })], 'Only 2 of Tee (M) left. Take 2 instead or remove it, then go on.'],
    [
      'says that what is gone is gone, whatever else is short',
      [mug({ type: 'short', left: 6 }), tee({ type: 'sold-out' })],
      'Something in your order cannot be had now. Change that line first, then go on.',
    ],
    [
      'offers none of what has none left',
      [mug({ type: 'short', left: 0 })],
      'Something in your order cannot be had now. Change that line first, then go on.',
    ],
    [
      'says that what others hold may come free',
      [mug({ type: 'short', left: 6, held: true }), tee({ type: 'sold-out', held: true })],
      'Something in your order is in somebody’s cart. Try again in a few minutes, or change that line.',
    ],
  ])('%s', (_, lines, text) => {
    expect(blockedText(lines, t)).toBe(text);
  });
});
