import { makeLine, subscriptionLine, teeLine } from '@newsstand/contracts/fixtures/cart';
import { createMessages } from '@newsstand/ui/messages';
import { expect, test } from 'vitest';
import { pageMessages } from '../messages-pages.ts';
import { fromAccountText } from './from-account-text.ts';

const t = createMessages(pageMessages, {});

test('one sentence names what a login added from the account’s cart, and how many where there are several', () => {
  const lines = [
    subscriptionLine('a', { from_account: 1 }),
    teeLine({ from_account: 1 }),
    makeLine({ quantity: 3, from_account: 2 }),
    makeLine({ name: 'Chart', quantity: 2, from_account: 1 }),
    makeLine({ name: 'Tide Table' }),
  ];
  expect(fromAccountText(lines, t)).toBe(
    'Added from your account’s cart: Subscription, Print, Standard, 2 years (8 issues); Last Boat Tee, Size L; 2 × Harbour Mug; 1 × Chart.',
  );
});

test('nothing is said where nothing was added', () => {
  expect(fromAccountText([makeLine(), teeLine()], t)).toBeNull();
  expect(fromAccountText([], t)).toBeNull();
});

test('a publication says it in its own words', () => {
  const own = createMessages(pageMessages, { 'checkout.from_account': 'You had this waiting: {things}' });
  expect(fromAccountText([teeLine({ from_account: 1 })], own)).toBe('You had this waiting: Last Boat Tee, Size L');
});
