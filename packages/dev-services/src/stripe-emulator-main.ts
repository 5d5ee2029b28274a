// node src/stripe-emulator-main.ts: the emulator as a process of its own.
import { closeOnSignal, readEnvironment, StripeEnvironment } from './environment.ts';
import { startStripeEmulator } from './stripe-emulator.ts';

const env = readEnvironment(StripeEnvironment);
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
