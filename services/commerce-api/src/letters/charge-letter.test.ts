import { describe, expect, test } from 'vitest';
import { wording } from '../publication/texts/letter-texts.ts';
import {
  cardExpiresLetter,
  cardRemovedLetter,
  chargeLetter,
  type ChargeNews,
  renewalNoticeLetter,
  subscriptionEndsLetter,
} from './charge-letter.ts';
import { letterHtml } from './letter-html.ts';
import { letterText } from './letter-text.ts';
import { redeemedLetter } from './membership-letter.ts';

const sender = { name: 'Exclave', support: 'help@example.org', url: 'https://magazine.example', paths: {} };
const say = wording({});
const renewal: ChargeNews = {
  name: 'Ana <Reader>',
  charge: 'renewal',
  detail: 'Print, Standard, 1 year (4 issues)',
  amount: 4850,
  token: 'the-charges-token',
  donation: null,
  again: '2027-03-07T09:30:00.000Z',
};
const donation: ChargeNews = { ...renewal, charge: 'donation', detail: null, amount: 2500, donation: 'the-donations-token' };

describe('the letter about a charge that did not go through', () => {
  test.each([
    [
      'charge-trying-again',
      renewal,
      ['declined $48.50 for the renewal of your subscription', 'again on 3.7.2027', 'https://magazine.example/account/payment'],
    ],
    [
      'charge-trying-again',
      donation,
      ['declined $25.00 for your monthly donation', 'https://magazine.example/account/donation?token=the-donations-token'],
    ],
    ['charge-authenticate', renewal, ['asks you to confirm it', 'https://magazine.example/renewal?token=the-charges-token']],
    [
      'charge-replace-card',
      donation,
      ['please update your payment information', 'https://magazine.example/account/donation?token=the-donations-token'],
    ],
    ['charge-given-up', renewal, ['have given up. Nothing was charged.', 'https://magazine.example/subscribe/renew']],
    [
      'charge-given-up',
      donation,
      ['$25.00 for your monthly donation', 'https://magazine.example/account/donation?token=the-donations-token'],
    ],
  ] as const)('%s says what and where to go on', (kind, news, parts) => {
    const letter = chargeLetter(kind, news, sender, say);
    const text = letterText(letter);
    for (const part of parts) expect(text).toContain(part);
    expect(text, 'no placeholder is left').not.toMatch(/\{\w+\}/);
    expect(`${letter.subject} ${letter.preheader}`).not.toMatch(/\{\w+\}/);
    expect(letterHtml(letter)).toContain('Ana &lt;Reader&gt;');
  });
});

test.each([
  ['a notice', renewalNoticeLetter({ name: 'Ana', detail: 'Digital', amount: 2000, due: '2027-02-28T09:30:00.000Z' }, { sender, say })],
  ['a renewal that is tried again', chargeLetter('charge-trying-again', renewal, sender, say)],
  ['a month that waits for other means', chargeLetter('charge-replace-card', donation, sender, say)],
])('the letter about %s says nothing of a card to who pays from a bank account', (_, letter) => {
  const text = [letter.subject, letter.preheader, letterText(letter)].join(' ');
  // Another card may always be entered.
  expect(text.replaceAll(/(another|new) card|card or bank account/g, '')).not.toMatch(/card/i);
});

test('the letter about a card that runs out names the card, its month and where to change it', () => {
  const card = { name: 'Ana', type: 'american_express', last_four: '0005', exp_month: 4, exp_year: 2027 };
  const text = letterText(cardExpiresLetter({ ...card, donation: null }, sender, say));
  expect(text).toContain('American Express ending in 0005, expires in 4.2027');
  expect(text).toContain('https://magazine.example/account/payment');
  expect(letterText(cardExpiresLetter({ ...card, donation: 'd-token' }, sender, say))).toContain('/account/donation?token=d-token');
});

test.each([
  ['bank account', null, 'your bank account'],
  ['card', { type: 'visa', last_four: '4242' }, 'Visa ending in 4242'],
])('the letter about a %s that was removed says which of the two it was', (means, card, words) => {
  const letter = cardRemovedLetter({ name: 'Ana', charge: 'renewal', card, donation: null }, sender, say);
  const text = letterText(letter);
  expect(letter.subject).toBe(`Your ${means} for Exclave is no longer on record`);
  expect(text).toContain(`Your ${means} was removed`);
  expect(text).toContain(`Our payment provider no longer has ${words}, so`);
});

test('a publication’s own words are laid over the notice', () => {
  const notice = { name: 'Ana', detail: 'Digital, Standard, 1 year (4 issues)', amount: 2000, due: '2027-02-28T09:30:00.000Z' };
  const own = wording({ 'mail.renewal_notice_heading': 'Another year with {publication}' });
  const letter = renewalNoticeLetter(notice, { sender, say: own });
  expect(letter.subject).toBe('Your subscription to Exclave renews on 2.28.2027');
  expect(letterText(letter)).toContain('Another year with Exclave');
});

const card = { name: 'Ana', type: 'visa', last_four: '4242', exp_month: 3, exp_year: 2027, donation: null };
test('whoever was taken over, given a subscription or redeemed one is not told that their address was used for an order', () => {
  const letters = [
    subscriptionEndsLetter({ name: 'Ana', detail: 'Print', amount: 4850, issue: 17 }, sender, say),
    renewalNoticeLetter({ name: 'Ana', detail: 'Digital', amount: 2000, due: '2027-02-28T09:30:00.000Z' }, { sender, say }),
    chargeLetter('charge-given-up', renewal, sender, say),
    redeemedLetter({ name: 'Ana', giver: 'Bo', detail: 'Print', print: true, welcome: false }, sender, say),
    cardExpiresLetter(card, sender, say),
    cardRemovedLetter({ name: 'Ana', charge: 'renewal', card: null, donation: null }, sender, say),
  ];
  const subscribe = 'You receive this letter because you subscribe to Exclave.';
  const account = 'You receive this letter because this address was given to log in at Exclave.';
  expect(letters.map(({ footer }) => footer)).toEqual([subscribe, subscribe, subscribe, subscribe, account, account]);
  expect(chargeLetter('charge-given-up', donation, sender, say).footer).toContain('was used for an order');
});
