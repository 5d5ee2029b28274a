import { violations } from '@newsstand/build/axe';
import { appTest as test } from '@newsstand/build/kept-page';
import { expect, type Page, type Route } from '@playwright/test';
import { INVOICE, INVOICE_ANSWERS as ANSWERS, LISTED, WRITTEN } from './invoice-stubs.ts';
import { OWNER, READER, serveStubs, sessionOf, wide, isWide } from './stubs.ts';

const heading = (page: Page, text: string | RegExp) => page.getByRole('heading', { level: 1, name: text });
const dark = async (page: Page) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const found = await violations(page);
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
};
const dry = (route: Route) => new URL(route.request().url()).searchParams.has('dry');

for (const width of [1280, 375]) {
  test(
    `a check is recorded from the list with three clicks, and what happens is said before, ${wide(width)}`,
    { tag: '@ci' },
    async ({ page }) => {
      let paid = false;
      // Of a card payment speaks only what there is one to cancel for.
      const card = width === 375;
      const sent: unknown[] = [];
      await serveStubs(page, 'accountant', {
        ...ANSWERS,
        '/invoices/EXC-104': (route: Route) =>
          route.fulfill({
            json: paid
              ? { ...INVOICE, state: 'paid', paid: { method: 'check', received: '2026-11-20', reference: '4711', by: 'Felix' } }
              : INVOICE,
          }),
        '/invoices/EXC-104/payment': (route: Route) => {
          if (!dry(route)) {
            sent.push(route.request().postDataJSON());
            paid = true;
          }
          return route.fulfill({ json: { number: 'EXC-104', state: 'paid', card } });
        },
      });
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/invoices?state=past-due');
      await expect(page.getByRole('link', { name: /EXC-104/ })).toBeVisible();
      expect([await violations(page), await dark(page), await isWide(page)]).toEqual([[], [], false]);
      let clicks = 0;
      const click = async (what: ReturnType<Page['getByRole']>) => {
        clicks += 1;
        await what.click();
      };
      await click(page.getByRole('link', { name: /EXC-104/ }));
      await expect(heading(page, 'Invoice EXC-104')).toBeVisible();
      expect([await violations(page), await dark(page), await isWide(page)]).toEqual([[], [], false]);
      await click(page.getByRole('button', { name: 'Record a payment' }));
      const dollars = page.getByLabel('Dollars, as the check says');
      await dollars.fill('120,00');
      await expect(dollars).toHaveAccessibleDescription('Type dollars and cents, such as 12.50.');
      await dollars.fill('120');
      await page.getByLabel('Number of the check').fill('4711');
      await page.getByLabel('Received on').fill('2026-11-20');
      await expect(page.getByRole('region', { name: 'What happens' })).toContainText('what it is for is given at once');
      await expect(page.getByText('A card payment that was begun is canceled.')).toHaveCount(card ? 1 : 0);
      expect([await violations(page), await isWide(page)]).toEqual([[], false]);
      await click(page.getByRole('button', { name: 'Record $120.00' }));
      await expect(page.getByText('EXC-104 is paid.')).toBeVisible();
      await expect(page.getByRole('region', { name: 'Payment' })).toContainText('By check, 11.20.2026, 4711; written down by Felix');
      expect([clicks, sent]).toMatchObject([
        3,
        [{ version: 'open', method: 'check', amount: 12_000, received: '2026-11-20', reference: '4711' }],
      ]);
    },
  );
}

test('who was second is told, and sees what it is now', { tag: '@ci' }, async ({ page }) => {
  let first = true;
  await serveStubs(page, 'publisher', {
    ...ANSWERS,
    '/invoices/EXC-104': (route: Route) =>
      route.fulfill({ json: first ? INVOICE : { ...INVOICE, state: 'cancelled', version: 'cancelled' } }),
    '/invoices/EXC-104/cancel': (route: Route) => {
      if (dry(route)) return route.fulfill({ json: { number: 'EXC-104', state: 'cancelled' } });
      first = false;
      return route.fulfill({ status: 409, json: { errors: 'Somebody changed this invoice meanwhile.' } });
    },
  });
  await page.goto('/invoices/EXC-104');
  await page.getByRole('button', { name: 'Cancel the invoice' }).click();
  await page.getByRole('dialog').getByLabel('Reason').selectOption('Nobody paid it');
  await expect(page.getByRole('region', { name: 'What happens' })).toContainText('Its number stays used.');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the invoice' }).click();
  const both = page.getByRole('region', { name: 'Changed meanwhile' });
  await expect(both.getByRole('cell').nth(1)).toHaveText('Cancelled');
  await expect(both.getByRole('button', { name: 'Use theirs' })).toBeVisible();
  await expect(page.getByText('Kowalska Library Cancelled')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

for (const width of [1280, 375]) {
  test(`an invoice is written: what it charges is said before, ${wide(width)}`, { tag: '@ci' }, async ({ page }) => {
    const sent: { action: string }[] = [];
    await serveStubs(page, 'accountant', {
      ...ANSWERS,
      '/invoices': (route: Route) => {
        if (route.request().method() === 'GET') return route.fulfill({ json: LISTED });
        const body = route.request().postDataJSON();
        if (body.email === '') return route.fulfill({ status: 422, json: { errors: { email: 'email is missing' } } });
        if (!dry(route)) sent.push(body);
        return route.fulfill({ json: { ...WRITTEN, number: dry(route) ? null : 'EXC-105' } });
      },
    });
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/invoices');
    await page.getByRole('link', { name: 'Write an invoice' }).click();
    await page.getByLabel('Billed to').fill('Kowalska Library');
    await page.getByLabel('Person it speaks to').fill('Anna Kowalska');
    await page.getByLabel('Subscription').selectOption('one');
    await page.getByLabel('Copies').fill('2');
    await page.getByRole('button', { name: 'Add a good' }).click();
    await page.getByRole('button', { name: 'What does it charge?' }).click();
    await expect(page.getByRole('alert')).toContainText('The invoice was not written.');
    await expect(page.getByLabel('E-mail of that person')).toHaveAccessibleDescription('email is missing');
    expect([await violations(page), await dark(page), await isWide(page)]).toEqual([[], [], false]);
    await page.getByLabel('E-mail of that person').fill('anna@example.org');
    await page.getByRole('button', { name: 'What does it charge?' }).click();
    await expect(page.getByRole('region', { name: 'What happens' })).toContainText('2 × Subscription, Print, 1 year: $120.00');
    expect([await violations(page), await isWide(page)]).toEqual([[], false]);
    await page.getByRole('button', { name: 'Write and mail it, $120.00' }).click();
    await expect(heading(page, 'Invoice EXC-105 was written')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    expect(sent).toMatchObject([
      {
        billed_to: 'Kowalska Library',
        address: null,
        membership: { copies: 2 },
        goods: [{ item: 'product', ref: 'prd:mug', quantity: 1 }],
      },
    ]);
  });
}

test('a number that is typed in words stays as it is typed, and is said to be wrong beside its field', async ({ page }) => {
  await serveStubs(page, 'accountant', ANSWERS);
  await page.goto('/invoices/new');
  const days = page.getByLabel('Days until it is due');
  await days.fill('14 days');
  await expect(days).toHaveValue('14 days');
  await expect(days).toHaveAccessibleDescription('Type a whole number.');
  await days.fill('');
  await expect(days).toHaveValue('');
  await days.fill('14');
  await expect(days).toHaveAccessibleDescription('');
  await page.getByLabel('Subscription').selectOption('one');
  await page.getByLabel('Copies').fill('1.5');
  await expect(page.getByLabel('Copies')).toHaveAccessibleDescription('Type a whole number.');
});

test(
  'the menu of commands has what can be done here, and an order and an invoice by their numbers; single keys can be switched off',
  { tag: '@ci' },
  async ({ page }) => {
    await serveStubs(page, 'publisher', ANSWERS);
    await page.goto(`/readers/${OWNER}`);
    await expect(heading(page, READER.name)).toBeVisible();
    await page.keyboard.press('Control+k');
    const menu = page.getByRole('dialog', { name: 'What shall be done?' });
    await expect(menu.getByRole('option').first()).toHaveText('Change address');
    expect([await violations(page), await dark(page)]).toEqual([[], []]);
    await page.keyboard.type('log out');
    await expect(menu.getByRole('option')).toHaveText(['Log out everywhere', 'Find ‘log out’']);
    // What a button does is found by other words for it as well.
    await page.getByRole('combobox').fill('cancel');
    await expect(menu.getByRole('option').first()).toHaveText(/^End it…: /);
    await page.getByRole('combobox').fill('exr-8812');
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Order EXR-8812')).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('pay back');
    await expect(menu.getByRole('option').first()).toHaveText('Pay back…');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: /^Pay back/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('issue 17');
    await expect(menu.getByRole('option').first()).toHaveText('Go to issue 17');
    await page.getByRole('combobox').fill('exc-104');
    await expect(menu.getByRole('option')).toHaveText(['Go to invoice EXC-104', 'Find ‘exc-104’']);
    await page.getByRole('combobox').fill('invoices');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Invoices')).toBeVisible();
    for (const [key, title] of [
      ['r', 'Readers'],
      ['o', 'Orders'],
      ['i', 'Invoices'],
    ] as const) {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await expect(heading(page, title)).toBeVisible();
    }
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await expect(keys.getByRole('row', { name: /g o/ })).toContainText('Go to Orders');
    expect([await violations(page), await dark(page)]).toEqual([[], []]);
    await keys.getByRole('checkbox').uncheck();
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(heading(page, 'Invoices')).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(heading(page, 'Invoices')).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(menu).toBeVisible();
  },
);

test('who could not be signed out is told that they still are signed in', { tag: '@ci' }, async ({ page }) => {
  await serveStubs(page, 'service', {
    ...ANSWERS,
    '/session': (route: Route) => (route.request().method() === 'DELETE' ? route.abort() : route.fulfill({ json: sessionOf('service') })),
  });
  await page.goto('/invoices');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('alert')).toContainText('You are still signed in');
  expect(await violations(page)).toEqual([]);
});

test('an invoice of which money went back names its credit notes, and leads to their PDFs', { tag: '@ci' }, async ({ page }) => {
  const credit_notes = ['CN-31', 'CN-32'].map((number) => ({ number, pdf: `https://api.magazine.example/${number}/pdf` }));
  const paid = { method: 'check', received: '2026-11-20', reference: '4711', by: 'Felix' };
  await serveStubs(page, 'accountant', { ...ANSWERS, '/invoices/EXC-104': { ...INVOICE, state: 'paid', back: 700, paid, credit_notes } });
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto('/invoices/EXC-104');
  await expect(page.getByText('Kowalska Library Paid')).toBeVisible();
  for (const { number, pdf } of credit_notes)
    await expect(page.getByRole('link', { name: `credit note ${number}, PDF` })).toHaveAttribute('href', pdf);
  expect([await violations(page), await dark(page), await isWide(page)]).toEqual([[], [], false]);
});

test('what is wrong with a payment stands beside its field, and not under what happens', { tag: '@ci' }, async ({ page }) => {
  await serveStubs(page, 'accountant', {
    ...ANSWERS,
    '/invoices/EXC-104': (route: Route) => route.fulfill({ json: INVOICE }),
    '/invoices/EXC-104/payment': (route: Route) => {
      const { reference, amount } = route.request().postDataJSON();
      const errors = {
        ...(reference === '' && { reference: 'Type the number of the check.' }),
        ...(amount === 100 && { amount: 'It asks for $350.00, not $1.00.' }),
      };
      return Object.keys(errors).length > 0
        ? route.fulfill({ status: 422, json: { errors } })
        : route.fulfill({ json: { number: 'EXC-104', state: 'paid' } });
    },
  });
  await page.goto('/invoices/EXC-104');
  await page.getByRole('button', { name: 'Record a payment' }).click();
  const dialog = page.getByRole('dialog');
  const [number, sum] = [dialog.getByLabel('Number of the check'), dialog.getByLabel('Dollars, as the check says')];
  await sum.fill('1');
  await expect(number).toHaveAccessibleDescription('Type the number of the check.');
  await expect(sum).toHaveAccessibleDescription('It asks for $350.00, not $1.00.');
  const happens = dialog.getByRole('region', { name: 'What happens' });
  await expect(happens).not.toContainText('Type the number');
  await expect(happens).toContainText('It is said here once that is mended above.');
  expect(await violations(page)).toEqual([]);
  await number.fill('4711');
  await expect(number).toHaveAccessibleDescription('');
  await sum.fill('350');
  await expect(happens).toContainText(/A receipt is mailed to \S+@\S+\./);
});
