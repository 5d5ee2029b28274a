import { describe, expect, it, test } from 'vitest';
import { returnedPayment, returnedSetup, withoutReturn } from './bank-return.ts';

const back = new URL(
  'https://magazine.example/store/checkout?utm=mail&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded',
);

describe('coming back from a bank', () => {
  it('finds the payment in the address', () => {
    expect(returnedPayment(back, 'pk_test_1')).toEqual({
      intent: 'pi_1',
      keys: { pubkey: 'pk_test_1', secret: 'pi_1_secret_2' },
      confirming: true,
    });
  });

  it('finds none where the reader came by themself', () => {
    expect(returnedPayment(new URL('https://magazine.example/store/checkout?utm=mail'), 'pk_test_1')).toBeNull();
  });

  it('takes the payment out of the address and leaves the rest', () => {
    expect(withoutReturn(back).href).toBe('https://magazine.example/store/checkout?utm=mail');
  });
});

describe('coming back from a bank that was asked about a card', () => {
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
});
