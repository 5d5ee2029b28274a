// @module-tag ci
import { test } from '@newsstand/build/kept-page';
import { expect, type Page } from '@playwright/test';
import { AxeBuilder } from '@axe-core/playwright';

const ADA = { name: 'Ada Lovelace', email: 'ada@example.org' };

/** Opens the drawer of a reader whose account is in this state. */
const openDrawer = async (page: Page, subscriber: object, query = '') => {
  await page.route('**/api/account/subscriber', (route) => route.fulfill({ json: { subscriber, timetable: {} } }));
  await page.goto(`/?state=header-logged-in&api${query}`);
  await page.getByRole('button', { name: 'Ada Lovelace' }).click();
  return page.getByRole('dialog', { name: 'Your login' });
};
const STANDS = { type: 'extended', left: 7, autorenew: true };

test('the header’s drawer leads to each section of the account, and says how many issues are left', async ({ page }) => {
  const drawer = await openDrawer(page, { standing: STANDS, issues: [{}], donations: [], gifts: [{}] });
  await expect(drawer.getByText('7 issues remaining')).toBeVisible();
  const links = drawer.getByRole('navigation', { name: 'Sections of your account' }).getByRole('link');
  await expect(links).toHaveText([
    'Overview',
    'Account Settings',
    'Subscription Settings',
    'Payment Settings',
    'Issues Received',
    'Gifts',
    'Receipts and Invoices',
    'Logins and Data',
  ]);
  await expect(links.nth(3)).toHaveAttribute('href', '/account#account-payment');
  expect((await new AxeBuilder({ page }).include('[data-widget]').analyze()).violations).toEqual([]);
});

for (const [standing, message, way] of [
  [{ type: 'expiring', left: 1, autorenew: false }, 'One issue remaining', null],
  [{ type: 'lifetime' }, 'Indefinite issues', null],
  [{ type: 'expired', autorenew: false }, 'Your subscription has run out.', '/subscribe/renew'],
  [{ type: 'cancelled' }, 'Your subscription has run out.', '/subscribe/renew'],
  [{ type: 'none' }, 'You have no subscription.', '/subscribe'],
] as const) {
  test(`the drawer of somebody whose subscription is '${standing.type}' says '${message}', and the way on`, async ({ page }) => {
    const drawer = await openDrawer(page, { standing, issues: [], donations: [] });
    await expect(drawer.getByText(message)).toBeVisible();
    if (way !== null) await expect(drawer.getByRole('paragraph').getByRole('link')).toHaveAttribute('href', way);
  });
}

test('the login page says to who is logged in and has run out how to renew, beside the ways to the account and out of it', async ({
  page,
}) => {
  await page.route('**/api/account/subscriber', (route) =>
    route.fulfill({ json: { subscriber: { standing: { type: 'expired', autorenew: false }, issues: [], donations: [] }, timetable: {} } }),
  );
  await page.goto('/?state=logged-in&api');
  await expect(page.getByText('Your subscription has run out.')).toBeVisible();
  await expect(page.getByRole('paragraph').getByRole('link', { name: 'Renew' })).toHaveAttribute('href', '/subscribe/renew');
  await expect(page.getByRole('link', { name: 'Overview' })).toHaveAttribute('href', '/account#account-overview');
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
});

for (const [where, state] of [
  ['login page', 'logged-in'],
  ['header’s drawer', 'header-logged-in'],
] as const) {
  test(`in the ${where} the way out is there at once, and neither it nor a link moves under the finger when others come`, async ({
    page,
  }) => {
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await page.route('**/*account-links*.js', async (route) => {
      await held.promise;
      await route.continue();
    });
    const answer = Promise.withResolvers<void>();
    await page.route('**/api/account/subscriber', async (route) => {
      asked.resolve();
      await answer.promise;
      await route.fulfill({ json: { subscriber: { standing: { type: 'none' }, issues: [{}], donations: [{}], gifts: [{}] } } });
    });
    await page.goto(`/?state=${state}&api`);
    if (state === 'header-logged-in') await page.getByRole('button', { name: 'Ada Lovelace' }).click();
    const out = page.getByRole('button', { name: 'Log out' });
    await expect(out).toBeVisible();
    await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
    const place = await out.boundingBox();
    held.resolve();
    await asked.promise;
    expect(await out.boundingBox()).toEqual(place);
    const link = page.getByRole('link', { name: 'Logins and Data' });
    const before = (await link.isVisible()) && (await link.boundingBox());
    answer.resolve();
    await expect(page.getByText('You have no subscription.')).toBeVisible();
    expect(await out.boundingBox()).toEqual(place);
    if (before) expect(await link.boundingBox()).toEqual(before);
  });
}

test('where nobody says how many issues are left, the sections that everybody has are there', async ({ page }) => {
  await page.route('**/api/account/subscriber', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/?state=header-logged-in&api');
  await page.getByRole('button', { name: 'Ada Lovelace' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Payment Settings' })).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Gifts' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
});

test('a section of the page that is open already is led to, and the drawer is out of its way', async ({ page }) => {
  const drawer = await openDrawer(page, { standing: STANDS, issues: [], donations: [] });
  await page.evaluate(() => history.replaceState(null, '', '/account'));
  await drawer.getByRole('link', { name: 'Payment Settings' }).click();
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL('/account#account-payment');
});

test.describe('on a page that was made for a stranger, by a cache that all share', () => {
  const asking = async (page: Page, account: object | null) => {
    const asked: string[] = [];
    await page.route('**/api/access/session', (route) => {
      asked.push(route.request().url());
      return route.fulfill({ json: { account, institution: null } });
    });
    return asked;
  };

  test('the header knows a reader who reaches for it', async ({ page }) => {
    await asking(page, ADA);
    await page.goto('/?state=header&api&intent');
    await expect(page.getByRole('dialog', { name: 'Your login' })).toContainText('You are logged in as Ada Lovelace');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Ada Lovelace' })).toBeFocused();
  });

  test('the header knows by itself a reader whose browser somebody has logged in with', async ({ page }) => {
    await asking(page, ADA);
    await page.addInitScript(() => localStorage.setItem('newsstand-reader', 'once'));
    await page.goto('/?state=header&api');
    await expect(page.getByRole('button', { name: 'Ada Lovelace' })).toBeVisible();
  });

  test('the paywall lets in who is logged in', async ({ page }) => {
    await asking(page, ADA);
    await page.route('**/api/access/entitlement*', (route) =>
      route.fulfill({ json: { entitled: true, by: 'subscription', path: '/', expires: '2026-11-21T10:00:00Z', token: 'none' } }),
    );
    await page.addInitScript(() => localStorage.setItem('newsstand-reader', 'once'));
    await page.goto('/?state=paywall&api');
    await expect(page.getByText('You can read the whole of this now.')).toBeVisible();
  });

  test('a stranger costs no call until they reach for it, and stays one', async ({ page }) => {
    const asked = await asking(page, null);
    await page.goto('/?state=header&api');
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(asked).toEqual([]);
    await page.goto('/?state=header&api&intent');
    await expect(page.getByRole('dialog', { name: 'Log in' })).toBeVisible();
    await expect.poll(() => asked.length).toBe(1);
    await expect(page.getByRole('tab', { name: 'Password Login' })).toBeVisible();
  });
});
