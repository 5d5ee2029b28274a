import { test } from '@newsstand/build/kept-page';
import { expect, type Page } from '@playwright/test';
import { button, CARDS, choose, expectReceipt, fillAddress, fillCard, fillForm, fillWho, open } from './open.ts';

test(
  'a guest pays a mixed cart by card and gets the receipt',
  { tag: ['@§1.audience.1', '@§2.checkout.1', '@§2.checkout.6', '@§4.submit.5', '@§4.submit.6', '@§4.checkout.3'] },
  async ({ page }) => {
    await open(page, 'check-out');
    await expect(page.getByRole('heading', { level: 1, name: 'Check Out' })).toBeVisible();
    await fillForm(page);
    await button(page, 'Proceed to Payment').click();
    await fillCard(page, CARDS.good);
    await button(page, 'Submit Payment').click();
    await expect(button(page, 'Completing Order')).toBeDisabled();
    await expectReceipt(page);
  },
);

test(
  'Enter in a field sends the order as the button does: the focus stays in the form and goes to the card, and who hears the page is told what comes',
  { tag: '@ci' },
  async ({ page }) => {
    await open(page, 'check-out');
    await fillForm(page);
    await page.getByLabel('Email').press('Enter');
    await expect(page.getByRole('group', { name: 'Payment' })).toBeFocused();
    await expect(button(page, 'Submit Payment')).toBeEnabled();
    await expect(page.getByRole('status').filter({ hasText: 'Enter your card, then' })).toHaveCount(1);
  },
);

test(
  'where the publication allows it the reader checks out later: the cart waits, and what was typed too',
  { tag: ['@ci', '@§1.offers.7', '@§2.checkout.8'] },
  async ({ page }) => {
    await open(page, 'check-out');
    await expect(button(page, 'Proceed to Payment')).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Check out later' })).toHaveCount(0);
    await open(page, 'check-out-later');
    await expect(page.getByRole('radio', { name: 'Check out now' })).toBeChecked();
    await page.getByLabel('Email').fill('ada@example.org');
    await page.getByRole('radio', { name: 'Check out later' }).check();
    await expect(button(page, 'Proceed to Payment')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Browse Store' })).toHaveAttribute('href', '/store');
    await page.getByRole('radio', { name: 'Check out now' }).check();
    await fillForm(page);
    await button(page, 'Proceed to Payment').click();
    await expect(page.getByLabel('Card number')).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Check out later' })).toHaveCount(0);
  },
);

test(
  'a declined card says so, and another card pays the same order',
  { tag: ['@ci', '@§4.failures.6', '@§8.provider.1'] },
  async ({ page }) => {
    await open(page, 'check-out');
    await fillForm(page);
    await button(page, 'Proceed to Payment').click();
    await fillCard(page, CARDS.declined);
    await button(page, 'Submit Payment').click();
    await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
    await expect(page.getByLabel('Full name')).toHaveValue('Ada Merrow');
    await fillCard(page, CARDS.good);
    await button(page, 'Submit Payment').click();
    await expectReceipt(page);
  },
);

test('a card that asks for authentication is authenticated', { tag: ['@ci', '@§1.outside.3'] }, async ({ page }) => {
  await open(page, 'check-out');
  await fillForm(page);
  await button(page, 'Proceed to Payment').click();
  await fillCard(page, CARDS.asks);
  await button(page, 'Submit Payment').click();
  await page.getByRole('dialog', { name: '3D Secure' }).getByRole('button', { name: 'Complete' }).click();
  await expectReceipt(page);
});

test('a refused authentication leaves the order for another card', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'check-out');
  await fillForm(page);
  await button(page, 'Proceed to Payment').click();
  await fillCard(page, CARDS.asks);
  await button(page, 'Submit Payment').click();
  await page.getByRole('dialog', { name: '3D Secure' }).getByRole('button', { name: 'Fail' }).click();
  await expect(page.getByRole('alert')).toContainText('We are unable to authenticate your payment method.');
  await expect(button(page, 'Submit Payment')).toBeEnabled();
});

test(
  'the amounts follow the country that is chosen',
  { tag: ['@ci', '@§2.routes.4', '@§2.checkout.10', '@§2.checkout.5', '@§2.others.15'] },
  async ({ page }) => {
    await open(page, 'check-out');
    const review = page.getByRole('region', { name: 'Your order' });
    await expect(review.getByRole('link', { name: 'Last Boat Tee' })).toHaveAttribute('href', '/store/product/last-boat-tee');
    await expect(review).toContainText('Shipping, if posted to: United States$8.00');
    await expect(review).toContainText('$66.00');
    await choose(page, 'Country', 'Canada');
    await expect(review).toContainText('Shipping, Canada$14.00');
    await expect(review).toContainText('$72.00');
    await choose(page, 'Country', 'Iceland');
    await expect(review).toContainText('$80.00');
  },
);

test(
  'the parts of an address stand in the order that readers of its country expect',
  { tag: ['@ci', '@§2.checkout.4'] },
  async ({ page }) => {
    await open(page, 'check-out');
    const parts = () =>
      page
        .getByRole('region', { name: 'Mailing address' })
        .locator('input')
        .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('name')));
    await choose(page, 'Country', 'United States');
    await expect.poll(parts).toEqual(['country', 'line1', 'line2', 'city', 'state', 'postcode']);
    await page.getByLabel('City').fill('Port Merrow');
    await choose(page, 'Country', 'France');
    await expect.poll(parts).toEqual(['country', 'line1', 'line2', 'postcode', 'city']);
    await choose(page, 'Country', 'United Kingdom');
    await expect.poll(parts).toEqual(['country', 'line1', 'line2', 'city', 'postcode']);
    await expect(page.getByLabel('City')).toHaveValue('Port Merrow');
  },
);

test('the parts of an address follow its country', { tag: ['@ci', '@§5.address.2'] }, async ({ page }) => {
  await open(page, 'check-out');
  await choose(page, 'Country', 'France');
  await expect(page.getByRole('combobox', { name: 'State or province' })).toHaveCount(0);
  await expect(page.getByLabel('Postal code')).not.toHaveAttribute('required');
  await choose(page, 'Country', 'United Kingdom');
  await expect(page.getByLabel('Postal code')).toHaveAttribute('required');
  await choose(page, 'Country', 'Australia');
  await expect(page.getByRole('combobox', { name: 'State or province' })).toHaveAttribute('required');
});

test('going back to a country finds the state that was chosen there', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'check-out');
  await choose(page, 'Country', 'United States');
  await choose(page, 'State or province', 'Maine');
  await choose(page, 'Country', 'France');
  await choose(page, 'Country', 'United States');
  await expect(page.getByRole('combobox', { name: 'State or province' })).toHaveValue('Maine');
});

test('what stands in for the outside world is said in a sentence each', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'stand-ins');
  await expect(page.getByText('Payments go to a Stripe emulator: no card is charged.', { exact: true })).toBeVisible();
  await expect(page.getByText('Mail goes to a mailbox on this machine.', { exact: true })).toBeVisible();
});

test('a card that is not complete is told before anything is sent', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'check-out');
  await fillForm(page);
  await button(page, 'Proceed to Payment').click();
  await fillCard(page, '4242');
  await button(page, 'Submit Payment').click();
  await expect(page.getByRole('alert')).toHaveText('Your card number is incomplete.');
  await expect(button(page, 'Submit Payment')).toBeEnabled();
});

test('blank fields are named beside themselves, and the first has the focus', { tag: ['@§5.account-block.1'] }, async ({ page }) => {
  await open(page, 'check-out');
  await button(page, 'Proceed to Payment').click();
  const name = page.getByLabel('Full name');
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription('Must not be blank.');
  await expect(page.getByLabel('City')).toHaveAccessibleDescription('Must not be blank.');
  await expect(page.getByLabel('Postal code')).toHaveAccessibleDescription('');
  await name.fill('A');
  await expect(name).toHaveAccessibleDescription('');
});

test(
  'errors of the server stand beside their fields, 136 px below the top, and the rest beside the button',
  { tag: ['@§5.errors.1', '@§5.account-block.2', '@§5.errors.2', '@§8.fields.3', '@§9.scroll.2'] },
  async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 600 });
    await open(page, 'field-errors');
    await fillForm(page);
    await button(page, 'Proceed to Payment').click();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/We cannot deliver to this address\./);
    await expect(page.getByLabel('Postal code')).toHaveAccessibleDescription('This postal code is not in Maine.');
    await expect(page.getByRole('alert')).toContainText('Please reload.');
    await expect(page.getByLabel('Email')).toBeFocused();
    await expect.poll(async () => Math.round((await page.locator('label', { hasText: 'Email' }).boundingBox())?.y ?? 0)).toBe(136);
  },
);

test('a changed price is told, and the order is confirmed anew', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'price-changed');
  await fillForm(page);
  await button(page, 'Proceed to Payment').click();
  await expect(page.getByText('The total is now $71.00; it was $66.00.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your order' })).toContainText('$71.00');
  await button(page, 'Proceed to Payment').click();
  await fillCard(page, CARDS.good);
  await button(page, 'Submit Payment').click();
  await expectReceipt(page);
});

test('what was typed is still there after a reload, but for the card', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'check-out');
  await fillForm(page);
  await button(page, 'Proceed to Payment').click();
  await fillCard(page, CARDS.good);
  await page.reload();
  await expect(page.getByLabel('Full name')).toHaveValue('Ada Merrow');
  await expect(page.getByRole('combobox', { name: 'State or province' })).toHaveValue('Maine');
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  expect(kept).not.toContain('4242');
  await button(page, 'Proceed to Payment').click();
  await fillCard(page, CARDS.good);
  await button(page, 'Submit Payment').click();
  await expectReceipt(page);
});

test('a reload between payment and receipt leads to the receipt', { tag: ['@ci', '@§4.submit.4'] }, async ({ page }) => {
  await open(page, 'check-out');
  await fillForm(page);
  await button(page, 'Proceed to Payment').click();
  await fillCard(page, CARDS.good);
  await button(page, 'Submit Payment').click();
  await expect(button(page, 'Completing Order')).toBeVisible();
  await page.reload();
  await expectReceipt(page);
});

test('a reload while the bank asks leads back to its question', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'check-out');
  await fillForm(page);
  await button(page, 'Proceed to Payment').click();
  await fillCard(page, CARDS.asks);
  await button(page, 'Submit Payment').click();
  await expect(page.getByRole('dialog', { name: '3D Secure' })).toBeVisible();
  await page.reload();
  await page.getByRole('dialog', { name: '3D Secure' }).getByRole('button', { name: 'Complete' }).click();
  await expectReceipt(page);
});

test('coming back from a bank’s page leads to the receipt, and takes the payment out of the address', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'check-out');
  await page.evaluate(() =>
    sessionStorage.setItem('stand-alone:order', JSON.stringify({ intent: 'pi_fixture0001', status: 'succeeded', failure: null, asked: 0 })),
  );
  await page.goto('/store/checkout?payment_intent=pi_fixture0001&payment_intent_client_secret=x_secret_y&redirect_status=succeeded');
  await expect(page).not.toHaveURL(/payment_intent/);
  await expectReceipt(page);
});

const payAndTimeOut = async (page: Page): Promise<void> => {
  await page.clock.install();
  await open(page, 'poll-timeout');
  await fillForm(page);
  await button(page, 'Proceed to Payment').click();
  await page.clock.runFor(1000);
  await fillCard(page, CARDS.good);
  await button(page, 'Submit Payment').click();
  await expect(async () => {
    await page.clock.runFor(10_000);
    await expect(page.getByRole('alert')).toBeVisible({ timeout: 100 });
  }).toPass({ timeout: 30_000 });
};

test(
  'an order that is never confirmed ends with the truth, and can be looked at again',
  { tag: ['@ci', '@§4.checkout.8', '@§8.checkout.2'] },
  async ({ page }) => {
    await payAndTimeOut(page);
    const alert = page.getByRole('alert');
    await expect(alert).toContainText(
      'Sorry your order timed out. There was a problem processing your order. Please try again at another time or contact consulate@exclave.example.org',
    );
    await expect(alert).toContainText('Your order is kept.');
    await button(page, 'Look again').click();
    await expect(button(page, 'Completing Order')).toBeVisible();
  },
);

test('where the browser keeps nothing for the page, an order that timed out can be looked at again', { tag: '@ci' }, async ({ page }) => {
  await page.addInitScript(() => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key, value) {
      if (key.startsWith('newsstand:')) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      setItem.call(this, key, value);
    };
  });
  await payAndTimeOut(page);
  await button(page, 'Look again').click();
  await expect(button(page, 'Completing Order')).toBeVisible();
});

test('a failed status request is an unexpected error', { tag: ['@ci', '@§4.checkout.9', '@§8.checkout.3'] }, async ({ page }) => {
  await open(page, 'status-error');
  await fillForm(page);
  await button(page, 'Proceed to Payment').click();
  await fillCard(page, CARDS.good);
  await button(page, 'Submit Payment').click();
  await expect(page.getByRole('alert')).toContainText('Unexpected Error');
});

test('a server that fell over gets the generic text', { tag: ['@ci', '@§8.checkout.1'] }, async ({ page }) => {
  await open(page, 'server-error');
  await fillForm(page);
  await button(page, 'Proceed to Payment').click();
  await expect(page.getByRole('alert')).toHaveText(
    'There was a problem processing your order. Please try again at another time or contact consulate@exclave.example.org',
  );
});

test(
  'an order for nothing hides payment, thanks the donors and is submitted',
  { tag: ['@§4.submit.5', '@§9.free.1'] },
  async ({ page }) => {
    await open(page, 'free');
    await expect(page.getByText('FREE', { exact: true })).toBeVisible();
    await expect(page.getByText('thanks to the support of our donors')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Payment' })).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Mailing address' })).toHaveCount(0);
    await fillWho(page);
    await button(page, 'Submit').click();
    await expectReceipt(page);
  },
);

test('an order below 50 cents is waived', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'waived');
  await expect(page.getByRole('region', { name: 'Your order' })).toContainText('Waived, too small to charge−$0.30');
  await expect(page.getByText('FREE', { exact: true })).toBeVisible();
});

test('a sold-out line is named beside itself and blocks until it is removed', { tag: ['@§4.submit.6'] }, async ({ page }) => {
  await open(page, 'sold-out');
  const review = page.getByRole('region', { name: 'Your order' });
  await expect(button(page, 'Proceed to Payment')).toBeDisabled();
  await expect(button(page, 'Proceed to Payment')).toHaveAccessibleDescription(/cannot be had now/);
  await expect(review).toContainText('Sold out since you put it into your cart.');
  await expect(review.getByRole('listitem').filter({ hasText: 'Issue 14' })).toContainText('–');
  await expect(review).toContainText('Subtotal$36.00');
  await review.getByRole('button', { name: 'Remove Issue 14, The Long Causeway' }).click();
  await page.getByRole('alertdialog', { name: 'Are you sure?' }).getByRole('button', { name: 'Ok' }).click();
  await expect(review).not.toContainText('Issue 14');
  await expect(button(page, 'Proceed to Payment')).toBeEnabled();
});

test('an order of which nothing can be had any more is not free, and nobody is thanked for it', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'all-sold-out');
  const review = page.getByRole('region', { name: 'Your order' });
  await expect(review).toContainText('Sold out since you put it into your cart.');
  await expect(review).toContainText('Total$0.00');
  await expect(page.getByText('FREE', { exact: true })).toHaveCount(0);
  await expect(page.getByText('thanks to the support of our donors')).toHaveCount(0);
  await expect(button(page, 'Proceed to Payment')).toBeDisabled();
});

test('a line of which too few are left is lowered to what there is', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'short');
  const review = page.getByRole('region', { name: 'Your order' });
  await expect(review).toContainText('Only 2 left. The total counts 2.');
  await expect(button(page, 'Proceed to Payment')).toHaveAccessibleDescription(
    /^Only 2 of .* left\. Take 2 instead or remove it, then go on\.$/,
  );
  await expect(review).toContainText('Subtotal$44.00');
  await review.getByRole('button', { name: 'Take 2 instead' }).click();
  await expect(review).toContainText('× 2');
  await expect(button(page, 'Proceed to Payment')).toBeEnabled();
});

test('an earlier order that was already paid leads to its receipt, which says so', { tag: ['@ci', '@§4.results.4'] }, async ({ page }) => {
  await open(page, 'paid-before');
  await fillAddress(page);
  await button(page, 'Submit Payment').click();
  await expectReceipt(page);
  await expect(page.getByText('Your earlier order was already paid, so this is its receipt.')).toBeVisible();
});

test('who goes back from a receipt does not meet the check-out that paid, with the card in it', async ({ page }) => {
  await page.goto('about:blank');
  await open(page, 'paid-before');
  const pages = await page.evaluate(() => history.length);
  await fillAddress(page);
  await button(page, 'Submit Payment').click();
  await expectReceipt(page);
  expect(await page.evaluate(() => history.length)).toBe(pages);
});

test('a payment that takes days leads to its invoice', { tag: ['@ci', '@§2.checkout.9', '@§4.checkout.6'] }, async ({ page }) => {
  await open(page, 'processing');
  await fillForm(page);
  await button(page, 'Proceed to Payment').click();
  await fillCard(page, CARDS.good);
  await button(page, 'Submit Payment').click();
  await expect(page).toHaveURL(/\/invoice\/EXC-0042$/);
});

test('a card form that does not come can be asked for again, and nothing typed is lost', { tag: '@ci' }, async ({ page }) => {
  await page.route('http://127.0.0.1:4242/**', (route) => route.abort());
  await open(page, 'no-stripe');
  await fillForm(page);
  await button(page, 'Proceed to Payment').click();
  await expect(page.getByText('The card form could not be loaded.')).toBeVisible();
  await expect(button(page, 'Submit Payment')).toBeDisabled();
  await expect(button(page, 'Try again')).toBeVisible();
  await expect(page.getByLabel('City')).toHaveValue('Port Merrow');
});
