import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { createTransport } from 'nodemailer';
import { startMailbox } from '../src/mailbox.ts';
import { startEmulated } from '../src/stripe/testing.ts';

const looks = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
] as const;

async function expectTidy(page: Page) {
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

for (const { colorScheme, width } of looks) {
  test(`the dashboard is tidy, ${colorScheme} at ${width}`, { tag: '@long' }, async ({ page }) => {
    const { emulator, stripe } = await startEmulated();
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await page.goto(emulator.url);
    await page.getByRole('button', { name: 'Decline the next charge' }).click();
    await expect(page.getByRole('button', { name: 'Decline the next charge' })).toHaveAttribute('aria-pressed', 'true');
    const order = { amount: 4250, currency: 'usd', confirm: true, payment_method: 'pm_card_visa', metadata: { order: 'o1' } };
    await stripe.paymentIntents.create({ ...order, allowed_payment_method_types: ['card'] }).catch(() => undefined);
    await expect(page.getByText('Your card was declined.')).toBeVisible(); // without a reload
    await expectTidy(page);
    await emulator.close();
  });

  test(`the mailbox is tidy, ${colorScheme} at ${width}`, { tag: '@long' }, async ({ page }) => {
    const mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await page.goto(mailbox.url);
    await expect(page.getByText('No mail yet.')).toBeVisible();
    const html = '<!doctype html><html lang="en"><title>Receipt</title><main><h1>Thank you</h1></main></html>';
    await createTransport(mailbox.smtpUrl).sendMail({
      from: 'shop@example.com',
      to: 'reader@example.com',
      subject: 'Your receipt',
      text: 'Thank you',
      html,
    });
    await expect(page.getByRole('link', { name: 'Your receipt' })).toBeVisible(); // without a reload
    await expectTidy(page);
    await page.getByRole('link', { name: 'Your receipt' }).click();
    await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Thank you' })).toBeVisible();
    // axe waits for ever for a frame in which nothing may run.
    await page.locator('iframe').evaluate((frame) => frame.remove());
    await expectTidy(page);
    await mailbox.close();
  });
}
