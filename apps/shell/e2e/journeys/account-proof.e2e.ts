// @module-tag ci
import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { expectAccessible, kept, logInWithGoogle, region, subscribe } from './account-page.ts';
import { runInService } from './passing-time.ts';
import { letter, newReader } from './stack.ts';

/** The code of the newest letter with such a subject, after so many of them. */
async function codeIn(request: APIRequestContext, to: string, subject: RegExp, count = 1): Promise<string> {
  return /^ {4}(\d{6})$/m.exec((await letter(request, to, subject, count)).text)?.[1] ?? '';
}

/** The link that confirms an address, of the newest letter after so many of them. */
async function confirmLink(request: APIRequestContext, to: string, count = 1): Promise<string> {
  return /http\S+#confirm=\S+/.exec((await letter(request, to, /^Confirm your new address/, count)).text)?.[0] ?? '';
}

async function askFor(page: Page, email: string): Promise<void> {
  await page.getByLabel('New email').fill(email);
  await page.getByRole('button', { name: 'Update email' }).click();
}

async function followLink(page: Page, link: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm email' }).click();
}

const onItsWay = (email: string) => `The code is on its way to ${email}.`;
const CHANGED = { name: 'Your email is changed' };

test(
  'who comes through Google and changes the address elsewhere is told what went with it, and that it is done',
  { tag: '@long' },
  async ({ page, request, browser }) => {
    const [email, next] = [newReader('gone'), newReader('gone-next')];
    const elsewhere = await (await browser.newContext()).newPage();

    await test.step('the same address is asked for twice: the page and the letter say that only the newer link works', async () => {
      await logInWithGoogle(page, '/account/email', email);
      await askFor(page, next);
      const first = await confirmLink(request, next);
      await askFor(page, next);
      await expect(page.getByRole('status').filter({ hasText: `We sent a link to ${next}.` })).toContainText(
        `The link that we sent to ${next} before works no more.`,
      );
      expect((await letter(request, next, /^Confirm your new address/, 2)).text).toContain(
        'for this address or another: then the newest one does',
      );
      await followLink(elsewhere, first);
      await expect(elsewhere.getByRole('alert')).toContainText('This link does not work any more.');
    });

    await test.step('confirmed where nobody is logged in: Google’s login went, a password never was, and a second time it is done, too', async () => {
      const link = await confirmLink(request, next, 2);
      for (let time = 0; time < 2; time++) {
        await followLink(elsewhere, link);
        await expect(elsewhere.getByRole('heading', CHANGED)).toBeVisible();
        await expect(elsewhere.getByText('“Continue with Google” no longer opens your account')).toBeVisible();
        await expect(elsewhere.getByText('Your password went with the change.')).toHaveCount(0);
        await expectAccessible(elsewhere);
      }
      for (const to of [email, next]) {
        const { text } = await letter(request, to, /^Your address at .+ was changed$/);
        expect(text).toContain('“Continue with Google” does not open it any more');
        expect(text).not.toContain('password');
      }
      await page.goto('/account');
      await expect(page.getByRole('link', { name: 'Log in', exact: true }).last()).toBeVisible();
    });

    await test.step('logged in by a code, the link once more says that it is done, and leads to the account', async () => {
      await page.goto('/login?redirect=/account');
      await page.getByRole('tab', { name: 'Email Code' }).click();
      await page.getByRole('tabpanel').getByRole('textbox', { name: 'Email' }).fill(next);
      await page.keyboard.press('Enter');
      await page.getByRole('textbox', { name: 'Code' }).fill(await codeIn(request, next, /^Your code to log in/));
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/account$/);
      await expect(region(page, 'Overview')).toBeVisible();
      await followLink(page, await confirmLink(request, next, 2));
      await expect(page.getByRole('heading', CHANGED)).toBeVisible();
      await page.getByRole('link', { name: 'To my account' }).click();
      expect((await kept(page)).account).toMatchObject({ email: next, email_change: null });
    });
  },
);

test(
  'a code that another tab took the place of says so, is not said to be on its way, and a new one deletes the account',
  { tag: '@long' },
  async ({ page, request }) => {
    const email = newReader('codes');
    const deleting = /^Your code to delete/;
    await logInWithGoogle(page, '/account/data', email);
    const other = await page.context().newPage();
    for (const tab of [page, other]) {
      await tab.goto('/account/data');
      await tab.getByRole('button', { name: 'Send a code' }).click();
      await expect(tab.getByText(onItsWay(email))).toBeVisible();
      await tab.getByRole('textbox', { name: 'Code' }).fill(await codeIn(request, email, deleting, tab === page ? 1 : 2));
      await tab.getByLabel('I want all this to happen.').check();
    }
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await expect(page.getByText('A newer code was sent since, so this one does not work any more.')).toBeVisible();
    await expect(page.getByText(onItsWay(email))).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Email me a new code' }).click();
    await expect(page.getByText(onItsWay(email))).toBeVisible();
    await page.getByRole('textbox', { name: 'Code' }).fill(await codeIn(request, email, deleting, 3));
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible();
  },
);

test('who made the account at the check-out and first logs in by a code in the dialog is told there that the password went', async ({
  page,
  request,
}) => {
  const [email, next] = [newReader('first-code'), newReader('first-code-next')];
  await subscribe(page, '/subscribe?level=standard-digital', 'Fay First', email);
  await runInService(
    `
  await db.$executeRaw\`
    update session set created = created - interval '16 minutes' where account_id in (select id from account where email = \${value})\`;`,
    email,
  );
  await page.goto('/account/email');
  await askFor(page, next);
  const dialog = page.getByRole('dialog', { name: 'Please show that it is you' });
  await dialog.getByRole('button', { name: 'Email me a code' }).click();
  await dialog.getByRole('textbox', { name: 'Code' }).fill(await codeIn(request, email, /^Your code to log in/));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: `We sent a link to ${next}.` })).toBeVisible();
  await expect(page.getByText('Your password went with this first emailed code')).toBeVisible();
  await expectAccessible(page);
  await letter(request, email, /^Your password for .+ was removed$/);
  await page.goto('/account/data');
  await expect(page.getByRole('button', { name: 'Send a code' })).toBeVisible();
});
