import type { CartLine } from '@newsstand/contracts/cart';
import { makeLine } from '@newsstand/contracts/fixtures/cart';
import { createMessages } from '@newsstand/ui/messages';
import { describe, expect, it } from 'vitest';
import { messages } from '../messages.ts';
import { troubleText } from './trouble-text.ts';

const t = createMessages(messages, {});

describe('beside a line', () => {
  it.each<[string, Partial<CartLine>, string | null]>([
    ['nothing where it can be had', {}, null],
    ['how many gifts of two carts had no place in one', { quantity: 20, left_out: 3 }, 'At most 20 of a kind: 3 of yours were left out.'],
    ['nothing of that where none was left out', { quantity: 20, left_out: 0 }, null],
    [
      'what else the account’s cart held, where a cart holds one of a kind',
      { in_place_of: 'Print, Standard, 2 years (8 issues)' },
      'Chosen last, it took the place of what your account’s cart held: Print, Standard, 2 years (8 issues).',
    ],
    ['why its coupon takes nothing off', { coupon_message: 'This coupon does not apply.' }, 'This coupon does not apply.'],
    [
      'both, where the account’s cart held another, and the coupon is not for a renewal',
      { in_place_of: 'Digital', coupon_message: 'This coupon does not apply.' },
      'Chosen last, it took the place of what your account’s cart held: Digital. This coupon does not apply.',
    ],
    ['first of all that fewer are left', { left_out: 3, availability: { type: 'short', left: 2 } }, 'Only 2 left. The total counts 2.'],
    ['that none is left', { availability: { type: 'short', left: 0 } }, 'Sold out since you put it into your cart.'],
    ['that it is sold out', { availability: { type: 'sold-out' } }, 'Sold out since you put it into your cart.'],
    [
      'that somebody holds it',
      { availability: { type: 'sold-out', held: true } },
      'In somebody’s cart. It may come free in a few minutes.',
    ],
    [
      'that there may be more',
      { availability: { type: 'short', left: 2, held: true } },
      'Only 2 left. The total counts 2. More may come free in a few minutes.',
    ],
    ['that it is no longer sold', { availability: { type: 'withdrawn' } }, 'No longer sold.'],
  ])('stands %s', (_, line, text) => {
    expect(troubleText(makeLine(line), t)).toBe(text);
  });
});
