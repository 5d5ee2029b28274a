import { violations } from '@newsstand/build/axe';
import { test } from '@newsstand/build/kept-page';
import { rowTags } from '@newsstand/build/row-tags';
import { expect } from '@playwright/test';
import { answer, button, choose, FAILED, open, sent, watch } from './open.ts';

test('a name is changed, with the version that was shown', { tag: ['@§2.routes.11', '@§2.change-name.1'] }, async ({ page }) => {
  await watch(page);
  await open(page, 'name');
  await expect(page.getByRole('definition')).toHaveText('Ada Merrow');
  await page.getByLabel('New name').fill('Ada Marrow');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Name updated successfully')).toBeVisible();
  await expect(page.getByRole('definition')).toHaveText('Ada Marrow');
  expect(await sent(page)).toEqual([
    ['POST /api/account/name?version=5d1f', { name: 'Ada Marrow' }],
    ['GET /api/access/session', null],
  ]);
});

test(
  'a field error stands beside its field, which has the focus, its label 112 px below the top',
  { tag: ['@§9.scroll.1'] },
  async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 600 });
    await open(page, 'address-refused');
    await page.getByLabel('Postal code').fill('04999');
    await button(page, 'Update address').click();
    const first = page.getByRole('textbox', { name: 'Address', exact: true });
    await expect(first).toHaveAccessibleDescription('Must not be blank.');
    await expect(first).toBeFocused();
    await expect(page.getByLabel('City')).toHaveAccessibleDescription('Must not be blank.');
    await expect(page.getByLabel('Postal code')).toHaveValue('04999');
    expect(Math.round((await page.locator('label', { hasText: /^Address/ }).boundingBox())?.y ?? 0)).toBe(112);
  },
);

test('what an address need not have is marked, as at the check-out', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'address-refused');
  await expect(page.locator('label', { hasText: 'Apartment, building, care of' })).toHaveText(/optional$/);
  await expect(page.locator('label', { hasText: 'City' })).not.toHaveText(/optional/);
});

test(
  'what another tab changed meanwhile is shown beside what was typed, which takes its place only when it is sent again',
  { tag: '@ci' },
  async ({ page }) => {
    await watch(page);
    await open(page, 'name-conflict');
    await page.getByLabel('New name').fill('Ada Marrow');
    await button(page, 'Update name').click();
    await expect(page.getByRole('alert')).toContainText('Your name was changed meanwhile, in another tab or browser.');
    await expect(page.getByRole('definition')).toHaveText('Adele Merrow');
    await expect(page.getByLabel('New name')).toHaveValue('Ada Marrow');
    await button(page, 'Update name').click();
    await expect(page.getByRole('definition')).toHaveText('Ada Marrow');
    expect((await sent(page)).map(([call]) => call)).toEqual([
      'POST /api/account/name?version=5d1f',
      'GET /api/account/subscriber',
      'POST /api/account/name?version=other',
      'GET /api/access/session',
    ]);

    await open(page, 'address-conflict');
    const address = page.getByRole('textbox', { name: 'Address', exact: true });
    await address.fill('1 Quay');
    await button(page, 'Update address').click();
    await expect(page.getByRole('region', { name: 'On record' })).toContainText('99 Other Tab');
    await expect(address).toHaveValue('1 Quay');
    await button(page, 'Update address').click();
    await expect(page.getByText('Address updated successfully')).toBeVisible();
    expect((await sent(page)).map(([call]) => call)).toContain('POST /api/account/address/a?version=99+Other+Tab');
  },
);

for (const [index, [state, press]] of (
  [
    ['name-down', 'Update name'],
    ['address-down', 'Update address'],
    ['payment-down', null],
    ['sessions-down', null],
    ['donation-down', null],
    ['failed-load', null],
  ] as const
).entries()) {
  test(
    `'${state}' is told in the words of the account pages, with the way back`,
    { tag: rowTags(index, '@§2.donation-card.2', '@§4.donation-card.1', '@§8.account.1') },
    async ({ page }) => {
      await open(page, state);
      if (press) await button(page, press).click();
      await expect(page.getByRole('alert')).toContainText(FAILED);
      await expect(page.getByRole('alert').getByRole('link', { name: 'consulate@exclave.example.org' })).toHaveAttribute(
        'href',
        /^mailto:/,
      );
      await expect(page.getByRole('link', { name: 'Return to settings' })).toHaveAttribute('href', '/account');
    },
  );
}

const LATER = ['failed-load', 'payment-down', 'subscription-load-down', 'sessions-down', 'data-down', 'donation-down'] as const;
for (const [index, state] of LATER.entries()) {
  test(`what did not come when the page opened can be tried again where it is ('${state}')`, { tag: rowTags(index) }, async ({ page }) => {
    await open(page, state);
    const reloaded = page.waitForEvent('load');
    await button(page, 'Try again').click();
    await reloaded;
    await expect(page.getByRole('alert')).toContainText('We encountered an error.');
  });
}

test('a file that cannot be had now is said, and may be asked for again', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'data-down');
  await expect(page.getByRole('alert')).toHaveCount(1);
  await button(page, 'Download my data').click();
  await expect(page.getByRole('region', { name: 'Take it with you' }).getByRole('alert')).toContainText(FAILED);
  await expect(button(page, 'Download my data')).toBeEnabled();
});

test('an email that cannot be changed now is told, and what was typed stays', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'email-down');
  await page.getByLabel('New email').fill('ada.new@example.org');
  await button(page, 'Update email').click();
  await expect(page.getByRole('alert')).toContainText(FAILED);
  await expect(page.getByLabel('New email')).toHaveValue('ada.new@example.org');
});

test(
  'another email waits until it is confirmed; a second takes the place of the first',
  { tag: ['@§2.routes.12', '@§2.change-email.1'] },
  async ({ page }) => {
    await open(page, 'email-pending');
    await expect(page.getByRole('definition').first()).toHaveText('ada@example.org');
    await expect(page.getByText('ada.new@example.org', { exact: false }).first()).toBeVisible();
    await expect(page.getByLabel('New email')).toHaveAccessibleDescription('It takes the place of ada.new@example.org.');
    await page.getByLabel('New email').fill('ada.third@example.org');
    await page.keyboard.press('Enter');
    await expect(page.getByText('We sent a link to ada.third@example.org.')).toBeVisible();
    await expect(page.getByRole('definition').nth(1)).toContainText('ada.third@example.org');
    await page.getByLabel('New email').fill('ada@example.org');
    await page.keyboard.press('Enter');
    await expect(page.getByText('ada@example.org is your email already. No other waits to be confirmed.')).toBeVisible();
  },
);

test(
  'an address that another tab has asked for meanwhile is named by the one that takes its place',
  { tag: ['@ci', '@§4.email-change.2'] },
  async ({ page }) => {
    await open(page, 'email-other-tab');
    await expect(page.getByRole('definition')).toHaveCount(1);
    await page.getByLabel('New email').fill('ada.new@example.org');
    await page.keyboard.press('Enter');
    const message = page.getByRole('status').filter({ hasText: 'We sent a link to ada.new@example.org.' });
    await expect(message).toContainText('The link that we sent to ada.other@example.org before works no more.');
    await expect(message).toBeInViewport();
  },
);

test(
  'who logged in long ago logs in again where they are, by password or code, and what they typed goes out then',
  { tag: '@ci' },
  async ({ page }) => {
    await watch(page);
    await open(page, 'email-old-login');
    await page.getByLabel('New email').fill('ada.new@example.org');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Please log in again' });
    await expect(dialog.getByLabel('Your password')).toBeFocused();
    await expect(dialog.getByLabel('Current email')).toHaveAttribute('autocomplete', 'username');
    expect(await violations(page, { within: '[data-widget]' })).toEqual([]);
    // Left alone, nothing is changed and nothing typed is lost.
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByLabel('New email')).toHaveValue('ada.new@example.org');

    await open(page, 'email-old-login');
    await page.getByLabel('New email').fill('ada.new@example.org');
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Your password').fill('wrong');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText('The email or password is not correct.');
    await dialog.getByLabel('Your password').fill('tide tables');
    await page.keyboard.press('Enter');
    await expect(page.getByText('We sent a link to ada.new@example.org.')).toBeVisible();
    expect((await sent(page)).slice(-2)).toEqual([
      ['POST /api/access/login', { email: 'ada@example.org', password: 'tide tables' }],
      ['POST /api/account/reset-email', { email: 'ada.new@example.org' }],
    ]);

    await open(page, 'sessions-old-login');
    await button(page, 'Log out everywhere else').click();
    await button(page, 'Email me a code').click();
    await expect(dialog.getByText('The code is on its way to ada@example.org.')).toBeVisible();
    await expect(dialog.getByLabel('Code', { exact: false })).toBeFocused();
    await dialog.getByLabel('Code', { exact: false }).fill('123456');
    await page.keyboard.press('Enter');
    await expect(page.getByText('You are logged in nowhere else.')).toBeVisible();
  },
);

test(
  'who has not shown that the mailbox is theirs is told so, proves it by a code, and what they typed goes out then',
  { tag: '@ci' },
  async ({ page }) => {
    await watch(page);
    await open(page, 'email-unproved');
    await expect(page.getByText('We do not know yet that ada@example.org is yours.')).toBeVisible();
    await page.getByLabel('New email').fill('ada.new@example.org');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Please show that it is you' });
    await expect(dialog.getByText('We mail a code to ada@example.org.')).toBeVisible();
    // A password says nothing about the mailbox.
    await expect(dialog.getByLabel('Your password')).toHaveCount(0);
    expect(await violations(page, { within: '[data-widget]' })).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByLabel('New email')).toHaveValue('ada.new@example.org');

    await open(page, 'email-unproved');
    await page.getByLabel('New email').fill('ada.new@example.org');
    await page.keyboard.press('Enter');
    await button(page, 'Email me a code').click();
    await dialog.getByLabel('Code', { exact: false }).fill('123456');
    await page.keyboard.press('Enter');
    await expect(page.getByText('We sent a link to ada.new@example.org.')).toBeVisible();
    await expect(page.getByText('Your password went with this first emailed code')).toBeVisible();
    expect((await sent(page)).slice(-3).map(([call]) => call)).toEqual([
      'POST /api/access/signin',
      'POST /api/access/signin/verify',
      'POST /api/account/reset-email',
    ]);
  },
);

test(
  'who did not ask for another email withdraws it with a button, logged in or not; too late says so',
  { tag: '@ci' },
  async ({ page }) => {
    await watch(page);
    await open(page, 'email-withdraw');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You did not ask for another email?');
    expect(await sent(page)).toEqual([]);
    await button(page, 'It was not me').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your email stays as it is');
    await expect(page.getByText('We go on writing to ada@example.org')).toBeVisible();
    expect(await sent(page)).toEqual([['POST /api/account/email/withdraw', { token: 'w'.repeat(43) }]]);
    await expect.poll(() => new URL(page.url()).hash).toBe('');

    await open(page, 'email-withdraw-late');
    await button(page, 'It was not me').click();
    await expect(page.getByRole('alert')).toContainText('the change was confirmed or withdrawn before');
  },
);

test('the mailed link opens a page with a button, also for who is not logged in; its token leaves the address', async ({ page }) => {
  await watch(page);
  await open(page, 'email-confirm');
  expect(await sent(page)).toEqual([]);
  await button(page, 'Confirm email').click();
  await expect(page.getByRole('heading', { name: 'Your email is changed' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login?redirect=%2Faccount');
  expect(await sent(page)).toEqual([['POST /api/account/email/confirm', { token: 'c'.repeat(43) }]]);
  await expect.poll(() => new URL(page.url()).hash).toBe('');
});

test('a link that is used says so', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'email-confirm-used');
  await button(page, 'Confirm email').click();
  await expect(page.getByRole('alert')).toContainText('This link does not work any more. Please request the change again.');
});

test(
  'an address is changed, and the ways back are there',
  {
    tag: [
      '@§2.routes.13',
      '@§2.change-address.3',
      '@§2.change-address.4',
      '@§2.change-address.6',
      '@§2.change-address.8',
      '@§2.change-address.9',
      '@§7.calls.28',
    ],
  },
  async ({ page }) => {
    await watch(page);
    await page.setViewportSize({ width: 375, height: 600 });
    await open(page, 'address');
    await expect(page.getByText('Your current subscription is posted to: United States.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Have it posted elsewhere' })).toHaveAttribute('href', '/account/subscriptions/sub_41d7');
    await expect(page.getByRole('radio', { name: /Canada/ })).toBeDisabled();
    await page.getByRole('textbox', { name: 'Address', exact: true }).fill('3 Slipway');
    await button(page, 'Update address').click();
    await expect(page.getByText('Address updated successfully')).toBeInViewport();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'To my account' })).toBeFocused();
    await expect(page.getByRole('link', { name: 'To my account' })).toHaveAttribute('href', '/account');
    expect(await sent(page)).toMatchObject([
      ['POST /api/account/address/a?version=9c02', { line1: '3 Slipway', state: 'ME', country: 'US' }],
      ['GET /api/account/subscriber', null],
    ]);
  },
);

test(
  'an address that is changed after another tab has had the subscription posted elsewhere: the page says where it goes now',
  { tag: '@ci' },
  async ({ page }) => {
    await open(page, 'address-moved');
    await expect(page.getByText('Your current subscription is posted to: United States.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Address', exact: true }).fill('3 Slipway');
    await button(page, 'Update address').click();
    await expect(page.getByText('Address updated successfully')).toBeVisible();
    await expect(page.getByText('Your current subscription is posted to: Canada.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'On record' })).toContainText('3 Slipway');
    await expect(page.getByText('Your current subscription does not require an address in this category.')).toBeVisible();
    await expect(
      page.getByText('You currently do not have an address we can send to. Please add your address with this form.'),
    ).toBeVisible();
    await page.getByRole('radio', { name: 'Canada' }).check();
  },
);

test(
  'the address of one subscription is changed by its token, and leads back to it',
  { tag: ['@ci', '@§2.change-address.9', '@§7.calls.23'] },
  async ({ page }) => {
    await watch(page);
    await open(page, 'address-of-one');
    await expect(page.getByRole('radio', { name: 'Canada' })).toBeChecked();
    await expect(page.getByText('A future cycle of yours is posted to: Canada.')).toBeVisible();
    await expect(page.getByRole('radio', { name: /United States/ })).toBeDisabled();
    await expect(
      page.getByText('You currently do not have an address we can send to. Please add your address with this form.'),
    ).toBeVisible();
    await page.getByRole('textbox', { name: 'Address', exact: true }).fill('8 Quai');
    await page.getByLabel('City').fill('Halifax');
    await page.getByLabel('Postal code').fill('B3J 1A1');
    await choose(page, 'State or province', 'Nova Scotia');
    await button(page, 'Update address').click();
    await expect(page.getByRole('link', { name: 'To the subscription' })).toHaveAttribute('href', '/account/subscriptions/sub_next1');
    expect(await sent(page)).toMatchObject([
      ['POST /api/account/change-address/b?token=sub_next1&version=none', { line1: '8 Quai', state: 'NS', country: 'CA' }],
      ['GET /api/account/subscriber', null],
    ]);
  },
);

test('a link to the address of a subscription that is not there says so at once', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'address-of-none');
  await expect(page.getByRole('alert')).toContainText('Not found.');
  await expect(page.getByRole('link', { name: 'Return to settings' })).toHaveAttribute('href', '/account');
  await expect(button(page, 'Update address')).toHaveCount(0);
});

test(
  'the address that a renewal will be posted to stays, though nothing runs',
  { tag: ['@ci', '@§2.change-address.2'] },
  async ({ page }) => {
    await open(page, 'address-renewed');
    await expect(page.getByText('Your current subscription is posted to: United States.')).toBeVisible();
    await expect(page.getByText('Your subscription is posted here, so this address is required.')).toBeVisible();
    await expect(page.getByRole('link', { name: /^Delete/ })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Have it posted elsewhere' })).toHaveCount(0);
    await expect(page.getByRole('radio', { name: 'Canada' })).toBeDisabled();
  },
);

test(
  'who reads on a screen is told that no address is required',
  { tag: ['@ci', '@§2.change-address.2', '@§2.change-address.5', '@§2.change-address.7'] },
  async ({ page }) => {
    await open(page, 'address-digital');
    await expect(page.getByText('You read the digital edition: an address is not required.')).toBeVisible();
    await expect(page.getByText('Your current subscription does not require an address in this category.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Delete address, United States' })).toHaveAttribute(
      'href',
      '/account/address/ship-a/delete',
    );
  },
);

test('going to another category and back loses nothing that was typed', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'address-future');
  await page.getByRole('radio', { name: 'United States' }).check();
  await page.getByLabel('City').fill('Port Nowhere');
  await page.getByRole('radio', { name: 'Canada' }).check();
  await expect(page.getByLabel('City')).toHaveValue('');
  await page.getByRole('radio', { name: 'United States' }).check();
  await expect(page.getByLabel('City')).toHaveValue('Port Nowhere');
});

test(
  'an address is deleted after a question; then the page reloads, and says so once',
  { tag: ['@ci', '@§2.routes.14'] },
  async ({ page }) => {
    await open(page, 'delete-address');
    await button(page, 'Delete address').click();
    const reloaded = page.waitForEvent('load');
    await answer(page, 'Are you sure?', 'Ok');
    await reloaded;
    const message = page.getByRole('status').filter({ hasText: 'The address was deleted.' });
    await expect(message).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Delete address, United States' })).toBeVisible();
    await expect(message).toHaveCount(0);
  },
);

test('an address that cannot be deleted now is told, and stays', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'delete-address-down');
  await button(page, 'Delete address').click();
  await answer(page, 'Are you sure?', 'Ok');
  await expect(page.getByRole('alert')).toContainText(FAILED);
  await expect(page.locator('address')).toBeVisible();
  await expect(button(page, 'Delete address')).toBeEnabled();
});

test('an address that another tab changed is not deleted, but shown as it is now', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'delete-address-conflict');
  await button(page, 'Delete address').click();
  await answer(page, 'Are you sure?', 'Ok');
  await expect(page.getByRole('alert')).toContainText('This address was changed meanwhile');
  await expect(page.getByText('99 Other Tab')).toBeVisible();
  await button(page, 'Delete address').click();
  const reloaded = page.waitForEvent('load');
  await answer(page, 'Are you sure?', 'Ok');
  await reloaded;
});

for (const [who, zone, name, line] of [
  ['a Canadian', 'b', 'Canada', '8 Quai'],
  ['an international', 'c', 'International', '3 Bryggjan'],
] as const) {
  test(
    `${who} address has a page of its own on which it is deleted`,
    { tag: rowTags(zone === 'b' ? 0 : 1, '@§2.routes.14', '@§7.calls.26') },
    async ({ page }) => {
      await watch(page);
      await open(page, `delete-address-${zone}`);
      await expect(page.getByRole('heading', { name: `Delete address, ${name}` })).toBeVisible();
      await expect(page.getByText(line)).toBeVisible();
      await button(page, 'Delete address').click();
      const reloaded = page.waitForEvent('load');
      await answer(page, 'Are you sure?', 'Ok');
      await reloaded;
      expect((await sent(page)).map(([call]) => call)).toContainEqual(
        expect.stringContaining(`DELETE /api/account/address/${zone}?version=`),
      );
    },
  );
}

test('an address that is required cannot be deleted, and the page says why', { tag: ['@ci', '@§5.address.4'] }, async ({ page }) => {
  await open(page, 'delete-address-required');
  await expect(button(page, 'Delete address')).toBeDisabled();
  await expect(page.getByText('Your subscription is posted here, so this address is required.')).toBeVisible();
});

test('a reader logs out one browser, and all others, and asks for a link that sets a new password', { tag: '@ci' }, async ({ page }) => {
  await watch(page);
  await open(page, 'sessions');
  // The day alone does not tell whether it was oneself.
  await expect(page.getByText(/^Last seen \d{1,2}\.\d{1,2}\.\d{4}, \d{1,2}:\d{2}\s[AP]M$/)).toHaveCount(2);
  await expect(page.getByText(/^Logged in \d{1,2}\.\d{1,2}\.\d{4}, \d{1,2}:\d{2}\s[AP]M, /)).toHaveCount(3);
  await button(page, 'Log out Chrome on Windows').click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Logged in' })).toHaveCount(2);
  await button(page, 'Log out everywhere else').click();
  await expect(page.getByText('You are logged in nowhere else.')).toBeVisible();
  await button(page, 'Set a new password').click();
  await expect(page.getByText('A link that sets a new password is on its way to ada@example.org.')).toBeVisible();
  expect((await sent(page)).at(-1)).toEqual(['POST /api/access/reset-password', { email: 'ada@example.org' }]);
});

test('where nobody has a password none is spoken of: who logged in long ago is mailed a code', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'sessions-codes');
  await expect(page.getByText('If one is not yours, log it out.')).toBeVisible();
  await button(page, 'Log out everywhere else').click();
  const dialog = page.getByRole('dialog', { name: 'Please log in again' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByLabel('Your password')).toHaveCount(0);
  await expect(page.getByText('Set a new password')).toHaveCount(0);
  await button(page, 'Email me a code').click();
  await dialog.getByLabel('Code', { exact: false }).fill('123456');
  await page.keyboard.press('Enter');
  await expect(page.getByText('You are logged in nowhere else.')).toBeVisible();
});

test(
  'a browser that another tab has logged out already is no error: the list is read anew, and it is said',
  { tag: '@ci' },
  async ({ page }) => {
    await open(page, 'sessions-ended-elsewhere');
    await button(page, 'Log out Chrome on Windows').click();
    await expect(page.getByRole('status')).toHaveText('It was logged out already.');
    await expect(page.getByRole('status')).toBeFocused();
    await expect(page.getByRole('listitem').filter({ hasText: 'Logged in' })).toHaveCount(2);
    await expect(page.getByRole('alert')).toHaveCount(0);
  },
);

test('a reader takes everything along as a file', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'data');
  const download = page.waitForEvent('download');
  await button(page, 'Download my data').click();
  expect((await download).suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/);
  await expect(page.getByText('Your file is in your downloads.')).toBeVisible();
});

test('deleting the account spells out what goes and what stays, and needs the password', async ({ page }) => {
  await open(page, 'data-wrong');
  await expect(page.getByText('Your account goes with its name, email and addresses')).toBeVisible();
  await expect(
    page.getByText('Receipts and invoices stay with your name, email and address on them, because the law wants it'),
  ).toBeVisible();
  await expect(button(page, 'Delete my account')).toBeDisabled();
  await page.getByLabel('Your password').fill('wrong');
  await page.getByLabel('I want all this to happen.').check();
  await button(page, 'Delete my account').click();
  await expect(page.getByLabel('Your password')).toHaveAccessibleDescription(/That is not your password\./);
});

test('an account that cannot be deleted now is told so, and may be deleted again', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'data-not-deleted');
  await page.getByLabel('Your password').fill('ada-reads-on');
  await page.getByLabel('I want all this to happen.').check();
  await button(page, 'Delete my account').click();
  await expect(page.getByRole('alert')).toContainText(FAILED);
  await expect(button(page, 'Delete my account')).toBeEnabled();
});

test('who has no password proves it with a code, and is told that the account is deleted', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'data-code');
  await button(page, 'Send a code').click();
  await page.getByLabel('Code', { exact: false }).fill('123 456');
  await page.getByLabel('I want all this to happen.').check();
  await button(page, 'Delete my account').click();
  // The page that it leads to says so: nobody is logged in there any more.
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible();
  await expect(page.getByText('A last letter says so, and what stays with your name on it, if anything does.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'To the front page' })).toHaveAttribute('href', '/');
});

test('while money is on its way the account cannot be deleted, and the page says so', async ({ page }) => {
  await open(page, 'data-blocked');
  await expect(page.getByText('A payment is on its way.')).toBeVisible();
  await expect(button(page, 'Delete my account')).toHaveCount(0);
});
