import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { roomFiles } from './widget-rooms.ts';

test.each(Object.entries(roomFiles()))('%s reserves the rooms that were measured (node tools/widget-rooms.ts)', (file, text) => {
  expect(readFileSync(file, 'utf8')).toBe(text);
});
