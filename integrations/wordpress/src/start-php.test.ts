// @module-tag ci
import { afterEach, expect, test } from 'vitest';
import { startPhp } from './start-php.ts';

const world: { __dirname?: string } = globalThis;
afterEach(() => {
  delete world.__dirname;
});

test('PHP finds its own files also in a process where Prisma’s client was loaded, which leaves its folder’s name to everybody', async () => {
  world.__dirname = '/where/prisma/is';
  const php = await startPhp({});
  const { text } = await php.run({ code: '<?php echo 6 * 7;' });
  php.exit();
  expect(text).toBe('42');
});
