import { expect, test } from 'vitest';
import { NOTHING } from '../field-errors.ts';
import { updateRefused } from './update-refused.ts';

const shown = (change: Partial<typeof NOTHING> & { loggedOut?: true }) => ({ type: 'shown', shown: { ...NOTHING, ...change } });

test.each([
  ['a change that failed', 409, { type: 'updated-failed', message: 'Changed.' }, shown({ banner: 'Changed.' })],
  ['an upgrade that failed', 422, { type: 'upgrade-failed', errors: { city: 'No.' } }, shown({ fields: { city: 'No.' } })],
  ['what another tab changed', 409, { type: 'upgrade-failed', errors: 'Changed.' }, { type: 'outdated', errors: 'Changed.' }],
  ['another price', 409, { type: 'upgrade-failed', errors: { total: '$3' } }, { type: 'outdated', errors: { total: '$3' } }],
  ['fields', 422, { errors: { line1: 'No.', other: 'Nor that.' } }, shown({ fields: { line1: 'No.' }, banner: 'Nor that.' })],
  ['a session that has ended', 401, { errors: 'Please log in.' }, shown({ banner: 'Please log in.', loggedOut: true })],
  ['a server that falls over', 500, { errors: 'Internal' }, shown({ failed: true })],
] as const)('%s is told where it belongs', (_title, status, refusal, told) => {
  expect(updateRefused({ status, refusal }, ['city', 'line1'])).toEqual(told);
});
