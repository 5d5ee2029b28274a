import { describe, expect, test } from 'vitest';
import { contentsOf, toSend, type Giftee, type DroppedOf, type Packed, type PostedLine } from './parcel-rules.ts';

const mug = (wishes: Partial<PostedLine> = {}): PostedLine => ({
  ordinal: 0,
  type: 'basic-product',
  ref: 'prd:mug',
  name: 'Mug',
  detail: null,
  quantity: 5,
  sent: 0,
  dropped: 0,
  gone: false,
  ...wishes,
});
const giftee = (ordinal: number, quantity: number): Giftee => ({ ordinal, lines: [{ type: 'basic-product', ref: 'prd:mug', quantity }] });
const sent = (to: number | null, quantity: number): Packed => ({ giftee: to, sent: true, lines: [{ ordinal: 0, quantity }] });
const shares = (lines: PostedLine[], giftees: Giftee[] = [], dispatches: Packed[] = [], dropped_of: DroppedOf[] = []) =>
  toSend({ lines, giftees, dispatches, dropped_of }).map((one) => [one.giftee, one.lines.map(({ open }) => open)]);

describe('what of an order goes where', () => {
  test.each([
    ['all of it to its own address', [mug()], [], [], [[null, [5]]]],
    ['what was sent or is never sent goes nowhere', [mug({ sent: 2, dropped: 2 })], [], [sent(null, 2)], [[null, [1]]]],
    ['what its money went back for goes nowhere', [mug({ sent: 2, gone: true })], [giftee(1, 2)], [sent(null, 2)], []],
    ['nothing is left', [mug({ sent: 5 })], [], [sent(null, 5)], []],
    [
      'giftees have what the invoice names, the payer the rest',
      [mug()],
      [giftee(1, 2), giftee(2, 2)],
      [],
      [
        [null, [1]],
        [1, [2]],
        [2, [2]],
      ],
    ],
    [
      'nobody has a share twice',
      [mug({ sent: 2 })],
      [giftee(1, 2), giftee(2, 2)],
      [sent(1, 2)],
      [
        [null, [1]],
        [2, [2]],
      ],
    ],
    [
      'what was paid back is missing at the last one, where nobody said whose it was',
      [mug({ dropped: 2 })],
      [giftee(1, 2), giftee(2, 2)],
      [],
      [
        [null, [1]],
        [1, [2]],
      ],
    ],
    [
      'an invoice that names more than was bought',
      [mug({ quantity: 3 })],
      [giftee(1, 2), giftee(2, 2)],
      [],
      [
        [1, [2]],
        [2, [1]],
      ],
    ],
  ])('%s', (_title, lines, giftees, dispatches, expected) => {
    expect(shares(lines, giftees, dispatches)).toEqual(expected);
  });

  test('what was paid back is missing where it was said to be', () => {
    const of = (giftee: number | null, quantity: number) => ({ ordinal: 0, giftee, quantity });
    const lost = (dropped: DroppedOf[]) => shares([mug({ dropped: 2 })], [giftee(1, 2), giftee(2, 2)], [], dropped);
    expect(lost([of(1, 2)])).toEqual([
      [null, [1]],
      [2, [2]],
    ]);
    expect(lost([of(null, 1), of(1, 1)])).toEqual([
      [1, [1]],
      [2, [2]],
    ]);
  });

  test('a line on two rows is shared over both', () => {
    expect(shares([mug({ quantity: 1 }), mug({ ordinal: 1, quantity: 2 })], [giftee(1, 2)])).toEqual([
      [null, [1]],
      [1, [1, 1]],
    ]);
  });
});

test('what was packed and paid back since is to be put back', () => {
  const line = mug({ dropped: 4 });
  const [open] = toSend({ lines: [line], giftees: [], dispatches: [], dropped_of: [] });
  expect(contentsOf([line], open?.lines ?? [], [{ ordinal: 0, quantity: 5 }])).toMatchObject([{ quantity: 1, back: 4 }]);
  expect(contentsOf([line], open?.lines ?? [], null)).toMatchObject([{ quantity: 1, back: 0 }]);
});
