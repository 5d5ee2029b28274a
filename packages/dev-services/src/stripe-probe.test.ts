// @module-tag ci
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { COMPILED } from './start-main.ts';
import type { StripeEmulator } from './stripe-emulator.ts';
import { probe, probingSdk } from './stripe-probe.ts';
import { KEYS, startEmulated } from './stripe/testing.ts';

let emulator: StripeEmulator;
beforeEach(async () => ({ emulator } = await startEmulated()));
afterEach(() => emulator.close());

const run = promisify(execFile);
const program = fileURLToPath(new URL('stripe-probe.ts', import.meta.url));

test('the emulator does all that the product relies on', async () => {
  const results = await probe(probingSdk(KEYS.secretKey, emulator.url), () => undefined);
  expect(results.filter((result) => result.error !== null)).toEqual([]);
  expect(results.length).toBeGreaterThan(12);
});

test('a step that fails is told, and the others still run', { tags: ['ci'] }, async () => {
  emulator.control.switch({ decline: { times: 1 } });
  const results = await probe(probingSdk(KEYS.secretKey, emulator.url), () => undefined);
  expect(results.filter((result) => result.error !== null).map((result) => result.name)).toContain(
    'a good card is charged, and the charge can be expanded',
  );
  expect(results.at(-1)).toMatchObject({ error: null });
});

test('a live key is refused before anything is asked', { tags: ['ci'] }, async () => {
  expect(() => probingSdk('sk_live_1')).toThrow('sk_test_');
  const refused = run(process.execPath, [program], { env: { ...COMPILED, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_API_BASE: emulator.url } });
  await expect(refused).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('STRIPE_SECRET_KEY') });
});

test('without a key it probes an emulator of its own', { tags: ['ci'] }, async () => {
  const { stdout } = await run(process.execPath, [program], { env: COMPILED });
  expect(stdout).toMatch(/^probing http:[\s\S]* ok, 0 failed\n$/);
});
