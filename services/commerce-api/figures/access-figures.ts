import { readConfig } from '../src/platform/config/config.ts';
import { openDb } from '../src/platform/db/db.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { createDatabase, withDatabase } from '../src/platform/db/open-database.ts';
import { applyPublication } from '../src/publication/apply-publication.ts';
import { loadPublication } from '../src/publication/load-publication.ts';
import { appOn, type TestApp } from '../test/app-on.ts';
import { NO_MAIL } from '../test/no-mail.ts';
import { logInWith, makeAccount } from '../test/reader.ts';
import { startScratchPostgres } from '../test/scratch-postgres.ts';
import { stock } from '../test/shop.ts';
import type { Figure } from './figure.ts';
import { load, percentile } from './load.ts';
import { SERVICE, startProcess } from './start-process.ts';

/** Known and unknown addresses are told apart by nobody: 0.5 would be a coin, whose own scatter at 300 is 0.024. */
const PAIRS = 300;
const EVEN = { min: 0.4, max: 0.6 };
const ACCOUNTS = 40;
/**
 * As many known as unknown ones, each asked about as often: an address that was asked about before is no more telling
 * when it is known.
 */
const ADDRESSES = 30;

/** The HTTP statuses that are not 200: a wrong password, and one that is too common for an account. */
const ANSWERS: Record<string, number> = { login: 401, signup: 422 };

/** Ordered for nothing and posted nowhere, so that neither a provider of payments nor an address has a part in it. */
const GIVEN_AWAY = { item: 'digital-product', ref: 'prd:given-away' } as const;

/** What login costs, and what its time gives away, on a real PostgreSQL that keeps what it commits. */
export async function accessFigures(): Promise<Figure[]> {
  const postgres = await startScratchPostgres({ fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' });
  try {
    await createDatabase(postgres.url, 'access');
    const databaseUrl = withDatabase(postgres.url, 'access');
    await prepare(databaseUrl);
    const service = await appOn(databaseUrl);
    const figures = await timingFigures(service);
    const emails = await Promise.all(Array.from({ length: ACCOUNTS }, async () => (await makeAccount(service)).email));
    const reader = service.browser();
    await logInWith(reader, emails[0] ?? '');
    await service.close();
    return [...figures, ...(await speedFigures(databaseUrl, emails, reader.cookies.get('sid') ?? ''))];
  } finally {
    await postgres.stop();
  }
}

async function prepare(databaseUrl: string): Promise<void> {
  const { publicationDir, publicationId } = readConfig({});
  await migrate(databaseUrl);
  const db = openDb(databaseUrl);
  const publication = await loadPublication(publicationDir);
  await applyPublication({ db, clock: () => new Date() }, { id: publicationId, publication, dir: publicationDir });
  await db.$disconnect();
}

/**
 * Wherever an address is given and nobody may learn whether it has an account: login, code, reset, the mailing list, an
 * order without an account, and a sign-up at the check-out that is refused for what else is wrong. Only one whose every
 * other field is right tells its owner by words that there is an account, to log in there (decision 020), so that its
 * time has nothing left to tell.
 */
async function timingFigures(service: TestApp): Promise<Figure[]> {
  const known: string[] = [];
  for (let n = 0; n < ADDRESSES; n++) known.push((await makeAccount(service)).email);
  await service.deps.db.listSignup.createMany({ data: known.map((email) => ({ publicationId: 'main', email, tag: 'newsletter' })) });
  await stock(service.deps.db, GIVEN_AWAY.ref, null, 0, GIVEN_AWAY.item);
  const ask = (path: string) => async (email: string) => {
    const browser = service.browser();
    return () => browser.post(path, { email, password: 'a wrong one' });
  };
  const order =
    (more = {}) =>
    async (email: string) => {
      const browser = service.browser();
      await browser.post('/api/cart', { type: 'add', item: { ...GIVEN_AWAY, quantity: 1 } });
      const captcha = await browser.captcha();
      return () => browser.post(`/api/cart/checkout?captcha=${captcha}`, { name: 'Ana Reader', email, address: null, total: 0, ...more });
    };
  const ways: Record<string, (email: string) => Promise<() => Promise<Response>>> = {
    login: ask('/api/access/login'),
    code: ask('/api/access/signin'),
    reset: ask('/api/access/reset-password'),
    list_signup: async (email) => {
      const browser = service.browser();
      const captcha = await browser.captcha();
      return () => browser.post(`/api/list/signup?captcha=${captcha}`, { email });
    },
    guest_order: order(),
    signup: order({ account: true, password: { password: 'password1', confirm: 'password1' } }),
  };
  const figures: Figure[] = [];
  for (const [name, prepared] of Object.entries(ways)) {
    const value = await toldApart(service, name, known, prepared);
    figures.push({ name: `access.${name}_timing_auc`, value, unit: `known above unknown, n = ${PAIRS}`, limit: EVEN });
  }
  return figures;
}

/** The chance that a known address takes longer than an unknown one. */
async function toldApart(
  { deps }: TestApp,
  name: string,
  known: string[],
  prepared: (email: string) => Promise<() => Promise<Response>>,
): Promise<number> {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  for (let n = 0; n < PAIRS; n++) {
    // The limits are not what is measured here.
    if (n % 4 === 0) await deps.db.rateLimit.deleteMany();
    const turns = [
      ['known', known[n % ADDRESSES] ?? ''],
      // Who signs up once is known from then on.
      ['unknown', `${name}-nobody-${name === 'list_signup' ? n : n % ADDRESSES}@example.org`],
    ] as const;
    for (const [which, email] of n % 2 === 0 ? turns : turns.toReversed()) {
      const send = await prepared(email);
      const began = performance.now();
      const { status } = await send();
      times[which].push(performance.now() - began);
      // A refusal for some other reason would be alike, and say nothing.
      if (status !== (ANSWERS[name] ?? 200)) throw new Error(`${name} answered ${status}`);
    }
  }
  let above = 0;
  for (const one of times.known) for (const other of times.unknown) above += one > other ? 1 : one === other ? 0.5 : 0;
  return above / (times.known.length * times.unknown.length);
}

async function speedFigures(databaseUrl: string, emails: string[], sid: string): Promise<Figure[]> {
  const env = { ...NO_MAIL, DATABASE_URL: databaseUrl, LOG_LEVEL: 'info', NODE_ENV: 'development' };
  const service = await startProcess(SERVICE, env);
  try {
    const session = { method: 'GET', path: '/api/access/session', headers: { Cookie: `sid=${sid}` } } as const;
    await load(service.origin, () => session, { milliseconds: 500 });
    const read = await load(service.origin, () => session, { milliseconds: 2000 });
    let turn = 0;
    const login = await load(
      service.origin,
      () => ({
        method: 'POST',
        path: '/api/access/login',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: emails[turn++ % emails.length], password: 'correct horse' }),
      }),
      { milliseconds: 3000 },
    );
    return [
      { name: 'access.session_read', value: Math.round(read.perSecond), unit: 'requests/s' },
      { name: 'access.session_read_p95', value: percentile(read.latencies, 0.95), unit: 'ms' },
      { name: 'access.login', value: Math.round(login.perSecond), unit: 'logins/s' },
      { name: 'access.login_p95', value: percentile(login.latencies, 0.95), unit: 'ms' },
    ];
  } finally {
    await service.stop();
  }
}
