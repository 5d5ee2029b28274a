import { OPTIONS, optionsOf } from '@newsstand/contracts/widget-options';
import { WIDGETS } from '@newsstand/contracts/widget';
import { OTHER_ROOMS } from '@newsstand/contracts/widget-rooms';
import { describe, expect, test } from 'vitest';
import { isOdd } from './options.ts';
import { wrongOptions } from './wrong-options.ts';

/** What each option may say, and what is a mistake. */
const SAYS: Record<string, { right: string[]; wrong: string[] }> = {
  when: { right: ['load', 'visible', 'idle', 'intent'], wrong: ['intnt', 'Intent', '', 'lazy'] },
  'heading-level': { right: ['1', '6'], wrong: ['0', '7', 'h2', '2.5', ''] },
  item: { right: ['basic-product', 'digital-issue'], wrong: ['basic-prodct', 'product', 'subscription', ''] },
  ref: { right: ['prd:harbour-mug', 'sze:tee-m', 'iss:7'], wrong: ['harbour-mug', 'prd:', 'prd:Harbour Mug', 'product:mug', ''] },
  named: { right: ['', 'true', 'false', 'yes'], wrong: ['no', 'off', '0'] },
  tag: { right: ['store', 'Für Leser'], wrong: ['', ' '] },
  slug: { right: ['harbour-mug', '7'], wrong: ['Harbour Mug', '/store/product/harbour-mug', ''] },
  token: { right: ['YU5nTzNR'], wrong: ['', ' '] },
  'checkout-later': { right: ['true', 'false'], wrong: ['yes', '', 'True', '1'] },
  'add-donation': { right: ['true', 'false'], wrong: ['yes', '', 'no'] },
  'add-products': { right: ['true', 'false'], wrong: ['yes', '', 'fales'] },
  'list-tag': { right: ['letter', 'letter weekly', ' a\n b ', 'Letter'], wrong: ['', 'news,letter', 'häfen', '-letter'] },
  after: { right: ['0', '1', '2.5', '99999'], wrong: ['', 'soon', '-5', '20s', '1e9', '100000'] },
  'in-place': { right: ['', 'true', 'false'], wrong: ['no', 'off', '0'] },
  support: { right: ['help@magazine.example'], wrong: ['', 'help', 'write to us'] },
  ship: { right: ['ship-a', 'ship-c'], wrong: ['a', 'ship-d', 'Ship-a', ''] },
};

/** Of an `Add to Cart` what else it needs. */
const beside = (widget: string): Record<string, string> =>
  widget === 'checkout.add' ? { item: 'basic-product', ref: 'prd:harbour-mug' } : {};

test('every option is tried here', () => {
  expect(Object.keys(SAYS).toSorted()).toEqual(Object.keys(OPTIONS).toSorted());
});

describe.each(WIDGETS.map((widget) => [widget]))('%s', (widget) => {
  const own = [...optionsOf(widget), 'when', 'heading-level'];
  test('says nothing of what its options may say', () => {
    for (const option of own)
      for (const value of SAYS[option]?.right ?? []) {
        const options = { widget, ...beside(widget), [option]: value };
        expect(isOdd(options), `${option}=${value}`).toBe(false);
        expect(wrongOptions(options)).toEqual([]);
      }
  });

  test('says what is wrong of what they may not', () => {
    for (const option of own)
      for (const value of SAYS[option]?.wrong ?? []) {
        const options = { widget, ...beside(widget), [option]: value };
        expect(isOdd(options), `${option}=${value}`).toBe(true);
        const [first = ''] = wrongOptions(options);
        expect(first).toContain(`data-${option}="${value}" of ${widget}: it takes `);
        expect(first).not.toContain('undefined');
      }
  });

  test('says it of an option of another widget’s, and of one that is misspelled', () => {
    for (const option of Object.keys(OPTIONS).filter((name) => !own.includes(name)))
      expect(wrongOptions({ widget, ...beside(widget), [option]: SAYS[option]?.right[0] ?? '' })).toEqual([
        expect.stringContaining(`${widget} has no option data-${option}. It takes `),
      ]);
    for (const option of own.filter((name) => name.length > 4)) {
      const options = { widget, ...beside(widget), [option.slice(0, 2) + option.slice(3)]: 'x' };
      expect(isOdd(options)).toBe(true);
      expect(wrongOptions(options)).toEqual([expect.stringContaining(`is data-${option} meant?`)]);
    }
  });

  test('says nothing of what the loader and other scripts write', () => {
    const options = {
      widget,
      ...beside(widget),
      state: 'loaded',
      id: '7',
      'block-id': 'x',
      aos: 'fade',
      'wp-interactive': '',
      constructor: '',
    };
    expect(wrongOptions(options)).toEqual([]);
  });
});

test.each([
  [{ widget: 'checkout.panel', when: 'intnt' }, 'intent is probably meant. Until then the widget comes at once, as with load.'],
  [
    { widget: 'checkout.add', item: 'basic-prodct', ref: 'prd:harbour-mug' },
    'basic-product is probably meant. Until then nothing is sold here.',
  ],
  [{ widget: 'checkout.store', tga: 'paper' }, 'checkout.store has no option data-tga: is data-tag meant?'],
  [{ widget: 'checkout.add' }, 'checkout.add needs data-item: basic-product, '],
  [{ widget: 'checkout.add', item: 'basic-product' }, 'checkout.add needs data-ref: prd:, sze: or iss: and a slug'],
  [{ widget: 'account.delete-address', ship: 'a' }, 'it takes ship-a, ship-b or ship-c. Until then no address is shown.'],
])('%j', (options, sentence) => {
  expect(isOdd(options)).toBe(true);
  expect(wrongOptions(options)).toEqual([expect.stringContaining(sentence)]);
});

test('an issue’s button needs no ref, and somebody else’s widget says nothing', () => {
  expect(isOdd({ widget: 'checkout.add', item: 'print-issue' })).toBe(false);
  expect(isOdd({ widget: 'acme.slider', when: 'never' })).toBe(false);
  expect(wrongOptions({ widget: 'acme.slider', when: 'never' })).toEqual([]);
});

test.each(OTHER_ROOMS.map(({ widget, option }) => ({ widget, option })))(
  '$option, by which a page reserves room, is no mistake of $widget',
  ({ widget, option }) => {
    const [name = '', value = ''] = option.replace('data-', '').replaceAll('"', '').split('=');
    expect(isOdd({ widget, ...beside(widget), [name]: value })).toBe(false);
  },
);
