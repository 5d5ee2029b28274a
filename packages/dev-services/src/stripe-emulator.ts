import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { listenLocally } from './listen-locally.ts';
import { createApi } from './stripe/api.ts';
import { type Control, controlRoutes, createControl } from './stripe/control.ts';
import { dashboard } from './stripe/dashboard.ts';
import { createEmulation, type Keys } from './stripe/emulation.ts';
import { standinFiles } from './stripe/standin-files.ts';
import type { Webhook } from './stripe/webhooks.ts';

export type { SwitchesChange } from './stripe/switches.ts';
export type { Webhook } from './stripe/webhooks.ts';
export type StripeEmulatorOptions = Keys & {
  /** 0 takes a free port. */
  port: number;
  host?: string;
  /** A SQLite file that keeps the state over a restart, even after `kill -9`. Without it the state lives in memory. */
  stateFile?: string | undefined;
  webhook?: Webhook | undefined;
  /** Milliseconds since 1970, for every `created`. */
  now?: () => number;
};
export type StripeEmulator = { url: string; control: Control; close: () => Promise<void> };

/**
 * An emulator of Stripe for development and tests: it takes the unmodified `stripe` SDK, and refuses live keys, real
 * cards and production.
 */
export async function startStripeEmulator(options: StripeEmulatorOptions): Promise<StripeEmulator> {
  refuseLiveKeys(options);
  const { host = '127.0.0.1', now = Date.now, webhook = null } = options;
  const emulation = createEmulation({ ...options, webhook, now });
  const control = createControl(emulation);
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.route('/_emulator', controlRoutes(emulation, control));
  app.route('/', dashboard(emulation, control));
  app.route('/', standinFiles());
  app.route('/', createApi(emulation));
  const server = await listenLocally(createAdaptorServer({ fetch: app.fetch }), options.port, host);
  emulation.settings.baseUrl = server.url;
  emulation.courier.resume();
  return {
    url: server.url,
    control,
    async close() {
      emulation.stop();
      await emulation.courier.close();
      await server.close();
      emulation.store.close();
    },
  };
}

function refuseLiveKeys({ secretKey, publishableKey }: Keys): void {
  if (!secretKey.startsWith('sk_test_')) throw new Error('The Stripe emulator takes only a secret key that begins with sk_test_.');
  if (!publishableKey.startsWith('pk_test_'))
    throw new Error('The Stripe emulator takes only a publishable key that begins with pk_test_.');
}
