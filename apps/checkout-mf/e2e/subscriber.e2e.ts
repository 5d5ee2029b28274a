// @module-tag ci
import { test } from '@newsstand/build/kept-page';
import { expect } from '@playwright/test';
import { button, CARDS, choose, expectReceipt, fillCard, fillWho, open } from './open.ts';

const reviewOf = (page: Parameters<typeof open>[0]) => page.getByRole('region', { name: 'Your order' });

test(
  'a subscriber with a print subscription keeps the address, and pays at once',
  { tag: ['@§4.method.3', '@§6.subscriber.1'] },
  async ({ page }) => {
    await open(page, 'keep-address');
    await expect(page.getByText('Ordering as Ada Merrow, ada@example.org.')).toBeVisible();
    await expect(page.getByRole('radio', { name: /^Keep Address/ })).toBeChecked();
    await expect(page.getByText('2 Slipway, Port Merrow, ME 04999, United States')).toBeVisible();
    await expect(page.getByLabel('City')).toHaveCount(0);
    await button(page, 'Submit Payment').click();
    await expectReceipt(page);
  },
);

test('or changes it, beginning with the one on record, and sees what the new one costs', { tag: ['@§4.method.3'] }, async ({ page }) => {
  await open(page, 'keep-address');
  await page.getByRole('radio', { name: 'Change Address' }).check();
  await expect(page.getByLabel('City')).toHaveValue('Port Merrow');
  await choose(page, 'Country', 'Canada');
  await expect(reviewOf(page)).toContainText('Shipping, Canada$24.00');
  await page.getByRole('radio', { name: /^Keep Address/ }).check();
  await expect(reviewOf(page)).toContainText('Total$112.00');
  await page.reload();
  await expect(page.getByRole('radio', { name: /^Keep Address/ })).toBeChecked();
  await page.getByRole('radio', { name: 'Change Address' }).check();
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('Canada');
});

test('an address on record that is refused must be changed', { tag: ['@§8.fields.2'] }, async ({ page }) => {
  await open(page, 'kept-address-refused');
  await button(page, 'Submit Payment').click();
  await expect(page.getByRole('radio', { name: 'Change Address' })).toBeChecked();
  await expect(page.getByLabel('Postal code')).toHaveAccessibleDescription('This postal code is not in Maine.');
  await expect(page.getByLabel('Postal code')).toBeFocused();
  await page.getByLabel('Postal code').fill('04998');
  await expect(page.getByRole('radio', { name: 'Change Address' })).toBeChecked();
});

test(
  'a subscriber whose subscription has nowhere to go is told, and asked for an address',
  { tag: ['@§8.address.1'] },
  async ({ page }) => {
    await open(page, 'missing-address');
    await expect(
      page.getByText('You currently do not have an address we can send to. Please add your address with this form.'),
    ).toBeVisible();
    await expect(page.getByRole('radio', { name: /Address/ })).toHaveCount(0);
  },
);

test('an address on record is where the form of any other reader begins', async ({ page }) => {
  await open(page, 'prefilled-address');
  await expect(page.getByLabel('City')).toHaveValue('Port Merrow');
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('United States');
});

test('a subscription says that it renews, and the reader may say no', { tag: ['@§9.texts.1'] }, async ({ page }) => {
  await open(page, 'subscription');
  const renews = page.getByRole('checkbox', { name: 'Renew by itself with this card' });
  await expect(renews).toBeChecked();
  await expect(
    page.getByText('Your subscription will renew at the end of your cycle, but you can cancel at any time.', { exact: true }),
  ).toBeVisible();
  await renews.uncheck();
  await expect(page.getByText('Your subscription will end with its last issue.')).toBeVisible();
  await open(page, 'check-out');
  await expect(renews).toHaveCount(0);
});

test('a renewal leaves autorenew as its reader has it, unless they say otherwise', async ({ page }) => {
  const renews = page.getByRole('checkbox', { name: 'Renew by itself with this card' });
  await open(page, 'renewal-on');
  await expect(renews).toBeChecked();
  await open(page, 'renewal-off');
  await expect(renews).not.toBeChecked();
  await expect(page.getByText('Your subscription will end with its last issue.')).toBeVisible();
  await renews.check();
  await expect(page.getByText('Your subscription will renew at the end of your cycle')).toBeVisible();
});

test('the zone that was chosen in the builder is the one that check-out begins with', async ({ page }) => {
  await open(page, 'subscription-abroad');
  // Canada alone is in that zone, so that nobody needs to name it; whoever lives elsewhere can.
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('Canada');
  await expect(reviewOf(page)).toContainText('Shipping, Canada$24.00');
  await expect(reviewOf(page)).toContainText('Total$136.00');
  await choose(page, 'Country', 'United States');
  await expect(reviewOf(page)).toContainText('Total$112.00');
});

test('a zone of several countries is called what the publication calls it, until a country is chosen', async ({ page }) => {
  await open(page, 'subscription-overseas');
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('');
  await expect(reviewOf(page)).toContainText('Shipping, if posted to: Everywhere else$48.00');
  await choose(page, 'Country', 'Iceland');
  await expect(reviewOf(page)).toContainText('Shipping, Iceland$48.00');
});

test('a coupon that the country turns off says so, and is on again with another country', { tag: ['@§4.coupon.2'] }, async ({ page }) => {
  await open(page, 'coupon-at-home');
  await expect(reviewOf(page)).toContainText('Total$102.00');
  await choose(page, 'Country', 'Germany');
  const why = reviewOf(page).getByRole('status').filter({ hasText: 'Coupon does not apply to this subscription.' });
  await expect(why).toBeVisible();
  await expect(reviewOf(page).getByRole('link', { name: 'Change your subscription settings' })).toHaveAttribute('href', /^\/subscribe\?/);
  await expect(reviewOf(page)).not.toContainText('Coupon Applied');
  await expect(reviewOf(page)).toContainText('Total$160.00');
  await choose(page, 'Country', 'United States');
  await expect(why).toHaveCount(0);
  await expect(reviewOf(page)).toContainText('Total$102.00');
});

test('a subscription that a coupon makes free is submitted with an account, and asks for no card', async ({ page }) => {
  await open(page, 'free-subscription');
  await expect(page.getByText('FREE', { exact: true })).toBeVisible();
  await expect(page.getByText('thanks to the support of our donors')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Payment' })).toHaveCount(0);
  await expect(page.getByLabel('Confirm password')).toBeVisible();
  await expect(button(page, 'Submit')).toBeEnabled();
});

test('a gift goes straight to its recipient, in the zone that it was priced for', { tag: ['@§5.address.6'] }, async ({ page }) => {
  await open(page, 'gift-by-post');
  const gift = page.getByRole('region', { name: 'Your gift' });
  await expect(gift.getByRole('radio', { name: /^I will pass it on/ })).toBeChecked();
  await fillWho(page);
  await gift.getByRole('radio', { name: /^Send it to them/ }).check();
  await button(page, 'Proceed to Payment').click();
  await expect(gift.getByLabel('Their full name')).toBeFocused();
  await expect(gift.getByLabel('City')).toHaveAccessibleDescription('Must not be blank.');
  await gift.getByLabel('Their full name').fill('Bo Quay');
  await expect(reviewOf(page)).toContainText('Sent to Bo Quay');
  await expect(gift.getByText('It was chosen with postage to: Canada. For another country, remove it from the cart')).toBeVisible();
  await expect(gift.getByRole('link', { name: 'Choose a gift' })).toHaveAttribute('href', '/subscribe?type=gift');
  // Canada alone is in that zone.
  await expect(gift.getByRole('combobox', { name: 'Country' })).toHaveCount(0);
  await gift.getByRole('textbox', { name: 'Address', exact: true }).fill('9 Wharf Road');
  await gift.getByLabel('City').fill('Lunenburg');
  await choose(page, 'State or province', 'Nova Scotia');
  await gift.getByLabel('Postal code').fill('B0J 2C0');
  await button(page, 'Proceed to Payment').click();
  await fillCard(page, CARDS.good);
  await button(page, 'Submit Payment').click();
  await expectReceipt(page);
});
