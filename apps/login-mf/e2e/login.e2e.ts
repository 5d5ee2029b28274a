import { test } from '@newsstand/build/kept-page';
import { expect, type Page } from '@playwright/test';

const SIGNED_IN = { account: { name: 'Ada', email: 'ada@example.org' }, institution: null, redirect: null };
const TOO_MANY = 'Too many failed attempts. Request a new verification code to log in.';
const TOKEN = 'k'.repeat(43);

/** Answers one call and notes what was sent. */
const answer = async (page: Page, path: string, body: unknown, status = 200) => {
  const sent: unknown[] = [];
  await page.route(`**${path}`, (route) => {
    sent.push(route.request().postDataJSON());
    return route.fulfill({ status, json: body });
  });
  return sent;
};
const email = (page: Page) => page.getByRole('textbox', { name: 'Email' });
const password = (page: Page) => page.locator('input[autocomplete=current-password]');
const codeTab = (page: Page) => page.getByRole('tab', { name: 'Email Code' }).click();

test('a reader logs in by keyboard alone and goes where they wanted to', { tag: ['@§4.login.1'] }, async ({ page }) => {
  const sent = await answer(page, '/api/access/login', { ...SIGNED_IN, redirect: '/?state=paywall' });
  await page.goto(`/?state=page&api&redirect=${encodeURIComponent('/?state=paywall')}`);
  await page.getByRole('tab', { name: 'Password Login' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('ada@example.org');
  await page.keyboard.press('Tab');
  await page.keyboard.type('tide tables');
  await page.keyboard.press('Enter');
  await page.waitForURL('/?state=paywall');
  expect(sent).toEqual([{ email: 'ada@example.org', password: 'tide tables', path: '/?state=paywall' }]);
});

test('in the paywall nothing is asked for but the article: the page reloads', { tag: ['@§2.login.8', '@§4.login.2'] }, async ({ page }) => {
  const sent = await answer(page, '/api/access/login', SIGNED_IN);
  await page.goto('/?state=paywall&api');
  await email(page).fill('ada@example.org');
  await password(page).fill('tide tables');
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Log in' }).click();
  await reloaded;
  expect(page.url()).toContain('/?state=paywall&api');
  expect(sent).toEqual([{ email: 'ada@example.org', password: 'tide tables' }]);
});

for (const [way, path, logIn] of [
  [
    'a password',
    '/api/access/login',
    async (page: Page) => {
      await email(page).fill('ada@example.org');
      await password(page).fill('tide tables');
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
    },
  ],
  [
    'a code',
    '/api/access/signin/verify',
    async (page: Page) => {
      await codeTab(page);
      await email(page).fill('ada@example.org');
      await page.getByRole('button', { name: 'Send the code' }).click();
      await page.getByRole('textbox', { name: 'Code' }).fill('123456');
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
    },
  ],
] as const)
  test(
    `a browser that keeps no cookie is told so after ${way}, and not led to a page that asks for a login`,
    { tag: '@ci' },
    async ({ page }) => {
      await answer(page, '/api/access/signin', { token: TOKEN });
      await answer(page, path, SIGNED_IN);
      await answer(page, '/api/access/session', { account: null, institution: null });
      await page.goto('/?state=page&api');
      await logIn(page);
      await expect(page.getByRole('alert')).toContainText('Your browser does not keep our cookie, so you are not logged in.');
      expect(page.url()).toContain('/?state=page&api');
    },
  );

test('a password manager finds one form with an address and a password', { tag: '@ci' }, async ({ page }) => {
  await page.goto('/?state=page');
  const form = page.locator('form').filter({ has: password(page) });
  await expect(form).toHaveCount(1);
  await expect(form.getByRole('textbox', { name: 'Email' })).toHaveAttribute('autocomplete', 'username');
  await expect(password(page)).toHaveAttribute('type', 'password');
  await expect(password(page)).toHaveAccessibleName('Password');
});

test('a password manager knows whose the new password is, by the mailed link', { tag: '@ci' }, async ({ page }) => {
  await page.goto(`/?state=page#reset=${TOKEN}&email=ada%2Bpapers%40example.org`);
  const fields = page
    .locator('form')
    .filter({ has: page.locator('input[autocomplete=new-password]') })
    .locator('input');
  await expect(fields).toHaveCount(3);
  expect(
    await fields.evaluateAll((inputs: HTMLInputElement[]) => inputs.map((input) => [input.autocomplete, input.type, input.value])),
  ).toEqual([
    ['username', 'email', 'ada+papers@example.org'],
    ['new-password', 'password', ''],
    ['new-password', 'password', ''],
  ]);
  // It is the browser's: nobody is led there, and nobody hears of it.
  await expect(page.getByRole('textbox')).toHaveCount(2);
  await page.getByLabel('New password once more').focus();
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'Show password' }).first()).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(page.locator('input[name=password]')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(page.locator('input:focus')).toHaveCount(0);
});

test(
  'the button of a letter about the login opens the panel that sends a link; who is logged in is led to their sessions',
  { tag: '@ci' },
  async ({ page }) => {
    const isSessions = ({ pathname }: URL) => pathname === '/account/sessions';
    await page.route(isSessions, (route) => route.fulfill({ contentType: 'text/html', body: 'Your sessions' }));
    await page.goto('/?state=page&redirect=/account/sessions#reset');
    await expect(page.getByRole('button', { name: 'Send the link' })).toBeVisible();
    await page.goto('/?state=logged-in&redirect=/account/sessions#reset');
    await page.waitForURL(isSessions);
  },
);

test(
  'what is wrong with a field stands beside it, and the first of them has the focus',
  { tag: ['@ci', '@§8.login.3'] },
  async ({ page }) => {
    await page.goto('/?state=fields');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(email(page)).toHaveAccessibleDescription('Enter an email address such as name@example.org.');
    await expect(password(page)).toHaveAccessibleDescription('Must not be blank.');
    await expect(email(page)).toBeFocused();
  },
);

test(
  'what is wrong with the whole stands in the error area, and what was typed stays',
  { tag: ['@ci', '@§8.login.3'] },
  async ({ page }) => {
    await page.goto('/?state=refused');
    await email(page).fill('ada@example.org');
    await password(page).fill('wrong');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('alert')).toHaveText('The email or password is not correct.');
    await expect(email(page)).toHaveValue('ada@example.org');
  },
);

test(
  'a reader logs in with a code that was mailed, by keyboard alone',
  { tag: ['@ci', '@§4.login.3', '@§4.login.4', '@§7.calls.5', '@§7.calls.6'] },
  async ({ page }) => {
    const asked = await answer(page, '/api/access/signin', { token: TOKEN });
    const verified = await answer(page, '/api/access/signin/verify', { ...SIGNED_IN, redirect: '/?state=paywall' });
    await page.goto('/?state=page&api');
    await page.getByRole('tab', { name: 'Password Login' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('ada@example.org');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Verify Account' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused();
    await expect(page.getByRole('textbox', { name: 'Code' })).toHaveAttribute('autocomplete', 'one-time-code');
    await page.keyboard.type('123 456');
    await page.keyboard.press('Enter');
    await page.waitForURL('/?state=paywall');
    expect(asked).toEqual([{ email: 'ada@example.org', path: '/' }]);
    expect(verified).toEqual([{ token: TOKEN, password: '123 456' }]);
  },
);

test(
  'after too many attempts the code begins anew, with nothing left in the fields',
  { tag: ['@ci', '@§4.login.5', '@§8.login.2'] },
  async ({ page }) => {
    await page.goto('/?state=too-many');
    await codeTab(page);
    await email(page).fill('ada@example.org');
    await email(page).press('Enter');
    await page.getByRole('textbox', { name: 'Code' }).fill('000000');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(TOO_MANY);
    await expect(page.getByRole('heading', { name: 'Verify Account' })).toHaveCount(0);
    await expect(email(page)).toHaveValue('');
    const offer = page.getByRole('button', { name: 'Send a new code to ada@example.org' });
    await expect(offer).toBeFocused();
    await page.getByRole('tab', { name: 'Password Login' }).click();
    await expect(email(page)).toHaveValue('');
    await codeTab(page);
    await offer.press('Enter');
    await expect(page.getByRole('heading', { name: 'Verify Account' })).toBeFocused();
    await expect(page.getByText('If there is an account for ada@example.org')).toBeVisible();
  },
);

test('a reader who wants another address has the cursor in the field of it', { tag: '@ci' }, async ({ page }) => {
  await page.goto('/?state=page');
  await codeTab(page);
  await email(page).fill('ada@example.org');
  await email(page).press('Enter');
  await page.getByRole('button', { name: 'Use another address' }).press('Enter');
  await expect(email(page)).toBeFocused();
  await expect(email(page)).toHaveValue('ada@example.org');
});

test('too many wrong passwords clear the form and send the reader to a code', { tag: ['@§4.login.5', '@§8.login.1'] }, async ({ page }) => {
  await page.goto('/?state=too-many');
  await email(page).fill('ada@example.org');
  await password(page).fill('wrong');
  await password(page).press('Enter');
  await expect(page.getByRole('alert')).toHaveText(TOO_MANY);
  await expect(email(page)).toHaveValue('');
  await expect(password(page)).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Send a new code to ada@example.org' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Email Code' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('heading', { name: 'Verify Account' })).toBeFocused();
});

test('a reader whose code does not come has a new one sent, is told so, and types that one', { tag: '@ci' }, async ({ page }) => {
  const tokens = [TOKEN, 'm'.repeat(43)];
  await page.route('**/api/access/signin', (route) => route.fulfill({ json: { token: tokens.shift() } }));
  const verified = await answer(page, '/api/access/signin/verify', { errors: 'That code is not correct.' }, 401);
  await page.goto('/?state=page&api');
  await codeTab(page);
  await email(page).fill('ada@example.org');
  await email(page).press('Enter');
  const code = page.getByRole('textbox', { name: 'Code' });
  await code.fill('111111');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('That code is not correct.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Send a new code' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toContainText('a new code is on its way there. The one before works no longer.');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(code).toBeFocused();
  await expect(code).toHaveValue('');
  await page.keyboard.type('222222');
  await page.keyboard.press('Enter');
  await expect.poll(() => verified.length).toBe(2);
  expect(verified[1]).toEqual({ token: 'm'.repeat(43), password: '222222' });
});

test('who has had too many codes sent is told so, and what they typed of the last one stays', { tag: '@ci' }, async ({ page }) => {
  let sent = 0;
  await page.route('**/api/access/signin', (route) =>
    sent++ === 0
      ? route.fulfill({ json: { token: TOKEN } })
      : route.fulfill({ status: 429, json: { errors: 'Too many attempts. Please try again in 15 minutes.' } }),
  );
  await page.goto('/?state=page&api');
  await codeTab(page);
  await email(page).fill('ada@example.org');
  await email(page).press('Enter');
  await page.getByRole('textbox', { name: 'Code' }).fill('1234');
  await page.getByRole('button', { name: 'Send a new code' }).click();
  await expect(page.getByRole('alert')).toHaveText('Too many attempts. Please try again in 15 minutes.');
  await expect(page.getByText('is on its way there')).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Code' })).toHaveValue('1234');
});

test(
  'who was sent a new code, and is refused another, reads the refusal alone and not that one is on its way',
  { tag: '@ci' },
  async ({ page }) => {
    let sent = 0;
    await page.route('**/api/access/signin', (route) =>
      sent++ < 2
        ? route.fulfill({ json: { token: String(sent).repeat(43) } })
        : route.fulfill({ status: 429, json: { errors: 'Too many codes were asked for. Try again in 60 minutes.' } }),
    );
    await page.goto('/?state=page&api');
    await codeTab(page);
    await email(page).fill('ada@example.org');
    await email(page).press('Enter');
    await page.getByRole('button', { name: 'Send a new code' }).click();
    await expect(page.getByRole('status')).toContainText('a new code is on its way there');
    await page.getByRole('button', { name: 'Send a new code' }).click();
    await expect(page.getByRole('alert')).toHaveText('Too many codes were asked for. Try again in 60 minutes.');
    await expect(page.getByRole('status')).toHaveCount(0);
  },
);

test(
  'of a code that is wrong and a new one that is refused the last answer stands there alone, whichever came last',
  { tag: '@ci' },
  async ({ page }) => {
    let sent = 0;
    await page.route('**/api/access/signin', (route) =>
      sent++ < 2
        ? route.fulfill({ json: { token: String(sent).repeat(43) } })
        : route.fulfill({ status: 429, json: { errors: 'Too many codes were asked for. Try again in 60 minutes.' } }),
    );
    await page.route('**/api/access/signin/verify', (route) =>
      route.fulfill({ status: 422, json: { errors: 'That code is not correct.' } }),
    );
    await page.goto('/?state=page&api');
    await codeTab(page);
    await email(page).fill('ada@example.org');
    await email(page).press('Enter');
    const code = page.getByRole('textbox', { name: 'Code' });
    const resend = page.getByRole('button', { name: 'Send a new code' });
    const notices = page.getByRole('tabpanel').locator('[role=alert], [role=status]');
    await resend.click();
    await expect(notices).toHaveText([/a new code is on its way there/]);
    await code.fill('000000');
    await code.press('Enter');
    await expect(notices).toHaveText(['That code is not correct.']);
    await resend.click();
    await expect(notices).toHaveText(['Too many codes were asked for. Try again in 60 minutes.']);
    await code.press('Enter');
    await expect(notices).toHaveText(['That code is not correct.']);
  },
);

test('who loads the page again while a code is on its way is asked for it, and no code is kept', { tag: '@ci' }, async ({ page }) => {
  await page.goto('/?state=page');
  await codeTab(page);
  await email(page).fill('ada@example.org');
  await email(page).press('Enter');
  await page.getByRole('textbox', { name: 'Code' }).fill('123456');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Verify Account' })).toBeVisible();
  await expect(page.getByText('If there is an account for ada@example.org')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Code' })).toHaveValue('');
  // The page begins where a page begins.
  await expect(page.locator('body')).toBeFocused();
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain('123456');
  await page.getByRole('button', { name: 'Use another address' }).click();
  await expect(email(page)).toHaveValue('ada@example.org');
  await page.reload();
  await expect(password(page)).toBeVisible();
});

test('who came another way meanwhile is asked for no code after logging out', { tag: '@ci' }, async ({ page }) => {
  await page.goto('/?state=page');
  await codeTab(page);
  await email(page).fill('ada@example.org');
  await email(page).press('Enter');
  await expect(page.getByRole('heading', { name: 'Verify Account' })).toBeVisible();
  await page.goto('/?state=logged-in');
  await expect(page.getByText('You are logged in as Ada Lovelace')).toBeVisible();
  await page.goto('/?state=page');
  await expect(password(page)).toBeVisible();
});

test('ten minutes later a code is not asked for any more', { tag: '@ci' }, async ({ page }) => {
  await page.clock.install();
  await page.goto('/?state=page');
  await codeTab(page);
  await email(page).fill('ada@example.org');
  await email(page).press('Enter');
  await expect(page.getByRole('heading', { name: 'Verify Account' })).toBeVisible();
  await page.clock.fastForward('10:00');
  await page.reload();
  await expect(password(page)).toBeVisible();
});

test('however often a new code is sent, one notice says so', { tag: '@ci' }, async ({ page }) => {
  await page.goto('/?state=page');
  await codeTab(page);
  await email(page).fill('ada@example.org');
  await email(page).press('Enter');
  const notices = page.getByText('a new code is on its way');
  const resend = page.getByRole('button', { name: 'Send a new code' });
  const code = page.getByRole('textbox', { name: 'Code' });
  for (let time = 0; time < 4; time++) {
    await code.fill(`${time}`);
    await resend.click();
    // The form is a new one each time.
    await expect(code).toHaveValue('');
    await expect(notices).toHaveCount(1);
  }
});

test('a new password that is asked for in the paywall leads back to the article', { tag: '@ci' }, async ({ page }) => {
  const sent = await answer(page, '/api/access/reset-password', { message: 'If there is an account, a link is on its way.' });
  await page.goto('/?state=paywall&api');
  await page.getByRole('button', { name: 'Set up or reset your password' }).click();
  await email(page).nth(1).fill('ada@example.org');
  await email(page).nth(1).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'on its way' })).toBeVisible();
  await page.goto(`/?state=page&api&redirect=${encodeURIComponent('/?state=in-place')}`);
  await page.getByRole('button', { name: 'Set up or reset your password' }).click();
  await email(page).nth(1).fill('ada@example.org');
  await email(page).nth(1).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'on its way' })).toBeVisible();
  expect(sent).toEqual([
    { email: 'ada@example.org', path: '/?state=paywall&api' },
    { email: 'ada@example.org', path: '/?state=in-place' },
  ]);
});

test(
  'the reset panel is hidden until its link is used, knows the address and says what happens',
  { tag: ['@ci', '@§2.login.5'] },
  async ({ page }) => {
    await page.goto('/?state=page');
    await email(page).fill('ada@example.org');
    await expect(page.getByRole('button', { name: 'Send the link' })).toBeHidden();
    await page.getByRole('button', { name: 'Set up or reset your password' }).click();
    await expect(email(page).nth(1)).toHaveValue('ada@example.org');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'is on its way' })).toBeVisible();
  },
);

test('the mailed link lets a reader choose a password and logs them in', async ({ page }) => {
  const sent = await answer(page, '/api/access/reset-password/confirm', { ...SIGNED_IN, redirect: '/?state=paywall' });
  await page.goto(`/?state=page&api#reset=${TOKEN}`);
  const first = page.getByLabel('New password', { exact: false }).first();
  await expect(first).toHaveAttribute('autocomplete', 'new-password');
  await first.fill('tide tables');
  await page.getByLabel('New password once more').fill('tide tables');
  await page.keyboard.press('Enter');
  await page.waitForURL('/?state=paywall');
  expect(sent).toEqual([{ token: TOKEN, password: 'tide tables', confirm: 'tide tables' }]);
});

test('a mailed link that is too old says so, and a new one is at hand', { tag: ['@ci', '@§8.login.3'] }, async ({ page }) => {
  await page.goto(`/?state=refused#reset=${TOKEN}`);
  await page.getByRole('button', { name: 'Save and log in' }).click();
  await expect(page.getByRole('alert')).toContainText('too old');
  await page.getByRole('button', { name: 'Back to the login' }).click();
  await expect(page.getByRole('button', { name: 'Send the link' })).toBeVisible();
});

test('while the answer is on its way a second submit does nothing', { tag: '@ci' }, async ({ page }) => {
  await page.goto('/?state=sending');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('button', { name: 'Logging in' })).toHaveAttribute('aria-busy', 'true');
  await expect(password(page)).toHaveAttribute('readonly');
});
