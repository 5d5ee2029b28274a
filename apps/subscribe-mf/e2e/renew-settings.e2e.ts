// @module-tag ci
import { test } from '@newsstand/build/kept-page';
import { keys } from '@newsstand/contracts/fixtures/checkout';
import { expect } from '@playwright/test';
import { answerRenewal } from './answer.ts';
import { choose, open, pick, press, total } from './open.ts';

const NO_ADDRESS = 'You currently do not have an address we can send to. Please add your address with this form.';
const STAYLONGER = {
  code: 'STAYLONGER',
  uses: ['renewal'],
  applied: 'renewal',
  discounts: { print_us: 1000, digital: 600 },
  label: 'Extended Stay',
  description: '$10 off.',
};
const RECEIPT = /\/receipts\?token=/;

test('an address says which zone was chosen, and how another one is', async ({ page }) => {
  await open(page, 'renew-expiring');
  await pick(page, 'How do you want to renew?', 'Change settings').check();
  await pick(page, 'Where do we post it?', 'Canada').check();
  await expect(page.getByText('Posted to: Canada. For another country, change what is chosen above.')).toBeVisible();
  await open(page, 'redeem');
  await pick(page, 'How do you want it?', 'Print, International').check();
  await expect(page.getByText('Posted to: International. For another country, change what is chosen above.')).toBeVisible();
});

test('settings are changed, the price runs along, and the new zone needs an address', { tag: ['@§4.renew.3'] }, async ({ page }) => {
  const sent = await answerRenewal(page, 200, { type: 'started', intent: 'pi_fixture', keys, total: 19_200 });
  await open(page, 'renew-expiring', 'api');
  await pick(page, 'How do you want to renew?', 'Change settings').check();
  await pick(page, 'For how long?', '2 years').check();
  await pick(page, 'At which rate?', 'Solidarity').check();
  await expect(total(page)).toHaveText('$168.00');
  await expect(page.getByText('7 Tide Mill Lane').last()).toBeVisible();
  await pick(page, 'Where do we post it?', 'Canada').check();
  await expect(total(page)).toHaveText('$192.00');
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('9 Signal Hill Road');
  await page.getByLabel('City').fill('Halifax');
  await page.getByLabel('Postal code').fill('B3H 1A1');
  await choose(page, 'State or province', 'Nova Scotia');
  await press(page, 'Proceed to Payment');
  await expect(page.getByLabel('Card number')).toBeInViewport();
  expect(sent).toMatchObject([
    {
      cart: { subscription: { medium: 'print', level: 'high', term: '2year' } },
      form: { address: { line1: '9 Signal Hill Road', country: 'CA', state: 'NS' }, shipcode: 'b', total: 19_200 },
    },
  ]);
  await pick(page, 'How do you want to renew?', 'With the same settings').check();
  await expect(total(page)).toHaveText('$56.00');
});

test(
  'another address for the same zone is typed with Change Address, and kept with Keep Address',
  { tag: ['@§4.method.3'] },
  async ({ page }) => {
    await open(page, 'renew-expiring');
    await page.getByRole('radio', { name: 'Change Address' }).check();
    await expect(page.getByLabel('City')).toBeVisible();
    await page.getByRole('radio', { name: 'Keep Address' }).check();
    await expect(page.getByLabel('City')).toHaveCount(0);
  },
);

test(
  'without an address for what was paid for, the settings are open and the other choice is not there',
  { tag: ['@§4.renew.4', '@§8.address.1'] },
  async ({ page }) => {
    await open(page, 'renew-no-address');
    await expect(page.getByText(NO_ADDRESS)).toBeVisible();
    await expect(pick(page, 'How do you want to renew?', 'Change settings')).toBeChecked();
    await expect(pick(page, 'How do you want to renew?', 'With the same settings')).toBeDisabled();
    await expect(page.getByLabel('City')).toBeVisible();
    await press(page, 'Proceed to Payment');
    await expect(page.getByLabel('City')).toHaveAccessibleDescription('Must not be blank.');
  },
);

test('who is posted to elsewhere than was paid for renews to the address that there is, and is not asked for another', async ({ page }) => {
  const sent = await answerRenewal(page, 200, { type: 'gratis', receipt: 'receipt_fixture01' });
  await open(page, 'renew-moved', 'api');
  await expect(pick(page, 'How do you want to renew?', 'With the same settings')).toBeChecked();
  await expect(page.getByText('Posted to 7 Tide Mill Lane, Portland')).toBeVisible();
  await expect(page.getByText(NO_ADDRESS)).toHaveCount(0);
  await press(page, 'Proceed to Payment');
  await expect(page).toHaveURL(RECEIPT);
  expect(sent).toMatchObject([{ form: { address: { line1: '7 Tide Mill Lane', country: 'US' } }, shipcode: 'a' }]);
});

test('the missing address is spoken of as long as what is chosen needs it', { tag: ['@§8.address.1'] }, async ({ page }) => {
  await open(page, 'renew-no-address');
  await expect(page.getByText(NO_ADDRESS)).toBeVisible();
  await pick(page, 'Where do we post it?', 'United States').check();
  await expect(page.getByRole('radio', { name: 'Keep Address' })).toBeChecked();
  await expect(page.getByText(NO_ADDRESS)).toHaveCount(0);
  await expect(pick(page, 'How do you want to renew?', 'With the same settings')).toBeDisabled();
  await pick(page, 'Where do we post it?', 'International').check();
  await expect(page.getByText(NO_ADDRESS)).toBeVisible();
  await pick(page, 'On paper or on a screen?', 'Digital').check();
  await expect(page.getByText(NO_ADDRESS)).toHaveCount(0);
});

test(
  'an address that the server refuses opens the settings, with what was sent to be corrected',
  { tag: ['@§4.renew.5'] },
  async ({ page }) => {
    await open(page, 'renew-address-refused');
    await press(page, 'Proceed to Payment');
    await expect(pick(page, 'How do you want to renew?', 'Change settings')).toBeChecked();
    await expect(page.getByLabel('Postal code')).toHaveAccessibleDescription('Must not be blank.');
    await expect(page.getByLabel('Postal code')).toBeFocused();
    await expect(page.getByRole('textbox', { name: 'Address', exact: true })).toHaveValue('7 Tide Mill Lane');
  },
);

test('blanks in a new address are marked, which refuses nothing: the same settings can still be chosen', async ({ page }) => {
  await open(page, 'renew-expiring');
  await pick(page, 'How do you want to renew?', 'Change settings').check();
  await pick(page, 'Where do we post it?', 'Canada').check();
  await press(page, 'Proceed to Payment');
  await expect(page.getByLabel('City')).toHaveAccessibleDescription('Must not be blank.');
  await expect(page.getByText('Please look at the marked fields again.')).toBeVisible();
  await expect(page.getByText('The address was refused.')).toHaveCount(0);
  await pick(page, 'How do you want to renew?', 'With the same settings').check();
  await press(page, 'Proceed to Payment');
  await expect(page.getByLabel('Card number')).toBeVisible();
});

test('an address that was typed and refused can be given up for the one on record', { tag: ['@§4.method.3'] }, async ({ page }) => {
  await open(page, 'renew-address-refused');
  await page.getByRole('radio', { name: 'Change Address' }).check();
  await press(page, 'Proceed to Payment');
  await expect(page.getByLabel('City')).toHaveAccessibleDescription('Must not be blank.');
  await page.getByRole('radio', { name: 'Keep Address' }).check();
  await expect(page.getByText('7 Tide Mill Lane').last()).toBeVisible();
  await expect(pick(page, 'How do you want to renew?', 'With the same settings')).toBeEnabled();
});

test('the coupon of a link is for renewals, and its price is the one that is sent', { tag: ['@§2.query.7'] }, async ({ page }) => {
  const sent = await answerRenewal(page, 200, { type: 'started', intent: 'pi_fixture', keys, total: 4600 });
  await page.route('**/api/subscribe/coupon*', (route) => route.fulfill({ json: STAYLONGER }));
  await open(page, 'renew-coupon', 'code=staylonger&api');
  await expect(page.getByText('Coupon Applied')).toBeVisible();
  await expect(total(page)).toHaveText('$46.00');
  await press(page, 'Proceed to Payment');
  await expect(page.getByLabel('Card number')).toBeVisible();
  expect(sent).toMatchObject([{ cart: { subscription: { coupon: STAYLONGER.code } }, form: { total: 4600 } }]);
});

test('a code that was typed and not applied is tried before anything is charged', async ({ page }) => {
  const sent = await answerRenewal(page, 200, { type: 'started', intent: 'pi_fixture', keys, total: 4600 });
  await page.route('**/api/subscribe/coupon*', (route) => route.fulfill({ json: STAYLONGER }));
  await open(page, 'renew', 'api');
  await page.getByLabel('Coupon code').fill('staylonger');
  await press(page, 'Proceed to Payment');
  await expect(page.getByText('Coupon Applied')).toBeVisible();
  await expect(total(page)).toHaveText('$46.00');
  expect(sent).toEqual([]);
});

for (const [state, code, message] of [
  ['renew-coupon-new', 'FIRSTLANDING', 'This coupon does not apply to subscription renewals.'],
  ['renew-coupon-gift', 'POSTCARD', 'This coupon does not apply to subscription renewals.'],
] as const) {
  test(`'${state}' is refused beside its field`, { tag: ['@§5.coupons.3'] }, async ({ page }) => {
    await open(page, state, `code=${code}`);
    await expect(page.getByLabel('Coupon code')).toHaveAccessibleDescription(message);
    await expect(total(page)).toHaveText('$56.00');
  });
}

test('a coupon resets the settings to what it allows, and the renewal is free', { tag: ['@§4.renew.6'] }, async ({ page }) => {
  await open(page, 'renew-coupon-digital', 'code=DIPLOMATICBAG');
  await expect(page.getByText('Coupon Applied')).toBeVisible();
  await expect(page.getByText('The coupon changed your settings to those it is for.')).toBeVisible();
  await expect(pick(page, 'How do you want to renew?', 'Change settings')).toBeChecked();
  await expect(pick(page, 'On paper or on a screen?', 'Digital')).toBeChecked();
  await expect(total(page)).toHaveText('FREE');
  await expect(page.getByText('thanks to the support of our donors')).toBeVisible();
  await press(page, 'Submit');
  await expect(page).toHaveURL(RECEIPT);
});

test('a country that was typed for another zone is asked for again, before anything is sent', async ({ page }) => {
  const sent = await answerRenewal(page, 200, { type: 'gratis', receipt: 'receipt_fixture01' });
  await open(page, 'renew-expiring', 'api');
  await pick(page, 'How do you want to renew?', 'Change settings').check();
  await pick(page, 'Where do we post it?', 'Canada').check();
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('9 Signal Hill Road');
  await page.getByLabel('City').fill('Halifax');
  await pick(page, 'Where do we post it?', 'International').check();
  await press(page, 'Proceed to Payment');
  await expect(page.getByRole('combobox', { name: 'Country' })).toBeFocused();
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveAccessibleDescription(/Must not be blank\./);
  expect(sent).toEqual([]);
});
