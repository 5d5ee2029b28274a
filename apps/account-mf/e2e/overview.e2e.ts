// @module-tag ci
import { violations } from '@newsstand/build/axe';
import { test } from '@newsstand/build/kept-page';
import { showAt, timeToLookAt } from '@newsstand/build/look-at';
import { expect } from '@playwright/test';
import { addressOf, answer, button, FAILED, open, sent, type StateName, watch } from './open.ts';

test(
  'an active subscriber sees term, medium, rate, since when, and what remains',
  { tag: ['@§2.routes.8', '@§2.account.4'] },
  async ({ page }) => {
    await open(page, 'active');
    const overview = page.getByRole('region', { name: 'Overview' });
    for (const text of ['3 issues remaining', '1 year, 4 issues', 'Print, United States', 'Standard', '2.1.2026', 'Active'])
      await expect(overview).toContainText(text);
    await expect(page.getByRole('link', { name: 'Renewal options' })).toHaveAttribute('href', '/subscribe/renew');
    await expect(button(page, 'Enable autorenew')).toBeEnabled();
  },
);

const FIRST = [
  [
    'active',
    ['No. 14: Drowned Villages', 'on 12.7.2026', 'By post to: 2 Slipway', 'None', 'Switched on, it charges $56.00, about 7.2027.'],
  ],
  ['active-autorenew', ['$56.00', 'For your renewal, about 7.2027.', '30 days after issue 16', 'Visa ending in 4242']],
  ['next-screen', ['about 12.2026', 'You read and download it on its page', '$7.00', 'on 12.1.2026', '$36.00', 'on 12.21.2026']],
  ['next-nowhere', ['on a day that is not set yet', 'No Address on Record', '3 copies of each issue', 'when your last issue is out']],
] as const satisfies [StateName, readonly string[]][];

test('the overview begins with the next issue, when and where to, and the next charge, its day and card', async ({ page }) => {
  for (const [state, texts] of FIRST) {
    await showAt(page, addressOf(state));
    const first = page.getByRole('region', { name: 'Overview' }).locator('dl').first();
    for (const text of texts) await expect.soft(first, state).toContainText(text);
  }
});

test('an unpaid invoice by which the subscription goes on stands before the renewal, which is charged besides', async ({ page }) => {
  await open(page, 'expired-invoice');
  const overview = page.getByRole('region', { name: 'Overview' });
  await expect(overview).toContainText(
    'There is an invoice by which your subscription goes on. What you renew otherwise is charged besides',
  );
  const invoice = overview.getByRole('link', { name: 'Invoice EXC-007, $56.00, due 12.22.2026' });
  await expect(invoice).toHaveAttribute('href', '/invoice/inv_renewal01');
});

test('who is about to enable autorenew is told the price, the card and the day before they are asked', async ({ page }) => {
  await open(page, 'active');
  await button(page, 'Enable autorenew').click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to enable autorenew?' });
  await expect(question).toContainText('Your renewal costs $56.00, charged to Visa ending in 4242, about 7.2027.');
});

test('who gave gifts sees what became of each, and has the link and the card of one that nobody has redeemed', async ({ page }) => {
  await open(page, 'gifts');
  const part = page.getByRole('region', { name: 'Gifts' });
  await expect(part.getByRole('listitem')).toContainText([
    'Not redeemed yet',
    'Redeemed on 10.2.2026',
    'Posted to Uncle Otto',
    'Taken back, and cannot be redeemed any more',
  ]);
  await expect(part.getByRole('link', { name: /subscribe\/redeem/ })).toHaveCount(1);
  await expect(part.getByRole('link', { name: 'Print the card' })).toHaveAttribute('href', '/receipts?token=rcpt_fixture0001');
  await open(page, 'gifts-view-only');
  await expect(page.getByRole('region', { name: 'Gifts' }).getByRole('link')).toHaveCount(0);
});

test('whose name is not known is called by their address, and asked for their name', async ({ page }) => {
  await open(page, 'no-name');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, ada@example.org.');
  await expect(page.getByText('Not known yet. Please add your name')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Change name' })).toHaveAttribute('href', '/account/name');
});

test('who was refunded sees what went back and that autorenew is off since; switching it on again says what that means', async ({
  page,
}) => {
  await open(page, 'overview-refunded');
  await expect(page.getByText('Autorenew is off since money that you paid for your order EXR-1021 was refunded')).toBeVisible();
  await expect(page.getByText('$81.00Refunded')).toBeVisible();
  await expect(page.getByText('$3.00 refunded')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Credit note CN-31' }).first()).toHaveAttribute(
    'href',
    /\/api\/receipts\/rcpt_b\/credit-notes\/CN-31\/pdf$/,
  );
  await expect(page.getByText('Ended on 11.24.2026, as money of order EXR-1021 was refunded')).toBeVisible();
  await button(page, 'Enable autorenew').click();
  await expect(page.getByRole('alertdialog')).toContainText('charged to the means of payment on record; we write to you 30 days before');
});

const TOLD = [
  ['expiring', ['1 issue remaining', 'Ends soon', 'Your subscription ends soon.']],
  ['expiring-autorenew', ['Renews soon', 'Your subscription will renew at the end of your cycle, but you can cancel at any time.']],
  ['lifetime', ['Indefinite issues', 'Lifetime', 'a donation pays for the reporting']],
  [
    'lifetime-waits',
    [
      'Indefinite issues',
      '1 year, 4 issues, then Lifetime',
      'Print, United States, then Digital',
      'Your future cycles have different shipping settings than your current one.',
    ],
  ],
  ['expired-autorenew', ['0 issues remaining', 'Autorenew is on: it is expected to renew soon']],
  ['expired-again', ['It will be tried again on 12.4.2026, or another card at once. Use another card']],
  ['expired-confirm', ['Confirm the payment with the link in our letter, and it renews.']],
  ['expired-refused', ['Your bank refused to pay, and it will not be tried again.']],
  ['expired-processing', ['0 issues remaining', 'Your renewal is on its way. Your bank is working on it. That may take a few days']],
  ['expired-processing-off', ['0 issues remaining', 'Your renewal is on its way. Your bank is working on it. That may take a few days']],
  ['expired-over', ['It could not be renewed by itself, and will not be tried again.']],
  ['expired', ['0 issues remaining', 'Renew it, and the next issue comes to you again.']],
  ['cancelled', ['Your subscription was cancelled.']],
  ['none', ['You have no subscription.', 'No Address on Record', 'No payment card on record.']],
  [
    'failing-email',
    [
      'There appears to be a problem with your email address (ada@example.org), so we are currently unable to send important notifications about your subscription to you.',
    ],
  ],
  [
    'no-address',
    [
      'No Address to send to. Please add one now. It is missing for: United States.',
      'You do not have an address on record for us to send to.',
    ],
  ],
  [
    'expired-no-address',
    [
      'Autorenew is on: it is expected to renew soon',
      'No Address to send to. Please add one now. It is missing for: United States.',
      'You do not have an address on record for us to send to.',
    ],
  ],
  ['rate-chosen', ['Solidarity, renews at Standard', 'Print, United States, Solidarity, renews at Standard, 1 year']],
  ['bank', ['Harbour Savings, account ending in 6789', 'Routing number 110000000']],
] as const satisfies [StateName, readonly string[]][];

test(
  'each standing of a subscription is told in its own words',
  {
    tag: [
      '@§2.account.4',
      '@§2.account.5',
      '@§2.account.6',
      '@§2.account.11',
      '@§2.account.12',
      '@§2.account.14',
      '@§4.display.2',
      '@§4.display.3',
      '@§4.display.4',
      '@§8.warnings.1',
      '@§8.warnings.2',
      '@§8.warnings.3',
      '@§8.warnings.4',
    ],
  },
  async ({ page }) => {
    test.setTimeout(timeToLookAt(TOLD.length));
    for (const [state, texts] of TOLD) {
      await showAt(page, addressOf(state));
      for (const text of texts) await expect.soft(page.locator('main'), state).toContainText(text);
    }
  },
);

test('a page of the account begins anew when somebody logs out in another tab', async ({ page, context }) => {
  await open(page, 'active');
  await page.evaluate(() => document.documentElement.setAttribute('data-before', ''));
  const other = await context.newPage();
  await other.goto('/?state=none&menu=closed');
  await other.evaluate(() => localStorage.setItem('newsstand-reader', 'somebody else'));
  await expect(page.locator('html[data-before]')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Overview' })).toBeVisible();
});

test('a page of the account to which the browser comes back shows nothing of who logged out meanwhile', async ({ page }) => {
  await open(page, 'active');
  // What a browser does with a page that it kept: nothing of it begins anew by itself.
  const comeBack = (reader: string | null) =>
    page.evaluate(async (now) => {
      if (now !== null) localStorage.setItem('newsstand-reader', now);
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      await new Promise((done) => setTimeout(done, 100));
      return document.querySelector('[data-widget]')?.textContent;
    }, reader);
  expect(await comeBack(null)).toContain('Overview');
  // The page that is asked for then may be long in coming.
  const held = Promise.withResolvers<void>();
  await page.route('**/*', async (route) => {
    await held.promise;
    await route.continue();
  });
  expect(await comeBack('nobody')).toBe('');
  held.resolve();
  await expect(page.getByRole('region', { name: 'Overview' })).toBeVisible();
});

test('nor of whom another reader followed who logged in by a provider, which tells no tab', async ({ page, baseURL }) => {
  const logIn = (value: string) => page.context().addCookies([{ name: 'newsstand-reader', value, url: baseURL }]);
  await logIn('1ada');
  await open(page, 'active');
  await page.evaluate(() => document.documentElement.setAttribute('data-before', ''));
  const comeBack = () => page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await comeBack();
  await expect(page.getByRole('region', { name: 'Overview' })).toBeVisible();
  await logIn('1bob');
  await comeBack();
  await expect(page.locator('html[data-before]')).toHaveCount(0);
  await page.context().clearCookies({ name: 'newsstand-reader' });
});

test('what was paid for stands struck through beside what is delivered', { tag: ['@§4.display.5'] }, async ({ page }) => {
  await open(page, 'differs');
  const overview = page.getByRole('region', { name: 'Overview' });
  await expect(overview.locator('del')).toHaveText('Print, United States');
  await expect(overview.locator('dd').filter({ hasText: 'Digital' })).toHaveText('Paid for: Print, United States now delivered as Digital');
});

for (const [state, name, question, on] of [
  ['active-autorenew', 'Disable autorenew', 'Are you sure you want to disable autorenew?', true],
  ['active', 'Enable autorenew', 'Are you sure you want to enable autorenew?', false],
] as const) {
  test(
    `'${name}' asks first, and then the page reloads`,
    { tag: ['@§2.account.4', '@§4.display.6', '@§4.display.7', '@§7.calls.22'] },
    async ({ page }) => {
      await watch(page);
      await open(page, state);
      await button(page, name).click();
      await answer(page, question, 'Cancel');
      expect(await sent(page)).toEqual([]);
      await button(page, name).click();
      const reloaded = page.waitForEvent('load');
      await answer(page, question, 'Ok');
      await reloaded;
      expect(await sent(page)).toEqual([['POST /api/account/autorenew', { autorenew: !on }]]);
      await expect(page.getByRole('status').filter({ hasText: `Autorenew is ${on ? 'off' : 'on'} now.` })).toBeInViewport();
    },
  );
}

test('after a failure of autorenew the page reloads too', { tag: ['@§4.display.7', '@§8.autorenew.1'] }, async ({ page }) => {
  await page.route('**/api/account/autorenew', (route) => route.fulfill({ status: 500, json: { errors: 'Internal error' } }));
  await page.goto('/?state=active&menu=closed&api');
  await button(page, 'Enable autorenew').click();
  const reloaded = page.waitForEvent('load');
  await answer(page, 'Are you sure you want to enable autorenew?', 'Ok');
  await reloaded;
  await expect(button(page, 'Enable autorenew')).toBeEnabled();
});

test('autorenew that was not switched is told after the reload', { tag: ['@§8.autorenew.1'] }, async ({ page }) => {
  await open(page, 'autorenew-fails');
  await button(page, 'Enable autorenew').click();
  const reloaded = page.waitForEvent('load');
  await answer(page, 'Are you sure you want to enable autorenew?', 'Ok');
  await reloaded;
  await expect(page.getByRole('alert')).toContainText('Autorenew was not switched.');
  await expect(page.getByRole('alert')).toContainText('We encountered an error.');
  await expect.poll(() => new URL(page.url()).hash).toBe('');
});

for (const state of ['autorenew-fails', 'autorenew-refused'] as const) {
  test(
    `after the reload the reader is where it says that autorenew was not switched, however far down the button stood ('${state}')`,
    { tag: ['@§8.autorenew.1'] },
    async ({ page }) => {
      await page.setViewportSize({ width: 375, height: 667 });
      await open(page, state);
      const enable = button(page, 'Enable autorenew');
      await enable.evaluate((element) => element.scrollIntoView({ block: 'start', behavior: 'instant' }));
      await enable.click();
      const reloaded = page.waitForEvent('load');
      await answer(page, 'Are you sure you want to enable autorenew?', 'Ok');
      await reloaded;
      await expect(page.getByRole('alert')).toContainText('Autorenew was not switched.');
      await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('alert').locator('..')).toBeFocused();
      expect(await page.evaluate(() => history.scrollRestoration)).toBe('auto');
    },
  );
}

test('who was logged out meanwhile is told beside the login that what they wanted was not done', async ({ page }) => {
  await page.goto('/?state=logged-out&menu=closed#card-kept');
  await expect(page.getByRole('alert')).toContainText('Your card was not deleted.');
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  await expect.poll(() => new URL(page.url()).hash).toBe('');
});

test('why autorenew was refused is told after the reload, in the server’s words, once', { tag: ['@§8.autorenew.1'] }, async ({ page }) => {
  await open(page, 'autorenew-refused');
  await button(page, 'Enable autorenew').click();
  const reloaded = page.waitForEvent('load');
  await answer(page, 'Are you sure you want to enable autorenew?', 'Ok');
  await reloaded;
  await expect(page.getByRole('alert')).toContainText('Autorenew was not switched.');
  await expect(page.getByRole('alert')).toContainText('There is no payment card on record. Please add one first.');
  await expect(page.getByText('We encountered an error.')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

for (const [state, message, link] of [
  ['left-renewal-paid', 'Your subscription is renewed.', null],
  ['left-renewal-processing', 'Your renewal is on its way.', null],
  ['left-renewal-refused', 'Your bank refused this, too.', ['Use another card', '/account/payment']],
  ['left-renewal-confirm', 'Your bank asks whether it is you.', ['Confirm the payment', '/renewal?token=chg_fixture0001']],
] as const) {
  test(`who put another card on record is told on the account’s page what became of the renewal ('${state}')`, async ({ page }) => {
    await open(page, state);
    const notice = page.getByRole(state === 'left-renewal-refused' ? 'alert' : 'status').filter({ hasText: message });
    await expect(notice).toBeVisible();
    if (link) await expect(notice.getByRole('link', { name: link[0] })).toHaveAttribute('href', link[1]);
    await expect.poll(() => new URL(page.url()).hash).toBe('');
  });
}

test('without a card autorenew cannot be enabled, and the page says why', async ({ page }) => {
  await open(page, 'no-card');
  await expect(button(page, 'Enable autorenew')).toBeDisabled();
  await expect(page.getByText('Autorenew needs a payment card on record.')).toBeVisible();
});

test(
  'current and future cycles each lead to their update, and a notice says that they are posted otherwise',
  { tag: ['@§2.account.3', '@§2.account.7'] },
  async ({ page }) => {
    await open(page, 'everything');
    await expect(page.getByRole('region', { name: 'Overview' })).toContainText(
      '15 issues remaining in your current cycle and the 3 that follow',
    );
    const cycles = page.getByRole('region', { name: 'Subscription Settings' });
    await expect(cycles.getByRole('listitem')).toHaveCount(4);
    await expect(cycles.getByRole('listitem').last()).toContainText('Print, United States, Standard, 1 issue, given to you');
    await expect(cycles.getByRole('link', { name: 'Update the settings: Current cycle' })).toHaveAttribute(
      'href',
      '/account/subscriptions/sub_41d7',
    );
    const updates = cycles.getByRole('link', { name: /^Update the settings: / });
    const places = await updates.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(places.filter((place) => place?.startsWith('/account/subscriptions/sub_'))).toHaveLength(4);
    expect(new Set(places).size).toBe(4);
    await expect(page.getByText('Your future cycles have different shipping settings than your current one.')).toBeVisible();
  },
);

test(
  'the account page has its sections in the order of the specification',
  { tag: ['@§2.account.1', '@§2.account.10', '@§2.account.13', '@§2.account.14'] },
  async ({ page }) => {
    await open(page, 'everything');
    const named = ['Overview', 'Account Settings', 'Subscription Settings', 'Payment Settings', 'Issues Received'];
    const headings = await page.getByRole('heading', { level: 2 }).allTextContents();
    expect(headings.filter((heading) => named.includes(heading))).toEqual(named);
    const settings = page.getByRole('region', { name: 'Account Settings' });
    for (const text of ['Ada Merrow', 'ada@example.org', 'ada.new@example.org waits to be confirmed', 'Port Merrow, ME', '8 Quai'])
      await expect(settings).toContainText(text);
    await expect(page.getByRole('region', { name: 'Payment Settings' })).toContainText('Visa ending in 4242');
  },
);

test(
  'issues received lead to their page and files once they are released',
  { tag: ['@§2.account.8', '@§2.account.9'] },
  async ({ page }) => {
    await open(page, 'everything');
    const issues = page.getByRole('region', { name: 'Issues Received' });
    await expect(issues.getByRole('listitem').filter({ hasText: 'Dry Dock' })).toContainText('(Not Yet Available)');
    await expect(issues.getByRole('link', { name: 'Dry Dock' })).toHaveCount(0);
    await expect(issues.getByRole('link', { name: 'Salt', exact: true })).toHaveAttribute('href', '/issue/salt');
    for (const [title, medium] of [
      ['Dry Dock', 'Digital'],
      ['Salt', 'Print'],
    ] as const)
      await expect(issues.getByRole('listitem').filter({ hasText: title }).first()).toContainText(medium);
    await expect(issues.getByRole('link', { name: 'PDF of Salt' })).toHaveAttribute('href', /^\/api\/download\/salt\/pdf\?/);
    await expect(issues).toContainText('The latest print issue may take up to 4 weeks to arrive.');
    await expect(issues).toContainText('Digital files are available only after an issue is released.');
  },
);

test('without issues, and without donations, there is no section for them', { tag: ['@§2.account.2'] }, async ({ page }) => {
  await open(page, 'none');
  await expect(page.getByRole('region', { name: 'Issues Received' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Monthly Donations' })).toHaveCount(0);
});

test('receipts and invoices are listed, those that are late said to be', async ({ page }) => {
  await open(page, 'everything');
  const papers = page.getByRole('region', { name: 'Receipts and Invoices' });
  await expect(papers.getByRole('link', { name: 'See receipt EXC-0042' })).toHaveAttribute('href', /^\/receipts\?token=/);
  await expect(papers.getByRole('link', { name: 'Receipt EXC-0042 as a PDF' })).toHaveAttribute('href', /^\/api\/receipts\/.+\/pdf$/);
  await expect(papers.getByRole('listitem').filter({ hasText: 'EXC-003' }).first()).toContainText('Past Due');
  await expect(papers.getByRole('link', { name: 'See invoice EXC-003' })).toHaveAttribute('href', '/invoice/inv_late0001');
  await expect(papers.getByRole('link', { name: 'Invoice EXC-003 as a PDF' })).toHaveAttribute('href', '/api/invoice/inv_late0001/pdf');
});

test('receipts of several years are folded by year, the newest open', async ({ page }) => {
  await open(page, 'years-of-receipts');
  const papers = page.getByRole('region', { name: 'Receipts and Invoices' });
  const receipt = (number: string) => papers.getByRole('link', { name: `See receipt ${number}` });
  await expect(receipt('EXR-0900')).toBeVisible();
  await expect(receipt('EXR-0811')).toBeHidden();
  // Paper cannot be opened.
  await page.emulateMedia({ media: 'print' });
  await expect(papers.getByText('EXR-0811').first()).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await expect(receipt('EXR-0811')).toBeHidden();
  await papers.getByText('2025', { exact: true }).click();
  await expect(receipt('EXR-0811')).toBeVisible();
});

test('a monthly donation gets another amount, never one that nobody typed, and ends after a question', async ({ page }) => {
  await watch(page);
  await open(page, 'everything');
  const donation = page.getByRole('region', { name: 'Monthly Donations' }).getByRole('listitem').first();
  await expect(donation).toContainText('Next charge on 12.1.2026');
  await donation.getByRole('button', { name: 'Change amount' }).click();
  const amount = page.getByLabel('Amount each month, in dollars');
  await amount.fill('abc');
  await page.keyboard.press('Enter');
  await expect(amount).toHaveAccessibleDescription('Must be a whole number of dollars, at least 1.');
  await expect(amount).toBeFocused();
  await expect(amount).toHaveValue('abc');
  await amount.fill('$40');
  await page.keyboard.press('Enter');
  await expect(donation).toContainText('$40.00 a month');
  await donation.getByRole('button', { name: 'Stop' }).click();
  await answer(page, 'Are you sure you want to stop your monthly donation?', 'Ok');
  await expect(donation).toContainText('Ended on 11.21.2026');
  expect(await sent(page)).toEqual([
    ['PATCH /api/account/donations/don_fixture0001?version=2500', { dollars: null }],
    ['PATCH /api/account/donations/don_fixture0001?version=2500', { dollars: 40 }],
    ['DELETE /api/account/donations/don_fixture0001', null],
  ]);
});

test('a renewal that the bank refused for good leads to another card and to renewing, and asks for no address', async ({ page }) => {
  await open(page, 'expired-refused');
  await expect(page.getByRole('link', { name: 'Use another card' })).toHaveAttribute('href', '/account/payment');
  await expect(page.getByRole('link', { name: 'Renewal options' })).toHaveAttribute('href', '/subscribe/renew');
  await expect(page.locator('main')).not.toContainText('expected to renew soon');
  await expect(page.locator('main')).not.toContainText('No Address to send to.');
});

test('who is renewed by a bank debit is neither told to renew nor that it is still to come', async ({ page }) => {
  for (const state of ['expired-processing', 'expired-processing-off'] as const) {
    await open(page, state);
    await expect(page.locator('main')).toContainText('Your renewal is on its way.');
    for (const text of ['Renew it,', 'expected to renew soon']) await expect(page.locator('main'), state).not.toContainText(text);
  }
});

test('a donation that is stopped while a bank debits its month says that this month is still on its way', async ({ page }) => {
  await open(page, 'donation-month-debited');
  const donation = page.getByRole('region', { name: 'Monthly Donations' }).getByRole('listitem');
  const onItsWay = 'One month is on its way. Your bank is working on it. That may take a few days';
  await expect(donation).toContainText(onItsWay);
  await donation.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ok' }).click();
  await expect(donation).toContainText('Your donation has ended.');
  await expect(donation).toContainText(onItsWay);
});

test('a month that was refused says what is owed and when it is tried again, and another amount from which day it counts', async ({
  page,
}) => {
  await open(page, 'donation-month-refused');
  const donation = page.getByRole('region', { name: 'Monthly Donations' }).getByRole('listitem');
  await expect(donation).toContainText('Next charge on 12.4.2026');
  await expect(donation).toContainText('This donation could not be charged, and will be tried again on 12.4.2026.');
  await expect(donation).toContainText('$7.00 was not paid, and is charged to the new card at once.');
  await donation.getByRole('button', { name: 'Change amount' }).click();
  await page.getByLabel('Amount each month, in dollars').fill('9');
  await donation.getByRole('button', { name: 'Save' }).click();
  await expect(donation).toContainText('The new amount counts from 1.1.2027 on. The month that was not paid stays $7.00.');
  await expect(donation).toContainText('$9.00 a month');
});

test('a month of a donation that the bank asks about is to be confirmed, and its card was not refused', async ({ page }) => {
  await open(page, 'donation-month-asked');
  await expect(
    page.getByText('Confirm the payment of $7.00 with the link in our letter, or use another card, which is charged at once.'),
  ).toBeVisible();
  for (const text of ['could not be charged', 'the new card']) await expect(page.getByText(text)).toHaveCount(0);
});

test('a donation that another tab has changed is shown as it is now, with what was typed kept', async ({ page }) => {
  await watch(page);
  await open(page, 'donation-conflict');
  const donation = page.getByRole('region', { name: 'Monthly Donations' }).getByRole('listitem');
  await donation.getByRole('button', { name: 'Change amount' }).click();
  const amount = page.getByLabel('Amount each month, in dollars');
  await amount.fill('40');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('This donation was changed meanwhile, in another tab or browser.');
  await expect(donation).toContainText('$60.00 a month');
  await expect(amount).toHaveValue('40');
  await donation.getByRole('button', { name: 'Save' }).click();
  await expect(donation).toContainText('$40.00 a month');
  expect((await sent(page)).map(([call]) => call)).toEqual([
    'PATCH /api/account/donations/don_fixture0001?version=2500',
    'GET /api/account/subscriber',
    'PATCH /api/account/donations/don_fixture0001?version=6000',
  ]);
});

test('a donation that another tab has ended says so, and has nothing more to save', async ({ page }) => {
  await watch(page);
  await open(page, 'donation-over');
  const donation = page.getByRole('region', { name: 'Monthly Donations' }).getByRole('listitem');
  await donation.getByRole('button', { name: 'Change amount' }).click();
  await page.getByLabel('Amount each month, in dollars').fill('70');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('This donation has ended, so its amount cannot be changed.');
  await expect(page.getByRole('alert')).not.toContainText('Save again');
  await expect(donation).toContainText('Ended on 11.21.2026');
  await expect(donation.getByRole('button')).toHaveCount(0);
  await expect(page.getByLabel('Amount each month, in dollars')).toHaveCount(0);
  expect(await sent(page)).toHaveLength(2);
});

test('a donation that cannot be changed or stopped now says so, and goes on as it was', async ({ page }) => {
  await open(page, 'donation-not-changed');
  const donation = page.getByRole('region', { name: 'Monthly Donations' }).getByRole('listitem');
  await donation.getByRole('button', { name: 'Change amount' }).click();
  await page.getByLabel('Amount each month, in dollars').fill('40');
  await page.keyboard.press('Enter');
  await expect(donation.getByRole('alert')).toContainText(FAILED);
  await expect(page.getByLabel('Amount each month, in dollars')).toHaveValue('40');
  await donation.getByRole('button', { name: 'Cancel' }).click();
  await expect(donation.getByRole('alert')).toHaveCount(0);
  await donation.getByRole('button', { name: 'Stop' }).click();
  await answer(page, 'Are you sure you want to stop your monthly donation?', 'Ok');
  await expect(donation.getByRole('alert')).toContainText(FAILED);
  await expect(donation).toContainText('$25.00 a month');
  await expect(donation.getByRole('button', { name: 'Stop' })).toBeEnabled();
});

test('the navigation leads to a section, which stands 112 px below the top', { tag: ['@§9.scroll.1'] }, async ({ page }) => {
  await open(page, 'everything');
  // As the reference magazine has it, and many a page with a header that stays.
  await page.evaluate(() => document.documentElement.style.setProperty('scroll-padding-top', '5rem'));
  await page.getByRole('navigation', { name: 'Sections of your account' }).getByRole('link', { name: 'Payment Settings' }).click();
  const top = await page.getByRole('region', { name: 'Payment Settings' }).evaluate((part) => part.getBoundingClientRect().top);
  expect(Math.round(top)).toBe(112);
  await expect(page).toHaveURL(/#account-payment$/);
});

test('who is not logged in is led to the login, and back', async ({ page }) => {
  await open(page, 'logged-out');
  const query = new URLSearchParams({ redirect: new URL(page.url()).pathname + new URL(page.url()).search });
  await expect(page.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', `/login?${query}`);
});

test('staff opens a reader’s account by a click, and a link that is used says so', async ({ page }) => {
  await open(page, 'admin-view');
  await button(page, 'Open, view only').click();
  await expect(page.getByText('View only.')).toBeVisible();
  await open(page, 'admin-view-used');
  await button(page, 'Open, view only').click();
  await expect(page.getByRole('alert')).toContainText('This link does not work any more.');
});

test('staff sees which receipts and invoices there are, and has no link to any', async ({ page }) => {
  await open(page, 'view-only');
  await expect(page.getByText('Only the reader can open receipts and invoices.')).toBeVisible();
  const links = page.locator('[data-widget] a[href*="/receipts"], [data-widget] a[href*="/invoice"]');
  await expect(links).toHaveCount(0);
  await open(page, 'everything');
  await expect(links.first()).toBeVisible();
});

const LOOKED_AT_BY_STAFF = [
  'view-only',
  'name-view-only',
  'email-view-only',
  'address-view-only',
  'delete-address-view-only',
  'payment-view-only',
  'subscription-view-only',
  'sessions-view-only',
  'data-view-only',
  'donation-view-only',
] as const;

test(
  'each page that staff looks at has the banner, and everything that would change something is disabled',
  { tag: ['@§2.others.9'] },
  async ({ page }) => {
    test.setTimeout(timeToLookAt(LOOKED_AT_BY_STAFF.length));
    for (const state of LOOKED_AT_BY_STAFF) {
      await showAt(page, addressOf(state));
      await expect(page.getByText('View only.'), state).toBeVisible();
      await expect(page.getByRole('button').first()).toBeVisible();
      const end = button(page, 'End the look');
      for (const one of await page.locator('[data-widget]').getByRole('button').filter({ hasNotText: 'End the look' }).all()) {
        await expect(one, state).toBeDisabled();
      }
      await expect(end).toBeEnabled();
      for (const one of await page.locator('[data-widget] input').all()) await expect(one, state).toBeDisabled();
    }
  },
);

test('a page of two widgets has one banner, and a press on it ends the look, for other tabs too', async ({ page }) => {
  await page.addInitScript(() =>
    addEventListener('pagehide', () => sessionStorage.setItem('told', String(localStorage['newsstand-reader']))),
  );
  await page.goto('/?state=view-only&menu=closed&twice');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(2);
  await expect(page.getByText('View only.')).toHaveCount(1);
  await button(page, 'End the look').click();
  await expect(page).toHaveURL('/');
  expect(await page.evaluate(() => sessionStorage['told'])).toMatch(/[\w-]{36}/);
});

test('where the look cannot be ended, staff is told, and may try again', async ({ page }) => {
  let asked = 0;
  await page.route('**/logout?*', (route) => route.fulfill({ status: 500, body: String((asked += 1)) }));
  await page.goto('/?state=view-only&menu=closed&api');
  await button(page, 'End the look').click();
  await expect(page.getByText('The look could not be ended.')).toBeVisible();
  await button(page, 'End the look').click();
  await expect.poll(() => asked).toBe(2);
});

test('a page that says itself that staff looks has no second banner', async ({ page }) => {
  await page.addInitScript(() =>
    document.addEventListener('readystatechange', () => (document.documentElement.dataset['newsstandViewOnly'] = '')),
  );
  await open(page, 'view-only');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('View only.')).toHaveCount(0);
});

test('the letters about new issues are switched off by a press', async ({ page }) => {
  await watch(page);
  await open(page, 'active');
  const letters = page.getByRole('checkbox', { name: 'Write to me when an issue is out' });
  await expect(letters).toBeChecked();
  await letters.click();
  await expect(letters).not.toBeChecked();
  await expect.poll(() => sent(page)).toEqual([['POST /api/account/issue-letters', { issue_letters: false }]]);
});

test('where they cannot be switched the reader is told, and they stay', async ({ page }) => {
  await page.route('**/api/account/issue-letters', (route) => route.fulfill({ status: 500, json: { errors: 'Internal error' } }));
  await page.goto('/?state=active&menu=closed&api');
  const letters = page.getByRole('checkbox', { name: 'Write to me when an issue is out' });
  await letters.click();
  await expect(page.getByText('We encountered an error. Please try again at another time.')).toBeVisible();
  await expect(letters).toBeChecked();
});

test('on paper the account says what it says, without links to press', async ({ page }) => {
  await open(page, 'everything');
  const links = [
    page.getByRole('region', { name: 'Subscription Settings' }).locator('a', { hasText: 'Update' }).first(),
    page.getByRole('link', { name: 'PDF of Salt' }),
    page.getByRole('link', { name: 'Receipt EXC-0042 as a PDF' }),
  ];
  for (const link of links) await expect(link).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  for (const link of links) await expect(link).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Receipts and Invoices' })).toBeVisible();
});

test('whose subscription comes by post and is not there adds it by the number on its label and the postal code', async ({ page }) => {
  await watch(page);
  await open(page, 'none');
  await button(page, 'Add a subscription that comes by post').click();
  const form = page.getByRole('form', { name: 'A subscription that comes by post and is not here' });
  const [number, postcode] = [
    form.getByLabel('Number on the label, or your customer number'),
    form.getByLabel('Postal code that it goes to'),
  ];
  await expect(number).toBeFocused();
  await number.fill('00020113');
  await postcode.fill('45403');
  await postcode.press('Enter');
  await expect(form.getByRole('alert')).toContainText('No subscription by post has this number and goes to this postal code.');
  expect(await violations(page)).toEqual([]);
  await expect(number).toHaveValue('00020113');
  await postcode.fill('45402');
  await postcode.press('Enter');
  await expect(page.getByText('Your subscription is in your account now, with the address that it goes to.')).toBeVisible();
  const calls = (await sent(page)).filter(([call]) => call === 'POST /api/account/claim');
  expect(calls.at(-1)).toEqual(['POST /api/account/claim', { number: '00020113', postcode: '45402' }]);
  await button(page, 'Add a subscription that comes by post').click();
  await number.fill('1');
  await postcode.fill('45402');
  await button(page, 'Add it').click();
  await expect(page.getByText('That subscription is in your account already.')).toBeVisible();
});

// What few readers have is fetched when they come: a link from elsewhere would lead to where its part stood before
// that.
for (const [what, state, chunk] of [
  ['gifts that were bought', 'gifts', 'gifts'],
  ['a donation each month', 'overview-refunded', 'donations'],
  ['money that went back', 'overview-refunded', 'gifts'],
  ['an invoice that renews', 'expired-invoice', 'gifts'],
  ['what became of a card on another page', 'active#card-kept', 'outcome'],
  ['the staff’s banner', 'view-only', 'staff-banner'],
] as const)
  test(`the account stands where it is from the first moment, with ${what}`, async ({ page }) => {
    const asked = Promise.withResolvers<void>();
    await page.route(`**/${chunk}*.js`, async (route) => {
      asked.resolve();
      await new Promise((done) => setTimeout(done, 700));
      await route.continue();
    });
    await page.addInitScript(() => {
      const seen = new Set<number>();
      const look = () => {
        const last = document.getElementById('account-privacy');
        if (last) seen.add(Math.round(last.getBoundingClientRect().top + scrollY));
        requestAnimationFrame(look);
      };
      look();
      Object.assign(globalThis, { placesOfLast: () => [...seen] });
    });
    const [name = '', hash = ''] = state.split('#');
    await page.goto(`/?state=${name}&menu=closed#${hash}`);
    await asked.promise;
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('region', { name: 'Logins and Data' })).toBeVisible();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect(await page.evaluate('placesOfLast()')).toHaveLength(1);
  });
