import { test } from '@newsstand/build/kept-page';
import { rowTags } from '@newsstand/build/row-tags';
import { expect } from '@playwright/test';
import { answer, button, CARDS, FAILED, open, sent, watch } from './open.ts';

test(
  'a card is put on record, and the page goes to the account, which says so',
  { tag: ['@§2.routes.9', '@§2.routes.10', '@§2.change-payment.1'] },
  async ({ page }) => {
    await watch(page);
    await open(page, 'payment');
    await expect(page.getByRole('definition')).toContainText('Visa ending in 4242');
    await page.getByLabel('Card number').fill(CARDS.good);
    await button(page, 'Update payment').click();
    await expect(page).toHaveURL(/\/account$/);
    expect(await sent(page)).toEqual([
      ['GET /api/account/card', null],
      ['POST /api/account/card', { setup_intent: 'seti_1', name: 'Ada Merrow' }],
    ]);
    await expect(page.getByRole('status').filter({ hasText: 'What you pay with is on record now.' })).toBeVisible();
  },
);

test('the name on the card must not be blank', { tag: ['@ci', '@§5.card.1'] }, async ({ page }) => {
  await open(page, 'payment-none');
  await expect(page.getByText('No payment card on record.')).toBeVisible();
  await page.getByLabel('Name on the card').fill(' ');
  await page.getByLabel('Card number').fill(CARDS.good);
  await button(page, 'Update payment').click();
  await expect(page.getByLabel('Name on the card')).toHaveAccessibleDescription('Must not be blank.');
  await expect(page.getByLabel('Name on the card')).toBeFocused();
});

test('what the provider refuses is said in its words, and to the page', { tag: ['@§8.provider.1'] }, async ({ page }) => {
  await open(page, 'payment');
  const told = page.evaluate(
    () =>
      new Promise((resolve) =>
        document.addEventListener('payment-failed', (event) => resolve(event instanceof CustomEvent && event.detail), { once: true }),
      ),
  );
  await page.getByLabel('Card number').fill(CARDS.declined);
  await button(page, 'Update payment').click();
  await expect(page.getByRole('alert')).toContainText('Your card was declined.');
  expect(await told).toEqual({ message: 'Your card was declined.' });
});

test('what breaks while a card is put on record is said, what was typed stays, and another attempt is made', async ({ page }) => {
  await open(page, 'payment');
  await page.getByLabel('Name on the card').fill('Ada M. Merrow');
  await page.getByLabel('Card number').fill(CARDS.breaks);
  await button(page, 'Update payment').click();
  await expect(page.getByRole('alert')).toContainText(FAILED);
  await expect(page.getByLabel('Name on the card')).toHaveValue('Ada M. Merrow');
  await expect(page.getByLabel('Card number')).toHaveValue(CARDS.breaks);
  await page.getByLabel('Card number').fill(CARDS.good);
  await button(page, 'Update payment').click();
  await expect(page).toHaveURL(/\/account$/);
});

test(
  'a service that is away as it is told of a card is told again of the same, and nothing is typed anew',
  { tag: '@ci' },
  async ({ page }) => {
    await watch(page);
    await open(page, 'payment-away');
    await page.getByLabel('Name on the card').fill('Ada M. Merrow');
    await page.getByLabel('Card number').fill(CARDS.good);
    await button(page, 'Update payment').click();
    await expect(page.getByRole('alert')).toContainText(FAILED);
    await button(page, 'Update payment').click();
    await expect(page).toHaveURL(/\/account$/);
    const told = { setup_intent: 'seti_1', name: 'Ada M. Merrow' };
    expect(await sent(page)).toEqual([
      ['GET /api/account/card', null],
      ['POST /api/account/card', told],
      ['POST /api/account/card', told],
    ]);
  },
);

test('what the server refuses of a card is a banner', { tag: ['@ci', '@§8.banner.1'] }, async ({ page }) => {
  await open(page, 'payment-refused');
  await page.getByLabel('Card number').fill(CARDS.good);
  await button(page, 'Update payment').click();
  await expect(page.getByRole('alert')).toContainText('Your card was declined.');
});

test('a bank account on record is shown, and deleted by its own name', { tag: ['@ci', '@§2.change-payment.1'] }, async ({ page }) => {
  await open(page, 'payment-bank');
  await expect(page.getByRole('definition')).toContainText('Harbour Savings, account ending in 6789');
  await expect(button(page, 'Delete bank account')).toBeEnabled();
  await expect(button(page, 'Delete card')).toHaveCount(0);
});

test('who gives monthly is told beside the button that the donation goes on when the card is deleted', { tag: '@ci' }, async ({ page }) => {
  const shown = page.getByText('Your monthly donations go on, each with its own means of payment.');
  await open(page, 'payment-donor');
  await expect(shown).toBeVisible();
  await expect(page.getByRole('link', { name: 'Change or stop them' })).toHaveAttribute('href', '/account#account-donations');
  await open(page, 'payment');
  await expect(button(page, 'Delete card')).toBeVisible();
  await expect(shown).toHaveCount(0);
});

test('back from a bank that said no, the page says so, and the address is clean', { tag: ['@ci', '@§2.query.4'] }, async ({ page }) => {
  await open(page, 'payment-returned');
  await expect(page.getByRole('alert')).toContainText('Your bank did not confirm this.');
  expect(page.url()).not.toContain('setup_intent');
});

test('back from a bank that said yes, the card is put on record under its own name', { tag: '@ci' }, async ({ page }) => {
  await watch(page);
  await open(page, 'payment-confirmed');
  await expect(page).toHaveURL(/\/account$/);
  expect(await sent(page)).toContainEqual(['POST /api/account/card', { setup_intent: 'seti_9' }]);
});

test(
  'a card is deleted after the question that says what it means; then the page goes to the account, which says so once',
  { tag: ['@ci', '@§2.routes.9', '@§4.display.8', '@§4.display.9', '@§7.calls.7'] },
  async ({ page }) => {
    await watch(page);
    await open(page, 'payment');
    await button(page, 'Delete card').click();
    await answer(
      page,
      'Are you sure? This will disable auto-renewal if enabled, and prevent you from renewing until you add the info back.',
      'Ok',
    );
    await expect(page).toHaveURL(/\/account$/);
    expect((await sent(page)).map(([call]) => call)).toContainEqual(expect.stringMatching(/^DELETE \/api\/account\/card(\?|$)/));
    await expect(page.getByRole('status').filter({ hasText: 'What you paid with was deleted.' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'was deleted' })).toHaveCount(0);
  },
);

for (const [index, [state, reason]] of (
  [
    [
      'payment-conflict',
      'What is on record was changed meanwhile, in another tab or browser. What it is now stands under Payment Settings.',
    ],
    ['payment-delete-down', FAILED],
    ['payment-delete-refused', 'Please log in.'],
  ] as const
).entries()) {
  test(
    `a card that is not deleted is told on the account's page, once ('${state}')`,
    { tag: rowTags(index, '@§4.display.9', '@§7.calls.7') },
    async ({ page }) => {
      await open(page, state);
      await button(page, 'Delete card').click();
      await answer(page, /^Are you sure\?/, 'Ok');
      // The account's page has taken what the address told it, out of the address too.
      await expect(page).toHaveURL(/\/account$/);
      await expect(page.getByRole('alert')).toContainText('Your card was not deleted.');
      await expect(page.getByRole('alert')).toContainText(reason);
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
    },
  );
}

test(
  'a card that another tab has put on record is shown, and the one that is typed again takes its place',
  { tag: '@ci' },
  async ({ page }) => {
    await watch(page);
    await open(page, 'payment-conflict');
    await page.getByLabel('Name on the card').fill('Ada M.');
    await page.getByLabel('Card number').fill(CARDS.good);
    await button(page, 'Update payment').click();
    await expect(page.getByRole('alert')).toContainText('This was changed meanwhile, in another tab or browser.');
    await expect(page.getByRole('definition')).toContainText('Visa ending in 3184');
    await expect(page.getByLabel('Name on the card')).toHaveValue('Ada M.');
    await page.getByLabel('Card number').fill(CARDS.good);
    await button(page, 'Update payment').click();
    await expect(page).toHaveURL(/\/account$/);
    expect((await sent(page)).at(-1)).toEqual(['POST /api/account/card', { setup_intent: 'seti_2', name: 'Ada M.' }]);
  },
);

for (const [became, state, shown] of [
  ['was refused once more', 'payment-renewal-refused-too', /\/account#renewal-refused$/],
  ['asks for authentication', 'payment-renewal-asks', /\/account#renewal-confirm=chg_fixture0001$/],
] as const)
  test(`that a renewal which waited for the new card ${became} goes with the page to the account`, { tag: '@ci' }, async ({ page }) => {
    await open(page, state);
    await page.getByLabel('Card number').fill(CARDS.good);
    // The account takes what it read out of its address, so that reading it anew says it no more.
    const gone = page.waitForURL(shown, { waitUntil: 'commit' });
    await button(page, 'Update payment').click();
    await gone;
    await expect(page).toHaveURL(/\/account$/);
  });

test(
  'a donation gets another card, and the page shows it',
  { tag: ['@ci', '@§2.donation-card.1', '@§4.donation-card.1'] },
  async ({ page }) => {
    await open(page, 'donation');
    await expect(page.getByRole('definition')).toContainText('Visa ending in 4242');
    await page.getByLabel('Card number').fill(CARDS.good);
    await button(page, 'Update card').click();
    await expect(page.getByText('Payment updated successfully')).toBeVisible();
    await expect(page.getByRole('definition')).toContainText('Visa ending in 1881');
  },
);

test('a donation that is debited from a bank shows the bank account', { tag: ['@ci', '@§2.donation-card.1'] }, async ({ page }) => {
  await open(page, 'donation-bank');
  await expect(page.getByRole('definition')).toContainText('Harbour Savings, account ending in 6789');
});

test(
  'a donation that goes on with a bank account says that the bank is at it, and not that it was refused',
  { tag: '@ci' },
  async ({ page }) => {
    await open(page, 'donation-processing');
    await expect(page.getByText('Payment updated successfully')).toBeVisible();
    await expect(page.getByText('Your bank is working on it.')).toBeVisible();
    await expect(page.getByText('This donation could not be charged.')).toHaveCount(0);
  },
);

test(
  'a donation that fails begins again with another card and the name that was typed, and the page reloads',
  { tag: ['@§4.donation-card.2'] },
  async ({ page }) => {
    await watch(page);
    await open(page, 'donation-failing');
    await expect(page.getByText('This donation could not be charged.')).toBeVisible();
    await expect(page.getByText('$25.00 was not paid, and is charged to the new card at once.')).toBeVisible();
    await page.getByLabel('Name on the card').fill('Dora B. Donor');
    await page.getByLabel('Card number').fill(CARDS.good);
    const reloaded = page.waitForEvent('load');
    await button(page, 'Update card').click();
    await reloaded;
    expect(await sent(page)).toContainEqual([
      'POST /api/donation/restart?token=don_fixture0001',
      { 'payment-method': 'seti_1', name: 'Dora B. Donor' },
    ]);
    await expect(page.getByText('Payment updated successfully')).toBeVisible();
  },
);

test('a month that is tried again says what was refused, and a new card is charged it at once', { tag: '@ci' }, async ({ page }) => {
  await watch(page);
  await open(page, 'donation-owed');
  await expect(page.getByText('This donation could not be charged, and will be tried again on 12.4.2026.')).toBeVisible();
  await expect(page.getByText('$25.00 was not paid, and is charged to the new card at once.')).toBeVisible();
  await page.getByLabel('Name on the card').fill('Dora B. Donor');
  await page.getByLabel('Card number').fill(CARDS.good);
  const reloaded = page.waitForEvent('load');
  await button(page, 'Update card').click();
  await reloaded;
  expect(await sent(page)).toContainEqual([
    'POST /api/donation/restart?token=don_fixture0001',
    { 'payment-method': 'seti_1', name: 'Dora B. Donor' },
  ]);
});

test('a month that the bank asks about is to be confirmed, and its card was not refused', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'donation-confirm');
  await expect(page.getByText('Your bank asks whether it is you.')).toContainText(
    'Confirm the payment of $25.00 with the link in our letter, or use another card, which is charged at once.',
  );
  for (const text of ['could not be charged', 'the new card']) await expect(page.getByText(text)).toHaveCount(0);
});

test('who comes for a renewal that the bank refused is told that a new card pays it at once', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'payment');
  await expect(page.getByText('renews it at once')).toHaveCount(0);
  await open(page, 'payment-renewal-asked');
  await expect(page.getByText('Your renewal waits for your bank to hear from you. Another card renews it at once.')).toBeVisible();
  for (const state of ['payment-again', 'payment-renewal-refused'] as const) {
    await open(page, state);
    await expect(page.getByText('Your bank refused to pay for your renewal. Another card renews it at once.'), state).toBeVisible();
  }
});

test(
  'a donation’s new card that is refused says so, and another can be entered',
  { tag: ['@ci', '@§2.donation-card.2', '@§8.banner.1'] },
  async ({ page }) => {
    await open(page, 'donation-refused');
    await page.getByLabel('Card number').fill(CARDS.good);
    await button(page, 'Update card').click();
    await expect(page.getByRole('alert')).toContainText('Your card was declined.');
    await expect(page.getByRole('alert').getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/);
    await expect(page.getByRole('alert').getByRole('link', { name: 'Return to settings' })).toHaveAttribute('href', '/account');
    await expect(button(page, 'Update card')).toBeEnabled();
  },
);

test('the link of a donation that has ended says so, and the way to give anew', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'donation-ended');
  await expect(page.getByText('This monthly donation has ended, and nothing more is charged.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Give anew' })).toHaveAttribute('href', '/donate');
  await expect(button(page, 'Update card')).toHaveCount(0);
});

test(
  'the link of a donation that ended while a bank debits its month says that this month is still on its way',
  { tag: '@ci' },
  async ({ page }) => {
    await open(page, 'donation-ended-month');
    await expect(page.getByText('One month is still on its way')).toBeVisible();
    await expect(page.getByText('nothing more is charged')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Give anew' })).toHaveAttribute('href', '/donate');
  },
);

test('a donation that is not there is told', { tag: ['@ci', '@§2.donation-card.2'] }, async ({ page }) => {
  for (const state of ['donation-missing', 'donation-no-token', 'donation-view-only-unknown'] as const) {
    await open(page, state);
    await expect(page.getByRole('alert')).toContainText('We do not know this link');
    await expect(page.getByRole('alert').getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/);
    await expect(page.getByRole('link', { name: 'Return to settings' })).toHaveAttribute('href', '/account');
  }
});

test(
  'that a donation’s card was updated is said once, and no longer when another is refused',
  { tag: ['@ci', '@§2.donation-card.1'] },
  async ({ page }) => {
    await open(page, 'donation-restarted');
    await expect(page.getByText('Payment updated successfully')).toBeVisible();
    await expect.poll(() => new URL(page.url()).hash).toBe('');
    await page.getByLabel('Card number').fill(CARDS.declined);
    await button(page, 'Update card').click();
    await expect(page.getByRole('alert')).toContainText('declined');
    await expect(page.getByText('Payment updated successfully')).toHaveCount(0);
  },
);
