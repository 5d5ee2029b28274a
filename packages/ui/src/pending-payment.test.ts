import { describe, expect, it } from 'vitest';
import { returnedPayment, withoutReturn } from './pending-payment.ts';

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
