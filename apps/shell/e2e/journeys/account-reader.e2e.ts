// @module-tag ci
import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { answer, expectAccessible, kept, logInWithGoogle, region } from './account-page.ts';
import { enterCard, letter, newReader, runProgram } from './stack.ts';

/** What staff do: `npm run admin-view` on the database of this product; answers the link. */
async function adminViewLink(email: string): Promise<string> {
  return (await runProgram('main/admin-view-main.ts', [email])).split('\n')[0] ?? '';
}

test(
  'a donor changes the monthly donation, the name and the email, is looked at by staff, takes the data along and leaves',
  { tag: ['@§2.donation-card.1', '@§4.email-change.1', '@§4.email-change.2'] },
  async ({ page, request, browser }) => {
    test.slow();
    const [email, next] = [newReader('donor'), newReader('donor-next')];
    await logInWithGoogle(page, '/donate?type=monthly&amount=25', email);
    await page.getByRole('radio', { name: /Check out now/ }).check();
    await page.getByRole('button', { name: 'Donate $25 a month' }).click();
    await page.getByRole('button', { name: 'Proceed to Payment' }).click();
    await enterCard(page, '4242424242424242');
    await page.getByRole('button', { name: 'Submit Payment' }).click();
    await expect(page).toHaveURL(/\/receipts\?token=/, { timeout: 60_000 });

    await test.step('the card is replaced by the link of the donation, for which nobody needs to be logged in', async () => {
      await page.goto('/account');
      await expect(region(page, 'Overview')).toContainText('You have no subscription.');
      const card = await region(page, 'Monthly Donations')
        .getByRole('link', { name: /^Update card/ })
        .getAttribute('href');
      const stranger = await browser.newContext();
      const letterbox = await stranger.newPage();
      await letterbox.goto(card ?? '');
      await expect(letterbox.getByText('Visa ending in 4242')).toBeVisible();
      await enterCard(letterbox, '5555555555554444');
      await letterbox.getByRole('button', { name: 'Update card' }).click();
      await expect(letterbox.getByText('Payment updated successfully')).toBeVisible();
      await expect(letterbox.getByText('Mastercard ending in 4444')).toBeVisible();
      await expectAccessible(letterbox);
      await letterbox.goto('/account/donation?token=not_a_donation');
      await expect(letterbox.getByRole('link', { name: 'Return to settings' })).toBeVisible();
      await stranger.close();
    });

    await test.step('the amount is changed, and the donation ends after a question', async () => {
      const donations = region(page, 'Monthly Donations');
      await donations.getByRole('button', { name: 'Change amount' }).click();
      await page.getByLabel('Amount each month, in dollars').fill('40');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(donations).toContainText('$40.00 a month');
      expect((await kept(page)).donations).toMatchObject([{ amount: 4000, ended: null }]);
      expect((await letter(request, email, /^Your monthly donation to \w+$/)).text).toContain('we will charge $40.00 each month.');
      await donations.getByRole('button', { name: 'Stop' }).click();
      await answer(page, 'Ok');
      await expect(donations).toContainText('Ended on');
      expect((await kept(page)).donations[0]?.ended).not.toBeNull();
      await letter(request, email, /^Your monthly donation to \w+ has ended$/);
    });

    await test.step('the name is changed, and a tab that knew the old one is told', async () => {
      const other = await page.context().newPage();
      await other.goto('/account/name');
      await expect(other.getByLabel('New name')).toHaveValue('Don Ator');
      await page.getByRole('link', { name: 'Change name' }).click();
      await page.getByLabel('New name').fill('Don Otter');
      await page.getByRole('button', { name: 'Update name' }).click();
      await expect(page.getByText('Name updated successfully')).toBeVisible();
      await expect(page.getByRole('banner').getByRole('link', { name: 'Don Otter' })).toBeVisible();
      await other.getByLabel('New name').fill('Donna');
      await other.getByRole('button', { name: 'Update name' }).click();
      await expect(other.getByRole('alert')).toBeVisible();
      await expect(other.getByLabel('New name')).toHaveValue('Donna');
      expect((await kept(page)).account.name).toBe('Don Otter');
      await other.close();
      await expectAccessible(page);
    });

    await test.step('where one is logged in is listed, and another browser is logged out', async () => {
      const elsewhere = await browser.newContext();
      const other = await elsewhere.newPage();
      await logInWithGoogle(other, '/account', email);
      await expect(other.getByRole('heading', { level: 1, name: 'Hello, Don.' })).toBeVisible();
      await page.goto('/account/sessions');
      await expect(page.getByText('This browser')).toBeVisible();
      await expectAccessible(page);
      const second = await page.context().newPage();
      await second.goto('/account/sessions');
      for (const [tab, message] of [
        [second, 'It is logged out.'],
        [page, 'It was logged out already.'],
      ] as const) {
        const ended = tab.getByRole('listitem').filter({ hasText: 'Google' }).getByRole('button');
        await ended.click();
        await expect(tab.getByRole('status').filter({ hasText: message })).toBeVisible();
        await expect(ended).toHaveCount(0);
      }
      await second.close();
      await logInWithGoogle(other, '/account', email);
      await page.reload();
      await page.getByRole('button', { name: 'Log out everywhere else' }).click();
      await expect(page.getByText('You are logged in nowhere else.')).toBeVisible();
      await other.reload();
      await expect(other.getByRole('link', { name: 'Log in', exact: true }).last()).toBeVisible();
      await elsewhere.close();
    });

    await test.step('another email waits until the mailed link’s button is pressed; both addresses are told', async () => {
      await page.goto('/account/email');
      await page.getByLabel('New email').fill(newReader('donor-wrong'));
      await page.getByRole('button', { name: 'Update email' }).click();
      await expect(page.getByRole('status').filter({ hasText: 'We sent a link to' })).toBeVisible();
      await page.getByLabel('New email').fill(next);
      await page.getByRole('button', { name: 'Update email' }).click();
      await expect(page.getByRole('status').filter({ hasText: next })).toBeVisible();
      expect((await kept(page)).account).toMatchObject({ email, email_change: next });
      const link = /http\S+#confirm=\S+/.exec((await letter(request, next, /./)).text)?.[0] ?? '';
      await page.goto('about:blank');
      await page.goto(link);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Confirm email' }).click();
      await expect(page.getByRole('heading', { name: 'Your email is changed' })).toBeVisible();
      expect((await kept(page)).account).toMatchObject({ email: next, email_change: null });
      const changed = /^Your address at .+ was changed$/;
      expect((await letter(request, email, /^A new address was asked for/, 2)).text).toContain(`Your account was asked to use ${next}`);
      for (const to of [email, next]) expect((await letter(request, to, changed)).text).toContain(`Your account now uses ${next}`);
    });

    await test.step('staff looks at the account by a link that works once, and can change nothing', async () => {
      const link = await adminViewLink((await kept(page)).account.email);
      const staff = await browser.newContext();
      const desk = await staff.newPage();
      await desk.goto(link);
      await desk.getByRole('button', { name: 'Open, view only' }).click();
      await expect(desk.getByRole('heading', { level: 1, name: 'Hello, Don.' })).toBeVisible();
      await expect(desk.getByText('View only.')).toHaveCount(1);
      await desk.goto('/account/name');
      await expect(desk.getByRole('button', { name: 'Update name' })).toBeDisabled();
      const refused = await desk.request.post('/api/account/name', {
        data: { name: 'Somebody' },
        headers: { origin: new URL(desk.url()).origin },
      });
      expect(refused.status()).toBe(403);
      for (const [address, name] of [
        ['/issue/customs', 'Add to Cart'],
        ['/store', /^Add to Cart/],
        ['/subscribe', 'Proceed to Checkout'],
        ['/donate?type=onetime&amount=10', /^Donate \$10/],
      ] as const) {
        await desk.goto(address);
        await expect(desk.locator('.newsstand-root').getByRole('button', { name }).first(), address).toBeDisabled();
      }
      await desk.goto(link);
      await desk.getByRole('button', { name: 'Open, view only' }).click();
      await expect(desk.getByRole('alert')).toBeVisible();
      await desk.getByRole('button', { name: 'End the look' }).click();
      await expect(desk).toHaveURL('/');
      await expect(desk.getByText('View only.')).toHaveCount(0);
      await desk.goto('/account');
      await expect(desk.getByText('Log in to see your subscription')).toBeVisible();
      await staff.close();
      expect((await kept(page)).account.name).toBe('Don Otter');
    });

    await test.step('everything that is kept is taken along, and the account deleted with a mailed code; the receipt stays', async () => {
      await page.goto('/account');
      const receipt = await region(page, 'Receipts and Invoices')
        .getByRole('link', { name: /^See receipt/ })
        .getAttribute('href');
      await page.goto('/account/data');
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download my data' }).click();
      const file: { subscriber: { account: { email: string } } } = JSON.parse(await readFile(await (await download).path(), 'utf8'));
      expect(file.subscriber.account.email).toBe(next);
      await page.getByRole('button', { name: 'Send a code' }).click();
      const code = /^ {4}(\d{6})$/m.exec((await letter(request, next, /code/i)).text)?.[1] ?? '';
      await page.getByRole('textbox', { name: 'Code' }).fill(code);
      await page.getByLabel('I want all this to happen.').check();
      await page.getByRole('button', { name: 'Delete my account' }).click();
      await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible();
      expect((await page.request.get('/api/account/subscriber')).status()).toBe(401);
      expect((await letter(request, next, /was deleted$/)).text).toContain('Receipts and invoices stay with your name');
      await page.goto(receipt ?? '');
      await expect(page.getByText('$25.00').first()).toBeVisible();
      await expect(page.getByText('A copy is on its way')).toHaveCount(0);
    });

    await test.step('the receipt is shown by a later account with the address that this one had last, and by none with the one before', async () => {
      for (const [address, papers] of [
        [email, 0],
        [next, 1],
      ] as const) {
        const later = await browser.newContext();
        const tab = await later.newPage();
        await logInWithGoogle(tab, '/account', address);
        await expect(tab.getByRole('heading', { level: 1, name: 'Hello, Don.' })).toBeVisible();
        await expect(region(tab, 'Receipts and Invoices').getByRole('link', { name: /^See receipt/ })).toHaveCount(papers);
        await later.close();
      }
    });
  },
);
