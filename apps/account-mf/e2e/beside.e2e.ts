// @module-tag ci
import { test } from '@newsstand/build/kept-page';
import { expect, type Locator, type Page } from '@playwright/test';
import { button, open, type StateName } from './open.ts';

const sections = (page: Page) => page.getByRole('navigation', { name: 'Sections of your account' });
const due = (page: Page) => page.getByRole('status').filter({ hasText: 'Due now' });

const boxOf = async (of: Locator) => {
  const box = await of.boundingBox();
  if (!box) throw new Error('it is not to be seen');
  return box;
};

for (const [state, section] of [
  ['name', 'Account Settings'],
  ['email', 'Account Settings'],
  ['address', 'Account Settings'],
  ['delete-address', 'Account Settings'],
  ['payment', 'Payment Settings'],
  ['subscription', 'Subscription Settings'],
  ['sessions', 'Logins and Data'],
  ['data', 'Logins and Data'],
] as const) {
  test(`at 1280 px the page '${state}' has the account's sections beside it, and says to which it belongs`, async ({ page }) => {
    await open(page, state);
    const links = sections(page).getByRole('link');
    await expect(links.first()).toHaveText('Overview');
    await expect(links.first()).toHaveAttribute('href', '/account#account-overview');
    const current = sections(page).locator('[aria-current]');
    await expect(current).toHaveText([section]);
    await expect(current).toBeInViewport();
    await page.setViewportSize({ width: 375, height: 700 });
    await expect(sections(page)).toBeHidden();
    await expect(page.getByRole('link', { name: 'Your account', exact: true })).toBeVisible();
  });
}

test('a page for who need not be logged in has no sections that they could not open', async ({ page }) => {
  await open(page, 'donation');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(sections(page)).toHaveCount(0);
});

test('at 1280 px what is due stands beside the choices, and stays in view with its button; on a phone it comes after them', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await open(page, 'subscription');
  const chosen = page.getByRole('radio', { name: /Print, United States/ });
  await chosen.check();
  await expect(due(page)).toContainText('Print, United States, Standard');
  await expect(due(page)).toContainText('$28.00');
  expect((await boxOf(due(page))).x).toBeGreaterThan((await boxOf(chosen)).x + 400);
  await expect(due(page)).toBeInViewport();
  await page.evaluate(() => scrollTo(0, 400));
  await expect.poll(async () => (await boxOf(due(page))).y).toBeGreaterThan(112);
  expect((await boxOf(button(page, 'Place Order'))).y).toBeLessThan(500);
  await page.setViewportSize({ width: 375, height: 600 });
  const last = page.getByRole('radio').last();
  expect((await boxOf(due(page))).y).toBeGreaterThan((await boxOf(last)).y);
  expect((await boxOf(button(page, 'Place Order'))).y).toBeGreaterThan((await boxOf(due(page))).y);
});

test('in a column of 600 px of a wide window it is arranged as on a narrow one', async ({ page }) => {
  await open(page, 'subscription');
  await page.addStyleTag({ content: '[data-widget] { max-width: 600px }' });
  await page.getByRole('radio', { name: /Print, United States/ }).check();
  await expect(sections(page)).toBeHidden();
  expect((await boxOf(due(page))).y).toBeGreaterThan((await boxOf(page.getByRole('radio').last())).y);
});

for (const [state, beside, field] of [
  ['payment', 'Visa ending in 4242', 'Name on the card'],
  ['address', 'Your subscription is posted here, so this address is required.', 'City'],
  ['name', 'Ada Merrow', 'New name'],
  ['email-pending', 'Current email', 'New email'],
] as const satisfies readonly (readonly [StateName, string, string])[]) {
  test(`at 1280 px what is on record stands beside the form of '${state}', and before it on a phone and for who listens`, async ({
    page,
  }) => {
    await open(page, state);
    const record = page.locator('[data-widget]').getByText(beside).first();
    const input = page
      .getByRole('textbox', { name: field, exact: true })
      .or(page.getByRole('combobox', { name: field }))
      .first();
    await expect(input).toBeVisible();
    expect((await boxOf(record)).x).toBeGreaterThan((await boxOf(input)).x + 400);
    expect((await boxOf(record)).y).toBeLessThan(520);
    const isFirst = await record.evaluate(
      (one, other) => Boolean(one.compareDocumentPosition(other as Node) & Node.DOCUMENT_POSITION_FOLLOWING),
      await input.elementHandle(),
    );
    expect(isFirst).toBe(true);
    await page.setViewportSize({ width: 375, height: 700 });
    expect((await boxOf(record)).y).toBeLessThan((await boxOf(input)).y);
  });
}

test('the keyboard goes from the way back over the sections to the choices, and to the button last', async ({ page }) => {
  await open(page, 'subscription');
  await page.getByRole('radio', { name: /Print, United States/ }).check();
  await page.getByRole('link', { name: 'Your account', exact: true }).focus();
  const reached: string[] = [];
  for (let step = 0; step < 20 && reached.at(-1) !== 'Place Order'; step++) {
    await page.keyboard.press('Tab');
    reached.push(
      await page.evaluate(() => document.activeElement?.getAttribute('name')?.split('-')[0] ?? document.activeElement?.textContent ?? ''),
    );
  }
  expect(reached).toEqual([
    ...(await sections(page).getByRole('link').allTextContents()),
    'deliverable',
    'level',
    'address_mode',
    'customer',
    'Place Order',
  ]);
});

test('what stands before the way back points to where one comes from, also on a page that is read from right to left', async ({ page }) => {
  await open(page, 'name');
  // Browsers mirror such a sign by themselves.
  await expect(page.getByRole('link', { name: 'Your account', exact: true }).locator('span')).toHaveText(/^\p{Bidi_Mirrored}\s*$/u);
});
