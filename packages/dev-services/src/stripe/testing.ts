// What the tests of the emulator share.
import { createServer } from 'node:http';
import { once } from 'node:events';
import { Stripe } from 'stripe';
import { startStripeEmulator, type StripeEmulator, type StripeEmulatorOptions } from '../stripe-emulator.ts';

export const KEYS = { secretKey: 'sk_test_newsstand', publishableKey: 'pk_test_newsstand' };
export const WEBHOOK_SECRET = 'whsec_newsstand';

/** An emulator on a free port with the unmodified SDK in front of it. */
export async function startEmulated(options: Partial<StripeEmulatorOptions> = {}) {
  const emulator = await startStripeEmulator({ port: 0, ...KEYS, ...options });
  return { emulator, stripe: sdkFor(emulator) };
}

export function sdkFor(emulator: StripeEmulator, config: Stripe.StripeConfig = {}): Stripe {
  const { hostname, port } = new URL(emulator.url);
  return new Stripe(KEYS.secretKey, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false, ...config });
}

/** Receives webhooks, checks their signature with the SDK and answers what `status` says. */
export async function startReceiver(status: (event: Stripe.Event, count: number) => number = () => 200) {
  const events: Stripe.Event[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    void (async () => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      const event = Stripe.webhooks.constructEvent(body, String(request.headers['stripe-signature']), WEBHOOK_SECRET);
      events.push(event);
      response.writeHead(status(event, events.length)).end();
      for (const check of waiting) check();
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    events,
    webhook: { url: `http://127.0.0.1:${address.port}/webhook`, secret: WEBHOOK_SECRET },
    types: () => events.map((event) => event.type),
    async until(isDone: (events: Stripe.Event[]) => boolean): Promise<void> {
      if (isDone(events)) return;
      const done = Promise.withResolvers<void>();
      const check = () => isDone(events) && done.resolve();
      waiting.add(check);
      await done.promise;
      waiting.delete(check);
    },
    close: () => server.close(),
  };
}

/** What the browser side sends: a form with the publishable key. */
export async function fromBrowser(emulator: StripeEmulator, path: string, form: Record<string, string>, method = 'POST') {
  const body = new URLSearchParams({ key: KEYS.publishableKey, ...form });
  const response = await (method === 'GET' ? fetch(`${emulator.url}${path}?${body}`) : fetch(`${emulator.url}${path}`, { method, body }));
  return { status: response.status, body: await response.json() };
}
