import { readSubscribeQuery } from '@newsstand/contracts/subscribe';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { chosenByLink, linkOf } from './chosen.ts';

const choices = fc.record({
  purpose: fc.constantFrom('personal', 'gift'),
  medium: fc.constantFrom('print', 'digital'),
  level: fc.constantFrom('low', 'high'),
  term: fc.constantFrom('1year', '2year', '3year', 'lifetime'),
  shipcode: fc.constantFrom('a', 'b', 'c'),
} as const);

test('whatever is chosen is found again by the page’s address, and the rest of the address stays', () => {
  const before = new URL('https://exclave.example.org/subscribe?type=gift&level=solidarity-print&code=LANDFALL');
  const blank = chosenByLink(readSubscribeQuery({}, 'a'), false);
  fc.assert(
    fc.property(choices, (choice) => {
      const { searchParams } = linkOf(before, { ...blank, ...choice });
      expect(chosenByLink(readSubscribeQuery(Object.fromEntries(searchParams), 'a'), false)).toMatchObject(choice);
      expect(searchParams.get('code')).toBe('LANDFALL');
    }),
  );
});
