// @module-tag ci
import { test } from '@newsstand/build/kept-page';
import { expect } from '@playwright/test';
import { addHeader, expectReached } from '@newsstand/build/sticky-header';
import { button, CARDS, expectReceipt, fillCard, fillForm, fillPassword, fillWho, open } from './open.ts';

test(
  'a guest who subscribes makes an account with the order',
  { tag: ['@§2.checkout.2', '@§5.account-block.1', '@§6.visitor.8'] },
  async ({ page }) => {
    await open(page, 'subscription');
    await button(page, 'Proceed to Payment').click();
    for (const name of ['Full name', 'Email']) await expect(page.getByLabel(name)).toHaveAccessibleDescription(/Must not be blank\./);
    await fillForm(page);
    await button(page, 'Proceed to Payment').click();
    const password = page.getByLabel(/^Password/);
    await expect(password).toBeFocused();
    await expect(password).toHaveAccessibleDescription(/Must not be blank\./);
    await expect(page.getByLabel('Confirm password')).toHaveAccessibleDescription('Must not be blank.');
    await fillPassword(page, 'a ferry at dawn', 'a ferry at dusk');
    await button(page, 'Proceed to Payment').click();
    await expect(page.getByLabel('Confirm password')).toHaveAccessibleDescription('The passwords do not match.');
    await page.evaluate(() =>
      document.addEventListener('newsstand:login', ({ detail }: CustomEventInit<unknown>) => {
        document.body.dataset['heard'] = (document.body.dataset['heard'] ?? '') + JSON.stringify(detail);
      }),
    );
    await fillPassword(page);
    await button(page, 'Proceed to Payment').click();
    // What of the page shows the reader does so before anything is paid, and so do other tabs.
    const told = JSON.stringify({ v: 1, account: { name: 'Ada Merrow', email: 'ada@example.org' }, institution: null });
    await expect(page.locator('body')).toHaveAttribute('data-heard', told);
    expect(await page.evaluate(() => localStorage.getItem('newsstand-reader'))).not.toBeNull();
    // It is the account's order now: what would be changed here would change nothing.
    await expect(page.getByText('Ordering as Ada Merrow, ada@example.org.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Change the address' })).toHaveAttribute('href', '/account/email');
    await expect(page.getByRole('textbox', { name: /^(Email|Full name|Password)/ })).toHaveCount(0);
    await fillCard(page, CARDS.good);
    await button(page, 'Submit Payment').click();
    await expectReceipt(page);
  },
);

test('a password manager finds the account block in one form, with an address before its passwords', async ({ page }) => {
  await open(page, 'has-account');
  const hooks = () =>
    page
      .locator('form')
      .filter({ has: page.locator('input[type=password]') })
      .locator('[name=email], [type=password]')
      .evaluateAll((inputs: HTMLInputElement[]) => inputs.map(({ autocomplete, type }) => [autocomplete, type]));
  await expect.poll(hooks).toEqual([
    ['username', 'email'],
    ['new-password', 'password'],
    ['new-password', 'password'],
  ]);
  await fillForm(page);
  await fillPassword(page);
  await button(page, 'Proceed to Payment').click();
  await expect(page.getByLabel('Password of ada@example.org')).toBeFocused();
  await expect.poll(hooks).toEqual([
    ['username', 'email'],
    ['current-password', 'password'],
  ]);
  await open(page, 'digital');
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'email');
});

test('a password is kept nowhere, and the rest of what was typed is', async ({ page }) => {
  await open(page, 'subscription');
  await fillForm(page);
  await fillPassword(page);
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain('ferry');
  await page.reload();
  await expect(page.getByLabel('Full name')).toHaveValue('Ada Merrow');
  await expect(page.getByLabel(/^Password/)).toHaveValue('');
});

test('a password that the server refuses says so beside its field', { tag: ['@§5.account-block.2'] }, async ({ page }) => {
  await open(page, 'weak-password');
  await fillForm(page);
  await fillPassword(page, 'password1234');
  await button(page, 'Proceed to Payment').click();
  await expect(page.getByLabel(/^Password/)).toHaveAccessibleDescription(/one of the first that anybody would try/);
  await expect(page.getByRole('alert')).toHaveText('Please look at the marked fields again.');
});

test('an address that has an account is logged in where the reader is, and nothing typed is lost', async ({ page }) => {
  await open(page, 'has-account');
  await fillForm(page);
  await fillPassword(page, 'another ferry altogether');
  await button(page, 'Proceed to Payment').click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/has an account already/);
  const password = page.getByLabel('Password of ada@example.org');
  await expect(password).toBeFocused();
  await expect(page.getByLabel('Confirm password')).toHaveCount(0);
  await password.fill('not this one');
  await password.press('Enter');
  await expect(password).toHaveAccessibleDescription('The email or password is not correct.');
  await password.fill('a ferry at dawn');
  await button(page, 'Log in').click();
  await expect(page.getByText('Ordering as Ada Merrow, ada@example.org.')).toBeVisible();
  await expect(page.getByLabel('City')).toHaveValue('Port Merrow');
  await expect(page.getByRole('combobox', { name: 'State or province' })).toHaveValue('Maine');
  await button(page, 'Proceed to Payment').click();
  await fillCard(page, CARDS.good);
  await button(page, 'Submit Payment').click();
  await expectReceipt(page);
});

test('who has forgotten the password logs in at the check-out with a mailed code, by keyboard alone, and nothing typed is lost', async ({
  page,
}) => {
  await open(page, 'has-account');
  await fillForm(page);
  await fillPassword(page, 'another ferry altogether');
  await button(page, 'Proceed to Payment').click();
  await expect(page.getByLabel('Password of ada@example.org')).toBeFocused();
  // The password can be shown first.
  for (let n = 0; n < 3; n++) await page.keyboard.press('Tab');
  await expect(button(page, 'Send me a code instead')).toBeFocused();
  await page.keyboard.press('Enter');
  const code = page.getByRole('textbox', { name: 'Code', exact: true });
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(page.getByRole('status').filter({ hasText: 'on its way to ada@example.org' })).toBeVisible();
  await page.keyboard.type('123456');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Ordering as Ada Merrow, ada@example.org.')).toBeVisible();
  await expect(page.getByLabel('City')).toHaveValue('Port Merrow');
});

test('where nobody logs in with a password, a new account has none, and one that is there is logged in to by a mailed code', async ({
  page,
}) => {
  await open(page, 'has-account-by-code');
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/You log in with a code that we mail there\./);
  await fillForm(page);
  await expect(page.getByLabel(/password/i)).toHaveCount(0);
  await button(page, 'Proceed to Payment').click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/has an account already/);
  await expect(page.getByLabel(/password/i)).toHaveCount(0);
  await expect(button(page, 'Log in')).toHaveCount(0);
  await expect(button(page, 'Send me a code')).toBeFocused();
  await page.keyboard.press('Enter');
  const code = page.getByRole('textbox', { name: 'Code', exact: true });
  await expect(code).toBeFocused();
  await page.keyboard.type('123456');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Ordering as Ada Merrow, ada@example.org.')).toBeVisible();
  await expect(page.getByLabel('City')).toHaveValue('Port Merrow');
});

test('after a login at the check-out the reader is where it says who orders, in view below a magazine’s header, and Tab goes on from there', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await addHeader(page);
  await open(page, 'has-account');
  await fillForm(page);
  await fillPassword(page, 'another ferry altogether');
  await button(page, 'Proceed to Payment').click();
  await expect(page.getByLabel('Password of ada@example.org')).toBeFocused();
  await page.keyboard.type('a ferry at dawn');
  await page.keyboard.press('Enter');
  const words = page.getByText('Ordering as Ada Merrow, ada@example.org.');
  await expectReached(page, words);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Change the address' })).toBeFocused();
  // A later visit is a visit like any other.
  await page.reload();
  await expect(words).toBeVisible();
  await expect(page.locator('body')).toBeFocused();
});

test('who logs in at the check-out is told once what their account’s cart added, nothing moves for it, and a line chosen anew is not named any more', async ({
  page,
}) => {
  await open(page, 'account-holds-more');
  const told = page.getByRole('status').filter({ hasText: 'Added from your account’s cart' });
  await fillForm(page);
  await fillPassword(page, 'another ferry altogether');
  await expect(told).toHaveCount(0);
  await button(page, 'Proceed to Payment').click();
  await page.getByLabel('Password of ada@example.org').fill('a ferry at dawn');
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const sources: { node?: Node }[] = 'sources' in entry && Array.isArray(entry.sources) ? entry.sources : [];
        const inForm = sources.filter(({ node }) => (node instanceof Element ? node : node?.parentElement)?.closest('form'));
        if (inForm.length > 0) document.documentElement.dataset['moved'] = inForm.map(({ node }) => node?.textContent).join(', ');
      }
    }).observe({ type: 'layout-shift', buffered: true });
    // Only words that come into a region which is there already are announced.
    new MutationObserver((_, observer) => {
      const words = document.querySelector('[role=status] p');
      if (!words) return;
      document.documentElement.dataset['first'] = getComputedStyle(words).visibility;
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await button(page, 'Log in').click();
  await expect(page.locator(':focus')).toHaveText('Ordering as Ada Merrow, ada@example.org.');
  await expect(told).toHaveText('Added from your account’s cart: Last Boat Tee, Size L; 2 × Harbour Mug.');
  await expect(told).toBeVisible();
  const sheet = page.getByRole('region', { name: 'Your order' });
  await expect(sheet).toContainText('Last Boat Tee');
  await expect(page.locator('html')).toHaveAttribute('data-first', 'hidden');
  await expect(page.locator('html')).not.toHaveAttribute('data-moved');
  expect(await told.evaluate((notice) => notice.getBoundingClientRect().bottom)).toBeLessThan((await sheet.boundingBox())?.y ?? 0);
  await page.reload();
  await expect(told).toBeVisible();
  await button(page, 'Change').click();
  await button(page, 'One more of Harbour Mug').click();
  await expect(told).toHaveText('Added from your account’s cart: Last Boat Tee, Size L.');
});

test(
  'after too many wrong codes at the check-out a new one is at hand, and the address is still there',
  { tag: ['@§8.login.1'] },
  async ({ page }) => {
    await open(page, 'has-account');
    await fillForm(page);
    await fillPassword(page);
    await button(page, 'Proceed to Payment').click();
    await button(page, 'Send me a code instead').click();
    const code = page.getByRole('textbox', { name: 'Code', exact: true });
    for (const wrong of ['000001', '000002']) {
      await code.fill(wrong);
      await code.press('Enter');
      await expect(code).toHaveAccessibleDescription('That code is not correct.');
    }
    await code.fill('000003');
    await code.press('Enter');
    const password = page.getByLabel('Password of ada@example.org');
    await expect(password).toHaveAccessibleDescription('Too many failed attempts. Request a new verification code to log in.');
    await expect(password).toBeFocused();
    await expect(page.getByLabel('Email')).toHaveValue('ada@example.org');
    await button(page, 'Send me a code instead').click();
    await expect(code).toHaveValue('');
    await code.fill('123456');
    await button(page, 'Log in').click();
    await expect(page.getByText('Ordering as Ada Merrow, ada@example.org.')).toBeVisible();
  },
);

test('a guest who need not have an account goes on without one where the address has one already, and nothing typed is lost', async ({
  page,
}) => {
  await open(page, 'goods-has-account');
  const wish = page.getByRole('checkbox', { name: 'Make me an account, to find this order again' });
  await wish.check();
  await fillWho(page);
  await fillPassword(page);
  await button(page, 'Proceed to Payment').click();
  await expect(page.getByLabel('Password of ada@example.org')).toBeFocused();
  await button(page, 'Order without an account').click();
  await expect(wish).not.toBeChecked();
  await expect(wish).toBeFocused();
  await expect(page.getByLabel(/^Password/)).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByLabel('Email')).not.toHaveAccessibleDescription(/has an account already/);
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.org');
  await expect(page.getByLabel('Full name')).toHaveValue('Ada Merrow');
  await button(page, 'Proceed to Payment').click();
  await fillCard(page, CARDS.good);
  await button(page, 'Submit Payment').click();
  await expectReceipt(page);
});

test('taking the wish for an account back does the same, and whoever subscribes is offered no order without one', async ({ page }) => {
  await open(page, 'goods-has-account');
  const wish = page.getByRole('checkbox', { name: 'Make me an account, to find this order again' });
  await wish.check();
  await fillWho(page);
  await fillPassword(page);
  await button(page, 'Proceed to Payment').click();
  await expect(page.getByLabel('Password of ada@example.org')).toBeFocused();
  await wish.uncheck();
  await expect(page.getByLabel(/^Password/)).toHaveCount(0);
  await open(page, 'has-account');
  await fillForm(page);
  await fillPassword(page);
  await button(page, 'Proceed to Payment').click();
  await expect(page.getByLabel('Password of ada@example.org')).toBeVisible();
  await expect(button(page, 'Order without an account')).toHaveCount(0);
});

test('another address takes the offer to log in away', async ({ page }) => {
  await open(page, 'has-account');
  await fillForm(page);
  await fillPassword(page);
  await button(page, 'Proceed to Payment').click();
  await expect(page.getByLabel('Password of ada@example.org')).toBeVisible();
  await page.getByLabel('Email').fill('bo@example.org');
  await expect(page.getByLabel(/^Password of/)).toHaveCount(0);
  await expect(page.getByLabel('Confirm password')).toHaveValue('a ferry at dawn');
});

test('a guest who buys goods may have an account, and need not', async ({ page }) => {
  await open(page, 'digital');
  await expect(page.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login?redirect=%2Fstore%2Fcheckout');
  await expect(page.getByLabel('Confirm password')).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Make me an account, to find this order again' }).check();
  await fillWho(page);
  await page.reload();
  await button(page, 'Proceed to Payment').click();
  await expect(page.getByLabel(/^Password/)).toHaveAccessibleDescription(/Must not be blank\./);
  await page.getByRole('checkbox', { name: 'Make me an account, to find this order again' }).uncheck();
  await button(page, 'Proceed to Payment').click();
  await fillCard(page, CARDS.good);
  await button(page, 'Submit Payment').click();
  await expectReceipt(page);
});

test('a check-out to which the browser comes back shows nothing of who logged out meanwhile', async ({ page }) => {
  await open(page, 'from-account');
  await expect(page.getByRole('heading', { name: 'Check Out' })).toBeVisible();
  // What a browser does with a page that it kept: nothing of it begins anew by itself.
  const comeBack = (reader: string | null) =>
    page.evaluate(async (now) => {
      if (now !== null) localStorage.setItem('newsstand-reader', now);
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      await new Promise((done) => setTimeout(done, 100));
      return document.querySelector('[data-widget]')?.textContent;
    }, reader);
  expect(await comeBack(null)).toContain('Ada Merrow');
  // The page that is asked for then may be long in coming.
  const held = Promise.withResolvers<void>();
  await page.route('**/*', async (route) => {
    await held.promise;
    await route.continue();
  });
  expect(await comeBack('nobody')).toBe('');
  held.resolve();
  await expect(page.getByRole('heading', { name: 'Check Out' })).toBeVisible();
});
