// node src/stripe-emulator-main.ts: the emulator as a process of its own.
import * as v from 'valibot';
import { closeOnSignal, Path, Port, readEnvironment } from './environment.ts';
import { startStripeEmulator } from './stripe-emulator.ts';

const Environment = v.object({
  PORT: Port(4242),
  HOST: v.optional(v.string(), '127.0.0.1'),
  STATE_FILE: Path,
  STRIPE_SECRET_KEY: v.optional(v.string(), 'sk_test_newsstand'),
  STRIPE_PUBLISHABLE_KEY: v.optional(v.string(), 'pk_test_newsstand'),
  STRIPE_WEBHOOK_URL: v.optional(v.pipe(v.string(), v.url())),
  STRIPE_WEBHOOK_SECRET: v.optional(v.string(), 'whsec_newsstand'),
});

const env = readEnvironment(Environment);
const emulator = await startStripeEmulator({
  port: env.PORT,
  host: env.HOST,
  stateFile: env.STATE_FILE,
  secretKey: env.STRIPE_SECRET_KEY,
  publishableKey: env.STRIPE_PUBLISHABLE_KEY,
  webhook: env.STRIPE_WEBHOOK_URL === undefined ? undefined : { url: env.STRIPE_WEBHOOK_URL, secret: env.STRIPE_WEBHOOK_SECRET },
});
closeOnSignal(emulator.close);
process.stdout.write(`stripe emulator ready at ${emulator.url}\n`);
