import { expect, test } from '@playwright/test';
import { expectAccessible, region } from './account-page.ts';
import { fromEnvironment, letter, newReader } from './stack.ts';

test(
  'somebody at the desk is signed in with two clicks, finds a caller by a scrap, notes something, changes their address, and it stands in the history',
  { tag: '@ci' },
  async ({ page, browser, request }) => {
    const email = newReader('wilhelmina');
    const name = `Wilhelmina ${email.split('@')[0]?.split('-')[1]}`;
    await test.step('a reader signs up', async () => {
      await page.goto('/login?redirect=%2Faccount');
      await page.getByRole('tab', { name: 'Google Account' }).click();
      await page.getByRole('link', { name: 'Continue with Google' }).click();
      await page.getByLabel('Name').fill(name);
      await page.getByLabel('Email').fill(email);
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await expect(region(page, 'Overview')).toContainText('You have no subscription.');
    });

    const context = await browser.newContext({ baseURL: fromEnvironment('NEWSSTAND_DESK') });
    const desk = await context.newPage();
    const heading = (text: string) => desk.getByRole('heading', { level: 1, name: text });

    await test.step('Cleo is signed in, and finds the reader by a part of the address', async () => {
      await desk.goto('/');
      await desk.getByRole('button', { name: 'Continue as Cleo, service' }).click();
      await expect(desk.getByRole('region', { name: 'Yours' })).toBeVisible();
      await desk.keyboard.press('/');
      await desk.keyboard.type(email.slice(0, 'wilhelmina-xxxxx'.length));
      await desk.keyboard.press('Enter');
      await desk.getByRole('link', { name }).click();
      await expect(heading(name)).toBeVisible();
      await expect(desk.getByRole('paragraph').filter({ hasText: email })).toBeVisible();
      await expectAccessible(desk);
    });

    await test.step('a note is kept, and its page says who wrote it', async () => {
      await desk.getByLabel('Write a note').fill('Calls on Mondays');
      await desk.getByRole('button', { name: 'Keep note' }).click();
      await expect(desk.getByRole('region', { name: 'Notes' })).toContainText(/Calls on MondaysCleo/);
      await expect(desk.getByRole('region', { name: 'History' })).toContainText('Cleo wrote a note');
      await desk.reload();
      await expect(desk.getByRole('region', { name: 'Notes' })).toContainText('Calls on Mondays');
    });

    await test.step('their address is changed with two clicks, after what happens was said; they are written to, and it is taken back', async () => {
      await desk.getByRole('button', { name: 'Change address' }).click();
      const dialog = desk.getByRole('dialog');
      await dialog.getByRole('textbox', { name: /^Address/ }).fill('9 Oak St');
      await dialog.getByLabel('City').fill('Portland');
      await dialog.getByRole('combobox', { name: /^State/ }).fill('Maine');
      await desk.getByRole('option', { name: 'Maine' }).click();
      await dialog.getByLabel('Postal code').fill('04101');
      await expect(dialog.getByRole('region', { name: 'What happens' })).toContainText('Copies go to 9 Oak St, Portland, ME 04101');
      await expectAccessible(desk);
      await dialog.getByRole('button', { name: 'Change address' }).click();
      await expect(desk.getByRole('region', { name: 'Addresses' })).toContainText('9 Oak St');
      await letter(request, email, /^Your address at \w+ was changed$/);
      await desk.getByRole('button', { name: 'Change address' }).click();
      await dialog.getByRole('textbox', { name: /^Address/ }).fill('10 Oak St');
      await dialog.getByRole('button', { name: 'Change address' }).click();
      await expect(desk.getByRole('region', { name: 'Addresses' })).toContainText('10 Oak St');
      await desk.getByRole('button', { name: /^Undo.*address/ }).click();
      await dialog.getByRole('button', { name: 'Undo' }).click();
      await expect(desk.getByRole('region', { name: 'Addresses' })).toContainText('9 Oak St');
      await letter(request, email, /^Your address at \w+ was changed$/, 3);
    });

    await test.step('it stands in the history of all, which the publisher reads, and Cleo has the reader at hand', async () => {
      await desk.getByRole('link', { name: 'Today' }).click();
      await expect(desk.getByRole('region', { name: 'Yours' }).getByRole('link', { name })).toBeVisible();
      await desk.getByRole('button', { name: 'Sign out' }).click();
      await desk.getByRole('button', { name: 'Continue as Ann, publisher' }).click();
      await desk.getByRole('link', { name: 'History' }).click();
      await expect(desk.getByRole('region', { name: 'What was done' })).toContainText('Cleo wrote a note');
      await expectAccessible(desk);
    });
    await context.close();
  },
);
