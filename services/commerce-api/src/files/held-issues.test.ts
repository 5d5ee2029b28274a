import type { HeldIssue } from '@newsstand/contracts/download';
import { PageData } from '@newsstand/contracts/page-data';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Reader, type Shop } from '../../test/shop.ts';

const SALT = 'iss:5';
const ISSUE = '/api/page/front?widgets=checkout.panel,checkout.add&at=/issue/salt';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const heldBy = async ({ browser }: Pick<Reader, 'browser'>, page = ISSUE): Promise<HeldIssue[] | undefined> =>
  v.parse(PageData, await (await browser.get(page)).json()).held_issues;

async function buySalt() {
  const reader = shop.reader();
  await reader.add(SALT, 1, 'digital-issue');
  return { reader, receiptToken: await reader.buy() };
}

test(
  'a guest who bought an issue as a file, and comes back in the same browser, finds its files on its page',
  { tags: ['ci'] },
  async () => {
    const { reader } = await buySalt();
    const held = await heldBy(reader);
    expect(held).toMatchObject([{ slug: 'salt', downloads: [{ format: 'pdf' }, { format: 'epub' }] }]);
    for (const { url } of held?.[0]?.downloads ?? []) expect((await reader.browser.get(url)).status).toBe(200);
    for (const other of ['/api/page/front?at=/issue/terminus', '/api/page/front', '/api/page/login?widgets=login.page&at=/issue/salt'])
      expect(await heldBy(reader, other)).toBeUndefined();
  },
);

test('no other browser is told of it', async () => {
  await buySalt();
  expect(await heldBy({ browser: shop.browser() })).toBeUndefined();
  const other = shop.reader();
  await other.add(SALT, 1, 'digital-issue');
  expect(await heldBy(other)).toBeUndefined();
});

test('an issue that is bought in print, or whose order is not paid, is nobody’s to download', async () => {
  const print = shop.reader();
  await print.add('iss:6', 1, 'print-issue');
  await print.buy();
  const started = shop.reader();
  await started.add(SALT, 1, 'digital-issue');
  await started.start();
  expect(await heldBy(print, ISSUE.replace('salt', 'unnamed-roads'))).toBeUndefined();
  expect(await heldBy(started)).toBeUndefined();
});

test('an issue that was bought twice stands there once, and no longer when all of its money has gone back', async () => {
  const { reader, receiptToken } = await buySalt();
  await reader.add(SALT, 1, 'digital-issue');
  const again = await reader.buy();
  const links = async () => (await heldBy(reader))?.map(({ downloads }) => downloads[0]?.url);
  expect(await links()).toEqual([expect.stringContaining(again)]);
  const goBack = async (token: string) => {
    const { id, total: amount } = await shop.deps.db.order.findUniqueOrThrow({ where: { receiptToken: token } });
    const now = new Date();
    await shop.deps.db.moneyBack.create({ data: { id: `re_${id}`, orderId: id, state: 'refunded', amount, created: now, updated: now } });
  };
  await goBack(again);
  expect(await links()).toEqual([expect.stringContaining(receiptToken)]);
  await goBack(receiptToken);
  expect(await links()).toBeUndefined();
});
