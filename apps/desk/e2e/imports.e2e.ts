// @module-tag ci
import { violations } from '@newsstand/build/axe';
import { appTest as test } from '@newsstand/build/kept-page';
import { expect, type Page, type Route } from '@playwright/test';
import { countClicks, OWNER, serveStubs, UNDONE, wide, isWide } from './stubs.ts';
import { COUNTS, FILE, FOUND, serveImport } from './import-stubs.ts';

const look = async (page: Page) => {
  const light = await violations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await violations(page);
  await page.emulateMedia({ colorScheme: 'light' });
  return [light, dark, await isWide(page)];
};
const FINE = [[], [], false];

for (const width of [1280, 375]) {
  test(`a file is brought, its columns are said, it is checked and taken over, ${wide(width)}`, async ({ page }) => {
    const asked = await serveImport(page);
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/imports');
    await expect(page.getByRole('link', { name: /readers-2026\.csv/ })).toContainText('10,214 rows');
    await expect(page.getByRole('button', { name: 'Read the file' })).toBeDisabled();
    expect(await look(page)).toEqual(FINE);
    const csv = { name: 'readers-2026.csv', mimeType: 'text/csv', buffer: Buffer.from('ACCT NO\n1\n') };
    const clicks = await countClicks(page);
    await page.getByLabel('A CSV file').setInputFiles(csv);
    await page.getByLabel('Which system it is from').fill('house');
    await page.getByRole('button', { name: 'Read the file' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Import: readers-2026.csv' })).toBeVisible();
    expect(asked).toEqual([['bring', { action: expect.any(String), name: 'readers-2026.csv', source: 'house', body: 'ACCT NO\n1\n' }]]);
    await page.getByLabel('What is subscribed to').selectOption('VERSION');
    await page.getByLabel('Medium of D').selectOption('Digital');
    await page.getByLabel('3/4/2027 is').selectOption('April 3');
    expect(await look(page)).toEqual(FINE);
    await page.getByRole('button', { name: 'Check every row' }).click();
    await expect(page.getByText('9,871 subscriptions are new.')).toBeVisible();
    expect(asked.at(-1)).toMatchObject([
      'check',
      {
        columns: {
          fields: { legacy_id: 'ACCT NO', plan: 'VERSION' },
          plans: [
            { value: 'P', medium: 'print' },
            { value: 'D', medium: 'digital' },
          ],
          dates: 'dmy',
        },
      },
    ]);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Take refused.csv' }).click();
    expect((await download).suggestedFilename()).toBe('refused.csv');
    await expect(page.getByText('refused.csv has 32 rows. That you took it is in the history.')).toBeVisible();
    await expect(page.getByRole('row', { name: /State: Must not be blank/ })).toContainText('88, 912');
    // As refused.csv says it; which rows they are is seen at any width.
    await expect(page.getByRole('row', { name: /Copies of each issue: 'none' copies/ })).toContainText('10114, 10115');
    const mistakes = page.getByRole('table').filter({ hasText: 'What is wrong' });
    expect(await mistakes.evaluate((table) => table.scrollWidth <= (table.parentElement?.clientWidth ?? 0))).toBe(true);
    expect(await look(page)).toEqual(FINE);
    await page.getByRole('button', { name: 'Take over…' }).click();
    await expect(page.getByText(/^Issue 17 is given to readers at .*: whoever is taken over before that is given it/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'What happens' })).toContainText(
      'Nobody is written to of it. Whose subscription is new here has the letters of the next issue as everybody does',
    );
    expect(await look(page)).toEqual(FINE);
    await page.getByRole('button', { name: 'Take over 9,967 rows' }).click();
    await expect(page.getByText('7,340 of 10,214 rows. It goes on if you close this page.')).toBeVisible();
    expect(asked.at(-1)).toEqual(['apply', { action: expect.any(String), rows: 9967 }]);
    // Read, check, look at what was refused, take over, and say so.
    expect(await clicks()).toBe(5);
    expect(await look(page)).toEqual(FINE);
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByText('It is held, and nothing more of it is done until somebody lets it go on.')).toBeVisible();
    await page.getByRole('button', { name: 'Go on' }).click();
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
    expect(asked.slice(-2)).toEqual([
      ['pause', true],
      ['pause', false],
    ]);
  });
}

test('where no country stands a file says where one is named, and once it is taken over how much, and no more that it is under way', async ({
  page,
}) => {
  const mistakes = [{ field: 'country', text: 'Must not be blank.', count: 31, rows: [88, 912] }];
  await serveImport(
    page,
    { ...FOUND, mistakes, columns: { ...FILE.columns, country: '' } },
    { state: 'applied', applied: FILE.created, brought: 9967, withdrawable: true },
  );
  await page.goto(`/imports/${OWNER}`);
  await expect(page.getByText('name it below under ‘Where a row does not say’')).toBeVisible();
  await page.getByRole('button', { name: 'Take over…' }).click();
  await page.getByRole('button', { name: 'Take over 9,967 rows' }).click();
  await expect(page.getByText('9,967 rows are taken over.')).toBeFocused();
  await expect(page.getByText('It is being taken over.')).toHaveCount(0);
  await expect(page.getByText('name it below under ‘Where a row does not say’')).toHaveCount(0);
  await page.route(`**/imports/${OWNER}/withdraw*`, (route) => route.fulfill({ json: { untouched: 0, used: 9967 } }));
  await page.getByRole('button', { name: 'Take back…' }).click();
  await expect(page.getByRole('region', { name: 'What happens' })).toContainText('Nothing of it can be taken back any more.');
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Take back/ })).toBeDisabled();
});

test('numbers that a spreadsheet took the zeros of are said to be so, beside what was found and before it is taken over', async ({
  page,
}) => {
  await serveImport(page, { ...FOUND, counts: { ...COUNTS, without_zeros: 9000 } });
  await page.goto(`/imports/${OWNER}`);
  await expect(page.getByRole('status').filter({ hasText: '9,000 of 9,871 new numbers look like those of an earlier file' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Take over…' }).click();
  await expect(page.getByRole('region', { name: 'What happens' })).toContainText('Bring the file as the other system wrote it.');
});

for (const width of [1280, 375]) {
  test(`what is owed otherwise by now than was taken over is said, row by row, ${wide(width)}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const otherwise = [
      { row: 4, number: '5101', had: 4, says: 8 },
      { row: 9, number: '5120', had: 2, says: null },
      { row: 6, number: '5111', had: 4, says: 3 },
    ];
    await serveImport(page, { ...FOUND, counts: { ...COUNTS, more: 2, less: 1, otherwise } });
    await page.goto(`/imports/${OWNER}`);
    const part = page.getByRole('region', { name: 'Owed otherwise by now' }).first();
    await expect(part).toContainText('2 subscriptions that are here already owe more by this file than was taken over');
    await expect(part).toContainText('1 subscription that is here already owes less');
    await expect(part.getByRole('row', { name: /5101/ })).toHaveText('5101448');
    await expect(part.getByRole('row', { name: /5120/ })).toContainText('for life');
    expect([await violations(page), await isWide(page)]).toEqual([[], false]);
  });
}

test('a file of a system that was taken over under another name says so, and the names used before are proposed', async ({ page }) => {
  const before = [{ source: 'quickfill', numbers: 7, mailboxes: 6, people: 1 }];
  await serveImport(page, { ...FOUND, counts: { ...COUNTS, taken_before: before } });
  await page.goto('/imports');
  await expect(page.getByLabel('Which system it is from')).toHaveAccessibleDescription(/Before: house, woocommerce\./);
  await expect(page.locator('datalist option')).toHaveCount(2);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: /readers-2026\.csv/ }).click();
  const message = 'Of ‘quickfill’, which was taken over before, the file has 7 numbers, 6 e-mail addresses, 1 name with its address.';
  await expect(page.getByRole('status').filter({ hasText: message })).toContainText('bring it as ‘quickfill’: taken over as ‘house’');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Take over…' }).click();
  await expect(page.getByRole('region', { name: 'What happens' })).toContainText(message);
});

test('whose account what is taken over comes into is said before: who has moved, whose gifts come into none, and where that is guessed', async ({
  page,
}) => {
  await serveImport(page, FOUND);
  await page.goto(`/imports/${OWNER}`);
  await page.getByRole('button', { name: 'Take over…' }).click();
  const happens = page.getByRole('region', { name: 'What happens' });
  await expect(happens).toContainText('5 are of somebody with an account here under the same name and another address');
  await expect(happens).toContainText('40 go to somebody else than whoever pays, as gifts do, or to a second address or name');
  await expect(happens).toContainText('Of 3 rows of these the file does not say who pays');
  await expect(happens).toContainText('(such as row 17, 88, 912)');
});

test('what was taken over is taken back by the keyboard alone, and what stays is said before', async ({ page }) => {
  const asked = await serveImport(page, { ...FOUND, state: 'applied', applied: FILE.created, brought: 9871, withdrawable: true });
  await page.goto('/imports');
  await expect(page.getByRole('link', { name: /readers-2026\.csv/ })).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Import: readers-2026.csv');
  await page.getByRole('button', { name: 'Take back…' }).press('Enter');
  await expect(page.getByRole('region', { name: 'What happens' })).toContainText('71 stay: an issue of it has come');
  await expect(page.getByRole('region', { name: 'What happens' })).toContainText(
    '96 names or addresses that the file changed stay as it has them.',
  );
  await page.getByRole('button', { name: 'Take back 9,800 subscriptions' }).press('Enter');
  await expect(page.getByText('What nobody had used is taken back.')).toBeFocused();
  await expect(page.getByText('It is being taken back.')).toHaveCount(0);
  await expect(page.getByText(/^Taken back\./)).toBeVisible();
  expect(asked.map(([what]) => what)).toEqual(['withdraw']);
});

test('a file that changed names and addresses alone brings nothing that could be taken back, and says so before', async ({ page }) => {
  const changed = { ...COUNTS, new: 0 };
  await serveImport(page, { ...FOUND, counts: changed }, { state: 'applied', applied: FILE.created, brought: 0, withdrawable: true });
  await page.goto(`/imports/${OWNER}`);
  await page.getByRole('button', { name: 'Take over what changed…' }).click();
  const happens = page.getByRole('region', { name: 'What happens' });
  await expect(happens).toContainText('A name or address that is changed stays so: no taking back brings the one before.');
  await expect(happens).not.toContainText('Within 30 days');
  await page.getByRole('button', { name: 'Take over 96 rows' }).click();
  await expect(page.getByText('96 rows are taken over.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Take back…' })).toHaveCount(0);
});

test('those whom a file brought are written to once somebody says so, and it is said before how many and for how long', async ({
  page,
}) => {
  const sent: unknown[] = [];
  await serveImport(page, { ...FOUND, state: 'applied', applied: FILE.created, brought: 9871, withdrawable: true });
  await page.route('**/letters*', (route) => {
    if (!route.request().url().includes('dry')) sent.push(route.request().postDataJSON());
    return route.fulfill({ json: { letters: 6900, minutes: 230 } });
  });
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto(`/imports/${OWNER}`);
  await page.getByRole('button', { name: 'Write to them…' }).click();
  const happens = page.getByRole('region', { name: 'What happens' });
  await expect(happens).toContainText('6900 letters: that their subscription is here');
  await expect(happens).toContainText('the last one 4 hours later');
  expect(await look(page)).toEqual(FINE);
  await page.getByRole('button', { name: 'Write 6900 letters' }).click();
  await expect(page.getByText('6900 letters go out from ten minutes on.')).toBeVisible();
  expect(sent).toMatchObject([{ readers: 6900 }]);
});

test('those of a second file are written to behind those of the first, and it is said when', async ({ page }) => {
  await serveImport(page, { ...FOUND, state: 'applied', applied: FILE.created, brought: 40, withdrawable: true });
  await page.route('**/letters*', (route) => route.fulfill({ json: { letters: 40, minutes: 2, begins: 25 } }));
  await page.goto(`/imports/${OWNER}`);
  await page.getByRole('button', { name: 'Write to them…' }).click();
  await expect(page.getByRole('region', { name: 'What happens' })).toContainText('They begin in 25 minutes, behind those of other files');
  await page.getByRole('button', { name: 'Write 40 letters' }).click();
  await expect(page.getByText('40 letters go out from 25 minutes on.')).toBeVisible();
});

test('a file that is none says why and stays to be chosen; one that was not taken over is thrown away', async ({ page }) => {
  const asked = await serveImport(page);
  await page.goto('/imports');
  await page.getByLabel('A CSV file').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('a') });
  await page.getByLabel('Which system it is from').fill('bad');
  await page.getByRole('button', { name: 'Read the file' }).click();
  await expect(page.getByText('There is no row below the heading.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: /readers-2026\.csv/ }).click();
  await page.getByRole('button', { name: 'Throw the file away…' }).click();
  await page.getByRole('button', { name: 'Throw it away', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Imports');
  expect(asked.map(([what]) => what)).toEqual(['bring', 'discard']);
});

test('letters to those who were taken over are stopped where they were written, by whoever may not see the whole history', async ({
  page,
}) => {
  const done = {
    id: UNDONE,
    who: 'Bob',
    verb: 'writeToImported',
    subject: FILE.name,
    reason: '',
    from: null,
    to: { letters: 28 },
    at: FILE.created,
  };
  let stopped = false;
  await serveStubs(page, 'circulation', {
    [`/actions/${UNDONE}/undo`]: (route: Route) => {
      stopped ||= !route.request().url().includes('dry');
      return route.fulfill({ json: { verb: 'writeToImported' } });
    },
    [`/imports/${OWNER}`]: (route: Route) =>
      route.fulfill({
        json: { ...FILE, ...FOUND, state: 'applied', letters: [{ ...done, undone: stopped, undoes: false, undo: !stopped }] },
      }),
  });
  await page.goto(`/imports/${OWNER}`);
  const letters = page.getByRole('region', { name: 'Letters' });
  await letters.getByRole('button', { name: /^Undo/ }).click();
  await expect(page.getByRole('dialog')).toContainText('What has not gone out yet is not sent.');
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect(letters).toContainText('taken back');
  await expect(letters.getByRole('button')).toHaveCount(0);
});

test('a file whose numbers nobody named says so at their column, which is where one is by then', async ({ page }) => {
  await serveImport(page);
  await page.route(`**/api/desk/imports/${OWNER}/check*`, (route) =>
    route.fulfill({ status: 422, json: { errors: { columns: 'Say which column has the number of each subscription.' } } }),
  );
  await page.goto(`/imports/${OWNER}`);
  await page.getByRole('button', { name: 'Check every row' }).click();
  const numbers = page.getByLabel('Number of the subscription (needed)');
  await expect(numbers).toBeFocused();
  await expect(numbers).toHaveAccessibleDescription('Say which column has the number of each subscription.');
  expect(await look(page)).toEqual(FINE);
});

test('columns that are called alike are named where columns are chosen, since only one of them is read', async ({ page }) => {
  await serveImport(page, { ...FILE, header: [...FILE.header, 'Addr1', 'ADDR1 (2)', 'ZIP', 'ZIP (2)'] });
  await page.goto(`/imports/${OWNER}`);
  const alike = page.getByRole('group', { name: 'What each column is' }).getByRole('status');
  await expect(alike).toContainText(['ADDR1, Addr1, ADDR1 (2): of these only the one that you choose is read.', 'ZIP, ZIP (2): of these']);
  expect(await violations(page)).toEqual([]);
});
