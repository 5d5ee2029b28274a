import type { StripeEmulator } from '@newsstand/dev-services/stripe-emulator';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { eachStep } from '../../../test/each-step.ts';
import { appOn, type TestApp } from '../../../test/app-on.ts';
import { startPay, writeInvoice } from '../../../test/invoice.ts';
import { readerAt, startServer, type Server } from '../../../test/server.ts';
import { expectBalanced, startEmulator } from '../../../test/shop.ts';
import { createTestDatabase } from '../../../test/test-app.ts';

let app: TestApp;
let emulator: StripeEmulator;
const running: Server[] = [];

beforeAll(async () => {
  app = await appOn(await createTestDatabase());
  emulator = await startEmulator();
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.kill();
  await expectBalanced(app.deps.db, emulator, {});
});
afterAll(async () => {
  await emulator.close();
  await app.close();
});

async function start(crashAt = ''): Promise<Server> {
  const server = await startServer({ databaseUrl: app.databaseUrl, emulator, crashAt });
  running.push(server);
  return server;
}

eachStep(
  { ci: ['order-claimed'], long: ['intent-read', 'order-settled'] },
  'an invoice whose payment is settled while the service is killed at %s is paid once after it is back',
  async (step) => {
    const invoice = await writeInvoice(app);
    const dying = await start(step);
    const payer = readerAt(dying, emulator);
    const started = await startPay(payer, invoice);
    await payer.pay(started);
    expect(await dying.died).toBe('SIGKILL');

    const back = readerAt(await start(), emulator);
    const status = async () => (await back.browser.get(`/api/checkout/${started.intent}?invoice=${invoice.token}`)).json();
    await expect.poll(status, { timeout: 10_000 }).toMatchObject({ status: 'completed' });
    const { db } = app.deps;
    const { id, orderId } = await db.invoice.findUniqueOrThrow({ where: { token: invoice.token } });
    expect(await db.invoicePayment.count({ where: { invoiceId: id } })).toBe(1);
    const gifts = await db.gift.findMany({ where: { orderId, redeemed: { not: null } } });
    expect(gifts).toHaveLength(5);
    expect(await db.issueToken.count({ where: { ownerId: { in: gifts.flatMap(({ redeemedBy }) => redeemedBy ?? []) } } })).toBe(20);
  },
);
