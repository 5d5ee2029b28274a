// The commonest tasks of the desk by keyboard alone: no pointer is moved, and wherever the keys lead, the place is to be seen.
import { violations } from '@newsstand/build/axe';
import type { DeskRole } from '@newsstand/contracts/desk-roles';
import { expect, test, type Locator, type Page, type Route } from '@playwright/test';
import { INVOICE, INVOICE_ANSWERS } from './invoice-stubs.ts';
import { PLAN, TERM } from './money-stubs.ts';
import { FOUND, LETTER, ORDER, OWNER, READER, serveStubs, type Answers } from './stubs.ts';

/** So many presses of a key somebody makes before they think that there is no way. */
const PATIENCE = 40;

const isDry = (route: Route) => new URL(route.request().url()).searchParams.has('dry');
const happens = (page: Page) => page.getByRole('dialog').getByRole('region', { name: 'What happens' });

/** Goes on with the tabulator until `target` has the focus, and looks whether it can be seen at each stop. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < PATIENCE; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
    await expectFocusSeen(page);
  }
  await expect(target).toBeFocused();
}

/** What has the focus is in sight, is not covered, and is drawn otherwise than without it. */
async function expectFocusSeen(page: Page): Promise<void> {
  const seen = await page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return 'nothing has the focus';
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    const { top, bottom, left, right } = element.getBoundingClientRect();
    const name = `${element.tagName} ${element.getAttribute('type') ?? ''} ${element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40)}`;
    if (bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth) return `${name} is out of sight`;
    const isDrawn = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
    return isDrawn ? '' : `${name} is not drawn otherwise`;
  });
  expect(seen).toBe('');
}

async function begin(page: Page, role: DeskRole, answers: Answers, at: string): Promise<void> {
  await serveStubs(page, role, answers);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(at);
  await expect(
    at === '/' ? page.getByRole('region', { name: 'Yours' }) : page.getByRole('heading', { level: 1, name: READER.name }),
  ).toBeVisible();
}

test('a caller is found from any page: a key, the words, and the rows one by one', async ({ page }) => {
  await begin(page, 'service', {}, '/');
  await page.keyboard.press('/');
  await expectFocusSeen(page);
  await page.keyboard.type('Kowalska Ohio');
  await page.keyboard.press('Enter');
  const [first] = FOUND.readers;
  const row = page.getByRole('link', { name: first?.name ?? '' }).first();
  await expect(row).toBeVisible();
  // Out of the field, since single keys do nothing inside of one.
  await tabTo(page, row);
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect(row).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: READER.name })).toBeVisible();
});

test('an address is changed by a command, and the focus comes back to the page', async ({ page }) => {
  const sent: unknown[] = [];
  const answer = { from: ['14 Elm St'], to: ['12 Elm St', 'Dayton, OH 45402'], lists: [], letter: 'anna@example.org' };
  await begin(
    page,
    'service',
    {
      [`/readers/${OWNER}/address/a`]: (route: Route) => {
        if (!isDry(route)) sent.push(route.request().postDataJSON());
        return route.fulfill({ json: answer });
      },
    },
    `/readers/${OWNER}`,
  );
  await page.keyboard.press('Control+k');
  await page.keyboard.type('address');
  await expect(page.getByRole('option').first()).toHaveText('Change address');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Address of/ });
  await expect(dialog).toBeVisible();
  await tabTo(page, dialog.getByRole('textbox', { name: /^Address/ }));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('12 Elm St');
  await expect(happens(page)).toContainText('Copies go to 12 Elm St');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  expect(sent).toMatchObject([{ address: { line1: '12 Elm St' } }]);
  await page.keyboard.press('Tab');
  await expectFocusSeen(page);
});

test('a letter is sent again, and the button that did it has the focus again', async ({ page }) => {
  const sent: unknown[] = [];
  await begin(
    page,
    'service',
    {
      [`/readers/${OWNER}/letters/${LETTER}/resend`]: (route: Route) => {
        if (!isDry(route)) sent.push(1);
        return route.fulfill({ json: { kind: 'receipt', letter: 'anna@example.org' } });
      },
    },
    `/readers/${OWNER}`,
  );
  const again = page.getByRole('button', { name: /^Send again/ }).first();
  await tabTo(page, again);
  await page.keyboard.press('Enter');
  await expect(happens(page)).toContainText('anna@example.org');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Send again' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(again).toBeFocused();
  expect(sent).toHaveLength(1);
});

test('what runs is ended and paid back by a command: the first choice has the focus, and the button is reached behind it', async ({
  page,
}) => {
  const sent: unknown[] = [];
  await begin(
    page,
    'service',
    {
      [`/readers/${OWNER}`]: { ...READER, terms: READER.terms.map((term) => ({ ...term, source: `order:${ORDER.id}:1` })) },
      [`/orders/${ORDER.id}/refunds`]: (route: Route) => {
        const { lines } = route.request().postDataJSON();
        const takes: number = lines[0]?.quantity ?? 0;
        const pays = takes > 0 ? 3900 : 0;
        if (!isDry(route)) sent.push(lines);
        const plan = { ...PLAN, amount: pays, lines: [{ ...TERM, pays, takes }], happens: { ...PLAN.happens, ends: takes } };
        return route.fulfill({ json: { plan, refund: null } });
      },
    },
    `/readers/${OWNER}`,
  );
  await page.keyboard.press('Control+k');
  await page.keyboard.type('pay back');
  await expect(page.getByRole('option').first()).toContainText('Cancel and pay back');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Pay back order/ });
  await expect(dialog.getByRole('checkbox', { name: 'End it now' })).toBeFocused();
  await expectFocusSeen(page);
  await expect(happens(page)).toContainText('$39.00');
  await tabTo(page, dialog.getByRole('button', { name: 'Cancel and pay back $39.00' }));
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  expect(sent).toMatchObject([[{ quantity: 1 }]]);
});

test('a check is recorded from the menu’s list to the last key, and typing it needs no other field than its own', async ({ page }) => {
  const sent: unknown[] = [];
  await begin(
    page,
    'accountant',
    {
      ...INVOICE_ANSWERS,
      '/invoices/EXC-104': INVOICE,
      '/invoices/EXC-104/payment': (route: Route) => {
        if (!isDry(route)) sent.push(route.request().postDataJSON());
        return route.fulfill({ json: { number: 'EXC-104', state: 'paid' } });
      },
    },
    '/',
  );
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  const row = page.getByRole('link', { name: /EXC-104/ });
  await expect(row).toBeVisible();
  await page.keyboard.press('j');
  await expect(row).toBeFocused();
  await page.keyboard.press('Enter');
  const record = page.getByRole('button', { name: 'Record a payment' });
  await expect(record).toBeVisible();
  await tabTo(page, record);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await tabTo(page, dialog.getByLabel('Dollars, as the check says'));
  await page.keyboard.type('120');
  await tabTo(page, dialog.getByLabel('Number of the check'));
  await page.keyboard.type('1042');
  await expect(happens(page)).toContainText('what it is for is given at once');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  expect(sent).toMatchObject([{ amount: 12_000, reference: '1042' }]);
});
