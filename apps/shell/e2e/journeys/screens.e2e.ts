// @module-tag ci
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import { answer, expectAccessible, fillHome, kept, logInWithGoogle, press, region, subscribe } from './account-page.ts';
import { refuseNext, releaseNext } from './passing-time.ts';
import { captured, enterCard, letter, newReader, runInvoice } from './stack.ts';

/** What a link that downloads brings, and by which name it is saved. */
async function download(page: Page, link: Locator): Promise<{ name: string; bytes: Buffer }> {
  const arriving = page.waitForEvent('download');
  await link.click();
  const file = await arriving;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** Staff bill a mug that is posted to Portland; answers the invoice's number. */
async function bill(email: string): Promise<string> {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'invoice-')), 'invoice.json');
  const address = { line1: '12 Harbour Street', city: 'Portland', state: 'ME', postcode: '04101', country: 'US' };
  const goods = [{ item: 'basic-product', ref: 'prd:harbour-mug', quantity: 1 }];
  await writeFile(file, JSON.stringify({ billed_to: 'Una Ending', name: 'Una Ending', email, address, term: 30, goods }));
  return /EXC-\d{3,}/.exec(await runInvoice(file))?.[0] ?? 'no number';
}

/** A letter that was taken comes back after all (RFC 3464), to the return address that it was signed with. */
async function bounce(request: APIRequestContext, { from }: { from: string }): Promise<void> {
  const report = ['Content-Type: multipart/report; report-type=delivery-status', '', 'Action: failed', 'Status: 5.1.1', ''].join('\r\n');
  const answered = await request.post('/api/webhooks/bounces', { params: { to: from }, data: report });
  expect(answered.status(), await answered.text()).toBe(204);
}

test(
  'a subscriber for life is owed every issue, is asked for a donation, and takes a receipt and an invoice along',
  { tag: ['@§2.account.5'] },
  async ({ page, request }) => {
    const email = newReader('lifetime');
    await subscribe(page, '/subscribe?level=standard-digital&years=lifetime', 'Una Ending', email);

    await test.step('the overview has no number, no renewal and no autorenew, and leads to a donation', async () => {
      await page.goto('/account');
      const overview = region(page, 'Overview');
      await expect(overview).toContainText('Indefinite issues');
      await expect(overview).toContainText('Lifetime');
      await expect(overview).toContainText('You have paid for every issue there will be.');
      await expect(overview.getByRole('link', { name: 'Donate' })).toHaveAttribute('href', '/donate');
      await expect(overview.getByRole('link', { name: /renew/i })).toHaveCount(0);
      await expect(overview.getByRole('button', { name: /autorenew/ })).toHaveCount(0);
      expect((await kept(page)).standing).toEqual({ type: 'lifetime' });
      await expectAccessible(page);
    });

    const papers = region(page, 'Receipts and Invoices');
    await test.step('the receipt is downloaded from the list, and read behind its link', async () => {
      const number = /EXR-\d+/.exec((await letter(request, email, /^Your receipt from/)).subject)?.[0] ?? 'no number';
      const pdf = await download(page, papers.getByRole('link', { name: `Receipt ${number} as a PDF` }));
      expect([pdf.name, pdf.bytes.subarray(0, 5).toString()]).toEqual([`${number}.pdf`, '%PDF-']);
      await papers.getByRole('link', { name: `See receipt ${number}` }).click();
      await expect(page).toHaveURL(/\/receipts\?token=/);
      await expect(page.getByRole('article')).toContainText(number);
    });

    await test.step('an invoice that staff have written is in the list, and is the one in the letter', async () => {
      const number = await bill(email);
      await page.goto('/account');
      const pdf = await download(page, papers.getByRole('link', { name: `Invoice ${number} as a PDF` }));
      expect([pdf.name, pdf.bytes.subarray(0, 5).toString()]).toEqual([`${number}.pdf`, '%PDF-']);
      await papers.getByRole('link', { name: `See invoice ${number}` }).click();
      await expect(page.getByRole('article', { name: `Invoice ${number}` })).toContainText('Harbour Mug');
      const { text } = await letter(request, email, new RegExp(`^Invoice ${number} from`));
      expect(/\/invoice\/\S+/.exec(text)?.[0]).toBe(new URL(page.url()).pathname);
    });
  },
);

test(
  'an upgrade that the saved card does not pay is paid with another, and once all issues have come nothing can be upgraded',
  { tag: ['@§4.failures.5', '@§4.update.3'] },
  async ({ page, request }) => {
    await subscribe(page, '/subscribe?level=standard-digital', 'Al Read', newReader('all-read'));
    const { token } = (await kept(page)).timetable.current_subscription.info;

    await test.step('the card is refused, cannot be chosen again, and another one pays what is due', async () => {
      await page.goto(`/account/subscriptions/${token}`);
      await page.getByRole('radio', { name: /Print, United States/ }).check();
      await fillHome(page);
      const saved = page.getByRole('radio', { name: /^Visa ending in 4242/ });
      await expect(saved).toBeChecked();
      const due = await page.getByText('Due now').locator('..').getByText(/^\$/).textContent();
      const taken = await captured(request);
      await refuseNext(request, 'insufficient_funds', async () => {
        await press(page, 'Place Order');
        await expect(page.getByRole('alert')).toContainText('To proceed, please update your payment information.');
      });
      await expect(saved).toHaveCount(0);
      expect(await captured(request)).toBe(taken);
      await enterCard(page, '5555555555554444');
      await press(page, 'Submit Payment');
      await expect(page.getByText('Your subscription is updated.')).toBeVisible({ timeout: 60_000 });
      expect(`$${(((await captured(request)) - taken) / 100).toFixed(2)}`).toBe(due);
      expect((await kept(page)).timetable.current_subscription.info.deliverables).toEqual({ set: 'print-a', active: 'print-a' });
    });

    await test.step('its four issues come out, and its page leads to the address', async () => {
      await releaseNext(4);
      await page.reload();
      await expect(page.getByText('options for updating this subscription are not available')).toBeVisible();
      await expect(page.getByRole('radio')).toHaveCount(0);
      await expectAccessible(page);
      await page.getByRole('link', { name: 'this page' }).click();
      await expect(page).toHaveURL(`/account/address?token=${token}`);
      await expect(page.getByRole('textbox', { name: /^Address/ })).toHaveValue('12 Harbour Street');
    });
  },
);

test(
  'an address in Canada is deleted on its own page, and a mailbox that fails is warned of until a new email is confirmed',
  { tag: ['@§2.routes.14', '@§8.warnings.1'] },
  async ({ page, request }) => {
    const [email, typo, next] = [newReader('fails'), newReader('fails-typo'), newReader('fails-next')];
    await logInWithGoogle(page, '/account/address', email);

    await test.step('the address is kept, and deleted after a question', async () => {
      await page.getByRole('radio', { name: 'Canada' }).check();
      await page.getByRole('textbox', { name: /^Address/ }).fill('8 Quai');
      await page.getByLabel('City').fill('Halifax');
      await page.getByRole('combobox', { name: /^State/ }).fill('Nova Scotia');
      await page.getByRole('option', { name: 'Nova Scotia' }).click();
      await page.getByLabel('Postal code').fill('B3J 1A1');
      await page.getByRole('button', { name: 'Update address' }).click();
      await expect(page.getByText('Address updated successfully')).toBeInViewport();
      expect((await kept(page)).account.addresses.b?.line1).toBe('8 Quai');
      await page.goto('/account/address/ship-b/delete');
      await expect(page.getByRole('heading', { level: 1, name: 'Delete address, Canada' })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Delete address' }).click();
      await answer(page, 'Cancel');
      expect((await kept(page)).account.addresses.b?.line1).toBe('8 Quai');
      await page.getByRole('button', { name: 'Delete address' }).click();
      await answer(page, 'Ok');
      await expect(page.getByText('No Address on Record')).toBeVisible();
      expect((await kept(page)).account.addresses.b).toBeNull();
    });

    await test.step('another email is asked for in two tabs: the second is told whose place it takes', async () => {
      const other = await page.context().newPage();
      for (const tab of [page, other]) await tab.goto('/account/email');
      for (const [tab, address] of [
        [page, typo],
        [other, next],
      ] as const) {
        await tab.getByLabel('New email').fill(address);
        await tab.getByRole('button', { name: 'Update email' }).click();
        await expect(tab.getByRole('status').filter({ hasText: `We sent a link to ${address}.` })).toBeVisible();
      }
      await expect(other.getByRole('status').filter({ hasText: next })).toContainText(
        `The link that we sent to ${typo} before works no more.`,
      );
      expect((await kept(page)).account).toMatchObject({ email, email_change: next });
      await other.close();
    });

    const warning = page.getByText(`There appears to be a problem with your email address (${email})`).first();
    await test.step('a letter to the present address comes back, and every page that has to do with it says so', async () => {
      await page.goto('/account');
      await expect(region(page, 'Account Settings')).toContainText(email);
      await expect(warning).toHaveCount(0);
      await bounce(request, await letter(request, email, /^A new address was asked for/, 2));
      for (const place of ['/account', '/account/email']) {
        await page.goto(place);
        await expect(warning).toBeVisible();
      }
      expect((await kept(page)).account.email_failing).toBe(true);
      await expectAccessible(page);
    });

    await test.step('the new email is confirmed, and there is nothing left to warn of', async () => {
      const link = /http\S+#confirm=\S+/.exec((await letter(request, next, /./)).text)?.[0] ?? 'no link';
      await page.goto('about:blank');
      await page.goto(link);
      await page.getByRole('button', { name: 'Confirm email' }).click();
      await expect(page.getByRole('heading', { name: 'Your email is changed' })).toBeVisible();
      for (const place of ['/account', '/account/email']) {
        await page.goto(place);
        await expect(page.getByText(next).first()).toBeVisible();
        await expect(page.getByText('There appears to be a problem')).toHaveCount(0);
      }
      expect((await kept(page)).account).toMatchObject({ email: next, email_change: null, email_failing: false });
    });
  },
);
