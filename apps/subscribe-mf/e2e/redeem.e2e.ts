import { violations } from '@newsstand/build/axe';
import { addHeader, expectReached } from '@newsstand/build/sticky-header';
import { expect, test, type Page } from '@playwright/test';
import { keys } from '@newsstand/contracts/fixtures/checkout';
import { READER_CHANGED } from '@newsstand/contracts/reader-change';
import { states } from '../src/stand-alone/states.ts';
import { open, paymentFailed, pick, total } from './open.ts';

const choose = async (page: Page, label: string, name: string) => {
  await page.getByRole('combobox', { name: label }).fill(name);
  await page.getByRole('option', { name }).click();
};

/** Answers the calls that leave the page, and notes the redemptions. */
const answer = async (page: Page, status: number, body: unknown) => {
  const sent: { captcha: string | null; body: unknown }[] = [];
  const parameters = { algorithm: 'PBKDF2/SHA-256', nonce: '00'.repeat(16), salt: '11'.repeat(16), cost: 1, keyLength: 32, keyPrefix: '0' };
  await page.route('**/api/bot-check/challenge', (route) => route.fulfill({ json: { parameters, signature: 'none' } }));
  await page.route('**/api/subscribe/redeem*', (route) => {
    const captcha = new URL(route.request().url()).searchParams.get('captcha');
    sent.push({ captcha, body: route.request().postDataJSON() });
    return route.fulfill({ status, json: body });
  });
  return sent;
};

test('a new reader redeems a gift with a name, a password and an address', async ({ page }) => {
  const sent = await answer(page, 200, { type: 'redeem-succeeded' });
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
  await choose(page, 'Country', 'United States');
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
});

test('a subscriber redeems it as a renewal, without name or password', async ({ page }) => {
  const sent = await answer(page, 200, { type: 'redeem-succeeded' });
  await open(page, 'redeem-renewal', 'api');
  await expect(page.getByText('It goes to Ada Merrow, ada@example.org.')).toBeVisible();
  await expect(page.getByLabel('Password')).toHaveCount(0);
  await pick(page, 'How do you want it?', 'Digital').check();
  await expect(page.getByLabel('City')).toHaveCount(0);
  await page.getByRole('button', { name: 'Redeem' }).click();
  await expect(page.getByRole('link', { name: 'To my account' })).toHaveAttribute('href', '/account');
  expect(sent).toMatchObject([{ body: { form: { name: 'Ada Merrow', address: null } } }]);
});

test('who has an address on record keeps it, or changes it', async ({ page }) => {
  const sent = await answer(page, 200, { type: 'redeem-succeeded' });
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

test('who has a lifetime is told that the gift would be used up for nothing', async ({ page }) => {
  await open(page, 'redeem-lifetime');
  await expect(page.getByText('Your subscription is for a lifetime: every issue to come is yours already')).toBeVisible();
  await expect(page.getByText('behind the issues that you have left')).toHaveCount(0);
});

for (const state of ['redeem-ended', 'redeem-sent-claim-ended']) {
  test(`'${state}': who has nothing left reads that the subscription goes on with the gift`, async ({ page }) => {
    await open(page, state);
    await expect(page.getByText('Your subscription goes on with it.')).toBeVisible();
    await expect(page.getByText('behind the issues that you have left')).toHaveCount(0);
  });
}

test('a gift that is delivered otherwise says so, and begins with what the reader has', async ({ page }) => {
  await open(page, 'redeem-misaligned');
  await expect(page.getByText('It is delivered otherwise than the subscription that you have.')).toBeVisible();
  await expect(pick(page, 'How do you want it?', 'Digital')).toBeChecked();
  await pick(page, 'How do you want it?', 'Print, United States').check();
  await expect(page.getByLabel('City')).toBeVisible();
});

test('what the gift does not cover says what it costs, and the rest of the page is as for what is free', async ({ page }) => {
  await open(page, 'redeem');
  await expect(page.getByText('Nothing is charged: Grace Holm has paid for it.')).toBeVisible();
  await pick(page, 'How do you want it?', 'Print, Canada').check();
  await expect(page.getByText('$12.00 more than the gift covers')).toBeVisible();
  await expect(page.getByText('Grace Holm has paid for the gift. You pay $12.00, once, for what it does not cover.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Proceed to Payment' })).toBeVisible();
  await pick(page, 'How do you want it?', 'Print, United States').check();
  await expect(page.getByRole('button', { name: 'Redeem' })).toBeVisible();
});

test('what need not be given of an address says so, as at check-out', async ({ page }) => {
  await open(page, 'redeem');
  await expect(page.getByLabel('Apartment, building, care of')).toHaveAccessibleName(/optional$/);
  await expect(page.getByLabel('Postal code')).toHaveAccessibleName(/optional$/);
  await choose(page, 'Country', 'United States');
  await expect(page.getByLabel('Postal code')).not.toHaveAccessibleName(/optional/);
});

test('on a phone what the gift does not cover stays in view', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 });
  await open(page, 'redeem-upgrade');
  await pick(page, 'How do you want it?', 'Print, Canada').check();
  await expect(total(page)).toHaveText('$28.00');
  await expect(total(page)).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Proceed to Payment' })).toBeInViewport({ ratio: 1 });
});

const fillAddress = async (page: Page) => {
  await choose(page, 'Country', 'United States');
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('2 Slipway');
  await page.getByLabel('City').fill('Port Merrow');
  await page.getByLabel('Postal code').fill('04999');
  await choose(page, 'State or province', 'Maine');
};
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const redeemed = async (page: Page) => {
  await expect(page.getByText('Your subscription is redeemed. A confirmation email is on its way to you.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'See your receipt' })).toHaveAttribute('href', /^\/receipts\?token=/);
};

test('what the subscriber has is preselected; the shown price is sent, paid on the page, and the page says that it is redeemed', async ({
  page,
}) => {
  const checkout = { type: 'started', intent: 'pi_fixture', keys, total: 1600 };
  const sent = await answer(page, 200, { type: 'upgrade-checkout', checkout });
  await page.route('**/api/checkout/*', (route) => route.fulfill({ json: { status: 'completed', receipt: 'receipt_fixture01' } }));
  await open(page, 'redeem-upgrade', 'api');
  await expect(pick(page, 'How do you want it?', 'Print, United States')).toBeChecked();
  await fillAddress(page);
  await press(page, 'Proceed to Payment');
  await page.getByLabel('Card number').fill('4242424242424242');
  await press(page, 'Submit Payment');
  await redeemed(page);
  await expect(page.locator('[data-widget]')).toHaveAttribute('data-state', 'completed');
  expect(sent).toMatchObject([
    { body: { form: { total: 1600, invoice: null }, subscription: { token: 'gift_fixture0001', deliverable: 'print-a' } } },
    { body: { form: { total: 1600, invoice: 'pi_fixture', customer: 'add-card' } } },
  ]);
});

test('who began to pay can take the gift as it is, and pays nothing', async ({ page }) => {
  const sent = await answer(page, 200, {
    type: 'upgrade-checkout',
    checkout: { type: 'started', intent: 'pi_fixture', keys, total: 1600 },
  });
  await open(page, 'redeem-upgrade', 'api');
  await fillAddress(page);
  await press(page, 'Proceed to Payment');
  await page.getByLabel('Card number').fill('4242424242424242');
  await pick(page, 'How do you want it?', 'Digital').check();
  await expect(page.getByLabel('Card number')).toBeHidden();
  await pick(page, 'How do you want it?', 'Print, United States').check();
  await expect(page.getByLabel('Card number')).toHaveValue('4242424242424242');
  await pick(page, 'How do you want it?', 'Digital').check();
  await press(page, 'Redeem');
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]).toMatchObject({ body: { form: { total: 0 }, subscription: { deliverable: 'digital' } } });
});

test('a card on record that is refused for a gift makes room for another one', async ({ page }) => {
  await open(page, 'redeem-replace');
  await fillAddress(page);
  const told = paymentFailed(page);
  await press(page, 'Submit Payment');
  await expect(page.getByRole('alert')).toHaveText('Your card has expired. To proceed, please update your payment information.');
  expect(await told).toEqual({ message: 'Your card has expired.' });
  await expect(page.getByRole('radio', { name: /ending in/ })).toHaveCount(0);
  await page.getByLabel('Card number').fill('4242424242424242');
  await press(page, 'Submit Payment');
  await redeemed(page);
});

test('a gift whose payment cannot be followed is an unexpected error, and the order is kept', async ({ page }) => {
  await open(page, 'redeem-unheard');
  await fillAddress(page);
  await press(page, 'Submit Payment');
  await expect(page.getByRole('alert')).toContainText('Unexpected Error');
  await expect(page.getByRole('alert')).toContainText('Your order is kept.');
});

for (const state of ['redeem-card', 'redeem-authorize']) {
  test(`'${state}': the difference is paid with the card on record`, async ({ page }) => {
    await open(page, state);
    await expect(page.getByRole('radio', { name: /Use Visa ending in 4242/ })).toBeChecked();
    await fillAddress(page);
    await press(page, 'Submit Payment');
    await redeemed(page);
  });
}

test('a declined card leaves the gift to be redeemed: the bank’s words, and everything typed stays', async ({ page }) => {
  await open(page, 'redeem-declined');
  await fillAddress(page);
  await press(page, 'Proceed to Payment');
  await page.getByLabel('Card number').fill('4242424242424242');
  await press(page, 'Submit Payment');
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
  await expect(page.getByLabel('City')).toHaveValue('Port Merrow');
  await expect(page.getByRole('button', { name: 'Submit Payment' })).toBeEnabled();
});

test('the card that an upgrade asks for comes with the next Tab after the button', async ({ page }) => {
  await open(page, 'redeem-declined');
  await fillAddress(page);
  await page.getByRole('button', { name: 'Proceed to Payment' }).press('Enter');
  await expect(page.getByRole('group', { name: 'Payment' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Card number')).toBeFocused();
});

test('a gift that somebody else redeemed before it was paid for is told, and no card is asked for', async ({ page }) => {
  await open(page, 'redeem-meanwhile');
  await fillAddress(page);
  await press(page, 'Proceed to Payment');
  await expect(page.getByRole('alert')).toHaveText('This gift has already been redeemed.');
  await expect(page.getByLabel('Card number')).toHaveCount(0);
});

test('who comes back from their bank is told that it is redeemed, not that somebody had it', async ({ page }) => {
  await page.goto('/?state=redeem-back&menu=closed&payment_intent=pi_fixture&redirect_status=succeeded');
  await redeemed(page);
  expect(page.url()).not.toContain('payment_intent');
});

test('a gift that is posted already only opens an account', async ({ page }) => {
  const sent = await answer(page, 200, { type: 'redeem-succeeded' });
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

test('a subscriber adds what is still to come of a gift that is posted already, as it is', async ({ page }) => {
  const sent = await answer(page, 200, { type: 'redeem-succeeded' });
  await open(page, 'redeem-sent-claim', 'api');
  await expect(page.getByText('Its issues are posted to Nana Okoro. If that is you, add those still to come')).toBeVisible();
  await expect(page.getByText('It goes to Ada Merrow, ada@example.org.')).toBeVisible();
  await expect(page.getByText('It is added to your subscription, behind the issues that you have left.')).toBeVisible();
  for (const role of ['radio', 'textbox'] as const) await expect(page.getByRole(role)).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add it to my subscription' }).click();
  await expect(page.getByText('Your subscription is redeemed.')).toBeVisible();
  expect(sent).toMatchObject([{ body: { form: { email: 'ada@example.org', address: null, total: 0 } } }]);
});

test('who opens the link of a posted gift and has an account is offered to log in', async ({ page }) => {
  await open(page, 'redeem-sent');
  await expect(page.getByText('Do you have an account? Then the gift is added to your subscription.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', /^\/login\?redirect=/);
});

for (const [state, text] of [
  ['redeem-sent-known', 'This gift is already on its way to Nana Okoro, by post.'],
  ['redeem-already', 'This gift has already been redeemed.'],
  ['redeem-missing', 'We could not find a gift behind this link.'],
] as const) {
  test(`'${state}' is told, with where to write`, async ({ page }) => {
    await open(page, state);
    await expect(page.getByText(text)).toBeVisible();
    await expect(page.getByRole('link', { name: 'consulate@exclave.example.org' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Redeem' })).toHaveCount(0);
  });
}

test('who is paying for a gift by their bank is told that it is on its way, and where to see it', async ({ page }) => {
  await open(page, 'redeem-on-its-way');
  await expect(page.getByText('A payment is on its way.')).toBeVisible();
  await expect(page.getByText('As soon as it has arrived, the gift is redeemed.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'See the payment' })).toHaveAttribute('href', '/invoice/invoice_fixture01');
  for (const role of ['radio', 'textbox', 'button'] as const) await expect(page.getByRole(role)).toHaveCount(0);
});

test('what is missing is told at once, what is typed then is no longer wrong, and what the server refuses is marked', async ({ page }) => {
  await open(page, 'redeem-refused');
  await page.getByRole('button', { name: 'Redeem' }).click();
  for (const name of ['Full name', 'Email', 'City']) await expect(page.getByLabel(name)).toHaveAccessibleDescription('Must not be blank.');
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
});

test('who has an account already logs in on the redemption page, and nothing typed is lost', async ({ page }) => {
  await open(page, 'redeem-has-account');
  await pick(page, 'How do you want it?', 'Print, United States').check();
  await page.getByLabel('Full name').fill('Ada Merrow');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel(/^Password/).fill('another ferry altogether');
  await page.getByLabel('Confirm password').fill('another ferry altogether');
  await fillAddress(page);
  await press(page, 'Redeem');
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/has an account already/);
  const password = page.getByLabel('Password of ada@example.org');
  await expect(password).toBeFocused();
  await expect(page.getByLabel('Confirm password')).toHaveCount(0);

  expect(await violations(page)).toEqual([]);

  await page.getByLabel('Email').fill('bo@example.org');
  await expect(page.getByLabel(/^Password of/)).toHaveCount(0);
  await expect(page.getByLabel('Email')).not.toHaveAccessibleDescription(/has an account already/);
  await expect(page.getByLabel('Confirm password')).toHaveValue('another ferry altogether');
  await page.getByLabel('Email').fill('ada@example.org');

  await password.fill('not this one');
  await password.press('Enter');
  await expect(password).toHaveAccessibleDescription('The email or password is not correct.');
  await expect(password).toBeFocused();
  await password.fill('a ferry at dawn');
  await press(page, 'Log in');
  await expect(page.getByText('It goes to Ada Merrow, ada@example.org.')).toBeVisible();
  await expect(page.getByLabel('City')).toHaveValue('Port Merrow');
  await expect(page.getByRole('combobox', { name: 'State or province' })).toHaveValue('Maine');
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toMatch(/another ferry|at dawn/);
  await press(page, 'Redeem');
  await expect(page.getByText('Your subscription is redeemed.')).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('newsstand:redeem-draft'))).toBeNull();
});

test('a password manager finds the new reader’s account in one form, with an address before its passwords', async ({ page }) => {
  await open(page, 'redeem-has-account');
  const hooks = () =>
    page
      .locator('form')
      .filter({ has: page.locator('input[type=password]') })
      .locator('[name=email], [type=password]')
      .evaluateAll((inputs: HTMLInputElement[]) => inputs.map(({ autocomplete, type }) => [autocomplete, type]));
  await expect.poll(hooks).toEqual([
    ['username', 'email'],
    ['new-password', 'password'],
    ['new-password', 'password'],
  ]);
  await page.getByLabel('Full name').fill('Ada Merrow');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel(/^Password/).fill('another ferry altogether');
  await page.getByLabel('Confirm password').fill('another ferry altogether');
  await fillAddress(page);
  await press(page, 'Redeem');
  await expect(page.getByLabel('Password of ada@example.org')).toBeFocused();
  await expect.poll(hooks).toEqual([
    ['username', 'email'],
    ['current-password', 'password'],
  ]);
});

test('after a login on the redemption page the reader is where it says whose the gift is, in view below a magazine’s header', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await addHeader(page);
  await open(page, 'redeem-has-account');
  await page.getByLabel('Full name').fill('Ada Merrow');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel(/^Password/).fill('another ferry altogether');
  await page.getByLabel('Confirm password').fill('another ferry altogether');
  await fillAddress(page);
  await press(page, 'Redeem');
  await expect(page.getByLabel('Password of ada@example.org')).toBeFocused();
  await page.keyboard.type('a ferry at dawn');
  await page.keyboard.press('Enter');
  const words = page.getByText('It goes to Ada Merrow, ada@example.org.');
  await expectReached(page, words);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Change the email' })).toBeFocused();
  await page.reload();
  await expect(words).toBeVisible();
  await expect(page.locator('body')).toBeFocused();
});

test('who has forgotten the password logs in on the redemption page with a mailed code, a new one after too many attempts', async ({
  page,
}) => {
  await open(page, 'redeem-has-account');
  await page.getByLabel('Full name').fill('Ada Merrow');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel(/^Password/).fill('another ferry altogether');
  await page.getByLabel('Confirm password').fill('another ferry altogether');
  await fillAddress(page);
  await press(page, 'Redeem');
  const code = page.getByRole('textbox', { name: 'Code', exact: true });
  await press(page, 'Send me a code instead');
  await expect(code).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  const password = page.getByLabel('Password of ada@example.org');
  await expect(password).toHaveAccessibleDescription('Too many failed attempts. Request a new verification code to log in.');
  await expect(password).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.org');
  await press(page, 'Send me a code instead');
  await code.fill('123456');
  await press(page, 'Log in');
  await expect(page.getByText('It goes to Ada Merrow, ada@example.org.')).toBeVisible();
  await expect(page.getByLabel('City')).toHaveValue('Port Merrow');
});

test('a price that has changed is shown before it is confirmed', async ({ page }) => {
  const { page: data } = states['redeem-upgrade'];
  if (typeof data === 'string' || !data.redeem) throw new Error('The state has page data.');
  const { options, ...rest } = data.redeem;
  const dearer = { ...data, redeem: { ...rest, options: { ...options, prices: { ...options.prices, 'print-a': 2000 } } } };
  const sent = await answer(page, 409, { errors: { total: 'The price of your order is now $20.00. Please check it and confirm.' } });
  await page.route('**/api/page/redeem?token=gift_fixture0001', (route) => route.fulfill({ json: dearer }));
  await open(page, 'redeem-upgrade', 'api');
  await fillAddress(page);
  await press(page, 'Proceed to Payment');
  await expect(page.getByRole('alert')).toHaveText('The price of your order is now $20.00. Please check it and confirm.');
  await expect(page.getByText('You pay $20.00, once, for what it does not cover.')).toBeVisible();
  await press(page, 'Proceed to Payment');
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]).toMatchObject({ body: { form: { total: 2000 } } });
});

test('who logs in in another tab is known here too, and nothing typed is lost', async ({ page, context }) => {
  await open(page, 'redeem-has-account');
  await page.getByLabel('Full name').fill('Ada Merrow');
  await fillAddress(page);
  await page.evaluate(() => sessionStorage.setItem('stand-alone:logged-in', 'true'));
  const other = await context.newPage();
  await open(other, 'redeem');
  await other.evaluate((key) => localStorage.setItem(key, crypto.randomUUID()), READER_CHANGED);
  await expect(page.getByText('It goes to Ada Merrow, ada@example.org.')).toBeVisible();
  await expect(page.getByLabel('City')).toHaveValue('Port Merrow');
});

test('a gift that is gone by then is told as one that is not there', async ({ page }) => {
  await answer(page, 404, { errors: 'Not found.' });
  await open(page, 'redeem-renewal', 'api');
  await fillAddress(page);
  await page.getByRole('button', { name: 'Redeem' }).click();
  await expect(page.getByText('We could not find a gift behind this link.')).toBeVisible();
});

test('somebody else was faster: the server’s words are shown', async ({ page }) => {
  await answer(page, 409, { type: 'redeem-failed', message: 'This gift has already been redeemed.' });
  await open(page, 'redeem-renewal', 'api');
  await fillAddress(page);
  await page.getByRole('button', { name: 'Redeem' }).click();
  await expect(page.getByRole('alert')).toHaveText('This gift has already been redeemed.');
});
