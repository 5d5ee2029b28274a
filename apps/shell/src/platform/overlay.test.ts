import { expect, test } from 'vitest';
import { openOverlay } from './overlay.ts';

test('an overlay that opens closes the one that is open', () => {
  const closed: string[] = [];
  openOverlay(() => closed.push('one'));
  openOverlay(() => closed.push('two'));
  openOverlay(() => closed.push('three'));
  expect(closed).toEqual(['one', 'two']);
});

test('an overlay that closed by itself is not closed again, and does not forget the one after it', () => {
  const closed: string[] = [];
  const oneIsClosed = openOverlay(() => closed.push('one'));
  oneIsClosed();
  openOverlay(() => closed.push('two'));
  oneIsClosed();
  openOverlay(() => closed.push('three'));
  expect(closed).not.toContain('one');
  expect(closed).toContain('two');
});
