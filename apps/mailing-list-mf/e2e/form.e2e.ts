import { test } from '@newsstand/build/kept-page';
import { POPUP_SEEN } from '@newsstand/contracts/mailing-list';
import { rowTags } from '@newsstand/build/row-tags';
import { expect, type Page } from '@playwright/test';

const email = (page: Page) => page.getByRole('textbox', { name: 'Email' });

/** Answers the calls that leave the page, and notes the sign-ups. Each challenge is another one. */
const answer = async (page: Page, status: number, body: unknown) => {
  const signups: { url: URL; body: unknown }[] = [];
  let challenges = 0;
  await page.route('**/api/bot-check/challenge', (route) => {
    challenges += 1;
    const nonce = challenges.toString(16).padStart(32, '0');
    const parameters = { algorithm: 'PBKDF2/SHA-256', nonce, salt: '11'.repeat(16), cost: 1, keyLength: 32, keyPrefix: '0' };
    return route.fulfill({ json: { parameters, signature: 'none' } });
  });
  await page.route('**/api/list/signup*', (route) => {
    signups.push({ url: new URL(route.request().url()), body: route.request().postDataJSON() });
    return route.fulfill({ status, json: body });
  });
  return signups;
};

test(
  'a reader signs up by keyboard alone and is thanked',
  { tag: ['@§2.others.11', '@§2.life.3', '@§4.mailing-list.1'] },
  async ({ page }) => {
    await page.goto('/?state=fresh');
    await email(page).focus();
    await page.keyboard.type('ada@example.org');
    await page.keyboard.press('Enter');
    const thanks = page
      .getByRole('status')
      .filter({ hasText: 'Thank you. We have written to you: follow the link in the letter, and you are on the list.' });
    await expect(thanks).toBeVisible();
    await expect(thanks.locator('..')).toBeFocused();
    await expect(page.locator('[data-widget]')).toHaveAttribute('data-state', 'completed');
    await expect(email(page)).toHaveCount(0);
    expect(await page.evaluate((flag) => localStorage.getItem(flag), POPUP_SEEN), 'the popup asks no more').not.toBeNull();
  },
);

test(
  'the sign-up goes out with a bot-check token and the lists of the element and of the address',
  { tag: ['@§1.outside.5', '@§2.query.3', '@§7.calls.1'] },
  async ({ page }) => {
    const signups = await answer(page, 200, { email: 'ada@example.org' });
    await page.goto('/?state=fresh&api&list-tag=events&list-tag=weekly');
    await email(page).fill('ada@example.org');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(
      page.getByText('Thank you. We have written to you: follow the link in the letter, and you are on the list.'),
    ).toBeVisible();
    expect(signups.map(({ body }) => body)).toEqual([{ email: 'ada@example.org' }]);
    expect(signups[0]?.url.searchParams.getAll('list-tag')).toEqual(['letter', 'weekly', 'events']);
    expect(signups[0]?.url.searchParams.get('captcha')).toMatch(/^[\w-]{40,}$/);
  },
);

test(
  'nothing is checked in the browser: what was typed is for the server to judge',
  { tag: ['@ci', '@§4.mailing-list.1', '@§5.list.1'] },
  async ({ page }) => {
    const signups = await answer(page, 422, { errors: { email: 'Must not be blank.' } });
    await page.goto('/?state=fresh&api');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(email(page)).toHaveAccessibleDescription('Must not be blank.');
    await email(page).fill(' not an address ');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect.poll(() => signups.map(({ body }) => body)).toEqual([{ email: '' }, { email: ' not an address ' }]);
  },
);

test(
  'a failure leaves the address in the field, the message beside it and no bot-check token behind',
  { tag: ['@§4.mailing-list.1', '@§4.mailing-list.2', '@§5.list.2', '@§7.calls.1', '@§8.signup.1'] },
  async ({ page }) => {
    const signups = await answer(page, 422, { errors: { email: 'Enter an email address such as name@example.org.' } });
    await page.goto('/?state=fresh&api');
    await email(page).fill('ada');
    await email(page).press('Enter');
    await expect(email(page)).toHaveAccessibleDescription('Enter an email address such as name@example.org.');
    await expect(email(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(email(page)).toHaveValue('ada');
    await expect(email(page)).toBeFocused();

    await email(page).press('Enter');
    await expect.poll(() => signups.length).toBe(2);
    const [first, second] = signups.map(({ url }) => url.searchParams.get('captcha'));
    expect(second).not.toBe(first);
  },
);

for (const [index, [name, body, status, message]] of (
  [
    ['an error for the whole form', { errors: { general: 'Too many attempts.' } }, 429, 'Too many attempts.'],
    ['an error that is one text', { errors: 'Closed for the holidays.' }, 503, 'Closed for the holidays.'],
    ['an answer that is not an object with errors', 'Bad gateway', 502, '"Bad gateway"'],
  ] as const
).entries()) {
  test(`${name} is announced above the page's end`, { tag: rowTags(index) }, async ({ page }) => {
    await answer(page, status, body);
    await page.goto('/?state=fresh&api');
    await email(page).fill('ada@example.org');
    await email(page).press('Enter');
    await expect(page.getByRole('alert')).toHaveText(message);
    await expect(email(page)).not.toHaveAttribute('aria-invalid');
  });
}

test('while the answer is on its way a second submit does nothing', { tag: ['@ci', '@§4.mailing-list.1'] }, async ({ page }) => {
  const signups = await answer(page, 200, { email: '' });
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/bot-check/challenge', async (route) => {
    await held;
    await route.fallback();
  });
  await page.goto('/?state=fresh&api');
  await email(page).fill('ada@example.org');
  await email(page).press('Enter');
  await expect(page.getByRole('button', { name: 'Signing up' })).toHaveAttribute('aria-busy', 'true');
  await email(page).press('Enter');
  await email(page).press('Enter');
  release();
  await expect(page.getByText('Thank you.')).toBeVisible();
  expect(signups).toHaveLength(1);
});

test('without the bot check or the server the reader is told, and may try again', { tag: '@ci' }, async ({ page }) => {
  await page.goto('/?state=no-bot-check');
  await expect(page.getByRole('alert')).toHaveText('We could not check that you are human. Please try again.');
  await page.goto('/?state=unreachable');
  await expect(page.getByRole('alert')).toContainText('could not');
  await expect(page.getByRole('button', { name: 'Sign up' })).toBeEnabled();
});

test(
  'where the bot check’s own script never comes the reader is told after 15 seconds, and keeps the address',
  { tag: '@ci' },
  async ({ page }) => {
    await page.clock.install();
    await page.route('**/bot-token.*.js', () => undefined);
    await page.goto('/?state=fresh');
    await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.org');
    const asked = page.waitForRequest('**/bot-token.*.js');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await asked;
    await page.clock.fastForward(14_000);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.clock.fastForward(1500);
    await expect(page.getByRole('alert')).toHaveText('We could not check that you are human. Please try again.');
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('ada@example.org');
  },
);

test('a page without data keeps its own fallback', async ({ page }) => {
  await page.goto('/?state=failed');
  await expect(page.locator('[data-widget]')).toHaveAttribute('data-state', 'failed');
  await expect(page.getByText('The page has its own words here')).toBeVisible();
});
