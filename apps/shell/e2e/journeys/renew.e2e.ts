import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test, type Page } from '@playwright/test';
import { captured, enterCard, fillAddress, letter, newReader } from './stack.ts';

const SERVICE = fileURLToPath(new URL('../../../../services/commerce-api', import.meta.url));
const PASSWORD = 'a ferry at dawn';
const DAY = 24 * 60 * 60 * 1000;

/**
 * The publisher releases the next issues: a copy of the publication's files with so many more out, applied to the
 * product that runs.
 */
async function release(count: number): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'publication-'));
  try {
    await cp(path.join(SERVICE, 'publication'), dir, { recursive: true });
    const file = path.join(dir, 'issues.json');
    const issues: { number: number; slug: string; title: string; released: string | null }[] = JSON.parse(await readFile(file, 'utf8'));
    const out = issues.filter(({ released }) => released !== null);
    const last = issues.at(-1);
    if (!last) throw new Error('the publication has no issues');
    for (let step = 1; step <= count; step++) {
      const released = new Date(Date.now() - (count - step) * DAY).toISOString().slice(0, 10);
      const number = out.length + 1;
      out.push({ ...last, slug: `later-${number}`, title: 'Later', ...issues[number - 1], number, released });
    }
    await writeFile(file, JSON.stringify(out));
    return await apply(dir);
  } finally {
    await rm(dir, { recursive: true });
  }
}

async function apply(dir: string): Promise<string> {
  const program = path.join(SERVICE, 'src/main/apply-publication-main.ts');
  const env = { ...process.env, DATA_DIR: process.env['NEWSSTAND_DATA'], PUBLICATION_DIR: dir };
  return (await promisify(execFile)(process.execPath, [program], { env })).stdout;
}

const total = (page: Page) => page.locator('[data-widget="subscribe.renew"] output').last();

const received = (page: Page) =>
  page.getByRole('region', { name: 'Issues Received' }).getByRole('listitem').filter({ hasText: 'Ice Road' });

test(
  'a subscription that is about to end is renewed with other settings, and goes on behind what is left',
  { tag: ['@ci', '@§2.account.8', '@§4.renew.3'] },
  async ({ page, request }) => {
    const email = newReader('renewer');
    await test.step('a year of files, free by a coupon, and two issues come out', async () => {
      await page.goto('/subscribe?level=standard-digital&code=DIPLOMATICBAG');
      await expect(page.getByText('Coupon Applied')).toBeVisible();
      await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
      await page.getByLabel('Full name').fill('Rena Wall');
      await page.getByRole('textbox', { name: /^Email/ }).fill(email);
      await page.getByLabel(/^Password/).fill(PASSWORD);
      await page.getByLabel('Confirm password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Submit', exact: true }).click();
      await expect(page).toHaveURL(/\/receipts\?token=/, { timeout: 60_000 });
      expect(await release(2)).toMatch(/given to \d+ readers now/);
    });

    await test.step('an issue that has come out is among those received, with its link and its files', async () => {
      await page.goto('/account');
      await expect(received(page)).toContainText('No. 16, Digital');
      await expect(received(page).getByRole('link', { name: 'Ice Road', exact: true })).toHaveAttribute('href', /\/issue\/ice-road$/);
      await expect(received(page).getByRole('link', { name: 'EPUB of Ice Road' })).toBeVisible();
    });

    await test.step('the page says how it stands, and offers the same again', async () => {
      await page.goto('/subscribe/renew?code=staylonger');
      await expect(page.getByText('You have 2 issues to come')).toBeVisible();
      await expect(page.getByText('Coupon Applied')).toBeVisible();
      await expect(page.getByRole('radio', { name: /With the same settings/ })).toBeChecked();
      await expect(total(page)).toHaveText('$24.00');
    });

    const taken = await captured(request);
    await test.step('print for two years instead, to an address, past a declined card', async () => {
      await page.getByRole('radio', { name: /Change settings/ }).check();
      await page
        .getByRole('radio', { name: /^Print/ })
        .first()
        .check();
      await page.getByRole('radio', { name: /2 years/ }).check();
      await expect(total(page)).toHaveText('$104.00');
      await fillAddress(page);
      await expect(page.getByRole('checkbox', { name: 'Renew by itself with this card' })).not.toBeChecked();
      await page.getByRole('button', { name: 'Proceed to Payment' }).click();
      await enterCard(page, '4000000000000002');
      await page.getByRole('button', { name: 'Submit Payment' }).click();
      await expect(page.getByRole('alert')).toContainText('declined');
      await enterCard(page, '4242424242424242');
      await page.getByRole('button', { name: 'Submit Payment' }).click();
      await expect(page).toHaveURL(/\/receipts\?token=/, { timeout: 60_000 });
      expect((await captured(request)) - taken).toBe(11_200 - 800);
      expect((await letter(request, email, /^Your receipt from/, 2)).text).toContain('$104.00');
    });

    await test.step('what was left and what was bought are to come, in that order', async () => {
      await page.goto('/subscribe/renew');
      await expect(page.getByText('You have 10 issues to come')).toBeVisible();
    });

    await test.step('nobody chose that it renews by itself, so it does not, and no card is kept', async () => {
      await page.goto('/account');
      await expect(page.getByRole('button', { name: 'Enable autorenew' })).toBeDisabled();
    });

    await test.step('an issue whose day the publisher puts off is said to be not yet available, and nothing of it can be had', async () => {
      await apply(path.join(SERVICE, 'publication'));
      await page.goto('/account');
      await expect(received(page)).toContainText('(Not Yet Available)');
      await expect(received(page).getByRole('link')).toHaveCount(0);
    });
  },
);
