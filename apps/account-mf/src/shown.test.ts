import { expect, test } from 'vitest';
import { NOTHING, shownOf } from './shown.ts';

const FIELDS = ['line1', 'city'];
const SAID = { ...NOTHING, loggedOut: false, usedUp: false };

test.each([
  ['a string is said in a banner', { status: 409, refusal: { errors: 'Changed meanwhile.' } }, { ...SAID, general: 'Changed meanwhile.' }],
  [
    'of who is logged in no more it is known, for the banner',
    { status: 401, refusal: { errors: 'Please log in.' } },
    { ...SAID, general: 'Please log in.', loggedOut: true },
  ],
  [
    'what is wrong with a field stands beside it, whatever the body calls it',
    { status: 422, refusal: { errors: { 'address.line1': 'Must not be blank.', city: 'Too long.' } } },
    { ...SAID, fields: { line1: 'Must not be blank.', city: 'Too long.' } },
  ],
  [
    'what has no field on the page is not lost',
    { status: 422, refusal: { errors: { version: 'Reload the page.' } } },
    { ...SAID, general: 'Reload the page.' },
  ],
  [
    'of a code that was tried too often it is known',
    { status: 429, refusal: { errors: 'Too often.', codes: { code: 'api.too_many_codes' } } },
    { ...SAID, general: 'Too often.', usedUp: true },
  ],
  [
    'an answer without errors is the general failure',
    { status: 404, refusal: { errors: '<html>' }, raw: true },
    { ...NOTHING, failed: true },
  ],
  ['a server that falls over is the general failure', { status: 500, refusal: { errors: 'Internal' } }, { ...NOTHING, failed: true }],
] as const)('on the account pages, %s', { tags: ['§8.account.2'] }, (_title, failure, shown) => {
  expect(shownOf(failure, FIELDS)).toEqual(shown);
});
