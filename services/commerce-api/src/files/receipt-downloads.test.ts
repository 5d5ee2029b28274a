import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerOf } from '../../test/reader.ts';
import { openShop, type Shop } from '../../test/shop.ts';
import { makeSubscriber } from '../../test/subscriber.ts';
import { receiptLetter } from '../letters/receipt-letter.ts';
import { DAY } from '../platform/duration.ts';
import { wording } from '../publication/texts/letter-texts.ts';
import { readReceipt } from './read-receipt.ts';

const SALT = 'iss:5';
const NOT_FOUND = [404, { errors: 'Not found.' }];

let shop: Shop;
let now = new Date();
beforeAll(async () => {
  shop = await openShop({ clock: () => now });
});
afterAll(() => shop.close());

const buySalt = async () => {
  const reader = shop.reader();
  await reader.add(SALT, 1, 'digital-issue');
  return { reader, token: await reader.buy() };
};
const linksOf = async (token: string) => (await readReceipt(shop.deps, token))?.issues?.[0]?.downloads.map(({ url }) => url) ?? [];

/** As a letter's link is opened: in a browser that never was here. */
const open = (url: string, headers?: Record<string, string>) => shop.browser().get(url, headers);

test('a guest who bought a digital issue downloads it by the links of the receipt, in any browser and in parts', async () => {
  const { token } = await buySalt();
  expect((await readReceipt(shop.deps, token))?.issues).toMatchObject([
    { number: 5, title: 'Salt', released: true, url: '/issue/salt', downloads: [{ format: 'pdf' }, { format: 'epub' }] },
  ]);
  const [pdf = '', epub = ''] = await linksOf(token);
  const whole = await open(pdf);
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect((await open(pdf, { Range: 'bytes=1000-', 'If-Range': whole.headers.get('etag') ?? '' })).status).toBe(206);
  expect((await open(epub)).headers.get('content-type')).toBe('application/epub+zip');
});

test('a link of a receipt ends after a day and leads back to the receipt, which has a new one', async () => {
  const { token } = await buySalt();
  const [pdf = ''] = await linksOf(token);
  now = new Date(now.getTime() + DAY + DAY / 24);
  expect(await answerOf(await open(pdf))).toEqual([
    410,
    { errors: 'This link has expired. Please open your receipt again, and download the issue from there.' },
  ]);
  const followed = await open(pdf, { Accept: 'text/html,*/*;q=0.8' });
  expect([followed.status, followed.headers.get('location')]).toEqual([303, `${shop.deps.config.publicUrl}/receipts?token=${token}`]);
  const [anew = ''] = await linksOf(token);
  expect((await open(anew)).status).toBe(200);
});

test('only who holds the receipt has what was bought with it', async () => {
  const [{ token }, { token: other }] = [await buySalt(), await buySalt()];
  const [pdf = ''] = await linksOf(token);
  expect(await answerOf(await open(pdf.replace(token, other)))).toEqual(NOT_FOUND);
  expect(await answerOf(await open(pdf.replace(/receipt=[^&]*&/, '')))).toEqual(NOT_FOUND);
  expect(await answerOf(await open(pdf.replace('download/salt', 'download/low-water')))).toEqual(NOT_FOUND);
  expect(await answerOf(await open(pdf.replace(/signature=.*/, 'signature=x')))).toEqual(NOT_FOUND);
});

test('whoever holds the receipt has it, logged in to whichever account', async () => {
  const owner = await makeSubscriber(shop);
  const { token } = await buySalt();
  await shop.deps.db.order.updateMany({ where: { receiptToken: token }, data: { ownerId: owner.id } });
  const [pdf = ''] = await linksOf(token);
  expect((await owner.browser.get(pdf)).status).toBe(200);
  const other = await makeSubscriber(shop);
  expect((await other.browser.get(pdf)).status).toBe(200);
});

test.each([
  ['refunded', 1, false],
  ['open', 1, false],
  ['won', 1, true],
  ['refunded', 0.5, true],
])('an order of which money is %s, %d of it, keeps its files: %s', async (state, part, keeps) => {
  const { token } = await buySalt();
  const [pdf = ''] = await linksOf(token);
  const { id, total } = await shop.deps.db.order.findUniqueOrThrow({ where: { receiptToken: token } });
  const amount = Math.round(total * part);
  await shop.deps.db.moneyBack.create({ data: { id: `re_${id}`, orderId: id, state, amount, created: now, updated: now } });
  expect(await linksOf(token)).toHaveLength(keeps ? 2 : 0);
  expect((await open(pdf)).status).toBe(keeps ? 200 : 404);
});

test('an issue that is not out has no link until it comes out', async () => {
  const { token } = await buySalt();
  const { released } = await shop.deps.db.issue.findFirstOrThrow({ where: { ref: SALT } });
  await shop.deps.db.issue.updateMany({ where: { ref: SALT }, data: { released: null } });
  expect((await readReceipt(shop.deps, token))?.issues).toMatchObject([{ released: false, downloads: [] }]);
  await shop.deps.db.issue.updateMany({ where: { ref: SALT }, data: { released } });
  expect(await linksOf(token)).toHaveLength(2);
});

test('the letter of the order has the links, absolute', async () => {
  const { token } = await buySalt();
  const receipt = await readReceipt(shop.deps, token);
  if (!receipt) throw new Error('there is no receipt');
  const sender = { name: 'Exclave', support: 'help@exclave.example', url: 'https://exclave.example', paths: {} };
  const { blocks } = receiptLetter(receipt, sender, wording({}));
  const buttons = blocks.flatMap((block) => (block.type === 'button' ? [block] : []));
  expect(buttons.map(({ text }) => text)).toEqual(['View your receipt', 'Download Salt (PDF)', 'Download Salt (EPUB)']);
  expect((await open(buttons[1]?.url.replace(sender.url, '') ?? '')).status).toBe(200);
  const later = { ...receipt, issues: [{ number: 16, title: 'Drift', released: false, url: '/issue/drift', downloads: [] }] };
  expect(JSON.stringify(receiptLetter(later, sender, wording({})).blocks)).toContain('Drift (Not Yet Available)');
});

test('a receipt without a digital issue says nothing of files', async () => {
  const reader = shop.reader();
  await reader.add(SALT, 1, 'print-issue');
  expect(await readReceipt(shop.deps, await reader.buy())).not.toHaveProperty('issues');
});

describe('a digital product', () => {
  const ATLAS = 'prd:atlas-of-small-differences';
  const buyAtlas = async () => {
    const reader = shop.reader();
    await reader.add(ATLAS, 1, 'digital-product');
    return reader.buy();
  };
  const fileOf = async (token: string) => (await readReceipt(shop.deps, token))?.files?.[0]?.url ?? '';

  test('is its file, which the receipt and its letter lead to, in any browser', async () => {
    const token = await buyAtlas();
    const receipt = await readReceipt(shop.deps, token);
    expect(receipt?.files).toMatchObject([{ slug: 'atlas-of-small-differences', title: 'Atlas of Small Differences' }]);
    expect(receipt?.lines).toMatchObject([{ name: 'Atlas of Small Differences', detail: 'Digital' }]);
    const answer = await open(await fileOf(token));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="atlas-of-small-differences.pdf"');
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const part = await shop.browser().get(await fileOf(token), { Range: 'bytes=0-4', 'If-Range': answer.headers.get('etag') ?? '' });
    expect([part.status, part.headers.get('content-length'), await part.text()]).toEqual([206, '5', '%PDF-']);
    if (!receipt) throw new Error('there is no receipt');
    const sender = { name: 'Exclave', support: 'help@example.org', url: 'https://exclave.example.org', paths: {} };
    const { blocks } = receiptLetter(receipt, sender, wording({}));
    expect(blocks).toContainEqual({
      type: 'button',
      text: 'Download Atlas of Small Differences',
      url: `https://exclave.example.org${await fileOf(token)}`,
    });
  });

  test('is for who bought it, as long as it is paid for', async () => {
    const [token, { token: other }] = [await buyAtlas(), await buySalt()];
    const url = await fileOf(token);
    expect(await answerOf(await open(url.replace(token, other)))).toEqual(NOT_FOUND);
    const { id, total } = await shop.deps.db.order.findUniqueOrThrow({ where: { receiptToken: token } });
    await shop.deps.db.moneyBack.create({
      data: { id: `re_${id}`, orderId: id, state: 'refunded', amount: total, created: now, updated: now },
    });
    expect(await answerOf(await open(url))).toEqual(NOT_FOUND);
    expect((await readReceipt(shop.deps, token))?.files).toEqual([]);
  });
});
