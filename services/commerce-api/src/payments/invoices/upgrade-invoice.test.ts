import type { Deliverable, Term } from '@newsstand/contracts/cart';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { home, startPay, writeInvoice } from '../../../test/invoice.ts';
import { makeAccount } from '../../../test/reader.ts';
import { expectBalanced, openShop, type Shop } from '../../../test/shop.ts';
import { addTerm } from '../../ledger/terms/add-term.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { settle } from '../settle/settle.ts';
import { readInvoice } from './read-invoice.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterEach(() => expectBalanced(shop.deps.db, shop.emulator, {}));
afterAll(() => shop.close());

type Had = { deliverable?: Deliverable; term?: Term; copies?: number };

/** A reader with an account and these terms, one behind the other. */
async function subscribed(terms: Had[]): Promise<{ id: string; email: string }> {
  const reader = await makeAccount(shop, { password: null });
  for (const { deliverable = 'digital', term = '1year', copies = 1 } of terms) {
    const id = uuidv7();
    const deliverables = { set: deliverable, active: deliverable };
    const bought = { id, source: `test:${id}`, term, level: 'low', deliverables, copies, at: new Date() } as const;
    await shop.deps.db.$transaction((tx) => addTerm(tx, { publicationId: 'main', ownerId: reader.id, ...bought }));
  }
  return reader;
}

const upgrade = { medium: 'print', level: 'low' } as const;
const termsOf = (ownerId: string) => shop.deps.db.subscription.findMany({ where: { ownerId }, orderBy: { cycle: 'asc' } });
const perIssue = () => shop.deps.publication.cached().prices.upgrades.low.a;

test(
  'an invoice upgrades every term that its reader is still owed, each copy at its price, once it is paid',
  { tags: ['§3.membership.1', '§3.membership.2'] },
  async () => {
    const { id, email } = await subscribed([{ copies: 3 }, { term: '2year' }, { deliverable: 'print-a' }]);
    const invoice = await writeInvoice(shop, { giftees: [], email, address: home(1), upgrade });
    expect(invoice.total).toBe(perIssue() * (4 * 3 + 8));
    const page = await readInvoice(shop.deps, invoice.token);
    expect(page?.bill.membership).toMatchObject({ type: 'upgrades', old_deliverable: 'digital', new_deliverable: 'print-a' });
    expect(page?.lines.map(({ type, quantity }) => [type, quantity])).toEqual([
      ['subscription-upgrade', 3],
      ['subscription-upgrade', 1],
    ]);
    expect((await termsOf(id)).map(({ setDeliverable }) => setDeliverable)).toEqual(['digital', 'digital', 'print-a']);

    const payer = shop.reader();
    const begun = await startPay(payer, invoice);
    await payer.pay(begun);
    await Promise.all([settle(shop.deps, begun.intent), settle(shop.deps, begun.intent)]);
    for (const term of await termsOf(id)) expect(term).toMatchObject({ setDeliverable: 'print-a', activeDeliverable: 'print-a' });
    expect(await shop.deps.db.subscriptionChange.count({ where: { ownerId: id, paid: true } })).toBe(2);
    expect(await shop.deps.db.ownerAddress.findFirst({ where: { ownerId: id } })).toMatchObject({ shipcode: 'a' });
  },
);

test('staff upgrade a lifetime, which a reader cannot do alone', { tags: ['ci'] }, async () => {
  const { id, email } = await subscribed([{ term: 'lifetime' }]);
  const invoice = await writeInvoice(shop, { giftees: [], email, address: home(1), upgrade });
  const payer = shop.reader();
  const begun = await startPay(payer, invoice);
  await payer.pay(begun);
  await settle(shop.deps, begun.intent);
  expect(await termsOf(id)).toMatchObject([{ term: 'lifetime', setDeliverable: 'print-a' }]);
});

test('an upgrade that would cost nothing, or is for nobody, is refused and named', async () => {
  const { email } = await subscribed([{ deliverable: 'print-a' }]);
  for (const who of [email, 'nobody@example.org']) {
    await expect(writeInvoice(shop, { giftees: [], email: who, address: home(1), upgrade })).rejects.toThrow(
      `invoice.json: upgrade: ${who} has no subscription for which it would cost anything`,
    );
  }
  await expect(writeInvoice(shop, { giftees: [], email, upgrade })).rejects.toThrow(
    'invoice.json: address: Print, and goods that are posted, need an address',
  );
});
