// @module-tag ci
import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { answer, expectAccessible, kept, region } from './account-page.ts';
import { answerBank, captured, enterCard, fillAddress, newReader, sendToBank } from './stack.ts';

const PASSWORD = 'a ferry at dawn';

/** Puts a digital issue into the cart, subscribes besides, with an account, and is logged in afterwards. */
async function subscribe(page: Page, link: string, name: string, email: string): Promise<void> {
  await page.goto('/issue/salt');
  await page.locator('[data-item="digital-issue"]').getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByRole('dialog', { name: 'Your Cart' })).toContainText('Salt');
  await page.goto(link);
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await page.getByLabel('Full name').fill(name);
  await page.getByRole('textbox', { name: /^Email/ }).fill(email);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  if (await page.getByRole('textbox', { name: /^Address/ }).isVisible()) await fillAddress(page);
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await enterCard(page, '4242424242424242');
  await page.getByRole('button', { name: 'Submit Payment' }).click();
  // The proof of work and the payment, on a machine that does more besides.
  await expect(page).toHaveURL(/\/receipts\?token=/, { timeout: 60_000 });
}

test(
  'a subscriber of print sees and changes everything that is paid for',
  { tag: ['@§1.audience.2', '@§1.outside.3', '@§1.outside.4', '@§4.update.1'] },
  async ({ page, request }) => {
    test.slow();
    await subscribe(page, '/subscribe?years=2years', 'Ada Merrow', newReader('account'));

    await test.step('the overview says what is owed, and the receipt is there', async () => {
      await page.goto('/account');
      await expect(page.getByRole('heading', { level: 1, name: 'Hello, Ada.' })).toBeVisible();
      await expect(region(page, 'Overview')).toContainText('8 issues remaining');
      await expect(region(page, 'Overview')).toContainText('2 years, 8 issues');
      await expect(region(page, 'Overview')).toContainText('Print, United States');
      await expect(region(page, 'Receipts and Invoices').getByRole('listitem')).toContainText('$120.00');
      await expectAccessible(page);
    });

    await test.step('an issue bought along is among those received; its file can be resumed, and is nobody else’s', async () => {
      const issues = region(page, 'Issues Received');
      await expect(issues).toContainText('The latest print issue may take up to 4 weeks to arrive.');
      await expect(issues.getByRole('listitem')).toContainText('bought by itself');
      const link = issues.getByRole('link', { name: 'PDF of Salt' });
      const arriving = page.waitForEvent('download');
      await link.click();
      const whole = await readFile(await (await arriving).path());
      expect(whole.subarray(0, 5).toString()).toBe('%PDF-');
      const url = (await link.getAttribute('href')) ?? '';
      const rest = await page.request.get(url, { headers: { range: 'bytes=1000-' } });
      expect([rest.status(), (await rest.body()).equals(whole.subarray(1000))]).toEqual([206, true]);
      expect((await request.get(url)).status()).toBe(404);
    });

    await test.step('a bank that sends the reader back says no, and then yes, which puts its card on record', async () => {
      await page.goto('/account/payment');
      await sendToBank(page, 'Fail authentication');
      await expect(page.getByRole('alert')).toContainText('Your bank did not confirm this.');
      expect(page.url()).not.toContain('redirect_status');
      expect((await kept(page)).payment_info?.card?.last_four).toBe('4242');
      await sendToBank(page, 'Complete authentication');
      await expect(page).toHaveURL(/\/account$/);
      await expect(region(page, 'Payment Settings')).toContainText('Visa ending in 3184');
    });

    await test.step('a bank that asks in a dialog of the page is told no, keeps the card that was there, and then yes', async () => {
      await page.getByRole('link', { name: 'Change payment' }).click();
      await enterCard(page, '4000002500003155');
      await page.getByRole('button', { name: 'Update payment' }).click();
      await answerBank(page, 'Fail authentication');
      await expect(page.getByRole('alert')).toBeVisible();
      expect((await kept(page)).payment_info?.card?.last_four).toBe('3184');
      await page.getByRole('button', { name: 'Update payment' }).click();
      await answerBank(page, 'Complete authentication');
      await expect(page).toHaveURL(/\/account$/);
      await expect(region(page, 'Payment Settings')).toContainText('Visa ending in 3155');
      expect((await kept(page)).payment_info?.card?.last_four).toBe('3155');
    });

    await test.step('autorenew is switched over and back, each time after a question', async () => {
      const before = (await kept(page)).account.autorenew;
      for (const [now, next] of [
        [before, !before],
        [!before, before],
      ]) {
        await page.getByRole('button', { name: now ? 'Disable autorenew' : 'Enable autorenew' }).click();
        await answer(page, 'Ok');
        await expect(page.getByRole('button', { name: next ? 'Disable autorenew' : 'Enable autorenew' })).toBeEnabled();
        expect((await kept(page)).account.autorenew).toBe(next);
      }
    });

    await test.step('the address of the subscription is refused beside its field, and then changed', async () => {
      const { token } = (await kept(page)).timetable.current_subscription.info;
      await page.goto(`/account/address?token=${token}`);
      await page.getByLabel('Postal code').fill('');
      await page.getByRole('button', { name: 'Update address' }).click();
      await expect(page.getByLabel('Postal code')).toHaveAccessibleDescription('Must not be blank.');
      await expect(page.getByLabel('Postal code')).toBeFocused();
      await page.getByLabel('Postal code').fill('04101');
      const other = await page.context().newPage();
      await other.goto('/account/address');
      const typed = other.getByRole('textbox', { name: /^Address/ });
      await typed.fill('3 Slipway');
      await page.getByRole('textbox', { name: /^Address/ }).fill('14 Harbour Street');
      await page.getByRole('button', { name: 'Update address' }).click();
      await expect(page.getByText('Address updated successfully')).toBeInViewport();
      await expect(page.getByRole('link', { name: 'To the subscription' })).toHaveAttribute('href', `/account/subscriptions/${token}`);
      expect((await kept(page)).account.addresses.a?.line1).toBe('14 Harbour Street');
      // The other tab knew the address before: it is told, sees the new one, and loses nothing.
      await other.getByRole('button', { name: 'Update address' }).click();
      await expect(other.getByRole('alert')).toContainText('This address was changed meanwhile');
      await expect(region(other, 'On record')).toContainText('14 Harbour Street');
      await expect(typed).toHaveValue('3 Slipway');
      expect((await kept(page)).account.addresses.a?.line1).toBe('14 Harbour Street');
      await other.getByRole('button', { name: 'Update address' }).click();
      await expect(other.getByText('Address updated successfully')).toBeVisible();
      expect((await kept(page)).account.addresses.a?.line1).toBe('3 Slipway');
      await other.close();
      await page.goto('/account/address/ship-a/delete');
      await expect(page.getByRole('button', { name: 'Delete address' })).toBeDisabled();
    });

    await test.step('it is delivered on a screen at no cost, and then in print at the high rate, which the card on record pays once the bank has asked', async () => {
      await page.goto('/account');
      await page.getByRole('link', { name: 'Update the settings: Current cycle' }).click();
      await page.getByRole('radio', { name: /Digital/ }).check();
      await page.getByRole('button', { name: 'Submit', exact: true }).click();
      await expect(page.getByRole('alertdialog')).toContainText('nothing of what you have paid is paid back');
      await answer(page, 'Ok');
      await expect(page).toHaveURL(/\/account$/);
      await expect(region(page, 'Overview').locator('del')).toHaveText('Print, United States');
      expect((await kept(page)).timetable.current_subscription.info.deliverables).toEqual({ set: 'print-a', active: 'digital' });

      // Now no address is required: one abroad is kept, and deleted again.
      await page.goto('/account/address');
      await page.getByRole('radio', { name: 'International' }).check();
      await page.getByRole('combobox', { name: /^Country/ }).fill('Norway');
      await page.getByRole('option', { name: 'Norway' }).click();
      await page.getByRole('textbox', { name: /^Address/ }).fill('2 Bryggen');
      await page.getByLabel('City').fill('Bergen');
      await page.getByRole('button', { name: 'Update address' }).click();
      await expect(page.getByText('Address updated successfully')).toBeInViewport();
      expect((await kept(page)).account.addresses.c?.line1).toBe('2 Bryggen');
      await page.getByRole('link', { name: 'Delete address, International' }).click();
      await page.getByRole('button', { name: 'Delete address' }).click();
      await answer(page, 'Ok');
      await expect(page.getByRole('button', { name: 'Delete address' })).toHaveCount(0);
      expect((await kept(page)).account.addresses).toMatchObject({ a: { line1: '3 Slipway' }, c: null });
      await page.goto('/account');

      const taken = await captured(request);
      await page.getByRole('link', { name: 'Update the settings: Current cycle' }).click();
      await page.getByRole('radio', { name: /Print, United States/ }).check();
      await page.getByRole('radio', { name: /Solidarity/ }).check();
      const due = await page.getByText('Due now').locator('..').getByText(/^\$/).textContent();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Place Order' }).click();
      await answerBank(page, 'Complete authentication');
      await expect(page.getByText('Your subscription is updated.')).toBeVisible({ timeout: 60_000 });
      await expect(page.getByRole('definition').filter({ hasText: 'Solidarity' })).toBeVisible();
      expect(`$${(((await captured(request)) - taken) / 100).toFixed(2)}`).toBe(due);
      expect((await kept(page)).timetable.current_subscription.info.deliverables).toEqual({ set: 'print-a', active: 'print-a' });
    });

    await test.step('the card is deleted after the question that says what it means; autorenew goes off with it', async () => {
      await page.goto('/account/payment');
      await page.getByRole('button', { name: 'Delete card' }).click();
      await expect(page.getByRole('alertdialog')).toContainText('This will disable auto-renewal if enabled');
      await answer(page, 'Ok');
      await expect(page).toHaveURL(/\/account$/);
      await expect(region(page, 'Payment Settings')).toContainText('No payment card on record.');
      const { account, payment_info } = await kept(page);
      expect([account.autorenew, payment_info?.card ?? null]).toEqual([false, null]);
      await expect(page.getByRole('button', { name: 'Enable autorenew' })).toBeDisabled();
    });
  },
);
