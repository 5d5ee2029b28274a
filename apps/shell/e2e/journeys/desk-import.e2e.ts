import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, region } from './account-page.ts';
import { fromEnvironment, newReader } from './stack.ts';

const HOUSE = path.join(import.meta.dirname, '../../../../services/commerce-api/samples/fulfilment-house.csv');

/** What the person at the desk mends in the file of refused rows. */
const MENDED = [
  ['Springfield,,62701', 'Springfield,IL,62701'],
  ['jo@example,', 'jo@example.org,'],
  ['00020123,,,', '00020123,Lee,Named,'],
  [',Antarctica Base,', ',France,'],
  [',none,', ',1,'],
  ['00020126,Max,Nothing,3 Fir St,,Bend,OR,97701,,,P,,A,1,,', '00020126,Max,Nothing,3 Fir St,,Bend,OR,97701,,,P,,A,1,2,'],
  ['Ned,Files,,,,,,,,', 'Ned,Files,,,,,,,ned@example.org,'],
] as const;

async function bring(desk: Page, source: string, file: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]): Promise<void> {
  await desk.goto('/imports');
  await desk.getByLabel('A CSV file').setInputFiles(file);
  await desk.getByLabel('Which system it is from').fill(source);
  await desk.getByRole('button', { name: 'Read the file' }).click();
  await expect(desk.getByRole('heading', { level: 1, name: /^Import: / })).toBeVisible();
  await desk.getByLabel('Country of an address without one').fill('US');
  await desk.getByRole('button', { name: 'Check every row' }).click();
}

async function takeOver(desk: Page, rows: number): Promise<void> {
  await desk.getByRole('button', { name: 'Take over…' }).click();
  await desk.getByRole('button', { name: `Take over ${rows} rows` }).click();
  await expect(desk.getByText(/^Taken over\./)).toBeVisible({ timeout: 60_000 });
}

test(
  'a fulfilment house’s list is taken over at the desk, what was refused is mended, whoever has no mailbox there adds it by number and postal code, and the rest is taken back',
  { tag: '@long' },
  async ({ page, browser }) => {
    const context = await browser.newContext({ baseURL: fromEnvironment('NEWSSTAND_DESK') });
    const desk = await context.newPage();
    const source = `house-${Date.now().toString(36)}`;
    let first = '';

    await test.step('Bob brings the list, and every row is checked before anything is taken over', async () => {
      await desk.goto('/');
      await desk.getByRole('button', { name: 'Continue as Bob, circulation' }).click();
      await expect(desk.getByRole('region', { name: 'Yours' })).toBeVisible();
      await bring(desk, source, HOUSE);
      await expect(desk.getByText('7 subscriptions are new.')).toBeVisible({ timeout: 60_000 });
      await expect(desk.getByText('7 rows are not taken over.')).toBeVisible();
      first = desk.url();
      await expectAccessible(desk);
    });

    await test.step('what was refused is mended in its own file, and brought again leaves none', async () => {
      const download = desk.waitForEvent('download');
      await desk.getByRole('button', { name: 'Take refused.csv' }).click();
      let text = await readFile(await (await download).path(), 'utf8');
      await takeOver(desk, 7);
      for (const [wrong, right] of MENDED) {
        expect(text).toContain(wrong);
        text = text.replace(wrong, right);
      }
      await bring(desk, source, { name: 'refused.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
      await expect(desk.getByText('7 subscriptions are new.')).toBeVisible({ timeout: 60_000 });
      await expect(desk.getByText('No row is refused.')).toBeVisible();
      await takeOver(desk, 7);
    });

    await test.step('a reader whom the house had no mailbox of adds the subscription by its number and postal code', async () => {
      await page.goto('/login?redirect=%2Faccount');
      await page.getByRole('tab', { name: 'Google Account' }).click();
      await page.getByRole('link', { name: 'Continue with Google' }).click();
      await page.getByLabel('Name').fill('Bo Ferrier');
      await page.getByLabel('Email').fill(newReader('bo'));
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await expect(region(page, 'Overview')).toContainText('You have no subscription.');
      await page.getByRole('button', { name: 'Add a subscription that comes by post' }).click();
      await page.getByLabel('Number on the label, or your customer number').fill('00020114');
      await page.getByLabel('Postal code that it goes to').fill('04102');
      await page.getByRole('button', { name: 'Add it' }).click();
      await expect(page.getByText(/^No subscription by post has this number/)).toBeVisible();
      await page.getByLabel('Postal code that it goes to').fill('04101');
      await page.getByRole('button', { name: 'Add it' }).click();
      await expect(page.getByText('Your subscription is in your account now, with the address that it goes to.')).toBeVisible();
      await expect(region(page, 'Overview')).toContainText('4 issues remaining');
    });

    await test.step('the desk finds it by its number, and takes back what nobody has used', async () => {
      await desk.goto(first);
      await desk.getByRole('button', { name: 'Take back…' }).click();
      await expect(desk.getByRole('region', { name: 'What happens' })).toContainText('1 stays: an issue of it has come');
      await desk.getByRole('button', { name: 'Take back 6 subscriptions' }).click();
      await expect(desk.getByText(/^Taken back\./)).toBeVisible({ timeout: 60_000 });
      await desk.keyboard.press('/');
      await desk.keyboard.type('00020114');
      await desk.keyboard.press('Enter');
      await expect(desk.getByRole('link', { name: /Bo Ferrier/ })).toBeVisible();
      await page.reload();
      await expect(region(page, 'Overview')).toContainText('4 issues remaining');
    });
  },
);
