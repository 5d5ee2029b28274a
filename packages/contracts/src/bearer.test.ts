import * as v from 'valibot';
import { expect, test } from 'vitest';
import { Bearer, hideBearers } from './bearer.ts';

const Schema = v.object({
  token: Bearer,
  again: v.optional(v.nullable(Bearer)),
  plain: v.string(),
  list: v.array(v.object({ url: Bearer, title: v.string() })),
  byName: v.record(v.string(), Bearer),
  either: v.variant('type', [v.object({ type: v.literal('a'), token: Bearer }), v.object({ type: v.literal('b'), word: v.string() })]),
  piped: v.pipe(
    v.object({ token: Bearer }),
    v.check(() => true),
  ),
  both: v.union([v.literal('none'), Bearer]),
});

test('every bearer is hidden wherever a schema may hold one, the same always by the same name, and nothing else changes', () => {
  const answer = {
    token: 'one',
    again: 'one',
    plain: 'one',
    list: [
      { url: '/two', title: 'Two' },
      { url: '/three', title: 'Three' },
    ],
    byName: { x: 'four' },
    either: { type: 'a', token: 'five' },
    piped: { token: 'six' },
    both: 'seven',
    unknown: { token: 'kept' },
  };
  expect(hideBearers(Schema, answer)).toEqual({
    ...answer,
    token: 'view-only-1',
    again: 'view-only-1',
    list: [
      { url: 'view-only-2', title: 'Two' },
      { url: 'view-only-3', title: 'Three' },
    ],
    byName: { x: 'view-only-4' },
    either: { type: 'a', token: 'view-only-5' },
    piped: { token: 'view-only-6' },
    both: 'view-only-7',
  });
  expect(hideBearers(Schema, { ...answer, again: null })).toMatchObject({ again: null });
  expect(hideBearers(v.nullable(Schema), null)).toBe(null);
});
