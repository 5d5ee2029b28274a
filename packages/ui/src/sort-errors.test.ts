import { expect, test } from 'vitest';
import { sortErrors } from './sort-errors.ts';

const oneOf = (name: string) => ['email', 'password'].find((field) => field === name);

test('one text for everything is for the whole', () => {
  expect(sortErrors({ errors: 'Closed.' }, oneOf)).toEqual({ fields: {}, general: 'Closed.' });
});

test('errors by field stand beside their fields, and what has none is not lost', () => {
  const errors = { email: 'Must not be blank.', general: 'Try later.', token: 'Please request a new one.' };
  expect(sortErrors({ errors }, oneOf)).toEqual({
    fields: { email: 'Must not be blank.' },
    general: 'Try later. Please request a new one.',
  });
  expect(sortErrors({ errors })).toEqual({ fields: {}, general: Object.values(errors).join(' ') });
});

test('of several errors that stand beside one field the first is said, and nothing of the whole', () => {
  const errors = { 'address.line1': 'Must not be blank.', line1: 'Too long.' };
  expect(sortErrors({ errors }, (name) => name.split('.').at(-1))).toEqual({ fields: { line1: 'Must not be blank.' }, general: undefined });
});
