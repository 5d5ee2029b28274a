import { expect, test } from 'vitest';
import { holdReload, isReloadHeld } from './hold-reload.ts';

test('the page is kept until the last of the forms that wait for a login is done', () => {
  expect(isReloadHeld()).toBe(false);
  const [first, second] = [holdReload(), holdReload()];
  first();
  expect(isReloadHeld()).toBe(true);
  second();
  expect(isReloadHeld()).toBe(false);
  // A form may wait again.
  const again = holdReload();
  expect(isReloadHeld()).toBe(true);
  again();
});
