import { appOn } from '../test/app-on.ts';
import { startScratchPostgres } from '../test/scratch-postgres.ts';
import type { Figure } from './figure.ts';
import { openShop } from './open-shop.ts';

const ITEM = { type: 'add', item: { item: 'sized-product', ref: 'sze:last-boat-tee-m', quantity: 1 } };

/** How many statements the cart's hot paths and a page are. */
export async function statementFigures(): Promise<Figure[]> {
  const postgres = await startScratchPostgres();
  try {
    return await countStatements(await openShop(postgres.url));
  } finally {
    await postgres.stop();
  }
}

async function countStatements(databaseUrl: string): Promise<Figure[]> {
  const service = await appOn(databaseUrl);
  const reader = service.browser();
  const count = async (act: () => Promise<Response>) => {
    service.statements.length = 0;
    const { status } = await act();
    if (status !== 200) throw new Error(`answered ${status}`);
    return service.statements.length;
  };
  const add = await count(() => reader.post('/api/cart', ITEM));
  // A guest's first return is noted at once (platform/sessions/session.ts), and every other one once an hour.
  const returned = await count(() => reader.post('/api/cart', ITEM));
  const again = await count(() => reader.post('/api/cart', ITEM));
  const read = await count(() => reader.get('/api/cart'));
  const page = await count(() => reader.get('/api/page/product?slug=last-boat-tee'));
  await service.close();
  return [
    { name: 'api.cart_read.statements', value: read, unit: 'statements', limit: { max: 2 } },
    { name: 'api.cart_add.statements', value: Math.max(add, again), unit: 'statements', limit: { max: 2 } },
    { name: 'api.cart_add.statements_of_first_return', value: returned, unit: 'statements', limit: { max: 3 } },
    { name: 'api.page.statements', value: page, unit: 'statements', limit: { max: 4 } },
  ];
}
