import { test } from '@newsstand/build/kept-page';
import { rowTags } from '@newsstand/build/row-tags';
import { expect } from '@playwright/test';
import { open, pick, watchCart } from './open.ts';

test(
  'a donation begins with 25 dollars once, and a tier is one choice away',
  { tag: ['@§2.routes.19', '@§9.tiers.6'] },
  async ({ page }) => {
    const sent = await watchCart(page);
    await open(page, 'donate', 'api');
    await expect(page.getByLabel('Another amount, in dollars')).toHaveValue('25');
    await pick(page, 'How much?', '\\$100').check();
    await page.getByRole('button', { name: 'Donate $100', exact: true }).click();
    await expect(page).toHaveURL(/\/store\/checkout$/);
    expect(sent).toMatchObject([{ type: 'membership', item: { donation: { process: 'onetime', dollars: 100 } } }]);
  },
);

test('a tier stays the same tier when it is given monthly', { tag: ['@ci', '@§1.offers.5', '@§9.tiers.3'] }, async ({ page }) => {
  const sent = await watchCart(page);
  await open(page, 'donate', 'api');
  await pick(page, 'How much?', '\\$250').check();
  await pick(page, 'How often?', 'Monthly').check();
  await expect(page.getByRole('radio', { name: /Citizenship/ })).toBeChecked();
  await page.getByRole('button', { name: 'Donate $50 a month' }).click();
  await expect(page).toHaveURL(/\/store\/checkout$/);
  expect(sent).toMatchObject([{ item: { donation: { process: 'monthly-init', dollars: 50 } } }]);
});

for (const [index, [link, type, amount]] of (
  [
    ['type=monthly&amount=50', 'Monthly', '50'],
    ['amount=-5', 'One time', '25'],
    ['amount=lots&type=weekly', 'One time', '25'],
    ['amount=12.7', 'One time', '12'],
  ] as const
).entries()) {
  test(`the link ?${link} proposes ${amount} dollars, ${type}`, { tag: rowTags(index, '@§2.query.5', '@§2.query.6') }, async ({ page }) => {
    await open(page, 'donate', link);
    await expect(pick(page, 'How often?', type)).toBeChecked();
    await expect(page.getByLabel('Another amount, in dollars')).toHaveValue(amount);
  });
}

test('an amount of one’s own is a whole number of dollars, at least 1', { tag: ['@§1.offers.5', '@§5.quantities.7'] }, async ({ page }) => {
  await open(page, 'donate');
  const amount = page.getByLabel('Another amount, in dollars');
  for (const [typed, taken] of [
    ['0', '1'],
    ['33.9', '33'],
    ['$1,200', '1200'],
    ['much', '1'],
    ['-3', '1'],
  ] as const) {
    await amount.fill('');
    await amount.pressSequentially(typed);
    await amount.press('Tab');
    await expect(amount).toHaveValue(taken);
  }
});

test('a sum that is not understood stays as it was typed, and is refused with what to write', async ({ page }) => {
  await open(page, 'donate');
  const amount = page.getByLabel('Another amount, in dollars');
  await amount.fill('25,-');
  await page.keyboard.press('Enter');
  await expect(amount).toHaveAccessibleDescription('Must be a whole number of dollars, at least 1.');
  await expect(amount).toBeFocused();
  await expect(amount).toHaveValue('25,-');
  await expect(page.getByRole('button', { name: 'Donate …', exact: true })).toBeVisible();
  await amount.fill('1.200');
  await expect(amount).toHaveAccessibleDescription('Must be a whole number of dollars, at least 1.');
  await pick(page, 'How much?', '\\$100').check();
  await expect(amount).toHaveValue('100');
  await expect(amount).toHaveAccessibleDescription('');
  await expect(page.getByRole('button', { name: 'Donate $100', exact: true })).toBeVisible();
});

test('in an article the title is smaller than the article’s own', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'donate');
  const title = page.getByRole('heading', { name: 'Donate', exact: true });
  const size = () => title.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  expect(await size()).toBeGreaterThan(40);
  for (const [level, most] of [
    ['2', 32],
    ['3', 32],
    ['1', Infinity],
  ] as const) {
    await page.locator('[data-widget]').evaluate((element, value) => element.setAttribute('data-heading-level', value), level);
    await expect.poll(size).toBeLessThanOrEqual(most);
  }
  expect(await size()).toBeGreaterThan(40);
});

test('an amount that is typed and sent with Enter is what is given', async ({ page }) => {
  const sent = await watchCart(page);
  await open(page, 'donate', 'api');
  await page.getByLabel('Another amount, in dollars').fill('42');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/store\/checkout$/);
  expect(sent).toMatchObject([{ item: { donation: { dollars: 42 } } }]);
});

test('a refused amount is shown beside its field', { tag: ['@§5.errors.1', '@§5.errors.2'] }, async ({ page }) => {
  await open(page, 'donate-refused');
  await page.getByRole('button', { name: /^Donate/ }).click();
  await expect(page.getByLabel('Another amount, in dollars')).toHaveAccessibleDescription('At least 5 dollars, please.');
  await expect(page.getByLabel('Another amount, in dollars')).toBeFocused();
});

test('an error is told in the words of the donation page', { tag: ['@ci', '@§8.donation.1'] }, async ({ page }) => {
  await open(page, 'donate-down');
  await page.getByRole('button', { name: /^Donate/ }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'We encountered an error. Please try again at another time or contact consulate@exclave.example.org if you need help.',
  );
});

test('where it is allowed the donation waits in the cart', { tag: ['@ci', '@§2.builder.9', '@§4.flags.2'] }, async ({ page }) => {
  await open(page, 'donate-later');
  await pick(page, 'When do you want to pay?', 'Check out later').check();
  await page.getByRole('button', { name: /^Donate/ }).click();
  await expect(page.getByText('It is in your cart.')).toBeVisible();
  await expect(page.locator('[data-widget]')).toHaveAttribute('data-cart-count', '1');
});
