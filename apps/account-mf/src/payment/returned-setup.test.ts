import { expect, test } from 'vitest';
import { returnedSetup, withoutReturn } from './returned-setup.ts';

const at = (query: string) => new URL(`https://exclave.example/account/payment?${query}`);

test.each([
  ['', null],
  ['redirect_status=succeeded', null],
  [
    'setup_intent=seti_1&setup_intent_client_secret=seti_1_secret_2&redirect_status=succeeded',
    { type: 'confirmed', setup_intent: 'seti_1' },
  ],
  ['setup_intent=seti_1&redirect_status=pending', { type: 'confirmed', setup_intent: 'seti_1' }],
  ['setup_intent=seti_1&redirect_status=failed', { type: 'refused' }],
])('back from a bank with %j is %j', { tags: ['§2.query.4'] }, (query, returned) => {
  expect(returnedSetup(at(query))).toEqual(returned);
});

test('what the bank’s page added goes from the address, and nothing else', () => {
  const url = at('token=don_1&setup_intent=seti_1&setup_intent_client_secret=seti_1_secret_2&redirect_status=succeeded');
  expect(withoutReturn(url).href).toBe('https://exclave.example/account/payment?token=don_1');
});
