import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { expectAccessible, fillHome, kept, press, subscribe } from './account-page.ts';
import { captured, enterCard, newReader, runInvoice } from './stack.ts';

test(
  'an upgrade that staff wrote an invoice for is paid once: in the account, which names the invoice, and then not by it',
  { tag: '@long' },
  async ({ page, request, browser }) => {
    test.slow();
    const email = newReader('upgrade-invoice');
    await subscribe(page, '/subscribe?level=standard-digital', 'Una Upgrade', email);
    const { token } = (await kept(page)).timetable.current_subscription.info;
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'invoice-')), 'invoice.json');
    const address = { line1: '12 Harbour Street', city: 'Portland', state: 'ME', postcode: '04101', country: 'US' };
    const upgrade = { medium: 'print', level: 'low' };
    await writeFile(
      file,
      JSON.stringify({ billed_to: 'The Harbour', name: 'Una Upgrade', email, term: 30, giftees: [], address, upgrade }),
    );
    const number = /EXC-\d{3,}/.exec(await runInvoice(file))?.[0] ?? '';

    await page.goto(`/account/subscriptions/${token}`);
    const named = page.getByRole('link', { name: new RegExp(`^Invoice ${number}, \\$`) });
    await expect(named).toBeVisible();
    await expectAccessible(page);
    // Whoever pays the bills has the link, and no account.
    const invoice = await (await browser.newContext()).newPage();
    await invoice.goto(new URL((await named.getAttribute('href')) ?? '', page.url()).href);
    await press(invoice, 'Proceed to Payment');
    await enterCard(invoice, '4242424242424242');

    const taken = await captured(request);
    await page.getByRole('radio', { name: /Print, United States/ }).check();
    await fillHome(page);
    await press(page, 'Place Order');
    await expect(page.getByText('Your subscription is updated.')).toBeVisible({ timeout: 60_000 });
    await expect(named).toHaveCount(0);
    const paid = (await captured(request)) - taken;
    expect(paid).toBeGreaterThan(0);

    await test.step('a form of the invoice that was open says why, and takes nothing; so does its page from then on', async () => {
      await press(invoice, 'Submit Payment');
      await expect(invoice.getByRole('alert')).toContainText('nothing is left to upgrade', { timeout: 60_000 });
      await invoice.reload();
      await expect(invoice.getByRole('complementary')).toContainText('nothing is left to upgrade');
      await expect(invoice.getByRole('button', { name: 'Proceed to Payment' })).toHaveCount(0);
      await expectAccessible(invoice);
      expect((await captured(request)) - taken).toBe(paid);
    });
  },
);

test(
  'who was logged out while a card was typed logs in in another tab, and puts it on record as it was typed',
  { tag: '@long' },
  async ({ page, context }) => {
    test.slow();
    const email = newReader('logged-out-form');
    await subscribe(page, '/subscribe?level=standard-digital', 'Lena Late', email);
    await page.goto('/account/payment');
    await page.getByLabel('Name on the card').fill('L. Late');
    await enterCard(page, '5555555555554444');
    // As a session that has run out: nobody tells the page.
    await context.clearCookies();
    await press(page, 'Update payment');
    const banner = page.getByRole('alert').filter({ hasText: 'Please log in.' });
    const opened = context.waitForEvent('page');
    await banner.getByRole('link', { name: 'Log in' }).click();
    const login = await opened;
    const password = login.getByRole('tabpanel', { name: /^Password/ });
    await password.getByRole('textbox', { name: /^Email/ }).fill(email);
    await password.getByLabel(/^Password/).fill('a ferry at dawn');
    await password.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(login).toHaveURL(/\/account\/payment$/, { timeout: 30_000 });
    await expect(page.getByText('You are logged in again. Send it once more.')).toBeVisible();
    await expect(page.getByLabel('Name on the card')).toHaveValue('L. Late');
    await press(page, 'Update payment');
    await expect(page).toHaveURL(/\/account$/);
    expect((await kept(page)).payment_info?.card).toMatchObject({ last_four: '4444' });
  },
);
