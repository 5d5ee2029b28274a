import { expect, test, type Page } from '@playwright/test';
import { answer, fillHome, kept, press, region, subscribe } from './account-page.ts';
import { captured, enterCard, newReader } from './stack.ts';

test.use({ viewport: { width: 1280, height: 800 } });

/** Print in the United States, with an address and another card than the one on record; the card is not typed yet. */
async function chooseUpgrade(page: Page, rate: 'Standard' | 'Solidarity'): Promise<void> {
  await page.getByRole('radio', { name: /Print, United States/ }).check();
  await page.getByRole('radio', { name: rate }).check();
  await fillHome(page);
  await page.getByRole('radio', { name: 'Another card' }).check();
  await press(page, 'Proceed to Payment');
  await expect(page.frameLocator('iframe[title="Secure payment input frame"]').getByLabel('Card number')).toBeVisible();
}

test(
  'two windows that upgrade and keep a card: each is told what the other did, nothing chosen is lost, and one of them pays',
  { tag: '@long' },
  async ({ page, request }) => {
    test.slow();
    await subscribe(page, '/subscribe?level=standard-digital', 'Tab Twofold', newReader('two-tabs'));
    const { token } = (await kept(page)).timetable.current_subscription.info;
    const other = await page.context().newPage();
    for (const tab of [page, other]) await tab.goto(`/account/subscriptions/${token}`);

    await test.step('the one that starts to pay cancels the other’s payment, which says so and begins anew', async () => {
      await chooseUpgrade(page, 'Standard');
      await chooseUpgrade(other, 'Solidarity');
      const taken = await captured(request);
      await enterCard(page, '4242424242424242');
      await press(page, 'Submit Payment');
      const message = page.getByRole('status').filter({ hasText: 'Your payment begins anew.' });
      await expect(message).toContainText('another window has started to pay');
      await expect(message).toBeInViewport();
      const due = await page.getByText('Due now').locator('..').getByText(/^\$/).textContent();
      await expect(message).toContainText(`${due} is due`);
      await expect(page.getByRole('textbox', { name: /^Address/ })).toHaveValue('12 Harbour Street');
      expect(await captured(request)).toBe(taken);
      await enterCard(page, '4242424242424242');
      await press(page, 'Submit Payment');
      await expect(page.getByText('Your subscription is updated.')).toBeVisible({ timeout: 60_000 });
      expect(`$${(((await captured(request)) - taken) / 100).toFixed(2)}`).toBe(due);
    });

    await test.step('the other window is shown what is saved now, with its own choice kept', async () => {
      const taken = await captured(request);
      await enterCard(other, '4242424242424242');
      await press(other, 'Submit Payment');
      await expect(other.getByRole('alert')).toContainText('This was changed meanwhile, in another tab or browser.');
      await expect(other.getByRole('definition').first()).toContainText('Print, United States');
      await expect(other.getByRole('radio', { name: /Solidarity/ })).toBeChecked();
      expect(await captured(request)).toBe(taken);
    });

    await test.step('a card that the other window has replaced is not deleted, and the account’s page says so', async () => {
      await page.goto('/account/payment');
      await expect(page.getByRole('button', { name: 'Update payment' })).toBeEnabled();
      await other.goto('/account/payment');
      await enterCard(other, '5555555555554444');
      await press(other, 'Update payment');
      await expect(other).toHaveURL(/\/account$/);
      await press(page, 'Delete card');
      await answer(page, 'Ok');
      await expect(page).toHaveURL(/\/account/);
      await expect(page.getByRole('alert')).toContainText('Your card was not deleted.');
      await expect(region(page, 'Payment Settings')).toContainText('Mastercard ending in 4444');
      await page.reload();
      await expect(region(page, 'Payment Settings')).toContainText('Mastercard ending in 4444');
      await expect(page.getByRole('alert')).toHaveCount(0);
    });

    await test.step('a card typed before the other window put another on record is told so, and typed again takes its place', async () => {
      await page.goto('/account/payment');
      await expect(page.getByRole('button', { name: 'Update payment' })).toBeEnabled();
      // Which of two cards is the newer the provider says in whole seconds.
      const second = () => Math.floor(Date.now() / 1000);
      const asked = second();
      await expect.poll(second).toBeGreaterThan(asked);
      await other.goto('/account/payment');
      await enterCard(other, '4242424242424242');
      await press(other, 'Update payment');
      await expect(other).toHaveURL(/\/account$/);
      await enterCard(page, '5555555555554444');
      await press(page, 'Update payment');
      await expect(page.getByRole('alert')).toContainText('What is on record was changed meanwhile, in another tab or browser.');
      await expect(page.getByRole('definition')).toContainText('Visa ending in 4242');
      await enterCard(page, '5555555555554444');
      await press(page, 'Update payment');
      await expect(page).toHaveURL(/\/account$/);
      expect((await kept(page)).payment_info?.card?.last_four).toBe('4444');
    });
  },
);
