import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { cancelOrder } from './cancel-order.ts';
import { readCart } from '../../shop/cart/read-cart.ts';
import { insertOrder, type Draft } from './insert-order.ts';

let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  other = await app.replica();
});
afterAll(() => Promise.all([app.close(), other.close()]));

async function makeGood(ref: string, stock: number | null): Promise<string> {
  const { publicationId } = app.deps.config;
  await app.deps.db.good.create({
    data: { publicationId, type: 'basic-product', ref, name: ref, slug: 'thing', image: {}, price: 500, stock },
  });
  return ref;
}

function makeDraft(refs: string[], changes: Partial<Draft> = {}): Draft {
  const goods = refs.length * 500;
  return {
    id: uuidv7(),
    publicationId: app.deps.config.publicationId,
    ownerId: randomUUID(),
    cartVersion: 1,
    name: 'Ada Reader',
    email: 'ada@example.org',
    address: null,
    shipcode: 'a',
    totals: { goods, shipping: 0, discount: 0, waived: 0, total: goods },
    currency: 'usd',
    lines: refs.map((ref) => ({ type: 'basic-product', ref, name: ref, detail: null, quantity: 1, price: 500, discount: 0 })),
    receiptToken: randomUUID(),
    network: null,
    now: new Date(),
    ...changes,
  };
}

const stockOf = async (ref: string) => (await app.deps.db.good.findFirstOrThrow({ where: { ref } })).stock;

describe('placing an order', () => {
  test('takes its stock at once, and cancelling it puts the stock back, once', async () => {
    const mug = await makeGood('prd:mug-a', 3);
    const file = await makeGood('prd:file-a', null);
    const draft = makeDraft([mug, file]);
    expect(await insertOrder(app.deps.db, draft)).toBe('placed');
    expect(await stockOf(mug)).toBe(2);
    expect(await stockOf(file)).toBe(null);

    expect(await cancelOrder(app.deps.db, draft.id, new Date())).toBe(true);
    expect(await cancelOrder(app.deps.db, draft.id, new Date())).toBe(false);
    expect(await stockOf(mug)).toBe(3);
  });

  test('that has one good on two lines gives back what both took', async () => {
    const mug = await makeGood('prd:mug-twice', 3);
    const draft = makeDraft([mug, mug]);
    expect(await insertOrder(app.deps.db, draft)).toBe('placed');
    const left = await stockOf(mug);
    expect(await cancelOrder(app.deps.db, draft.id, new Date())).toBe(true);
    expect([left, await stockOf(mug)]).toEqual([1, 3]);
  });

  test('leaves nothing behind when one of its goods is gone', async () => {
    const [mug, lamp] = [await makeGood('prd:mug-b', 3), await makeGood('prd:lamp-b', 0)];
    const draft = makeDraft([mug, lamp]);
    expect(await insertOrder(app.deps.db, draft)).toBe('out-of-stock');
    expect(await stockOf(mug)).toBe(3);
    expect(await app.deps.db.order.count({ where: { id: draft.id } })).toBe(0);
  });

  test('is refused while the owner has an order that waits for its payment', async () => {
    const mug = await makeGood('prd:mug-c', 3);
    const draft = makeDraft([mug]);
    expect(await insertOrder(app.deps.db, draft)).toBe('placed');
    expect(await insertOrder(app.deps.db, makeDraft([mug], { ownerId: draft.ownerId }))).toBe('already-started');
    expect(await stockOf(mug)).toBe(2);
  });

  test('from two tabs at once gives one order', async () => {
    const mug = await makeGood('prd:mug-d', 10);
    const ownerId = randomUUID();
    const tabs = [app, other, app, other].map(({ deps }) => insertOrder(deps.db, makeDraft([mug], { ownerId })));
    expect((await Promise.all(tabs)).toSorted()).toEqual(['already-started', 'already-started', 'already-started', 'placed']);
    expect(await stockOf(mug)).toBe(9);
  });

  test('40 buyers of the last 10, their goods in either order, on two replicas: 10 have them, nobody waits for ever', async () => {
    const [scarce, plenty] = [await makeGood('prd:scarce', 10), await makeGood('prd:a-plenty', 1000)];
    const buyers = Array.from({ length: 40 }, (_, index) => {
      const refs = index % 2 === 0 ? [scarce, plenty] : [plenty, scarce];
      return insertOrder((index % 3 === 0 ? app : other).deps.db, makeDraft(refs));
    });
    const outcomes = await Promise.all(buyers);
    expect(outcomes.filter((outcome) => outcome === 'placed')).toHaveLength(10);
    expect(outcomes.filter((outcome) => outcome === 'out-of-stock')).toHaveLength(30);
    expect(await stockOf(scarce)).toBe(0);
    expect(await stockOf(plenty)).toBe(990);
  });
});

test('an order, its cart and its end read their own lines alone, in a rush that the statistics do not know of yet', async () => {
  const { db } = app.deps;
  const mug = await makeGood('prd:mug-rush', 10_000);
  const fill = (count: number, network: string | null, state: string, held: boolean) => db.$executeRaw`
    with placed as (
      insert into "order" (id, publication_id, owner_id, state, cart_version, name, email, shipcode, goods, shipping, discount, waived, total, receipt_token, network, created, updated)
      select gen_random_uuid(), ${app.deps.config.publicationId}, gen_random_uuid(), ${state}::order_state, 1, 'Reader', 'reader@example.org', 'a', 500, 0, 0, 0, 500,
        gen_random_uuid()::text, ${network}::text, now(), now() from generate_series(1, ${count}::int)
      returning id
    )
    insert into order_line (order_id, ordinal, type, ref, name, quantity, price, held) select id, 0, 'basic-product', ${mug}, 'Mug', 1, 500, ${held} from placed`;
  await fill(5000, null, 'paid', false);
  await db.$executeRaw`analyze`;
  await fill(500, 'another', 'started', true);
  const draft = makeDraft([mug], { network: 'ours' });
  const read = await db.$transaction(async (tx) => {
    const rows = () => tx.$queryRaw<{ read: number }[]>`
      select sum(seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname in ('order', 'order_line')`;
    const [before] = await rows();
    expect(await insertOrder(tx, draft)).toBe('placed');
    await readCart({ ...app.deps, db: { ...app.deps.db, $queryRaw: tx.$queryRaw.bind(tx) } }, draft.ownerId);
    expect(await cancelOrder(tx, draft.id, new Date())).toBe(true);
    const [after] = await rows();
    return (after?.read ?? Number.NaN) - (before?.read ?? Number.NaN);
  });
  expect(read).toBeLessThan(60);
});
