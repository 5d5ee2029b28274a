import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { captured, enterCard, fillAddress, letter, newReader, sendToBank } from './stack.ts';

const PASSWORD = 'a ferry at dawn';

/** What the API keeps of the reader who is logged in. */
type Kept = {
  account: {
    name: string;
    email: string;
    email_change: string | null;
    autorenew: boolean;
    addresses: Record<'a' | 'b' | 'c', { line1: string } | null>;
  };
  standing: { type: string; left?: number };
  payment_info: { card: { last_four: string } | null } | null;
  donations: { amount: number; ended: string | null }[];
  timetable: { current_subscription: { info: { token: string; deliverables: { set: string; active: string } } } };
};

const kept = async (page: Page): Promise<Kept> => {
  const answer = await page.request.get('/api/account/subscriber');
  expect(answer.ok(), await answer.text()).toBe(true);
  const { subscriber }: { subscriber: Kept } = await answer.json();
  return subscriber;
};

/** Subscribes, with an account, and is logged in afterwards. */
async function subscribe(page: Page, link: string, name: string, email: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await page.getByLabel('Full name').fill(name);
  await page.getByRole('textbox', { name: /^Email/ }).fill(email);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  if (await page.getByRole('textbox', { name: /^Address/ }).isVisible()) await fillAddress(page);
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await enterCard(page, '4242424242424242');
  await page.getByRole('button', { name: 'Submit Payment' }).click();
  // The proof of work and the payment, on a machine that does more besides.
  await expect(page).toHaveURL(/\/receipts\?token=/, { timeout: 60_000 });
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const answer = (page: Page, choice: 'Ok' | 'Cancel') => page.getByRole('alertdialog').getByRole('button', { name: choice }).click();

/** What staff do: `npm run admin-view` on the database of this product; answers the link. */
async function adminViewLink(email: string): Promise<string> {
  const program = fileURLToPath(new URL('../../../../services/commerce-api/src/admin-view/admin-view-main.ts', import.meta.url));
  const env = { ...process.env, DATA_DIR: process.env['NEWSSTAND_DATA'], PUBLIC_URL: process.env['NEWSSTAND_MAGAZINE'] };
  const { stdout } = await promisify(execFile)(process.execPath, [program, email], { env });
  return stdout.split('\n')[0] ?? '';
}

async function expectAccessible(page: Page): Promise<void> {
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

test('a subscriber of print sees and changes everything of the account', async ({ page, request, browser }) => {
  test.slow();
  const email = newReader('account');
  await subscribe(page, '/subscribe?years=2years', 'Ada Merrow', email);

  await test.step('the overview says what is owed, and the receipt is there', async () => {
    await page.goto('/account');
    await expect(page.getByRole('heading', { level: 1, name: 'Hello, Ada.' })).toBeVisible();
    await expect(region(page, 'Overview')).toContainText('8 issues remaining');
    await expect(region(page, 'Overview')).toContainText('2 years, 8 issues');
    await expect(region(page, 'Overview')).toContainText('Print, United States');
    await expect(region(page, 'Receipts and Invoices').getByRole('listitem')).toContainText('$112.00');
    await expectAccessible(page);
  });

  await test.step('a card is put on record', async () => {
    await page.goto('/account/payment');
    await enterCard(page, '5555555555554444');
    await page.getByRole('button', { name: 'Update payment' }).click();
    await expect(page).toHaveURL(/\/account$/);
    await expect(region(page, 'Payment Settings')).toContainText('Mastercard ending in 4444');
    expect((await kept(page)).payment_info?.card?.last_four).toBe('4444');
  });

  await test.step('a bank that sends the reader back says no, and then yes, which puts its card on record', async () => {
    await sendToBank(page, 'Fail authentication');
    await expect(page.getByRole('alert')).toContainText('Your bank did not confirm this.');
    expect(page.url()).not.toContain('redirect_status');
    expect((await kept(page)).payment_info?.card?.last_four).toBe('4444');
    await sendToBank(page, 'Complete authentication');
    await expect(page).toHaveURL(/\/account$/);
    await expect(region(page, 'Payment Settings')).toContainText('Visa ending in 3184');
    expect((await kept(page)).payment_info?.card?.last_four).toBe('3184');
    await page.goto('/account/payment');
    await enterCard(page, '4242424242424242');
    await page.getByRole('button', { name: 'Update payment' }).click();
    await expect(page).toHaveURL(/\/account$/);
  });

  await test.step('an issue that is bought is among those received; its file can be resumed, and is nobody else’s', async () => {
    await page.goto('/issue/salt');
    await page.locator('[data-item="digital-issue"]').getByRole('button', { name: 'Add to Cart' }).click();
    await page.getByRole('dialog', { name: 'Your Cart' }).getByRole('link', { name: 'Proceed to Checkout' }).click();
    await page.getByRole('button', { name: 'Submit Payment' }).click();
    await expect(page).toHaveURL(/\/receipts\?token=/, { timeout: 60_000 });
    await page.goto('/account');
    const issues = region(page, 'Issues Received');
    await expect(issues).toContainText('The latest print issue may take up to 4 weeks to arrive.');
    await expect(issues.getByRole('listitem')).toContainText('bought by itself');
    const link = issues.getByRole('link', { name: 'PDF of Salt' });
    const arriving = page.waitForEvent('download');
    await link.click();
    const whole = await readFile(await (await arriving).path());
    expect(whole.subarray(0, 5).toString()).toBe('%PDF-');
    const url = (await link.getAttribute('href')) ?? '';
    const rest = await page.request.get(url, { headers: { range: 'bytes=1000-' } });
    expect([rest.status(), (await rest.body()).equals(whole.subarray(1000))]).toEqual([206, true]);
    expect((await request.get(url)).status()).toBe(404);
  });

  await test.step('autorenew is switched over and back, each time after a question', async () => {
    const before = (await kept(page)).account.autorenew;
    for (const [now, next] of [
      [before, !before],
      [!before, before],
    ]) {
      await page.getByRole('button', { name: now ? 'Disable autorenew' : 'Enable autorenew' }).click();
      await answer(page, 'Ok');
      await expect(page.getByRole('button', { name: next ? 'Disable autorenew' : 'Enable autorenew' })).toBeEnabled();
      expect((await kept(page)).account.autorenew).toBe(next);
    }
  });

  await test.step('the name is changed, and a tab that knew the old one is told', async () => {
    const other = await page.context().newPage();
    await other.goto('/account/name');
    await expect(other.getByLabel('New name')).toHaveValue('Ada Merrow');
    await page.getByRole('link', { name: 'Change name' }).click();
    await page.getByLabel('New name').fill('Ada Marrow');
    await page.getByRole('button', { name: 'Update name' }).click();
    await expect(page.getByText('Name updated successfully')).toBeVisible();
    await other.getByLabel('New name').fill('Adele');
    await other.getByRole('button', { name: 'Update name' }).click();
    await expect(other.getByRole('alert')).toBeVisible();
    await expect(other.getByLabel('New name')).toHaveValue('Adele');
    expect((await kept(page)).account.name).toBe('Ada Marrow');
    await other.close();
    await expectAccessible(page);
  });

  await test.step('an address is refused beside its field, and then changed', async () => {
    await page.goto('/account/address');
    await page.getByLabel('Postal code').fill('');
    await page.getByRole('button', { name: 'Update address' }).click();
    await expect(page.getByLabel('Postal code')).toHaveAccessibleDescription('Must not be blank.');
    await expect(page.getByLabel('Postal code')).toBeFocused();
    await page.getByLabel('Postal code').fill('04101');
    const other = await page.context().newPage();
    await other.goto('/account/address');
    const typed = other.getByRole('textbox', { name: /^Address/ });
    await typed.fill('3 Slipway');
    await page.getByRole('textbox', { name: /^Address/ }).fill('14 Harbour Street');
    await page.getByRole('button', { name: 'Update address' }).click();
    await expect(page.getByText('Address updated successfully')).toBeVisible();
    expect((await kept(page)).account.addresses.a?.line1).toBe('14 Harbour Street');
    await expectAccessible(page);
    // The other tab knew the address before: it is told, sees the new one, and loses nothing.
    await other.getByRole('button', { name: 'Update address' }).click();
    await expect(other.getByRole('alert')).toContainText('This address was changed meanwhile');
    await expect(region(other, 'On record')).toContainText('14 Harbour Street');
    await expect(typed).toHaveValue('3 Slipway');
    expect((await kept(page)).account.addresses.a?.line1).toBe('14 Harbour Street');
    await other.getByRole('button', { name: 'Update address' }).click();
    await expect(other.getByText('Address updated successfully')).toBeVisible();
    expect((await kept(page)).account.addresses.a?.line1).toBe('3 Slipway');
    await other.close();
    await page.goto('/account/address/ship-a/delete');
    await expect(page.getByRole('button', { name: 'Delete address' })).toBeDisabled();
  });

  await test.step('it is delivered on a screen at no cost, and then in print at the high rate, which the card on record pays', async () => {
    await page.goto('/account');
    await page.getByRole('link', { name: 'Update the settings: Current cycle' }).click();
    await page.getByRole('radio', { name: 'Change Address' }).check();
    await page.getByRole('textbox', { name: /^Address/ }).fill('15 Harbour Street');
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(region(page, 'Account Settings')).toContainText('15 Harbour Street');
    await page.getByRole('link', { name: 'Update the settings: Current cycle' }).click();
    await page.getByRole('radio', { name: /Digital/ }).check();
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(page).toHaveURL(/\/account$/);
    await expect(region(page, 'Overview').locator('del')).toHaveText('Print, United States');
    expect((await kept(page)).timetable.current_subscription.info.deliverables).toEqual({ set: 'print-a', active: 'digital' });

    const taken = await captured(request);
    await page.getByRole('link', { name: 'Update the settings: Current cycle' }).click();
    await page.getByRole('radio', { name: /Print, United States/ }).check();
    await page.getByRole('radio', { name: /Solidarity/ }).check();
    const due = await page.getByText('Due now').locator('..').getByText(/^\$/).textContent();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Submit Payment' }).click();
    await expect(page.getByText('Your subscription is updated.')).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole('definition').filter({ hasText: 'Solidarity' })).toBeVisible();
    expect(`$${(((await captured(request)) - taken) / 100).toFixed(2)}`).toBe(due);
    expect((await kept(page)).timetable.current_subscription.info.deliverables).toEqual({ set: 'print-a', active: 'print-a' });
  });

  await test.step('the card is deleted after the question that says what it means; autorenew goes off with it', async () => {
    await page.goto('/account/payment');
    await page.getByRole('button', { name: 'Delete card' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('This will disable auto-renewal if enabled');
    await expectAccessible(page);
    await answer(page, 'Ok');
    await expect(page).toHaveURL(/\/account$/);
    await expect(region(page, 'Payment Settings')).toContainText('No payment card on record.');
    const { account, payment_info } = await kept(page);
    expect([account.autorenew, payment_info?.card ?? null]).toEqual([false, null]);
    await expect(page.getByRole('button', { name: 'Enable autorenew' })).toBeDisabled();
  });

  await test.step('another email waits until the mailed link’s button is pressed; both addresses are told', async () => {
    const next = newReader('account-next');
    await page.goto('/account/email');
    await page.getByLabel('New email').fill(newReader('account-wrong'));
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
    await expect(desk.getByText('View only.')).toBeVisible();
    await expect(desk.getByRole('heading', { level: 1, name: 'Hello, Ada.' })).toBeVisible();
    await desk.goto('/account/name');
    await expect(desk.getByRole('button', { name: 'Update name' })).toBeDisabled();
    const refused = await desk.request.post('/api/account/name', {
      data: { name: 'Somebody' },
      headers: { origin: new URL(desk.url()).origin },
    });
    expect(refused.status()).toBe(403);
    await desk.goto(link);
    await desk.getByRole('button', { name: 'Open, view only' }).click();
    await expect(desk.getByRole('alert')).toBeVisible();
    await staff.close();
    expect((await kept(page)).account.name).toBe('Ada Marrow');
  });

  await test.step('where one is logged in is listed, and another browser is logged out', async () => {
    const elsewhere = await browser.newContext();
    const other = await elsewhere.newPage();
    const { email: address } = (await kept(page)).account;
    await other.goto('/login?redirect=/account');
    await other.getByRole('tabpanel').getByRole('textbox', { name: 'Email' }).first().fill(address);
    await other.getByRole('tabpanel').getByLabel('Password').fill(PASSWORD);
    await other.getByRole('tabpanel').getByRole('button', { name: 'Log in' }).click();
    await expect(other.getByRole('heading', { level: 1, name: 'Hello, Ada.' })).toBeVisible();
    await page.goto('/account/sessions');
    await expect(page.getByText('This browser')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Log out everywhere else' }).click();
    await expect(page.getByText('You are logged in nowhere else.')).toBeVisible();
    await other.reload();
    await expect(other.getByRole('link', { name: 'Log in', exact: true }).last()).toBeVisible();
    await elsewhere.close();
  });
});

test('a donor changes the card and the amount of a monthly donation, stops it, takes the data along and leaves', async ({
  page,
  request,
}) => {
  const email = newReader('donor');
  await page.goto('/login?redirect=/donate%3Ftype%3Dmonthly%26amount%3D25');
  await page.getByRole('tab', { name: 'Google Account' }).click();
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await page.getByLabel('Name').fill('Don Ator');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('radio', { name: /Check out now/ }).check();
  await page.getByRole('button', { name: 'Donate $25 a month' }).click();
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await enterCard(page, '4242424242424242');
  await page.getByRole('button', { name: 'Submit Payment' }).click();
  await expect(page).toHaveURL(/\/receipts\?token=/, { timeout: 60_000 });

  await test.step('the card is replaced by the link of the donation, for which nobody needs to be logged in', async () => {
    await page.goto('/account');
    await expect(region(page, 'Overview')).toContainText('You have no subscription.');
    await expectAccessible(page);
    const card = await region(page, 'Monthly Donations')
      .getByRole('link', { name: /^Update card/ })
      .getAttribute('href');
    const stranger = await page.context().browser()?.newContext();
    if (!stranger) throw new Error('there is no browser');
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

  await test.step('everything that is kept is taken along, and the account deleted with a mailed code; the receipt stays', async () => {
    const receipt = await region(page, 'Receipts and Invoices')
      .getByRole('link', { name: /^See receipt/ })
      .getAttribute('href');
    await page.goto('/account/data');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    const file: { subscriber: { account: { email: string } } } = JSON.parse(await readFile(await (await download).path(), 'utf8'));
    expect(file.subscriber.account.email).toBe(email);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send a code' }).click();
    const code = /^ {4}(\d{6})$/m.exec((await letter(request, email, /code/i)).text)?.[1] ?? '';
    await page.getByRole('textbox', { name: 'Code' }).fill(code);
    await page.getByLabel('I want all this to happen.').check();
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible();
    expect((await page.request.get('/api/account/subscriber')).status()).toBe(401);
    expect((await letter(request, email, /was deleted$/)).text).toContain('Your account and what we knew of you are gone.');
    await page.goto(receipt ?? '');
    await expect(page.getByText('$25.00').first()).toBeVisible();
  });
});
