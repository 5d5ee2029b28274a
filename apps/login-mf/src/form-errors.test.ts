import { expect, test } from 'vitest';
import { formErrors } from './form-errors.ts';

test('an error that is one text is for the whole form', () => {
  expect(formErrors({ errors: 'Closed.' }, ['email'])).toEqual({ fields: {}, general: 'Closed.' });
});

test('errors by field stand at their fields; what has no field here is for the whole form', () => {
  const errors = { email: 'Must not be blank.', general: 'Try later.', token: 'Please request a new one.' };
  expect(formErrors({ errors }, ['email', 'password'])).toEqual({
    fields: { email: 'Must not be blank.' },
    general: 'Try later. Please request a new one.',
  });
});
