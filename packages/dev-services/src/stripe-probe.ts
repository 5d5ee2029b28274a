// npm run stripe:probe: do the emulator and real test mode agree on what the product relies on? With STRIPE_SECRET_KEY
// (sk_test_) it asks Stripe's test mode; with STRIPE_API_BASE too, that address; with neither, an emulator of its own.
import { Stripe } from 'stripe';
import * as v from 'valibot';
import { readEnvironment } from './environment.ts';
import { probeSteps } from './stripe/probe-steps.ts';
import { startStripeEmulator } from './stripe-emulator.ts';

export type ProbeResult = { name: string; error: string | null };

/** Runs every step, also after one that failed. */
export async function probe(stripe: Stripe, report: (result: ProbeResult) => void): Promise<ProbeResult[]> {
  const found = { customer: '', paid: '' };
  const results: ProbeResult[] = [];
  for (const step of probeSteps) {
    const error = await step.run(stripe, found).then(
      () => null,
      (reason: unknown) => (reason instanceof Error ? reason.message : String(reason)),
    );
    results.push({ name: step.name, error });
    report({ name: step.name, error });
  }
  return results;
}

/** An SDK for the key; refuses anything but a test key. */
export function probingSdk(secretKey: string, apiBase?: string): Stripe {
  if (!secretKey.startsWith('sk_test_')) throw new Error('The probe takes only a key that begins with sk_test_: it charges cards.');
  if (apiBase === undefined) return new Stripe(secretKey);
  const { hostname, port, protocol } = new URL(apiBase);
  return new Stripe(secretKey, { host: hostname, port, protocol: protocol === 'http:' ? 'http' : 'https', telemetry: false });
}

if (import.meta.main) {
  const Environment = v.object({
    STRIPE_SECRET_KEY: v.optional(
      v.pipe(v.string(), v.startsWith('sk_test_', 'the probe charges cards: it takes only a key that begins with sk_test_')),
    ),
    STRIPE_API_BASE: v.optional(v.pipe(v.string(), v.url())),
  });
  const { STRIPE_SECRET_KEY: given, STRIPE_API_BASE: base } = readEnvironment(Environment);
  const key = given ?? 'sk_test_newsstand';
  const isAlone = given === undefined && base === undefined;
  const emulator = isAlone ? await startStripeEmulator({ port: 0, secretKey: key, publishableKey: 'pk_test_newsstand' }) : null;
  const address = base ?? emulator?.url;
  process.stdout.write(`probing ${address ?? 'Stripe in test mode'} with stripe ${Stripe.PACKAGE_VERSION}\n`);
  const results = await probe(probingSdk(key, address), ({ name, error }) =>
    process.stdout.write(`${error === null ? 'ok  ' : 'fail'} ${name}${error === null ? '' : `: ${error}`}\n`),
  );
  const failed = results.filter((result) => result.error !== null).length;
  process.stdout.write(`${results.length - failed} ok, ${failed} failed\n`);
  process.exitCode = failed === 0 ? 0 : 1;
  await emulator?.close();
}
