import { PaymentMethod } from '@newsstand/contracts/publication-info';
import * as v from 'valibot';
import { useRef, useState } from 'react';
import type { Stripe } from '@stripe/stripe-js';
import { Button } from '../src/button.tsx';
import { Notice } from '../src/notice.tsx';
import { PaymentElement, type PaymentHandle } from '../src/payment-element.tsx';
import { loadStripeClient } from '../src/stripe-client.ts';
import { Example, Row } from './example.tsx';

const SOURCE = { pubkey: 'pk_test_newsstand', script: 'http://127.0.0.1:4242/v1/stripe.js' };

type State = { type: 'idle' } | { type: 'loading' } | { type: 'failed'; message: string } | { type: 'loaded'; stripe: Stripe };

/** Needs the Stripe emulator (`npm start`); without it the failure and 'Try again' can be seen. */
/** `?methods=google_pay,card`: what a publication offers, in its order. */
const METHODS = new URL(location.href).searchParams
  .get('methods')
  ?.split(',')
  .map((method) => v.parse(PaymentMethod, method));

export const Payment = () => {
  const [state, setState] = useState<State>({ type: 'idle' });
  const [text, setMessage] = useState('nothing yet');
  const payment = useRef<PaymentHandle>(null);

  const load = async () => {
    setState({ type: 'loading' });
    try {
      setState({ type: 'loaded', stripe: await loadStripeClient(SOURCE) });
    } catch (error) {
      setState({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  };
  const pay = async () => {
    const checked = await payment.current?.check();
    const outcome = checked?.ok ? await payment.current?.confirm(location.href) : checked;
    setMessage(outcome?.ok ? 'paid' : (outcome?.message ?? 'nothing yet'));
  };
  const save = async () => {
    const checked = await payment.current?.check();
    const outcome = checked?.ok ? await payment.current?.save(location.href) : checked;
    setMessage(outcome?.ok ? 'saved' : (outcome?.message ?? 'nothing yet'));
  };

  return (
    <Example
      name="PaymentElement"
      about="The provider's own card fields, in the theme in force. Stripe.js comes once for all remotes of a page, within 15 s."
    >
      {state.type === 'failed' && <Notice kind="error">{state.message}</Notice>}
      {state.type === 'loaded' ? (
        <>
          <PaymentElement
            ref={payment}
            stripe={state.stripe}
            methods={METHODS}
            keys={{ pubkey: SOURCE.pubkey, secret: 'pi_example_secret_example' }}
            onReady={() => setMessage('ready')}
            onError={setMessage}
          />
          <Row>
            <Button onClick={pay}>Submit Payment</Button>
            <Button kind="secondary" onClick={save}>
              Save Card
            </Button>
          </Row>
        </>
      ) : (
        <Row>
          <Button kind="secondary" busy={state.type === 'loading'} onClick={load}>
            {state.type === 'failed' ? 'Try again' : 'Load Stripe.js'}
          </Button>
        </Row>
      )}
      <p>
        The element said: <output aria-label="Payment said">{text}</output>
      </p>
    </Example>
  );
};
