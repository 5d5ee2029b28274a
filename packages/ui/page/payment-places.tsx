import { type FormEvent, useRef, useState } from 'react';
import { declined, DECLINED, fakeStripe } from '@newsstand/build/fake-stripe';
import { Button } from '../src/button.tsx';
import type { PaymentHandle } from '../src/payment-element.tsx';
import { PaymentPlace } from '../src/payment-place.tsx';
import { Example, Row } from './example.tsx';

/** How the provider's script behaves. Each has a key of its own, because a page keeps one client for each. */
type Shown = 'comes' | 'waits' | 'fails';
const NO_SCRIPT = '/no-such-script.js';
const TEXTS = { card: 'Card', failed: 'The card form could not be shown.', try_again: 'Try again' };

const stand = (shown: Shown) => {
  const card = fakeStripe({ pay: async (digits) => (digits === DECLINED ? declined() : {}), ask: async () => ({}), status: () => null });
  Object.assign(globalThis, {
    newsstandStripe: {
      clients: new Map(shown === 'comes' ? [[`pk_of_what_${shown}`, card]] : []),
      ...(shown === 'waits' && { script: new Promise(() => {}) }),
    },
  });
};

/** Unlike the element's own example this one needs no emulator: the provider's script is a stand-in of the page. */
export const PaymentPlaces = () => {
  const [shown, setShown] = useState<Shown | null>(null);
  const [text, setMessage] = useState('nothing yet');
  const payment = useRef<PaymentHandle>(null);

  const show = (next: Shown) => {
    stand(next);
    setMessage('nothing yet');
    setShown(next);
  };
  const pay = async () => {
    const checked = await payment.current?.check();
    const outcome = checked?.ok ? await payment.current?.confirm(location.href) : checked;
    setMessage(outcome?.ok ? 'paid' : (outcome?.message ?? 'nothing yet'));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (shown === 'comes') void pay();
    else show('comes');
  };

  return (
    <Example
      name="PaymentPlace"
      about="The payment element with its script: room is kept for it until it comes, and where it does not, one can try again. Whoever pressed the button of its form for it has it with the next Tab."
    >
      <form onSubmit={submit} noValidate>
        {shown !== null && (
          <PaymentPlace
            key={shown}
            ref={payment}
            keys={{ pubkey: `pk_of_what_${shown}`, secret: 'pi_example_secret_example' }}
            script={NO_SCRIPT}
            methods={undefined}
            texts={TEXTS}
            onReady={() => setMessage('ready')}
            onFailed={() => setMessage('failed')}
            onLoading={() => setMessage('loading')}
          />
        )}
        <Row>
          <Button type="submit">{shown === 'comes' ? 'Pay with this card' : 'Ask for a card'}</Button>
          <Button kind="secondary" onClick={() => show('comes')}>
            A card form that comes
          </Button>
          <Button kind="secondary" onClick={() => show('waits')}>
            A card form that is on its way
          </Button>
          <Button kind="secondary" onClick={() => show('fails')}>
            A card form that does not come
          </Button>
        </Row>
      </form>
      <p>
        The place said: <output aria-label="Place said">{text}</output>
      </p>
    </Example>
  );
};
