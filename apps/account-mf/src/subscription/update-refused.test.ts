import type { OrderRefused } from '@newsstand/ui/send-order';
import { expect, test } from 'vitest';
import { NOTHING } from '../shown.ts';
import { updateRefused } from './update-refused.ts';

const CONFLICT = 'Changed elsewhere.';
const told = (answer: OrderRefused, isRead = true) => updateRefused(answer, ['city', 'line1'], async () => isRead, CONFLICT);

test.each([
  [
    'fields that are wrong, and what has none here',
    422,
    { line1: 'No.', other: 'Nor that.' },
    { fields: { line1: 'No.' }, general: 'Nor that.' },
  ],
  ['what another tab changed', 409, 'Changed.', { general: 'Changed elsewhere.' }],
  ['another price', 409, { total: '$3' }, { general: '$3' }],
  ['a session that has ended', 401, 'Please log in.', { general: 'Please log in.', loggedOut: true }],
] as const)('%s is told where it belongs', async (_title, status, errors, shown) => {
  expect(await told({ status, refusal: { errors } })).toMatchObject({ ...NOTHING, ...shown });
});

test('errors of an upgrade stand beside their fields', { tags: ['§4.failures.2'] }, async () => {
  const refusal = { type: 'upgrade-failed' as const, errors: { city: 'No.' } };
  expect(await told({ status: 422, refusal })).toMatchObject({ ...NOTHING, fields: { city: 'No.' } });
});

test('what another tab changed is told in the words of the server where it cannot be read again', async () => {
  expect(await told({ status: 409, refusal: { errors: 'Changed.' } }, false)).toMatchObject({ ...NOTHING, general: 'Changed.' });
});

test('what is no answer of ours is told as a failure', async () => {
  expect(await told({ status: 0, refusal: { errors: 'Nothing came.' }, raw: true })).toEqual({ ...NOTHING, failed: true });
});
