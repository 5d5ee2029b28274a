// A magazine in this process, with a clock of its own: its past is lived through the same routes and rounds as any day
// of it.
import { startStripeEmulator, type StripeEmulator } from '@newsstand/dev-services/stripe-emulator';
import { setTimeout as wait } from 'node:timers/promises';
import type { DeskRole } from '@newsstand/contracts/desk-roles';
import { createApp } from '../src/api/app.ts';
import { createDeskApp } from '../src/api/desk/desk-app.ts';
import { relayAll } from '../src/jobs/relay-outbox.ts';
import { sendOutbox } from '../src/jobs/send-outbox.ts';
import { releaseDue } from '../src/ledger/releases/release-due.ts';
import type { Letter } from '../src/letters/letter.ts';
import { applyFiles } from '../src/main/apply-files.ts';
import { openStripe } from '../src/payments/provider/open-stripe.ts';
import { runRefunds } from '../src/payments/refunds/ask-refund.ts';
import { runRenewals } from '../src/payments/renewals/run-renewals.ts';
import type { BotCheck } from '../src/platform/bot-check/bot-check.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { openDb } from '../src/platform/db/db.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { DAY, MINUTE } from '../src/platform/duration.ts';
import { listen } from '../src/platform/http/listen.ts';
import { createLog } from '../src/platform/http/log.ts';
import { createMetrics } from '../src/platform/http/metrics.ts';
import { Served } from '../src/platform/pace.ts';
import type { Deps } from '../src/publication/deps.ts';
import { openPublication } from '../src/publication/publication-source.ts';
import { runImports } from '../src/readers/imports/run-imports.ts';
import { Browser } from '../test/browser.ts';

export type World = {
  deps: Deps;
  emulator: StripeEmulator;
  now(): Date;
  /** A reader who comes for the first time. */
  reader(): Browser;
  /** Somebody of that role, who signs in at the desk. */
  staff(role: DeskRole): Promise<Browser>;
  /** The newest letter to an address: nobody else gets it. */
  letterTo(email: string): Letter | undefined;
  /** What the service does by itself meanwhile. Answers the issues that somebody was given. */
  until(moment: Date): Promise<number[]>;
  /** The letters of the past are not sent any more: whoever starts the magazine would get a year of them at once. */
  postNothing(): Promise<void>;
  /** From now on it is what time it really is. */
  wake(): void;
  close(): Promise<void>;
};

/** What the emulator takes for keys, as `npm start` gives them. */
export const KEYS = { secretKey: 'sk_test_newsstand', publishableKey: 'pk_test_newsstand' };
const DESK = 'http://localhost:4400';
/** The one that is built in knows no clock but the real one. */
const ALL_HUMAN: BotCheck = { client: { provider: 'altcha', challenge: '' }, challenge: null, verify: () => Promise.resolve('human') };
/** How long nothing is looked after where nothing happens. */
const LONGEST_STEP = 2 * DAY;

type Places = { databaseUrl: string; dataDir: string; stripeFile: string; environment: Record<string, string | undefined> };

/** Opens a magazine on an empty database at that moment: what had come out by then is out. */
export async function openWorld({ databaseUrl, dataDir, stripeFile, environment }: Places, begins: Date): Promise<World> {
  const time = { now: begins.getTime(), isReal: false };
  const now = () => (time.isReal ? Date.now() : time.now);
  const clock = () => new Date(now());
  await migrate(databaseUrl);
  const emulator = await startStripeEmulator({ port: 0, stateFile: stripeFile, now, ...KEYS });
  const own = { STRIPE_API_BASE: emulator.url, DESK_URL: DESK, DESK_SAMPLES: 'yes', DATA_DIR: dataDir, TRUSTED_PROXIES: '1' };
  const config = readConfig({ ...environment, ...own });
  const db = openDb(databaseUrl);
  await applyFiles({ db, config, clock });
  const deps: Deps = {
    config,
    db,
    databaseUrl,
    clock,
    // That a bank takes a payment back is part of it; what goes wrong is thrown.
    log: createLog('fatal'),
    stripe: openStripe(config.stripe),
    publication: await openPublication(db, config.publicationId),
    botCheck: ALL_HUMAN,
    metrics: createMetrics(),
    served: new Served(),
    stopping: new AbortController().signal,
    reached: () => undefined,
  };
  const [app, desk] = [createApp(deps), createDeskApp(deps)];
  const server = await listen(app, { port: 0, host: '127.0.0.1' });
  emulator.control.setWebhook({ url: `http://127.0.0.1:${server.port}/api/webhooks/stripe`, secret: config.stripe.webhookSecret });

  const letters = new Map<string, Letter>();
  const mailbox = {
    send: (letter: Letter, { to }: { to: string }) => Promise.resolve(void letters.set(to, letter)),
    close: () => undefined,
  };
  const postNothing = async () => {
    const written: string[] = [];
    const insert = (_: string, jobs: { data?: object | null }[]) => {
      for (const { data } of jobs) if (data && 'outbox' in data) written.push(String(data.outbox));
      return Promise.resolve([]);
    };
    await relayAll(deps, { insert });
    if (written.length === 0) return;
    const [failure] = (await sendOutbox(deps, mailbox, written)).values();
    if (failure !== undefined) throw failure;
  };
  const rounds = async () => {
    const released = await releaseDue(deps);
    await runRenewals(deps);
    await runRefunds(deps);
    await runImports(deps);
    await arrived(emulator);
    return released.map(({ issue }) => issue);
  };
  return {
    deps,
    emulator,
    now: clock,
    reader: () => new Browser(app, config.publicUrl),
    staff: async (role) => {
      const person = new Browser(desk, DESK);
      await ask(person, '/api/desk/session/sample', { role });
      return person;
    },
    letterTo: (email) => letters.get(email),
    until: async (moment) => {
      const released: number[] = [];
      await postNothing();
      while (time.now < moment.getTime()) {
        time.now = Math.min(moment.getTime(), time.now + LONGEST_STEP);
        released.push(...(await rounds()));
        const { now: at } = time;
        // What has come out is planned, so that it can be stopped at the desk, and given some minutes later.
        if ((await db.releasePlan.count({ where: { at: { gt: clock() } } })) > 0) {
          time.now = at + 11 * MINUTE;
          released.push(...(await rounds()));
        }
        await postNothing();
      }
      return released;
    },
    postNothing,
    wake: () => void (time.isReal = true),
    close: async () => {
      await arrived(emulator);
      await emulator.close();
      await server.stop();
      await db.$disconnect();
    },
  };
}

/** Webhooks that are under way arrive. */
async function arrived({ control }: StripeEmulator): Promise<void> {
  for (;;) {
    const deliveries = control.state().deliveries;
    const refused = deliveries.find(({ answered }) => (answered ?? 200) >= 400);
    if (refused !== undefined) throw new Error(`the webhook ${refused.type} was answered with ${refused.answered}`);
    if (deliveries.every(({ status }) => status !== 'pending')) return;
    await wait(5);
  }
}

/** Reads, or with a body posts; any answer but a good one is an error. */
export async function ask(who: Browser, route: string, body?: object): Promise<unknown> {
  const response = await (body === undefined ? who.get(route) : who.post(route, body));
  if (!response.ok) throw new Error(`${route}: ${response.status} ${await response.text()}`);
  return response.json();
}
