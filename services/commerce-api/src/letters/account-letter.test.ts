import { expect, test } from 'vitest';
import { codeOf, tokenOf } from '../platform/secrets.ts';
import { wording } from '../publication/texts/letter-texts.ts';
import { AccountLetterKind, accountLetter } from './account-letter.ts';
import { letterHtml } from './letter-html.ts';
import { letterText } from './letter-text.ts';

const sender = { name: 'Exclave', support: 'help@example.org', url: 'https://magazine.example', paths: {} };
const now = new Date('2026-11-21T10:00:00Z');
const expires = '2026-11-21T10:10:00Z';
const name = 'Ada <b>Reader</b>';

const PAYLOADS: Record<AccountLetterKind, object> = {
  'email-change': { name, nonce: 'nonce', expires },
  'email-taken': { name, nonce: 'nonce', expires },
  'email-asked': { name, email: 'new@example.org' },
  'email-changed': { name, email: 'new@example.org', account: '01a21f6b-a7d9-7d86-a96a-26434a6692d2' },
  'delete-code': { name, ticket: 'hash', expires },
  'account-deleted': { name },
  'reader-erased': { name },
  'donation-changed': { name, amount: 4000, next: '2026-12-21' },
  'donation-stopped': { name, amount: 4000, next: null },
  'subscription-changed': { name, detail: 'Digital, Standard, 1 year (4 issues)' },
  'address-changed': { name },
  'address-deleted': { name },
  'address-needed': { name, issue: 17, title: 'The Ice Road', account: true },
  'autorenew-off': { name, charging: true },
  'autorenew-on': { name },
  'card-saved': { name, card: { type: 'visa', last_four: '4242' } },
  'card-deleted': { name },
  'logged-out': { name },
  'subscription-cancelled': { name, detail: 'Print, Standard, 1 year (4 issues)', charging: true },
  'subscription-restored': { name, detail: 'Print, Standard, 1 year (4 issues)' },
  'subscription-given': { name, detail: 'Print, Standard, 1 year (4 issues)', lost: true },
  'subscription-taken-back': { name, detail: 'Print, Standard, 1 year (4 issues)' },
  'account-export': { name },
  'copy-sent': { name, issue: 17, title: 'The Ice Road', slug: 'issue-17', medium: 'digital' },
  'copy-taken-back': { name, issue: 17, title: 'The Ice Road' },
  'invoice-cancelled': { name, number: 'EXC-2', amount: 5600 },
  'goods-again': { name, number: 'EXC-2', of: 'EXC-1', goods: ['1 × Mug'] },
  'goods-dropped': { name, number: 'EXR-7', goods: ['2 × Harbour Mug'] },
  'goods-restored': { name, number: 'EXR-7', goods: ['2 × Harbour Mug'] },
  'order-taken-back': { name, number: 'EXR-7', gifts: 2, upgrades: 1, donation: true },
  'order-restored': { name, number: 'EXR-7', gifts: 1, upgrades: 1, donation: false },
};
const write = (kind: AccountLetterKind, at = now, payload = PAYLOADS[kind]) =>
  accountLetter(kind, payload, { secret: 'secret', now: at, sender, say: wording({}) });
const textOf = (kind: AccountLetterKind) => {
  const letter = write(kind);
  return letter === null ? '' : letterText(letter);
};

test.each(AccountLetterKind.options)('the letter %s says who writes and why, with nothing left unfilled, in text and in HTML', (kind) => {
  const letter = write(kind);
  if (letter === null) throw new Error('there is no letter');
  const [text, html] = [letterText(letter), letterHtml(letter)];
  for (const part of [text, html, letter.subject, letter.preheader]) {
    expect(part).not.toBe('');
    expect(part).not.toMatch(/\{\w+\}/);
  }
  expect(text).toContain('EXCLAVE');
  expect(html).not.toContain('<b>Reader');
});

test('the link and the code are made when the letter is written, and the link stands behind the # of a page with a button', () => {
  expect(textOf('email-change')).toContain(`https://magazine.example/account/email#confirm=${tokenOf('secret', 'nonce')}`);
  expect(textOf('delete-code')).toContain(codeOf('secret', 'hash'));
});

test('a letter to an address that somebody typed in carries no words that they could choose', () => {
  for (const kind of ['email-change', 'email-taken'] as const) expect(textOf(kind)).not.toContain('Ada');
  expect(textOf('email-asked')).toContain('Dear Ada');
});

test('who is given a first subscription is told of the account in the same letter, and is not told of what they had already', () => {
  const detail = 'Print, Standard, 1 year (4 issues)';
  const [first, more] = [true, false].map((welcome) => {
    const letter = write('subscription-given', now, { name, detail, welcome });
    return letter === null ? '' : letterText(letter).replaceAll(/\s+/g, ' ');
  });
  expect(first).toContain('It comes from the next issue on that comes out.');
  expect(first).toContain('An account at Exclave goes with it');
  expect(more).toContain('It comes after what you have already');
  expect(more).not.toContain('goes with it');
});

test('who has no account is not said to have logged in with the address: an order has it', () => {
  const because = (kind: AccountLetterKind, payload: object) => {
    const letter = write(kind, now, payload);
    return letter === null ? '' : letterText(letter).replaceAll(/\s+/g, ' ');
  };
  for (const kind of ['address-changed', 'subscription-given', 'donation-stopped', 'subscription-cancelled', 'copy-sent'] as const) {
    const payload = PAYLOADS[kind];
    expect(because(kind, { ...payload, guest: true })).toContain('this address was used for an order');
    expect(because(kind, payload)).toContain('this address was given to log in');
  }
  expect(because('reader-erased', PAYLOADS['reader-erased'])).toContain('this address was used for an order');
  const returned = PAYLOADS['address-needed'];
  expect([true, false].map((account) => because('address-needed', { ...returned, account }).includes('used for an order'))).toEqual([
    false,
    true,
  ]);
});

test('whose password went with a change of address is told', () => {
  const changed = (password_gone: boolean) =>
    accountLetter('email-changed', { name, email: 'new@example.org', password_gone }, { secret: 'secret', now, sender, say: wording({}) });
  const texts = [true, false].map((gone) => JSON.stringify(changed(gone)));
  expect(texts.map((text) => text.includes('the password it had is no longer valid'))).toEqual([true, false]);
});

test.each([
  ['papers and gifts', { name, kept: true, gifts: true }, [true, true]],
  ['papers', { name, kept: true, gifts: false }, [true, false]],
  ['gifts', { name, kept: false, gifts: true }, [false, true]],
  ['nothing', { name, kept: false, gifts: false }, [false, false]],
  // In the outbox from a service that was deployed before it was told.
  ['what nobody noted', { name }, [true, false]],
])('the last letter of whoever leaves %s says what stays, and nothing else', (_left, payload, message) => {
  const letter = write('account-deleted', now, payload);
  const text = letter === null ? '' : letterText(letter).replaceAll(/\s+/g, ' ');
  expect(text).toContain('Your account is gone, and nothing is charged any more.');
  expect([text.includes('Receipts and invoices stay'), text.includes('Gifts that you bought stay until somebody redeems them')]).toEqual(
    message,
  );
});

test('the last letter does not say that nothing is charged where a donation without the account goes on', () => {
  const letter = write('account-deleted', now, { name, kept: true, donation: true });
  const text = letter === null ? '' : letterText(letter).replaceAll(/\s+/g, ' ');
  expect(text).not.toContain('nothing is charged any more');
  expect(text).toContain('A monthly donation that was given with this address, but without the account, goes on');
});

test('a link or a code that would come too late is not sent', () => {
  const late = new Date(expires);
  expect([write('email-change', late), write('delete-code', late)]).toEqual([null, null]);
  expect(write('account-deleted', late)).not.toBe(null);
});

test('a donor is told from which day which amount is charged', () => {
  expect(textOf('donation-changed')).toContain('From 12.21.2026 on, we will charge $40.00 each month.');
});

test('a donor is told what a month that was not paid stays at', () => {
  const letter = write('donation-changed', now, { name, amount: 900, next: '2027-01-31', refused: 700 });
  expect(letter && letterText(letter)).toMatch(
    /From 1\.31\.2027 on, we will charge \$9\.00 each month\.[^]*The month that was not paid stays \$7\.00\./,
  );
});

test('a donor who stops while a bank is at a month is told that this month is still on its way', () => {
  const stopped = (processing?: boolean) => {
    const letter = write('donation-stopped', now, { name, amount: 900, next: null, processing });
    return letter && letterText(letter);
  };
  expect(stopped(true)).toContain('One month is still on its way: your bank is working on it.');
  expect(stopped(true)).not.toContain('has ended, and nothing more is charged');
  expect(stopped()).toContain('has ended, and nothing more is charged');
});
