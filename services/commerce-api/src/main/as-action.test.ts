import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeskTestApp, type DeskApp } from '../../test/desk.ts';
import { programEnv } from '../../test/program-env.ts';
import { makeSubscriber } from '../../test/subscriber.ts';
import { createInvoice } from '../payments/invoices/create-invoice.ts';
import { readInvoiceFile } from '../payments/invoices/invoice-file.ts';
import { endEverybodysSessions, endSessionsAt } from '../readers/login/end-sessions.ts';
import { makeLink } from '../readers/make-link.ts';
import { asAction } from './staff-program.ts';

let service: DeskApp;
beforeAll(async () => {
  service = await createDeskTestApp();
});
afterAll(() => service.close());

const actionsOf = (ownerId: string | null) => service.deps.db.staffAction.findMany({ where: { ownerId }, orderBy: { at: 'asc' } });

test('what a program does for a reader stands in their history, by the program’s name, and holds no key', async () => {
  const reader = await makeSubscriber(service);
  const { deps } = service;
  const { url } = await makeLink(
    deps,
    { email: reader.email, staff: 'bruna' },
    asAction(deps, 'admin-view', { verb: 'seeAsReader', subject: 'account' }),
  );
  expect(await endSessionsAt(deps, reader.email, asAction(deps, 'end-sessions', { verb: 'endSessionsFor', subject: 'sessions' }))).toBe(1);
  const rows = await actionsOf(reader.id);
  expect(rows).toMatchObject([
    { program: 'admin-view', staffId: null, verb: 'seeAsReader', subject: 'account' },
    { program: 'end-sessions', staffId: null, verb: 'endSessionsFor' },
  ]);
  expect(JSON.stringify(rows)).not.toContain(/admin-view=([\w-]+)/.exec(url)?.[1] ?? 'no key');
  const cleo = await service.as('service');
  expect(await (await cleo.get(`/api/desk/readers/${reader.id}`)).text()).toContain('"who":"end-sessions"');
});

test('what is done to everybody is one action, and what fails is none', async () => {
  const { deps } = service;
  const begin = asAction(deps, 'end-sessions', { verb: 'endEverybodysSessions', subject: 'everybody' });
  expect(await endEverybodysSessions(deps, begin)).toBeGreaterThanOrEqual(0);
  await expect(begin(null, () => Promise.reject(new Error('it was not to be')))).rejects.toThrow('it was not to be');
  expect(await actionsOf(null)).toMatchObject([{ verb: 'endEverybodysSessions', program: 'end-sessions' }]);
});

test('an invoice that the program wrote has that in its history at the desk', async () => {
  const { deps } = service;
  const sample = join(import.meta.dirname, '../../samples/invoice.json');
  const file = readInvoiceFile('invoice.json', await readFile(sample, 'utf8'));
  const begin = asAction(deps, 'invoice', { verb: 'writeInvoice', subject: file.billed_to });
  const { invoice_no } = await createInvoice(deps, { ...file, reference: 'by the program' }, 'invoice.json', begin);
  const page = await (await (await service.as('accountant')).get(`/api/desk/invoices/${invoice_no}`)).json();
  expect(page).toMatchObject({ history: [{ who: 'invoice', verb: 'writeInvoice' }] });
});

/** What staff start in a shell; answers its exit code and what it said. */
async function program(file: string, ...args: string[]): Promise<[number | null, string]> {
  const own = { DATABASE_URL: service.databaseUrl, PUBLICATION_DIR: service.deps.config.publicationDir };
  const env = programEnv({ STRIPE_API_BASE: 'http://127.0.0.1:9', ...own });
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...args], { env });
  let message = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (message += String(chunk)));
  await once(child, 'close');
  return [child.exitCode, message];
}
const programsSince = (at: Date) =>
  service.deps.db.staffAction.findMany({
    where: { program: { not: null }, at: { gte: at } },
    orderBy: { at: 'asc' },
    select: { program: true, verb: true, subject: true },
  });

test(
  'each program of staff’s that changes something leaves a row of what it did; a rehearsal, a list and a refusal leave none',
  { tags: ['long'], timeout: 240_000 },
  async () => {
    const began = service.deps.clock();
    const programs = () => programsSince(began);
    const file = join(import.meta.dirname, '../../samples/invoice.json');
    for (const [main, ...args] of [
      ['renewals-main.ts', '--dry-run'],
      ['webhooks-main.ts', 'list'],
      ['invoice-main.ts', file, '--dry-run'],
    ] as const) {
      expect([main, ...(await program(main, ...args))]).toEqual([main, 0, expect.any(String)]);
    }
    for (const [main, ...args] of [
      ['release-issue-main.ts', '9999'],
      ['invoice-main.ts', 'cancel', 'EXC-900'],
      ['webhooks-main.ts', 'replay', 'msg_58641ca4-3ec7-4401-961a-fb773b3260d2'],
    ] as const) {
      expect([main, ...(await program(main, ...args))]).toEqual([main, 1, expect.any(String)]);
    }
    expect(await programs()).toEqual([]);

    const [, written] = await program('invoice-main.ts', file);
    const number = /^(EXC-\d+):/m.exec(written)?.[1] ?? written;
    for (const [main, ...args] of [
      ['invoice-main.ts', 'cancel', number],
      ['renewals-main.ts'],
      ['webhooks-main.ts', 'replay', '--failed'],
      ['release-issue-main.ts', '1'],
      ['apply-publication-main.ts'],
    ] as const) {
      expect([main, ...(await program(main, ...args))]).toEqual([main, 0, expect.any(String)]);
    }
    expect(await programs()).toEqual([
      { program: 'invoice', verb: 'writeInvoice', subject: 'Library of the Harbour Board' },
      { program: 'invoice', verb: 'cancelInvoice', subject: number },
      { program: 'renewals', verb: 'runRenewals', subject: 'what is due' },
      { program: 'webhooks', verb: 'replayWebhooks', subject: 'those not taken' },
      { program: 'release-issue', verb: 'releaseIssue', subject: 'issue 1' },
      { program: 'publication:apply', verb: 'applyPublication', subject: service.deps.publication.cached().name },
    ]);
    // An invoice that is given up already is refused, and no second row says that it was.
    await program('invoice-main.ts', 'cancel', number);
    expect(await programs()).toHaveLength(6);
  },
);
