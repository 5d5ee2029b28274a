import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/test-app.ts';
import { applyPublication } from './apply-publication.ts';
import { loadPublication } from './load-publication.ts';
import type { Publication } from './publication-schema.ts';

let service: TestApp;
let original: Publication;
beforeAll(async () => {
  service = await createTestApp();
  original = await loadPublication(service.deps.config.publicationDir);
});
afterAll(() => service.close());

test('the same files again change nothing', async () => {
  const before = await everything();
  const { revision } = await apply(original);
  expect(revision).toBe(1);
  expect(await everything()).toEqual(before);
});

test('what was sold since stays sold: stock is counted by the database', async () => {
  const { db } = service.deps;
  await db.good.updateMany({ where: { ref: 'prd:tide-table-print' }, data: { stock: 3 } });
  await apply(original);
  expect(await db.good.findFirst({ where: { ref: 'prd:tide-table-print' } })).toMatchObject({ stock: 3, onSale: true });
});

test('a new price, a new name and a new product are there at once, for every replica', async () => {
  const replica = await service.replica();
  const [first, ...rest] = original.products;
  if (!first) throw new Error('the publication has no products');
  const mug = { ...first, slug: 'new-mug', ref: 'prd:new-mug' as const, name: 'New Mug' };
  const { revision } = await apply({ ...original, name: 'Enclave', products: [{ ...first, price: 1, name: 'Renamed' }, ...rest, mug] });
  expect(revision).toBe(2);
  const page: { publication: { name: string }; products: { name: string; print_price: number }[] } = await (
    await replica.browser().get('/api/page/store')
  ).json();
  expect(page.publication.name).toBe('Enclave');
  expect(page.products[0]).toMatchObject({ name: 'Renamed', print_price: 1 });
  expect(page.products.at(-1)).toMatchObject({ name: 'New Mug', quantity: 64 });
  await replica.close();
});

test('what is gone from the files is withdrawn, and the carts that hold it say so', async () => {
  const reader = service.browser();
  await reader.post('/api/cart', { type: 'add', item: { item: 'sized-product', ref: 'sze:last-boat-tee-m', quantity: 1 } });
  await apply({ ...original, products: original.products.filter(({ slug }) => slug !== 'last-boat-tee') });
  const cart: { billing: { a: { availability: object }[] } } = await (await reader.get('/api/cart')).json();
  expect(cart.billing.a[0]?.availability).toEqual({ type: 'withdrawn' });
  expect((await reader.get('/api/store/products/last-boat-tee')).status).toBe(404);
  await apply(original);
  expect((await reader.get('/api/store/products/last-boat-tee')).status).toBe(200);
});

test('two products may trade their slugs', async () => {
  const [one, two, ...rest] = original.products;
  if (!one || !two) throw new Error('the publication has too few products');
  await apply({ ...original, products: [{ ...one, slug: two.slug }, { ...two, slug: one.slug }, ...rest] });
  const product: { ref: string } = await (await service.browser().get(`/api/store/products/${one.slug}`)).json();
  expect(product.ref).toBe(two.ref);
  await apply(original);
});

test('an issue is sold from the day of its release', async () => {
  const issues = original.issues.map((issue) => (issue.released === null ? { ...issue, released: '2027-03-01' } : issue));
  const onSale = async (today: string) => {
    await apply({ ...original, issues }, new Date(today));
    return (await service.deps.db.good.findFirstOrThrow({ where: { ref: 'iss:16', type: 'digital-issue' } })).onSale;
  };
  expect(await onSale('2027-02-28T23:00:00Z')).toBe(false);
  expect(await onSale('2027-03-01T00:00:00Z')).toBe(true);
});

test('what is in a cart is called what the publication calls it, issues and files too', async () => {
  const messages = { ...original.messages, 'line.issue': '[{number}: {title}]', 'line.print': '[on paper]', 'line.digital': '[file]' };
  await apply({ ...original, messages });
  const goods = await service.deps.db.good.findMany({
    where: { onSale: true, type: { in: ['print-issue', 'digital-issue', 'digital-product'] } },
  });
  expect(goods.length).toBeGreaterThan(20);
  const expected: Record<string, string> = { 'print-issue': '[on paper]', 'digital-issue': '[file]', 'digital-product': '[file]' };
  for (const { type, detail } of goods) expect(detail).toBe(expected[type]);
  expect(goods.find(({ ref, type }) => ref === 'iss:15' && type === 'print-issue')?.name).toBe('[15: Terminus]');
  await apply(original);
});

test('two applies at once take turns', async () => {
  await expect(Promise.all(Array.from({ length: 6 }, () => apply(original)))).resolves.toHaveLength(6);
});

function apply(publication: Publication, today = new Date('2026-11-21T12:00:00Z')) {
  const { db, config } = service.deps;
  return applyPublication({ db, clock: () => today }, { id: config.publicationId, publication, dir: config.publicationDir });
}

async function everything(): Promise<unknown> {
  const { db } = service.deps;
  const [publication, ...rows] = await Promise.all([
    db.publication.findFirstOrThrow({ omit: { applied: true } }),
    db.good.findMany({ orderBy: [{ type: 'asc' }, { ref: 'asc' }] }),
    db.product.findMany({ orderBy: { ref: 'asc' } }),
    db.issue.findMany({ orderBy: { ref: 'asc' } }),
  ]);
  return [publication, ...rows];
}
