import { expect, test } from 'vitest';
import { orderRefused } from './order-refused.ts';

const places = { postcode: ['postcode'] };
const message = (text: string) => ({ type: 'message', message: text });

test.each([
  ['a gift that is not there', 404, { errors: 'Not found.' }, { problem: { type: 'not-found' } }],
  ['a gift that somebody is paying for', 409, { errors: { general: 'Held.' } }, { problem: message('Held.'), errors: {} }],
  [
    'fields that are wrong',
    422,
    { errors: { 'form.address.postcode': 'Must not be blank.' } },
    { problem: { type: 'fields' }, errors: { postcode: 'Must not be blank.' } },
  ],
  [
    'fields that are wrong, and what has none here',
    422,
    { errors: { 'form.address.postcode': 'Must not be blank.', captcha: 'Again.' } },
    { problem: message('Again.'), errors: { postcode: 'Must not be blank.' } },
  ],
] as const)('%s is told where it belongs', (_title, status, refusal, failed) => {
  expect(orderRefused({ status, refusal }, places)).toEqual({ type: 'failed', ...failed });
});
