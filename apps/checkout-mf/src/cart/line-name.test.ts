import { expect, it } from 'vitest';
import { lineName } from './line-name.ts';

it.each([
  ['Salt', 'Print', 'Salt, Print'],
  ['Salt', 'Digital', 'Salt, Digital'],
  ['Harbour Mug', null, 'Harbour Mug'],
])('%s in %s is heard as %s', (name, detail, heard) => {
  expect(lineName({ name, detail })).toBe(heard);
});
