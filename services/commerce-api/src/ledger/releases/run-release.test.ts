import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { Deliverable, Level, Term } from '@newsstand/contracts/cart';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { programEnv } from '../../../test/program-env.ts';
import { addSubscription, cancelSubscription, releaseIssue, updateSubscription } from '../../../test/subscription-oracle.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { DAY } from '../../platform/duration.ts';
import type { Subscriptions } from '../../rules/subscriptions/subscription-rules.ts';
import { readDeskIssue } from '../../desk/issues/read-desk-issues.ts';
import { addTerm } from '../terms/add-term.ts';
import { applyChange } from '../terms/apply-change.ts';
import { readSubscriptions } from '../terms/read-subscriptions.ts';
import { runRelease } from './run-release.ts';

let service: TestApp;
let other: TestApp;
let now = new Date('2026-11-01T12:00:00Z');
const clock = () => now;
beforeAll(async () => {
  service = await createTestApp({ clock });
  other = await service.replica();
  for (let number = 101; number <= 400; number++) await publish(number);
});
afterAll(() => Promise.all([service.close(), other.close()]));

const publicationId = 'main';

async function publish(number: number): Promise<void> {
  const names = { ref: `iss:${number}`, title: 'T', slug: `issue-${number}`, summary: '', cover: {} };
  await service.deps.db.issue.create({ data: { publicationId, number, ...names, released: new Date('2026-10-01') } });
}

type Wishes = { term?: Term; deliverable?: Deliverable; copies?: number };

async function subscribe(ownerId: string, { term = '1year', deliverable = 'digital', copies = 1 }: Wishes = {}): Promise<string> {
  const id = uuidv7();
  const deliverables = { set: deliverable, active: deliverable };
  const bought = { id, source: `test:${id}`, term, level: 'low', deliverables, copies, at: now } as const;
  await service.deps.db.$transaction((tx) => addTerm(tx, { publicationId, ownerId, ...bought }));
  return id;
}

/** The same of many: what the first one has is copied for the others, of whom each would take a dozen statements. */
async function subscribeAll([first, ...others]: readonly string[], wishes: Wishes = {}): Promise<void> {
  if (first === undefined) return;
  const id = await subscribe(first, wishes);
  const ids = others.map(() => uuidv7());
  await service.deps.db.$executeRaw`
    insert into subscription select (jsonb_populate_record(s, jsonb_build_object('owner_id', o.owner, 'id', o.id, 'token', o.id, 'source', 'test:' || o.id))).*
    from subscription s cross join unnest(${others}::text[], ${ids}::text[]) as o (owner, id) where s.id = ${id}::uuid`;
  await service.deps.db.$executeRaw`
    insert into issue_token select (jsonb_populate_record(t, jsonb_build_object('owner_id', o.owner, 'subscription_id', o.id))).*
    from issue_token t cross join unnest(${others}::text[], ${ids}::text[]) as o (owner, id) where t.subscription_id = ${id}::uuid`;
}

const issuesOf = async (ownerId: string) => {
  const where = { ownerId, issue: { not: null } };
  const tokens = await service.deps.db.issueToken.findMany({ where, orderBy: [{ subscriptionId: 'asc' }, { ordinal: 'asc' }] });
  return tokens.map(({ issue }) => issue);
};

test('who subscribes after an issue was released gets the next one', async () => {
  await runRelease(service.deps, 102);
  now = new Date(now.getTime() + DAY);
  const late = randomUUID();
  await subscribe(late);
  await runRelease(service.deps, 102);
  await runRelease(service.deps, 103);
  expect(await issuesOf(late)).toEqual([103]);
});

test('a run that was stopped half-way goes on as of its beginning, and the next issue waits for it', async () => {
  const [early, late] = [randomUUID(), randomUUID()];
  await subscribe(early);
  await service.deps.db.release.create({ data: { publicationId, issue: 104, released: now } });
  now = new Date(now.getTime() + DAY);
  await subscribe(late);
  await expect(runRelease(service.deps, 105)).rejects.toThrow('Another issue is still being released.');
  await runRelease(service.deps, 104);
  expect([await issuesOf(early), await issuesOf(late)]).toEqual([[104], []]);
});

test('an issue that has not come out is not released, and the program says so before all its questions', async () => {
  await expect(runRelease(service.deps, 999)).rejects.toThrow('Issue 999 has not come out: there is none of that number.');
  const { db } = service.deps;
  const where = { publicationId, number: 400 };
  const { released } = await db.issue.findFirstOrThrow({ where });
  for (const [day, says] of [
    [null, 'its files name no day. Plan it at the desk'],
    [new Date('2999-01-31'), 'its files say 2999-01-31. Plan it at the desk'],
  ] as const) {
    await db.issue.updateMany({ where, data: { released: day } });
    await expect(runRelease(service.deps, 400)).rejects.toThrow(says);
    const program = startRelease(400);
    expect([await program.ended, program.message()]).toEqual([[1, null], expect.stringContaining(says)]);
    expect(program.message()).not.toContain('would be given it');
  }
  await db.issue.updateMany({ where, data: { released } });
});

test(
  'whatever an owner has bought, changed and cancelled, the database holds and gives what the oracle says',
  { tags: ['ci'], timeout: 120_000 },
  async () => {
    let issue = 110;
    const step = fc.oneof(
      fc.record({
        does: fc.constant('buy' as const),
        term: fc.constantFrom(...Term.options),
        deliverable: fc.constantFrom(...Deliverable.options),
      }),
      fc.record({
        does: fc.constant('change' as const),
        which: fc.nat({ max: 2 }),
        deliverable: fc.constantFrom(...Deliverable.options),
        level: fc.constantFrom(...Level.options),
        paid: fc.boolean(),
      }),
      fc.record({ does: fc.constant('cancel' as const), which: fc.nat({ max: 2 }) }),
      fc.record({ does: fc.constant('release' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        const owner = randomUUID();
        let expected: Subscriptions = [];
        for (const each of steps) {
          now = new Date(now.getTime() + DAY);
          if (each.does === 'buy') {
            const id = await subscribe(owner, each);
            const { term, deliverable } = each;
            const deliverables = { set: deliverable, active: deliverable };
            const bought = { id, source: `test:${id}`, term, level: 'low', deliverables, at: now } as const;
            expected = addSubscription(expected, bought);
            // An order that is settled twice gives once.
            await service.deps.db.$transaction((tx) => addTerm(tx, { publicationId, ownerId: owner, ...bought, id: uuidv7() }));
          } else if (each.does === 'change') {
            const { deliverable, level, paid } = each;
            const subscription = expected[each.which]?.id;
            if (subscription === undefined) continue;
            const change = {
              publicationId,
              ownerId: owner,
              subscription,
              target: { deliverable, level },
              order: paid ? randomUUID() : null,
              now,
            };
            await service.deps.db.$transaction((tx) => applyChange(tx, change));
            expected = updateSubscription(expected, subscription, { deliverable, level }, paid);
          } else if (each.does === 'cancel') {
            const id = expected[each.which]?.id;
            if (id === undefined) continue;
            await service.deps.db.subscription.updateMany({ where: { ownerId: owner, id, cancelled: null }, data: { cancelled: now } });
            expected = cancelSubscription(expected, id, now);
          } else {
            issue += 1;
            await runRelease(service.deps, issue);
            expected = releaseIssue(expected, { issue, at: now });
          }
        }
        expect(await readSubscriptions(service.deps, owner)).toEqual(expected);
      }),
      { numRuns: 20, interruptAfterTimeLimit: 40_000 },
    );
  },
);

test('an issue is given once to everybody who is owed one, whatever runs in parallel', async () => {
  const owners = Array.from({ length: 600 }, () => randomUUID());
  await subscribeAll(owners.slice(0, 120), { term: 'lifetime' });
  await subscribeAll(owners.slice(120));
  const runs = await Promise.all([service, other, service, other].map(({ deps }) => runRelease(deps, 399)));
  expect((await runRelease(service.deps, 399)).delivered).toBe(0);
  const delivered = await service.deps.db.issueToken.groupBy({ by: ['ownerId'], where: { issue: 399 }, _count: true });
  expect(runs.reduce((sum, run) => sum + run.delivered, 0)).toBe(delivered.length);
  expect(delivered.every(({ _count }) => _count === 1)).toBe(true);
  const served = new Set(delivered.map(({ ownerId }) => ownerId));
  expect(owners.every((owner) => served.has(owner))).toBe(true);
});

/** `npm run release-issue`, as staff starts it. */
function startRelease(issue: number, ...args: string[]) {
  const env = programEnv({ DATABASE_URL: service.databaseUrl });
  const program = join(import.meta.dirname, '../../main/release-issue-main.ts');
  const child = spawn(process.execPath, [program, String(issue), ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let message = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (message += String(chunk)));
  return { child, ended: once(child, 'exit'), message: () => message };
}

test(
  'the program says who would be given an issue, and gives it to nobody without --yes, nor what is far from the issue before',
  { tags: ['ci'] },
  async () => {
    const { db } = service.deps;
    await subscribe(randomUUID());
    await runRelease(service.deps, 397);
    await subscribeAll(Array.from({ length: 400 }, () => randomUUID()));
    // The program goes by the real clock.
    await db.subscription.updateMany({ data: { created: new Date('2026-11-01') } });
    const program = startRelease(398);
    expect(await program.ended).toEqual([1, null]);
    expect(program.message()).toMatch(
      /^Issue 398, .*: \d+ readers would be given it\.\n {2}Digital: \d+ readers; the issue before \d+\.  !/,
    );
    const untyped = startRelease(398, '--yes');
    expect(await untyped.ended).toEqual([1, null]);
    const { counts } = await readDeskIssue({ ...service.deps, clock: () => new Date() }, 398);
    expect(untyped.message()).toContain(
      `if it is right: --readers digital=${counts.find(({ deliverable }) => deliverable === 'digital')?.readers}`,
    );
    expect([await db.release.count({ where: { issue: 398 } }), await db.issueToken.count({ where: { issue: 398 } })]).toEqual([0, 0]);
  },
);

test(
  'a run that is killed in the middle of a batch is finished by two others at once, and nobody is given the issue twice or never',
  { tags: ['ci'], timeout: 180_000 },
  async () => {
    const { db } = service.deps;
    const owners = (await db.subscription.groupBy({ by: ['ownerId'] })).length;
    await subscribeAll(Array.from({ length: Math.max(0, 501 - owners) }, () => randomUUID()));
    // The program goes by the real clock.
    await db.subscription.updateMany({ data: { created: new Date('2026-11-01') } });
    // Who is owed an issue; the second of two batches waits for the last of them.
    const where = { issue: null, subscription: { cancelled: null } };
    const owed = await db.issueToken.findMany({ where, distinct: ['ownerId'], orderBy: { ownerId: 'asc' }, select: { ownerId: true } });
    const holder = new pg.Client({ connectionString: service.databaseUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from issue_token where owner_id = $1 for update', [owed.at(-1)?.ownerId]);
    const { counts } = await readDeskIssue({ ...service.deps, clock: () => new Date() }, 398);
    const typed = counts.map(({ deliverable, readers }) => `--readers=${deliverable}=${readers}`);
    const killed = startRelease(398, '--yes', ...typed);
    // Asked on another connection: a transaction sees the activity of one moment only.
    const waiting = async () =>
      (await db.$queryRaw<unknown[]>`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`).length;
    await expect.poll(waiting, { timeout: 30_000 }).toBeGreaterThan(0);
    killed.child.kill('SIGKILL');
    expect(await killed.ended).toEqual([null, 'SIGKILL']);
    await holder.query('rollback');
    await holder.end();
    expect(await db.release.findFirstOrThrow({ where: { issue: 398 } })).toMatchObject({ completed: null, cursor: expect.any(String) });

    expect(await Promise.all([startRelease(398, '--yes').ended, startRelease(398, '--yes').ended])).toEqual([
      [0, null],
      [0, null],
    ]);
    const given = await db.issueToken.groupBy({ by: ['ownerId'], where: { issue: 398 }, _count: true });
    expect(given.every(({ _count }) => _count === 1)).toBe(true);
    const served = new Set(given.map(({ ownerId }) => ownerId));
    expect(owed.every(({ ownerId }) => served.has(ownerId))).toBe(true);
  },
);
