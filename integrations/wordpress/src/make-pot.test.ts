import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makePot, POT } from './make-pot.ts';

test('translators have every text of the plugin, as it is now (node integrations/wordpress/src/make-pot.ts)', () => {
  const pot = makePot();
  for (const text of [
    'Log in to read on',
    'Cart counter',
    'Seconds until it may open',
    'Write to me',
    'Take it away',
    'All pages of the shop are there.',
    'Your account',
  ])
    expect(pot).toContain(`msgid "${text}"\n`);
  expect(pot.match(/^msgid "Log in"$/gm)).toHaveLength(1);
  expect(pot).toContain('msgid "%d page was made."\nmsgid_plural "%d pages were made."');
  expect(readFileSync(POT, 'utf8')).toBe(pot);
});
