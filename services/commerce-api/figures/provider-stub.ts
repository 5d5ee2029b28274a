import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * A card provider that answers at once: it makes intents, and says of each that is asked for that its card has paid.
 * Its own work stays out of what is measured, as Stripe's would; the emulator, which checks what it is sent, is for the
 * tests.
 */
export async function startProviderStub(): Promise<{ url: string; close(): void }> {
  const intents = new Map<string, ReturnType<typeof created>>();
  const made = (intent: ReturnType<typeof created>) => {
    intents.set(intent.id, intent);
    return intent;
  };
  const server = createServer((request, response) => {
    const answer = async () => {
      const id = /^\/v1\/payment_intents\/(\w+)/.exec(request.url ?? '')?.[1];
      const form = new URLSearchParams(await text(request));
      const intent = id === undefined ? made(created(`pi_stub${intents.size}`, form)) : paid(intents.get(id));
      response.setHeader('Content-Type', 'application/json').setHeader('Request-Id', 'req_stub').end(JSON.stringify(intent));
    };
    answer().catch((error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the stub has no port');
  return { url: `http://127.0.0.1:${address.port}`, close: () => server.close().closeAllConnections() };
}

function created(id: string, form: URLSearchParams) {
  const amount = Number(form.get('amount'));
  return {
    id,
    object: 'payment_intent',
    amount,
    amount_received: 0,
    currency: form.get('currency'),
    client_secret: `${id}_secret_stub`,
    created: Math.floor(Date.now() / 1000),
    customer: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: { order: form.get('metadata[order]') },
    payment_method: null,
    setup_future_usage: null,
    status: 'requires_payment_method',
  };
}

function paid(intent: ReturnType<typeof created> | undefined) {
  if (!intent) throw new Error('the stub knows no such intent');
  return { ...intent, ...PAID, amount_received: intent.amount };
}

const PAID = {
  status: 'succeeded',
  payment_method: {
    id: 'pm_stub',
    object: 'payment_method',
    type: 'card',
    customer: null,
    billing_details: { name: null },
    card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034, wallet: null },
  },
};
