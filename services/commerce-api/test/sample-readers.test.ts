// @module-tag ci
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { fillWithSamples } from '../scripts/sample-readers.ts';
import { createDeskApp } from '../src/api/desk/desk-app.ts';
import { listen } from '../src/platform/http/listen.ts';
import { runImports } from '../src/readers/imports/run-imports.ts';
import { expectBalanced, startEmulator } from './shop.ts';
import { freePort } from './scratch-postgres.ts';
import { createTestApp } from './test-app.ts';

const emulator = await startEmulator();
const deskPort = await freePort();
const deskUrl = `http://localhost:${deskPort}`;
const service = await createTestApp({ env: { STRIPE_API_BASE: emulator.url, DESK_URL: deskUrl, DESK_SAMPLES: 'yes' } });
const api = await listen(service.app, { port: 0, host: '127.0.0.1' });
const desk = await listen(createDeskApp(service.deps), { port: deskPort, host: '127.0.0.1' });
emulator.control.setWebhook({ url: `http://127.0.0.1:${api.port}/api/webhooks/stripe`, secret: service.deps.config.stripe.webhookSecret });
afterAll(async () => {
  await emulator.close();
  await Promise.all([api.stop(), desk.stop()]);
  await service.close();
});

it('fills a magazine of one’s own with people who subscribe, buy and give, once', async () => {
  const places = {
    magazine: service.deps.config.publicUrl,
    api: `http://127.0.0.1:${api.port}`,
    desk: deskUrl,
    stripe: emulator.url,
  };
  const said: string[] = [];
  const filling = { done: false };
  const rounds = async () => {
    while (!filling.done) await runImports(service.deps).then(() => wait(100));
  };
  const jobs = rounds();
  expect(await fillWithSamples(places, (line) => said.push(line)).finally(() => (filling.done = true))).toBe(true);
  await jobs;
  const { db } = service.deps;
  expect(await db.order.count({ where: { state: { in: ['paid', 'fulfilled'] } } })).toBe(30);
  expect(await db.subscription.count({ where: { source: { startsWith: 'import:' } } })).toBe(4);
  expect([await db.gift.count(), await db.donation.count(), await db.readerNote.count(), await db.moneyBack.count()]).toEqual([3, 2, 2, 1]);
  await expectBalanced(db, emulator, {});
  expect(await fillWithSamples(places, (line) => said.push(line))).toBe(false);
  expect(said).toHaveLength(5);
}, 120_000);
