import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { passMonth, passRefusedMonth, releaseNext, runRenewals } from './passing-time.ts';
import { answerBank, captured, enterCard, fromEnvironment, letter, newReader, runRenewalsLater } from './stack.ts';

test(
  'a donor whose bank asks each month confirms it by the link in the letter, and is charged once',
  { tag: '@ci' },
  async ({ page, request }) => {
    const email = newReader('asked');
    const given = await captured(request);
    await test.step('a monthly donation begins with a card whose bank always asks', async () => {
      await page.goto('/donate?type=monthly&amount=17');
      await page.getByRole('radio', { name: /Check out now/ }).check();
      await page.getByRole('button', { name: /Donate \$17 a month/ }).click();
      await page.getByLabel('Full name').fill('Asta Kerr');
      await page.getByRole('textbox', { name: /^Email/ }).fill(email);
      await page.getByRole('button', { name: 'Proceed to Payment' }).click();
      await enterCard(page, '4000002760003184');
      await page.getByRole('button', { name: 'Submit Payment' }).click();
      await answerBank(page, 'Complete authentication');
      await expect(page).toHaveURL(/\/receipts\?token=/, { timeout: 60_000 });
      expect((await captured(request)) - given).toBe(1700);
    });

    const link = await test.step('a month later the bank asks, and a letter says so', async () => {
      await runRenewalsLater();
      const { text } = await letter(request, email, /confirm/i);
      return /\S+\/renewal\?token=[\w-]+/.exec(text)?.[0] ?? 'no link';
    });

    const before = await captured(request);
    await test.step('what the reader does not confirm is not paid, and may be confirmed again', async () => {
      await page.goto(link);
      await expect(page.getByRole('heading', { name: 'Confirm your monthly donation' })).toBeVisible();
      await expect(page.getByText('Visa ending in 3184')).toBeVisible();
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      await page.getByRole('button', { name: 'Confirm $17.00' }).click();
      await answerBank(page, 'Fail authentication');
      await expect(page.getByRole('alert')).toContainText('To proceed, please update your payment information.');
      expect(await captured(request)).toBe(before);
      await page.getByRole('button', { name: 'Confirm $17.00' }).click();
      await answerBank(page, 'Complete authentication');
      await expect(page.getByRole('heading', { name: 'It is paid', exact: true })).toBeFocused();
      expect((await captured(request)) - before).toBe(1700);
    });

    await test.step('the receipt comes, and the link has nothing more to confirm', async () => {
      await letter(request, email, /^Your receipt from/, 2);
      await page.goto(link);
      await expect(page.getByRole('heading', { name: 'It is paid already' })).toBeVisible();
      await page.getByRole('link', { name: 'See your receipt' }).click();
      await expect(page.getByRole('heading', { name: /Thank you/ }).first()).toBeVisible();
      expect((await captured(request)) - before).toBe(1700);
    });
  },
);

test(
  'a subscription renews itself twice: the first time by itself, the second time once the reader has answered the bank',
  { tag: '@ci' },
  async ({ page, request }) => {
    // A dozen programs of staff run one after the other.
    test.setTimeout(300_000);
    const email = newReader('twice');
    const begun = await captured(request);
    await test.step('a year of files, with a card that the bank knows from then on', async () => {
      await page.goto('/subscribe?level=standard-digital');
      await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
      await page.getByLabel('Full name').fill('Tove Wise');
      await page.getByRole('textbox', { name: /^Email/ }).fill(email);
      await page.getByLabel(/^Password/).fill('a ferry at dawn');
      await page.getByLabel('Confirm password').fill('a ferry at dawn');
      await page.getByRole('button', { name: 'Proceed to Payment' }).click();
      await expect(page.getByRole('checkbox', { name: /autorenew|renew/i })).toBeChecked();
      await enterCard(page, '4000002500003155');
      await page.getByRole('button', { name: 'Submit Payment' }).click();
      await answerBank(page, 'Complete authentication');
      await expect(page).toHaveURL(/\/receipts\?token=/, { timeout: 60_000 });
    });
    const price = (await captured(request)) - begun;
    expect(price).toBeGreaterThan(0);

    await test.step('its four issues come out, a notice names the day, and a month later it renews, once', async () => {
      await releaseNext(4);
      const notice = await letter(request, email, /renews on/);
      expect(notice.text).toContain(`$${price / 100}.00`);
      await passMonth(email);
      await runRenewals();
      await runRenewals();
      expect((await captured(request)) - begun).toBe(2 * price);
      await letter(request, email, /^Your receipt from/, 2);
      await page.goto('/subscribe/renew');
      await expect(page.getByText('You have 4 issues to come')).toBeVisible();
    });

    const link = await test.step('after the next four the bank asks, and nothing is charged', async () => {
      await releaseNext(4);
      await letter(request, email, /renews on/, 2);
      await passRefusedMonth(request, email, 'authentication_required');
      expect((await captured(request)) - begun).toBe(2 * price);
      const { text } = await letter(request, email, /^Please confirm your payment/);
      return /\S+\/renewal\?token=[\w-]+/.exec(text)?.[0] ?? 'no link';
    });

    await test.step('the reader answers it behind the link, and it has renewed, once', async () => {
      await page.goto(link);
      await expect(page.getByRole('heading', { name: 'Confirm your renewal' })).toBeVisible();
      await page.getByRole('button', { name: /^Confirm \$/ }).click();
      await answerBank(page, 'Complete authentication');
      await expect(page.getByRole('heading', { name: 'It is paid', exact: true })).toBeFocused();
      await runRenewals();
      expect((await captured(request)) - begun).toBe(3 * price);
      await letter(request, email, /^Your receipt from/, 3);
      await page.goto('/subscribe/renew');
      await expect(page.getByText('You have 4 issues to come')).toBeVisible();
    });
  },
);

test(
  'a renewal that is switched off in another tab is not paid by the one that asks for it, and on again it has its own day, with another card, too',
  { tag: '@long' },
  async ({ page, request }) => {
    test.setTimeout(180_000);
    const email = newReader('two-tabs');
    await page.goto('/subscribe?level=standard-digital');
    await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
    await page.getByLabel('Full name').fill('Tove Wise');
    await page.getByRole('textbox', { name: /^Email/ }).fill(email);
    await page.getByLabel(/^Password/).fill('a ferry at dawn');
    await page.getByLabel('Confirm password').fill('a ferry at dawn');
    await page.getByRole('button', { name: 'Proceed to Payment' }).click();
    await enterCard(page, '4242424242424242');
    await page.getByRole('button', { name: 'Submit Payment' }).click();
    await expect(page).toHaveURL(/\/receipts\?token=/, { timeout: 60_000 });
    await releaseNext(4);
    await passRefusedMonth(request, email, 'authentication_required');
    const { text } = await letter(request, email, /^Please confirm your payment/);
    const link = /\S+\/renewal\?token=[\w-]+/.exec(text)?.[0] ?? 'no link';
    const before = await captured(request);
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Confirm your renewal' })).toBeVisible();

    const other = await page.context().newPage();
    const toggle = async (to: 'Disable' | 'Enable') => {
      await other.goto('/account');
      await other.getByRole('button', { name: `${to} autorenew` }).click();
      await other.getByRole('alertdialog').getByRole('button', { name: 'Ok' }).click();
      await expect(other.getByRole('button', { name: `${to === 'Enable' ? 'Disable' : 'Enable'} autorenew` })).toBeVisible();
    };
    await test.step('the tab that is still open says that it was stopped', async () => {
      await toggle('Disable');
      await page.getByRole('button', { name: /^Confirm \$/ }).click();
      await expect(page.getByRole('heading', { name: 'It has been stopped' })).toBeFocused();
      expect(await captured(request)).toBe(before);
    });

    await test.step('switched on again, neither the letter’s link nor another card charges it before the day of the new notice', async () => {
      await toggle('Enable');
      await letter(request, email, /renews on/, 2);
      await other.goto('/account/payment');
      await enterCard(other, '5555555555554444');
      await other.getByRole('button', { name: 'Update payment' }).click();
      await expect(other).toHaveURL(/\/account$/);
      await page.goto(link);
      await expect(page.getByRole('heading', { name: 'Nothing to do for now' })).toBeVisible();
      await runRenewals();
      expect(await captured(request)).toBe(before);
      const mails = await (await request.get(`${fromEnvironment('NEWSSTAND_MAILBOX')}/api/mails`, { params: { to: email } })).json();
      expect(JSON.stringify(mails), 'nothing was declined').not.toContain('did not go through');
    });
  },
);
