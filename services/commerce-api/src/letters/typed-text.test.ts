// @module-tag ci
import { makeAddress, makeReceipt, membershipReceipt } from '@newsstand/contracts/fixtures/receipt';
import type { Receipt } from '@newsstand/contracts/receipt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACCOUNT, debit, takeBankDebits } from '../../test/debit.ts';
import { logInWith, makeAccount } from '../../test/reader.ts';
import { compose } from '../../test/letter.ts';
import { ADDRESS, newcomer, openShop, stock, type Shop } from '../../test/shop.ts';
import { LetterKind } from '../jobs/compose-letter.ts';
import { settle } from '../payments/settle/settle.ts';
import { wording } from '../publication/texts/letter-texts.ts';
import { letterHtml } from './letter-html.ts';
import { letterText } from './letter-text.ts';
import type { Letter } from './letter.ts';
import { MembershipLetterKind, membershipLetter } from './membership-letter.ts';
import { receiptLetter } from './receipt-letter.ts';
import { plain, receiptFor } from './typed-text.ts';

let service: Shop;
beforeAll(async () => {
  service = await openShop();
});
afterAll(() => service.close());

const HOSTILE = 'Claim-your-prize at https://evil.example/x';
const wholeOf = (letter: Letter | null) =>
  letter === null ? '' : `${letter.subject}\n${letter.preheader}\n${letterText(letter)}\n${letterHtml(letter)}`;

/** Fields that we write ourselves. Whatever else a letter's payload holds is filled with a stranger's words below. */
const OURS = new Set(
  'of ticket nonce expires token detail method agent at due amount charge again donation type last_four invoice subscription gift how number receipt account next owner issue title slug medium lacks_address came_back year'.split(
    ' ',
  ),
);
const expires = '2099-01-01T00:00:00Z';
const due = '2099-01-01T00:00:00.000Z';
const news = { name: '', charge: 'renewal', detail: 'Print', amount: 5600, token: 'token', donation: null, again: due };
const named = { name: '' };
const given = { name: '', giver: '', detail: 'Print', print: true };

/**
 * A payload of each kind of letter; null for those that are written from an order, which have tests of their own below,
 * and from an invoice, which staff writes.
 */
const PAYLOADS: Record<LetterKind, Record<string, unknown> | null> = {
  receipt: null,
  subscription: null,
  gifts: null,
  donation: null,
  invoice: null,
  'subscription-ends': null,
  // Goes to a mailbox that was proved, or not at all: `desk/readers/for-a-reader.test.ts`.
  'account-export': null,
  // To the publisher’s own people, of themselves.
  'staff-invite': null,
  'staff-recovery': null,
  'staff-files': null,
  'staff-looks': null,
  'staff-key': null,
  'gift-for-you': { ...given, token: 'token' },
  'gift-taken-back': { ...given, token: 'token' },
  'gift-restored': { ...given, token: 'token' },
  redeemed: given,
  'payment-failed': { ...named, amount: 100 },
  'money-back': { ...named, how: 'refund', amount: 100, number: 'EXC-1', receipt: 'token', debit: false },
  'issue-out': { ...named, owner: 'owner', issue: 16, title: 'Terminus', slug: 'terminus', medium: 'print', lacks_address: false },
  'list-join': { nonce: 'nonce', expires, tags: ['newsletter', 'claim-your-prize'] },
  'renewal-notice': { ...named, detail: 'Print', amount: 100, due },
  'card-removed': { ...named, charge: 'renewal', card: { type: 'visa', last_four: '4242' }, donation: null },
  'card-expires': { ...named, type: 'visa', last_four: '4242', exp_month: 1, exp_year: 2030, donation: null },
  'charge-trying-again': news,
  'charge-authenticate': news,
  'charge-replace-card': news,
  'charge-given-up': news,
  code: { ticket: 'hash', expires },
  'first-code': { ticket: 'hash', expires },
  'no-account': { ticket: 'hash', expires },
  'no-account-by-post': { ticket: 'hash', nonce: 'nonce', expires },
  reset: { ticket: 'hash', nonce: 'nonce', expires },
  'password-set': named,
  'password-changed': named,
  'password-removed': named,
  'new-sign-in': { ...named, method: 'password', agent: 'Firefox on Linux', at: due },
  welcome: named,
  'email-change': { ...named, nonce: 'nonce', expires },
  'email-taken': { ...named, nonce: 'nonce', expires },
  'email-asked': { ...named, email: '' },
  'email-changed': { ...named, email: '', password_gone: true, google_gone: true },
  'delete-code': { ...named, ticket: 'hash', expires },
  'account-deleted': { ...named, kept: true, gifts: true, donation: true },
  'reader-erased': { ...named, kept: true },
  'donation-changed': { ...named, amount: 100, next: due },
  'donation-stopped': { ...named, amount: 100, next: due },
  'subscription-changed': { ...named, detail: 'Digital' },
  'address-changed': named,
  'address-deleted': named,
  'address-needed': { ...named, issue: 17, title: 'Ice', account: true },
  'autorenew-off': { ...named, charging: true },
  'autorenew-on': named,
  'card-saved': { ...named, card: { type: 'visa', last_four: '4242' } },
  'card-deleted': named,
  'logged-out': named,
  'subscription-cancelled': { ...named, detail: 'Print', charging: true },
  'subscription-restored': { ...named, detail: 'Print' },
  'subscription-given': { ...named, detail: 'Print', lost: true },
  'subscription-taken-back': { ...named, detail: 'Print' },
  dispatched: { ...named, number: 'EXC-1', receipt: 'token', detail: '2 Mug', method: 'UPS', agent: '1Z999', rest: true },
  'dispatch-taken-back': { ...named, number: 'EXC-1', receipt: 'token' },
  'donation-year': { ...named, year: '2025', donations: [{ day: '2025-03-02', number: 'EXC-1', cents: 25_000 }] },
  imported: named,
  'copy-sent': { ...named, issue: 17, title: 'Ice', slug: 'issue-17', medium: 'print' },
  'copy-taken-back': { ...named, issue: 17, title: 'Ice' },
  'invoice-cancelled': { ...named, number: 'EXC-2', amount: 5600 },
  'goods-again': { ...named, number: 'EXC-2', of: 'EXC-1', goods: ['1 × Mug'] },
  'goods-dropped': { ...named, number: 'EXC-1', goods: ['2 × Mug'] },
  'goods-restored': { ...named, number: 'EXC-1', goods: ['2 × Mug'] },
  'order-taken-back': { ...named, number: 'EXC-1', gifts: 1, upgrades: 1, donation: true },
  'order-restored': { ...named, number: 'EXC-1', gifts: 2, upgrades: 1, donation: false },
};

const typedInto = (payload: Record<string, unknown>, typed: string) =>
  Object.fromEntries(
    Object.entries(payload).map(([field, value]) => [field, typeof value === 'string' && !OURS.has(field) ? typed : value]),
  );
const write = (kind: LetterKind, recipient: string, payload: Record<string, unknown>, typed = HOSTILE) =>
  compose(service.deps, { kind, subject: '00000000-0000-0000-0000-000000000000', recipient, payload: typedInto(payload, typed) });

/** Those that may name what staff wrote. */
const BY_STAFF = new Set<LetterKind>(['gift-for-you', 'gift-taken-back', 'gift-restored']);
/** Those that are not sent to who has shown that the mailbox is theirs. */
const TO_UNPROVED = new Set<LetterKind>(['imported']);
const fromPayload = LetterKind.options.flatMap((kind) => {
  const payload = PAYLOADS[kind];
  return payload === null ? [] : [{ kind, payload }];
});

test.each(fromPayload)('the letter $kind says nothing that a stranger typed, to any mailbox', async ({ kind, payload }) => {
  const [unproved, proved] = await Promise.all([makeAccount(service, { verified: false, name: HOSTILE }), makeAccount(service)]);
  // An address that nobody has, one that somebody signed up with under that very name, and one of a reader who has
  // another.
  for (const recipient of ['nobody@example.org', unproved.email, proved.email]) {
    const letter = wholeOf(await write(kind, recipient, payload));
    if (TO_UNPROVED.has(kind) && recipient === proved.email) {
      expect(letter).toBe('');
      continue;
    }
    expect(letter.length).toBeGreaterThan(500);
    if (BY_STAFF.has(kind)) expect(letter).not.toMatch(/\/\/evil|evil\.example/);
    // The address that they asked for themselves, which is all that an address of an account can say.
    else if (recipient === proved.email && 'email' in payload) expect(letter.replaceAll(HOSTILE, '')).not.toMatch(/prize|evil/i);
    else expect(letter).not.toMatch(/prize|evil/i);
  }
});

test.each(fromPayload.filter(({ kind, payload }) => 'name' in payload && !TO_UNPROVED.has(kind)))(
  'the letter $kind greets by name who has shown that the mailbox is theirs',
  async ({ kind, payload }) => {
    const { email, name } = await makeAccount(service);
    const letter = wholeOf(await write(kind, email, { ...payload, ...('email' in payload && { email }) }, name));
    if (kind === 'email-change' || kind === 'email-taken') expect(letter).not.toContain(name);
    else expect(letter).toContain(`Dear ${name},`);
  },
);

/** A receipt with a stranger's words wherever people type. */
const hostile = makeAddress({ line1: HOSTILE, line2: HOSTILE, city: HOSTILE, state: HOSTILE, state_name: HOSTILE, postcode: HOSTILE });
const receipts: Receipt[] = [makeReceipt(), membershipReceipt].map((receipt) => ({
  ...receipt,
  name: HOSTILE,
  email: HOSTILE,
  address: hostile,
  parcels: [{ name: HOSTILE, address: hostile, goods: [{ name: 'Mug', quantity: 1 }] }],
  gifts: receipt.gifts?.map((gift) => ({ ...gift, redeemed: false, meant_for: HOSTILE, sent_to: HOSTILE, sent_address: hostile })),
}));
const sender = { name: 'Exclave', support: 'help@example.org', url: 'https://magazine.example', paths: {} };
const say = wording({});

test.each(receipts)(
  'letters of an order say nothing that was typed, unless its reader typed it; and then it leads nowhere',
  async (receipt) => {
    for (const isTheirs of [false, true]) {
      const told = receiptFor({ recipient: 'ada@example.org', owner: null, isTheirs }, say, receipt);
      const memberships = await Promise.all(MembershipLetterKind.options.map((kind) => membershipLetter(kind, told, sender, say)));
      for (const letter of [receiptLetter(told, sender, say), ...memberships].map(wholeOf)) {
        if (isTheirs) expect(letter).toContain('Claim-your-prize');
        else expect(letter).not.toMatch(/prize|evil/i);
        expect(letter).not.toMatch(/\/\/evil|evil\.example/);
      }
    }
  },
);

test.each([
  { how: 'nothing', price: 0, type: 'digital-product' },
  { how: 'a dollar', price: 100, type: 'basic-product' },
] as const)(
  'a guest who pays $how has no word of theirs sent to any mailbox; the receipt’s page shows all of it',
  async ({ price, type }) => {
    const ref = await stock(service.deps.db, `prd:cheap-${price}`, null, price, type);
    const guest = service.reader();
    await guest.add(ref, 1, type);
    const { email } = newcomer();
    const placed = await guest.checkOut({ name: HOSTILE, email, address: { ...ADDRESS, line1: HOSTILE } });
    if (placed.type === 'started') {
      await guest.pay({ intent: placed.intent, secret: placed.keys.secret });
      await guest.status(placed.intent);
    }
    const letter = await receiptTo(email);
    expect(letter).toContain('Dear reader,');
    if (type === 'basic-product') expect(letter).toContain('It is posted to the address that you gave. The page of your receipt shows it.');
    expect(letter).not.toMatch(/prize|evil/i);
    const { receiptToken } = await service.deps.db.order.findFirstOrThrow({ where: { email } });
    const { name, address } = await (await guest.browser.get(`/api/receipts/${receiptToken}`)).json();
    expect([name, address.line1]).toEqual([HOSTILE, HOSTILE]);

    // Who proves the mailbox afterwards, and finds the order in their account, did not type it.
    const { id } = await makeAccount(service, { email });
    await service.deps.db.order.updateMany({ where: { email }, data: { ownerId: id } });
    expect(await receiptTo(email)).not.toMatch(/prize|evil/i);
  },
);

test.each(['paid', 'processing'])(
  'what a stranger ordered with a reader’s address, and the login adopted while it was %s, says nothing of theirs in its letter',
  async (state) => {
    const { deps, emulator } = service;
    await takeBankDebits(deps);
    const ref = await stock(deps.db, `prd:adopted-${state}`, null, 100);
    const { id, email } = await makeAccount(service);
    const stranger = service.reader();
    await stranger.add(ref);
    const begun = await stranger.start({ name: HOSTILE, email, address: { ...ADDRESS, line1: HOSTILE } });
    if (state === 'paid') await stranger.pay(begun);
    else expect(await debit(emulator, begun, ACCOUNT.pays)).toBe('processing');
    await stranger.status(begun.intent);
    expect((await logInWith(service.browser(), email)).status).toBe(200);
    emulator.control.settleBankDebits();
    await settle(deps, begun.intent);
    expect(await deps.db.order.findFirstOrThrow({ where: { email } })).toMatchObject({ ownerId: id, state: 'paid' });
    expect(await receiptTo(email)).not.toMatch(/prize|evil/i);
  },
);

test('a reader who is logged in, and had shown that the mailbox is theirs, is greeted by the name and told the address that they typed', async () => {
  const ref = await stock(service.deps.db, 'prd:own', null, 100);
  const { email } = await makeAccount(service);
  const reader = service.reader();
  await logInWith(reader.browser, email);
  await reader.add(ref);
  const begun = await reader.start({ name: HOSTILE, email });
  await reader.pay(begun);
  await reader.status(begun.intent);
  const letter = await receiptTo(email);
  expect(letter).toContain('Dear Claim-your-prize');
  expect(letter).toContain(ADDRESS.line1);
  expect(letter).not.toMatch(/\/\/evil|evil\.example/);
});

/** The receipt's letter as it would be sent now. */
const receiptTo = async (recipient: string) =>
  wholeOf(await compose(service.deps, await service.deps.db.outbox.findFirstOrThrow({ where: { kind: 'receipt', recipient } })));

test.each([
  ['Ada Merrow', 'Ada Merrow'],
  ['J.R. Tolkien', 'J. R. Tolkien'],
  ['see evil.example', 'see evil. example'],
  ['https://evil.example/x?y', 'https: evil. example/x?y'],
  ['me@evil.example', 'me at evil. example'],
  ['evil。example', 'evil. example'],
  ['a\u202Eb\u200Bc\r\nd', 'abcd'],
])('%j stands in a letter as %j', (typed, told) => {
  expect(plain(typed)).toBe(told);
});

test('what was typed takes no more than a line', () => {
  expect(plain('x'.repeat(500))).toHaveLength(120);
});
