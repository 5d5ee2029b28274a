import { expect, test } from '@playwright/test';
import { captured, enterCard, fillAddress, letter, newReader } from './stack.ts';

const MINUTE = 60_000;
// Three proofs of work, two payments and four passwords.
test.describe.configure({ timeout: 4 * MINUTE });

test(
  'who subscribed pays the next order with the address and the card on record, and logs in at check-out in another browser',
  { tag: ['@ci', '@§4.method.1', '@§4.method.3'] },
  async ({ page, browser, request }) => {
    const email = newReader('keeper');
    const password = 'a ferry at dawn';

    await test.step('a guest subscribes, and has an account', async () => {
      await page.goto('/subscribe');
      await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
      await page.getByLabel('Full name').fill('Kay Keeper');
      await page.getByRole('textbox', { name: /^Email/ }).fill(email);
      await page.getByLabel(/^Password/).fill(password);
      await page.getByLabel('Confirm password').fill(password);
      await fillAddress(page);
      await page.getByRole('button', { name: 'Proceed to Payment' }).click();
      await enterCard(page, '4242424242424242');
      await page.getByRole('button', { name: 'Submit Payment' }).click();
      await expect(page).toHaveURL(/\/receipts\?token=/, { timeout: MINUTE });
    });

    const taken = await captured(request);
    await test.step('the next order goes to the same address, and is paid with the same card', async () => {
      // An issue from before the subscription: of one that they hold the button would give way to another as soon as
      // that is known.
      await page.goto('/issue/salt');
      await page.locator('[data-item="print-issue"]').getByRole('button', { name: 'Add to Cart' }).click();
      await page.getByRole('dialog', { name: 'Your Cart' }).getByRole('link', { name: 'Proceed to Checkout' }).click();
      await expect(page.getByText(`Ordering as Kay Keeper, ${email}.`)).toBeVisible();
      await expect(page.getByRole('radio', { name: /^Keep Address/ })).toBeChecked();
      await expect(page.getByText('12 Harbour Street, Portland, ME 04101, United States')).toBeVisible();
      await expect(page.getByRole('region', { name: 'Your order' })).toContainText('Shipping, United States');
      // The card that renews the subscription is the account's.
      await expect(page.getByRole('radio', { name: /Use Visa ending in 4242/ })).toBeChecked();
      await page.getByRole('button', { name: 'Submit Payment' }).click();
      await expect(page).toHaveURL(/\/receipts\?token=/, { timeout: MINUTE });
      expect((await captured(request)) - taken).toBe(1600 + 500);
    });

    await test.step('elsewhere, the address is told to have an account, and logging in there loses nothing', async () => {
      const other = await (await browser.newContext()).newPage();
      await other.goto('/subscribe');
      await other.getByRole('button', { name: 'Proceed to Checkout' }).click();
      await other.getByLabel('Full name').fill('Kay Keeper');
      await other.getByRole('textbox', { name: /^Email/ }).fill(email);
      await other.getByLabel(/^Password/).fill('another ferry altogether');
      await other.getByLabel('Confirm password').fill('another ferry altogether');
      await fillAddress(other);
      await other.getByRole('button', { name: 'Proceed to Payment' }).click();
      await expect(other.getByRole('textbox', { name: /^Email/ })).toHaveAccessibleDescription(/has an account already/);
      await other.getByLabel(`Password of ${email}`).fill(password);
      await other.getByRole('region', { name: 'About you' }).getByRole('button', { name: 'Log in' }).click();
      await expect(other.getByText(`Ordering as Kay Keeper, ${email}.`)).toBeVisible();
      // It is known now that there is one already.
      await expect(other.getByRole('region', { name: 'Your order' })).toContainText('Renewal');
    });

    expect((await letter(request, email, /receipt/, 2)).text).toContain('Salt');
  },
);
