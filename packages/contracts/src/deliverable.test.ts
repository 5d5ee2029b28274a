import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Deliverable, Level, Medium } from './cart.ts';
import { CATEGORY_ALIASES, categoryOf, deliverableOf, LEVEL_NAMES, mediumOf, readCategory, shipcodeOf } from './deliverable.ts';
import { SHIPCODES } from './shipcode.ts';

describe('a category in a link', () => {
  it(
    'has the aliases standard-print, solidarity-print, standard-digital and solidarity-digital',
    { tags: ['§3.codes.3', '§3.codes.4'] },
    () => {
      const aliases = ['standard-print', 'solidarity-print', 'standard-digital', 'solidarity-digital'];
      expect(aliases.map(readCategory)).toEqual(['print-low', 'print-high', 'digital-low', 'digital-high']);
    },
  );

  it.each([
    ['standard-print', 'print-low'],
    ['solidarity-print', 'print-high'],
    ['standard-digital', 'digital-low'],
    ['solidarity-digital', 'digital-high'],
    ['print-low', 'print-low'],
    ['digital-high', 'digital-high'],
    ['Standard-Print', null],
    ['toString', null],
    ['', null],
  ])("the slug '%s' means %s", { tags: ['§3.codes.3'] }, (slug, category) => {
    expect(readCategory(slug)).toBe(category);
  });

  it('is called after its level: low is Standard, high is Solidarity', { tags: ['§1.offers.1', '§3.codes.6'] }, () => {
    for (const [alias, category] of Object.entries(CATEGORY_ALIASES)) {
      const name = category.endsWith('low') ? LEVEL_NAMES.low : LEVEL_NAMES.high;
      expect(alias.startsWith(name.toLowerCase())).toBe(true);
    }
  });
});

describe('a deliverable', () => {
  it.each([
    ['digital', 'digital', null],
    ['print-a', 'print', 'a'],
    ['print-b', 'print', 'b'],
    ['print-c', 'print', 'c'],
  ] as const)('%s is %s and is posted to %s', { tags: ['§3.codes.1'] }, (deliverable, medium, shipcode) => {
    expect([mediumOf(deliverable), shipcodeOf(deliverable)]).toEqual([medium, shipcode]);
  });

  it('is made of its medium and its zone, whatever they are', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Medium.options), fc.constantFrom(...SHIPCODES), (medium, zone) => {
        const deliverable = deliverableOf(medium, zone);
        expect(Deliverable.options).toContain(deliverable);
        expect([mediumOf(deliverable), shipcodeOf(deliverable)]).toEqual([medium, medium === 'print' ? zone : null]);
      }),
    );
  });

  it('has a category for each level', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Deliverable.options), fc.constantFrom(...Level.options), (deliverable, level) => {
        return readCategory(categoryOf(deliverable, level)) === `${mediumOf(deliverable)}-${level}`;
      }),
    );
  });
});
