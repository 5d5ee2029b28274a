import { violations } from '@newsstand/build/axe';
import { test } from '@newsstand/build/kept-page';
import { rowTags } from '@newsstand/build/row-tags';
import { expect } from '@playwright/test';
import { answerRedemption } from './answer.ts';
import { choose, fillAddress, open, pick } from './open.ts';

test(
  'a new reader redeems a gift with a name, a password and an address',
  {
    tag: [
      '@§2.routes.18',
      '@§2.others.1',
      '@§2.life.3',
      '@§4.results.2',
      '@§4.redeem.2',
      '@§4.redeem.5',
      '@§6.visitor.7',
      '@§6.recipient.1',
      '@§7.calls.34',
    ],
  },
  async ({ page }) => {
    const sent = await answerRedemption(page, 200, { type: 'redeem-succeeded' });
    const reader = { account: { name: 'Bo Larsen', email: 'bo@example.org' }, institution: null };
    await page.route('**/api/access/session', (route) => route.fulfill({ json: reader }));
    await open(page, 'redeem', 'api');
    await page.evaluate(() =>
      document.addEventListener('newsstand:login', ({ detail }: CustomEventInit<unknown>) => {
        document.body.dataset['heard'] = JSON.stringify(detail);
      }),
    );
    await expect(page.getByText('Grace Holm gave you a print subscription: 1 year, 4 issues.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', /^\/login\?redirect=/);
    await page.getByLabel('Full name').fill('Bo Larsen');
    await page.getByLabel('Email').fill('bo@example.org');
    await page.getByLabel(/^Password/).fill('gull-rock-1840');
    await page.getByLabel('Confirm password').fill('gull-rock-1840');
    await page.getByRole('textbox', { name: 'Address', exact: true }).fill('2 Slipway');
    await page.getByLabel('City').fill('Port Merrow');
    await page.getByLabel('Postal code').fill('04999');
    await choose(page, 'State or province', 'Maine');
    await page.getByRole('button', { name: 'Redeem' }).click();
    await expect(page.getByText('Your subscription is redeemed. A confirmation email is on its way to you.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'To my account' })).toHaveAttribute('href', '/account');
    await expect(page.locator('[data-widget]')).toHaveAttribute('data-state', 'completed');
    // What else of the page shows the reader does so at once, and other tabs follow.
    await expect(page.locator('body')).toHaveAttribute('data-heard', JSON.stringify({ v: 1, ...reader }));
    expect(await page.evaluate(() => localStorage.getItem('newsstand-reader'))).not.toBeNull();
    expect(sent).toMatchObject([
      {
        captcha: expect.stringMatching(/^[\w-]{40,}$/),
        body: {
          form: { name: 'Bo Larsen', account: true, address: { line1: '2 Slipway', state: 'ME', country: 'US' }, total: 0 },
          shipcode: 'a',
          subscription: { token: 'gift_fixture0001', deliverable: 'print-a' },
        },
      },
    ]);
  },
);

test(
  'a subscriber redeems it as a renewal, without name or password',
  { tag: ['@§4.redeem.2', '@§6.subscriber.1', '@§6.subscriber.6'] },
  async ({ page }) => {
    const sent = await answerRedemption(page, 200, { type: 'redeem-succeeded' });
    await open(page, 'redeem-renewal', 'api');
    await expect(page.getByText('It goes to Ada Merrow, ada@example.org.')).toBeVisible();
    await expect(page.getByLabel('Password')).toHaveCount(0);
    await pick(page, 'How do you want it?', 'Digital').check();
    await expect(page.getByLabel('City')).toHaveCount(0);
    await page.getByRole('button', { name: 'Redeem' }).click();
    await expect(page.getByRole('link', { name: 'To my account' })).toHaveAttribute('href', '/account');
    expect(sent).toMatchObject([{ body: { form: { name: 'Ada Merrow', address: null } } }]);
  },
);

test('who has an address on record keeps it, or changes it', { tag: ['@ci', '@§4.method.3'] }, async ({ page }) => {
  const sent = await answerRedemption(page, 200, { type: 'redeem-succeeded' });
  await open(page, 'redeem-keep', 'api');
  await expect(page.getByText('7 Tide Mill Lane')).toBeVisible();
  await page.getByRole('radio', { name: 'Change Address' }).check();
  await expect(page.getByLabel('City')).toBeVisible();
  await pick(page, 'How do you want it?', 'Print, Canada').check();
  await expect(page.getByRole('radio', { name: 'Keep Address' })).toHaveCount(0);
  await pick(page, 'How do you want it?', 'Print, United States').check();
  await page.getByRole('radio', { name: 'Keep Address' }).check();
  await expect(page.getByLabel('City')).toHaveCount(0);
  await page.getByRole('button', { name: 'Redeem' }).click();
  await expect(page.getByText('Your subscription is redeemed.')).toBeVisible();
  expect(sent).toMatchObject([{ body: { form: { address: { line1: '7 Tide Mill Lane', country: 'US' } }, shipcode: 'a' } }]);
});

test('who has a lifetime is told that the gift would be used up for nothing', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'redeem-lifetime');
  await expect(page.getByText('Your subscription is for a lifetime: every issue to come is yours already')).toBeVisible();
  await expect(page.getByText('behind the issues that you have left')).toHaveCount(0);
});

for (const state of ['redeem-ended', 'redeem-sent-claim-ended']) {
  test(
    `'${state}': who has nothing left reads that the subscription goes on with the gift`,
    { tag: rowTags(state === 'redeem-ended' ? 0 : 1) },
    async ({ page }) => {
      await open(page, state);
      await expect(page.getByText('Your subscription goes on with it.')).toBeVisible();
      await expect(page.getByText('behind the issues that you have left')).toHaveCount(0);
    },
  );
}

test('where a zone has one country nobody is asked for it, and its states and postal codes are', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'redeem');
  await expect(page.getByRole('combobox', { name: 'State or province' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveCount(0);
});

test(
  'what need not be given of an address says so, as at check-out',
  { tag: ['@ci', '@§5.address.1', '@§5.address.2'] },
  async ({ page }) => {
    await open(page, 'redeem');
    await expect(page.getByLabel('Apartment, building, care of')).toHaveAccessibleName(/optional$/);
    await expect(page.getByLabel('Postal code')).not.toHaveAccessibleName(/optional/);
  },
);

test('a gift that is posted already only opens an account', { tag: '@ci' }, async ({ page }) => {
  const sent = await answerRedemption(page, 200, { type: 'redeem-succeeded' });
  await open(page, 'redeem-sent', 'api');
  await expect(page.getByText('Its issues are posted to Nana Okoro')).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(0);
  await expect(page.getByLabel('City')).toHaveCount(0);
  await page.getByLabel('Full name').fill('Nana Okoro');
  await page.getByLabel('Email').fill('nana@example.org');
  await page.getByLabel(/^Password/).fill('gull-rock-1840');
  await page.getByLabel('Confirm password').fill('gull-rock-1840');
  await page.getByRole('button', { name: 'Open my account' }).click();
  await expect(page.getByText('Your subscription is redeemed.')).toBeVisible();
  expect(sent).toMatchObject([{ body: { form: { email: 'nana@example.org', address: null, account: true } } }]);
});

test(
  'a subscriber adds what is still to come of a gift that is posted already, as it is',
  { tag: ['@ci', '@§6.subscriber.6'] },
  async ({ page }) => {
    const sent = await answerRedemption(page, 200, { type: 'redeem-succeeded' });
    await open(page, 'redeem-sent-claim', 'api');
    await expect(page.getByText('Its issues are posted to Nana Okoro. If that is you, add those still to come')).toBeVisible();
    await expect(page.getByText('It goes to Ada Merrow, ada@example.org.')).toBeVisible();
    await expect(page.getByText('It is added to your subscription, behind the issues that you have left.')).toBeVisible();
    for (const role of ['radio', 'textbox'] as const) await expect(page.getByRole(role)).toHaveCount(0);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add it to my subscription' }).click();
    await expect(page.getByText('Your subscription is redeemed.')).toBeVisible();
    expect(sent).toMatchObject([{ body: { form: { email: 'ada@example.org', address: null, total: 0 } } }]);
  },
);

test('who opens the link of a posted gift and has an account is offered to log in', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'redeem-sent');
  await expect(page.getByText('Do you have an account? Then the gift is added to your subscription.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', /^\/login\?redirect=/);
});

for (const [index, [state, text]] of (
  [
    ['redeem-sent-known', 'This gift is already on its way to Nana Okoro, by post.'],
    ['redeem-already', 'This gift is already redeemed.'],
    ['redeem-refunded', 'This gift cannot be redeemed any more: it was taken back.'],
    ['redeem-missing', 'We could not find a gift behind this link.'],
  ] as const
).entries()) {
  test(`'${state}' is told, with where to write`, { tag: rowTags(index, '@§4.redeem.1', '@§8.redeem.1') }, async ({ page }) => {
    await open(page, state);
    await expect(page.getByText(text)).toBeVisible();
    await expect(page.getByRole('link', { name: 'consulate@exclave.example.org' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Redeem' })).toHaveCount(0);
  });
}

test('who opens the link of a gift that they redeemed finds the way to their account', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'redeem-already');
  await expect(page.getByRole('link', { name: 'To my account' })).toHaveAttribute('href', '/account');
});

test(
  'what is missing is told at once, what is typed then is no longer wrong, and what the server refuses is marked',
  { tag: ['@ci', '@§5.errors.2'] },
  async ({ page }) => {
    await open(page, 'redeem-refused');
    await page.getByRole('button', { name: 'Redeem' }).click();
    for (const name of ['Full name', 'Email', 'City'])
      await expect(page.getByLabel(name)).toHaveAccessibleDescription('Must not be blank.');
    await expect(page.getByLabel(/^Password/)).toHaveAccessibleDescription(/Must not be blank\./);
    await expect(page.getByLabel(/^Password/)).toHaveAccessibleDescription(/At least 8 characters\./);
    await expect(page.getByLabel('Confirm password')).toHaveAccessibleDescription('Must not be blank.');
    await expect(page.getByLabel('Full name')).toBeFocused();
    await page.getByLabel('Full name').fill('Ada Merrow');
    await expect(page.getByLabel('Full name')).not.toHaveAccessibleDescription('Must not be blank.');
    await expect(page.getByLabel('Full name')).toBeFocused();
    await page.getByLabel('Email').fill('ada@example.org');
    await page.getByLabel(/^Password/).fill('gull-rock-1840');
    await page.getByLabel('Confirm password').fill('gull-rock-1840');
    await fillAddress(page);
    await page.getByRole('button', { name: 'Redeem' }).click();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('This address has an account already.');
    await expect(page.getByLabel('Email')).toBeFocused();
    await expect(page.getByLabel('Postal code')).toHaveAccessibleDescription('Must not be blank.');
    await expect(page.getByLabel('City')).toHaveValue('Port Merrow');
  },
);

test('a gift that is gone by then is told as one that is not there', { tag: ['@ci', '@§8.redeem.2'] }, async ({ page }) => {
  await answerRedemption(page, 404, { errors: 'Not found.' });
  await open(page, 'redeem-renewal', 'api');
  await fillAddress(page);
  await page.getByRole('button', { name: 'Redeem' }).click();
  await expect(page.getByText('We could not find a gift behind this link.')).toBeVisible();
});

test('somebody else was faster: the server’s words are shown', { tag: ['@ci', '@§4.failures.1'] }, async ({ page }) => {
  await answerRedemption(page, 409, { type: 'redeem-failed', message: 'This gift is already redeemed.' });
  await open(page, 'redeem-renewal', 'api');
  await fillAddress(page);
  await page.getByRole('button', { name: 'Redeem' }).click();
  await expect(page.getByRole('alert')).toHaveText('This gift is already redeemed.');
});
