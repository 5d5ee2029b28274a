import { DeskDonationYear, DonorLettersTaken, DonorsWritten } from '@newsstand/contracts/desk-donations';
import { DESK_ROLES, mayDo } from '@newsstand/contracts/desk-roles';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { bought, openDeskMoney, payBack, put, type Bought, type DeskMoney } from '../../../test/desk-money.ts';
import { compose } from '../../../test/letter.ts';
import { settled } from '../../../test/timed-magazine.ts';
import { letterText } from '../../letters/letter-text.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';

const CHARITY = 'Exclave Foundation is a charity under section 501(c)(3), EIN 12-3456789.';
let shop: DeskMoney;
let felix: Browser;
let [anna, bob]: (Bought | null)[] = [null, null];
beforeAll(async () => {
  shop = await openDeskMoney();
});
beforeEach(async () => {
  felix = await shop.as('accountant');
});
afterAll(() => shop.close());

const give = (dollars: number) => bought(shop, (who) => put(who, { donation: { process: 'onetime', dollars } }));
const year = async () => v.parse(DeskDonationYear, await (await felix.get('/api/desk/donations/2026')).json());
const write = (unwritten: number, { action = uuidv7(), dry = false } = {}) =>
  felix.post(`/api/desk/donations/2026/letters${dry ? '?dry' : ''}`, { action, unwritten });
const letters = () => shop.deps.db.outbox.findMany({ where: { kind: 'donation-year' }, orderBy: { recipient: 'asc' } });

test('letters of a year are written when it is over, and not before', async () => {
  anna = await give(250);
  bob = await give(40);
  const gone = await give(70);
  shop.emulator.control.refund(gone.intent, 7000);
  await settled(shop);
  expect(await year()).toMatchObject({ over: false, years: [], donors: 2, given: 29_000, unwritten: 2 });
  expect([
    (await write(2)).status,
    (await felix.post('/api/desk/donations/2026/pdf', { action: uuidv7(), of: 'everybody' })).status,
  ]).toEqual([409, 409]);
  shop.travel(40);
});

test('everybody who gave is written to once, in ten minutes, and until then it can be stopped', async () => {
  expect(await year()).toEqual({
    year: '2026',
    years: ['2026'],
    over: true,
    charity: null,
    donors: 2,
    given: 29_000,
    unwritten: 2,
    waiting: 0,
    unreached: 0,
    history: [],
  });
  expect(v.parse(DonorsWritten, await (await write(2, { dry: true })).json())).toEqual({ letters: 2, given: 29_000 });
  expect(await letters()).toEqual([]);
  // As many as were shown, and no others.
  expect((await write(3)).status).toBe(409);
  const action = uuidv7();
  expect((await write(2, { action })).status).toBe(200);
  const [soon] = await letters();
  expect((soon?.created.getTime() ?? 0) - shop.now().getTime()).toBe(10 * 60_000);
  expect(await year()).toMatchObject({ unwritten: 0, waiting: 2, history: [{ verb: 'writeToDonors', undo: true }] });
  expect((await write(0)).status).toBe(409);
  expect((await felix.post(`/api/desk/actions/${action}/undo`, { action: uuidv7() })).status).toBe(200);
  expect(await year()).toMatchObject({ unwritten: 2, waiting: 0 });
  const again = uuidv7();
  expect((await write(2, { action: again })).status).toBe(200);
  await shop.deps.db.outbox.updateMany({ where: { kind: 'donation-year' }, data: { queued: shop.now(), sent: shop.now() } });
  expect((await felix.post(`/api/desk/actions/${again}/undo`, { action: uuidv7() })).status).toBe(409);
  expect(await letters()).toHaveLength(2);
});

test('of two who write at once only one writes', async () => {
  await shop.deps.db.outbox.deleteMany({ where: { kind: 'donation-year' } });
  const statuses = (await Promise.all(Array.from({ length: 6 }, () => write(2)))).map(({ status }) => status);
  expect([statuses.toSorted(), (await letters()).length]).toEqual([[200, 409, 409, 409, 409, 409], 2]);
});

test('a letter names each donation and their sum; that nothing was given in return it says where the publisher is a charity', async () => {
  const row = (await letters()).find(({ recipient }) => recipient === anna?.email) ?? expect.unreachable();
  const textOf = async () => letterText((await compose(shop.deps, row)) ?? expect.unreachable());
  expect(await textOf()).toMatch(/Your donations in 2026[\s\S]*12\.1\.2026 · \S+[\s\S]*\$250\.00[\s\S]*Together/);
  expect(await textOf()).not.toContain('No goods or services');
  const { settings } = shop.deps.publication.cached();
  settings.charity = CHARITY;
  try {
    expect(await textOf()).toContain(CHARITY);
    expect(await textOf()).toContain('No goods or services were given in return for these donations.');
  } finally {
    delete settings.charity;
  }
});

test('of whom something went back since is written to again, and nobody else', async () => {
  await shop.deps.db.outbox.updateMany({ where: { kind: 'donation-year' }, data: { queued: shop.now(), sent: shop.now() } });
  const part = [{ ordinal: 0, quantity: 0, amount: 1000, came_back: false }];
  expect((await payBack(await shop.as('publisher'), bob?.order ?? '', { lines: part })).status).toBe(200);
  await settled(shop);
  expect(await year()).toMatchObject({ given: 28_000, unwritten: 1 });
  expect((await write(1)).status).toBe(200);
  expect((await letters()).filter(({ recipient }) => recipient === bob?.email)).toHaveLength(2);
});

test('all letters are a PDF with a page each, with whoever no e-mail reaches apart; the history knows it by its hash', async () => {
  const { settings } = shop.deps.publication.cached();
  settings.charity = CHARITY;
  const take = async (of: string) => felix.post('/api/desk/donations/2026/pdf', { action: uuidv7(), of });
  expect((await take('unreached')).status).toBe(404);
  await shop.deps.db.account.update({ where: { id: anna?.id ?? '' }, data: { emailFailing: shop.now() } });
  const file = v.parse(DonorLettersTaken, await (await take('everybody')).json());
  expect([file.name, file.letters]).toEqual(['donations-2026.pdf', 2]);
  const pages = await pagesOf(file.data);
  expect(pages).toHaveLength(2);
  const [hers] = pages.filter((page) => page.includes('$250.00'));
  for (const text of ['Your donations in 2026', CHARITY, 'No goods or services', 'Together']) expect(hers).toContain(text);
  expect(hers).not.toContain('$30.00');
  const post = v.parse(DonorLettersTaken, await (await take('unreached')).json());
  expect([post.name, post.letters, await pagesOf(post.data)]).toEqual(['donations-2026-by-post.pdf', 1, [hers]]);
  expect(await year()).toMatchObject({ unreached: 1, charity: CHARITY });
  delete settings.charity;
  expect(v.parse(DonorLettersTaken, await (await take('everybody')).json()).data).toBe(
    v.parse(DonorLettersTaken, await (await take('everybody')).json()).data,
  );
});

test('a letter whose name no PDF can write is left out of it, and it is said whose it is; where that is everybody there is none', async () => {
  const take = async (of: string) => felix.post('/api/desk/donations/2026/pdf', { action: uuidv7(), of });
  const hers = { where: { email: anna?.email ?? '' } };
  const { name } = await shop.deps.db.order.findFirstOrThrow(hers);
  await shop.deps.db.order.updateMany({ ...hers, data: { name: '山田 太郎' } });
  const file = v.parse(DonorLettersTaken, await (await take('everybody')).json());
  const unprintable = { count: 1, first: [{ label: anna?.email, name: '山田 太郎' }] };
  expect([file.letters, file.unprintable, (await pagesOf(file.data)).length]).toEqual([1, unprintable, 1]);
  const nobody = await take('unreached');
  expect([nobody.status, await nobody.text()]).toEqual([422, expect.stringContaining(`as of ${anna?.email}: write theirs by hand.`)]);
  await shop.deps.db.order.updateMany({ ...hers, data: { name } });
});

test.each(DESK_ROLES)('%s sees donors, and writes to them, by their role', async (role) => {
  const who = await shop.as(role);
  const answers = [
    await who.get('/api/desk/donations/2026'),
    await who.post('/api/desk/donations/2026/letters', { action: uuidv7(), unwritten: 99 }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([mayDo([role], 'seeDonors') ? 200 : 403, mayDo([role], 'writeToDonors') ? 409 : 403]);
});

async function pagesOf(data: string): Promise<string[]> {
  const loading = getDocument({ data: Uint8Array.from(Buffer.from(data, 'base64')), verbosity: 0 });
  const document = await loading.promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
  }
  await loading.destroy();
  return pages;
}
