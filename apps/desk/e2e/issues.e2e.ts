// @module-tag ci
import { readFile } from 'node:fs/promises';
import { violations } from '@newsstand/build/axe';
import { appTest as test } from '@newsstand/build/kept-page';
import type { DeskIssue } from '@newsstand/contracts/desk-issues';
import { expect, type Page, type Route } from '@playwright/test';
import { countClicks, serveStubs, sessionOf, wide, isWide } from './stubs.ts';
import { COMING, HASH, OUT, serveIssues } from './issue-stubs.ts';
import { AFTER, AT, BEFORE, LISTS, MADE } from './post-stubs.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const dark = async (page: Page) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const found = await violations(page);
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
};

for (const width of [1280, 375]) {
  test(`an issue is looked at, planned with what is unusual typed, and stopped again, ${wide(width)}`, async ({ page }) => {
    const asked = await serveIssues(page, { ...COMING, day: '2025-11-01' });
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/issues');
    const clicks = await countClicks(page);
    await expect(page.getByRole('link', { name: /Issue 17/ })).toContainText('Comes out on 11.1.2025, by its files');
    expect([await violations(page), await dark(page), await isWide(page)]).toEqual([[], [], false]);
    await page.getByRole('link', { name: /Issue 17/ }).click();
    await expect(heading(page, 'Issue 17: The Ice Road')).toBeVisible();
    await expect(page.getByRole('row', { name: /Print, Canada/ })).toContainText('-31 % (unusual)');
    await expect(page.getByText('41 readers are owed a printed copy and have no address.')).toBeVisible();
    await expect(page.getByText('6 copies are held back, since others came back from their address.')).toBeVisible();
    expect([await violations(page), await dark(page), await isWide(page)]).toEqual([[], [], false]);
    await page.getByRole('button', { name: 'Give it to readers…' }).click();
    const plan = page.getByRole('button', { name: 'Give it in ten minutes' });
    await expect(plan).toBeDisabled();
    await page.getByLabel(/Print, Canada: 451 last time/).fill('310');
    await expect(page.getByRole('region', { name: 'What happens' })).toContainText(
      'Until then publisher, circulation, and editor can stop it.',
    );
    expect([await violations(page), await isWide(page)]).toEqual([[], false]);
    await plan.click();
    await expect(page.getByRole('status').filter({ hasText: 'Issue 17 is given to readers at' })).toBeVisible();
    expect(asked).toEqual([{ action: expect.any(String), version: 'v1', at: null, on_sale: false, typed: { 'print-b': 310 } }]);
    // With the one in the menu it is four, as the design has it.
    expect(await clicks()).toBe(3);
    await page.goto('/');
    // An import since then may have made it another number than was typed.
    await expect(page.getByText(/^Issue 17, The Ice Road, is given to readers at .*: 1,541 now, with 318 printed copies/)).toContainText(
      'Far from the issue before: Print, Canada 310 (-31 %).',
    );
    expect([await violations(page), await isWide(page)]).toEqual([[], false]);
    await page.getByRole('link', { name: 'Look, or stop it' }).click();
    await page.getByRole('button', { name: 'Stop it…' }).click();
    await page.getByRole('button', { name: 'Stop it', exact: true }).click();
    await expect(page.getByText('Held: nobody is given it.')).toBeVisible();
    // Its button went with it.
    await expect(page.getByText('Issue 17 is held.')).toBeFocused();
  });
}

test(
  'a release that was held as it was to begin stands on Today, with what is far from the issue before',
  { tag: '@ci' },
  async ({ page }) => {
    await serveIssues(page, { ...COMING, state: 'held', far: true });
    await page.goto('/');
    await expect(page.getByText(/^Issue 17, The Ice Road, is held, since it was to begin .*: 1,541 now/)).toContainText(
      'Print, Canada 310 (-31 %)',
    );
    expect([await violations(page), await isWide(page)]).toEqual([[], false]);
    await page.getByRole('link', { name: 'Look, and plan it anew' }).click();
    await expect(page.getByText(/^It is held, since it was to begin and would go to far more or fewer readers/)).toBeVisible();
    await page.getByRole('button', { name: 'Give it to readers…' }).click();
    await expect(page.getByLabel(/Print, Canada: 451 last time/)).toBeVisible();
  },
);

for (const width of [1280, 375]) {
  test(`an editor puts a PDF and a cover there, sees what was there, and takes it back, ${wide(width)}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    const asked = await serveIssues(page, COMING, 'editor');
    await page.goto('/issues/17');
    const files = page.getByRole('region', { name: 'Files' });
    await expect(files).toContainText('Made of its texts');
    expect([await violations(page), await dark(page), await isWide(page)]).toEqual([[], [], false]);
    await files.getByRole('button', { name: 'Upload PDF' }).click();
    const button = page.getByRole('button', { name: 'Make it the PDF of issue 17' });
    await expect(button).toBeDisabled();
    await page.getByLabel(/PDF file/).setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no PDF') });
    await expect(page.getByText('The file is not a PDF.')).toBeVisible();
    await page.getByLabel(/PDF file/).setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-') });
    await expect(page.getByRole('region', { name: 'What happens' })).toContainText('the one that is made of its texts');
    expect([await violations(page), await dark(page), await isWide(page)]).toEqual([[], [], false]);
    await button.click();
    await expect(files).toContainText('4.2 MB, uploaded by Edith');
    await expect(page.getByText('Issue 17 has a new PDF.')).toBeVisible();
    // Back at what opened it.
    await expect(files.getByRole('button', { name: 'Replace PDF' })).toBeFocused();
    await files.getByRole('button', { name: 'Upload Cover' }).click();
    await page.getByLabel(/JPEG, PNG/).setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('jpg') });
    await expect(page.getByRole('button', { name: 'Make it the Cover of issue 17' })).toBeDisabled();
    await page.getByLabel('What it shows, in words').fill('A red door');
    await page.getByRole('button', { name: 'Make it the Cover of issue 17' }).click();
    await expect(files).toContainText('“A red door”');
    await files.getByRole('button', { name: /^Undo ?: PDF$/ }).click();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(files.getByRole('button', { name: 'Upload PDF' })).toBeVisible();
    expect(asked).toEqual([
      expect.objectContaining({ version: '', format: 'pdf', hash: HASH, alt: '' }),
      expect.objectContaining({ format: 'cover', alt: 'A red door' }),
    ]);
  });
}

test('a release is planned by the publication’s clock, and a year of five digits is no moment', async ({ page }) => {
  const asked = await serveIssues(page, { ...COMING, day: '2025-11-01', counts: [] });
  await page.goto('/issues/17');
  await page.getByRole('button', { name: 'Give it to readers…' }).click();
  await page.getByLabel('When').selectOption('At a moment of its own');
  const [moment, plan] = [page.getByLabel('Moment, by the clock of New York'), page.getByRole('button', { name: 'Plan it' })];
  await moment.focus();
  // Whoever types on writes a longer year, which no browser bounds for a program.
  await moment.evaluate((field: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, '20266-12-01T09:00');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await expect(plan).toBeDisabled();
  await expect(moment).toHaveValue('20266-12-01T09:00');
  await plan.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await expect(moment).toHaveAccessibleDescription('Please give a day and a time, of a year from 1900 to 2099.');
  expect(await violations(page)).toEqual([]);
  await moment.fill('2026-12-01T09:00');
  await expect(page.getByRole('region', { name: 'What happens' })).toContainText('It begins at 12.1.2026, 9:00 AM (New York).');
  await moment.focus();
  await page.keyboard.type('1202202611');
  await expect(moment).toHaveValue('2026-12-02T11:00');
  await plan.click();
  await expect(page.getByRole('status').filter({ hasText: 'at 12.2.2026, 11:00 AM (New York)' })).toBeVisible();
  expect(asked).toEqual([expect.objectContaining({ at: '2026-12-02T16:00:00.000Z' })]);
});

for (const [role, links] of [
  ['editor', 0],
  ['circulation', 1],
] as const) {
  test(`an issue’s page leads ${role} ${links === 0 ? 'to no list of readers that is not for them' : 'to who has no address'}`, async ({
    page,
  }) => {
    await serveIssues(page, { ...COMING, without_address: 41, held: 6 }, role);
    await page.goto('/issues/17');
    await expect(page.getByText('41 readers are owed a printed copy')).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Who', exact: true })).toHaveCount(links);
    await expect(page.getByRole('main').getByRole('link', { name: 'Whose', exact: true })).toHaveCount(links);
  });
}

test('an issue that is out says who was given it, and what was posted', async ({ page }) => {
  await serveIssues(page);
  await page.goto('/issues/16');
  await expect(page.getByRole('region', { name: 'Who was given it' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Post' })).toContainText('United States, late 1: 3 copies');
  // By the clock of New York, as its heading says: when it was given, between who planned it and when everybody had it.
  const message = await page.getByRole('region', { name: 'Protocol' }).getByRole('listitem').allTextContents();
  expect(message.map((line) => line.replace(/^.*?: /, ''))).toEqual([
    expect.stringContaining('Bob'),
    expect.stringMatching(
      /^Files of then: PDF, 4.2 MB, uploaded by Edith, 7.30.2026, 11:00 AM; EPUB, made of its texts; cover, from the publication’s folder$/,
    ),
    'everybody had been given it',
  ]);
  await expect(page.getByRole('button', { name: /Stop|Give/ })).toHaveCount(0);
});

for (const width of [1280, 375]) {
  test(`a release stands beside the one before it, as a shape, a table and a file, ${wide(width)}`, async ({ page }) => {
    await serveIssues(page);
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/issues/17');
    const given = page.getByRole('region', { name: 'Who will be given it' });
    await expect(given.getByRole('img')).toHaveAccessibleName(
      'Readers beside those of the issue before: Digital 1231 and 1190; Print, Canada 310 and 451.',
    );
    await expect(given.getByRole('figure')).toContainText('This issueThe one before');
    expect([await violations(page), await dark(page), await isWide(page)]).toEqual([[], [], false]);
    const download = page.waitForEvent('download');
    await given.getByRole('button', { name: 'CSV' }).click();
    expect(await readFile(await (await download).path(), 'utf8')).toContain('\r\n"Print, Canada",310,318,0,451');
  });
}

test('an issue whose files do not say its day is put on sale by its plan, unless that is unticked', async ({ page }) => {
  const asked = await serveIssues(page, { ...COMING, day: null, counts: [] }, 'editor');
  await page.goto('/issues/17');
  await page.getByRole('button', { name: 'Give it to readers…' }).click();
  const dialog = page.getByRole('dialog');
  const sale = dialog.getByRole('checkbox', { name: 'Put it on sale then: its files do not say its day yet' });
  await page.setViewportSize({ width: 375, height: 800 });
  expect([await violations(page), await dark(page), await isWide(page)]).toEqual([[], [], false]);
  await sale.focus();
  await page.keyboard.press('Space');
  await expect(dialog).toContainText('Something above is still missing.');
  await expect(dialog.getByRole('button', { name: 'Give it in ten minutes' })).toBeDisabled();
  await page.keyboard.press('Space');
  await expect(dialog).toContainText('It is on sale from then on, printed and digital');
  await dialog.getByRole('button', { name: 'Give it in ten minutes' }).click();
  await expect(dialog).toBeHidden();
  expect(asked).toEqual([expect.objectContaining({ at: null, on_sale: true })]);
  await expect(page.getByText('Will be given to readers and put on sale at')).toBeVisible();
});

test('an issue is given with two clicks on its page, and its lists are made and their labels taken with two more: four', async ({
  page,
}) => {
  await page.addInitScript(() =>
    localStorage.setItem('desk-printers', JSON.stringify([{ name: 'Cellar', sheet: 'L7160', dx: '0.5', dy: '0' }])),
  );
  const printed: unknown[] = [];
  let issue: DeskIssue = { ...COMING, counts: OUT.counts.filter(({ deliverable }) => deliverable === 'digital') };
  await serveStubs(page, 'circulation', {
    '/issues/17': (route: Route) => route.fulfill({ json: issue }),
    '/issues/17/plan': (route: Route) => {
      if (!new URL(route.request().url()).searchParams.has('dry')) issue = { ...OUT, number: 17, title: 'The Ice Road', lists: [] };
      return route.fulfill({ json: { at: AT, on_sale: false } });
    },
    '/issues/17/post': { ...BEFORE, number: 17 },
    '/issues/17/lists': (route: Route) => {
      if (!new URL(route.request().url()).searchParams.has('dry')) {
        issue = { ...issue, lists: LISTS.map(({ shipcode, part, copies, frozen }) => ({ shipcode, part, copies, frozen })) };
      }
      return route.fulfill({ json: MADE });
    },
    '/issues/17/lists/export': (route: Route) => {
      printed.push(route.request().postDataJSON());
      return route.fulfill({ json: { name: 'issue-17.pdf', type: 'application/pdf', labels: 2712, sheets: 130, data: 'QQ==' } });
    },
  });
  await page.goto('/issues/17');
  await expect(heading(page, 'Issue 17: The Ice Road')).toBeVisible();
  const clicks = await countClicks(page);
  await page.getByRole('button', { name: 'Give it to readers…' }).click();
  await page.getByRole('button', { name: 'Give it in ten minutes' }).click();
  await page.getByRole('button', { name: 'Make the lists…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Their labels')).toHaveValue('L7160');
  await expect(dialog).toContainText('printer “Cellar”');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Make the lists, take their labels' }).click();
  expect((await download).suggestedFilename()).toBe('issue-17.pdf');
  expect(await clicks()).toBe(4);
  const sheet = { action: expect.any(String), as: 'L7160', skip: 0, dx: 0.5, dy: 0, from: 1 };
  expect(printed).toEqual([{ ...sheet, shipcode: 'a', part: 1, to: 9_999_999, more: [{ shipcode: 'b', part: 1 }] }]);
  await expect(page.getByRole('status').filter({ hasText: 'issue-17.pdf: 2712 labels on 130 sheets.' })).toBeVisible();
  // And of one list alone, one more.
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Labels on L7160 of Canada' }).click();
  await expect.poll(() => printed.length).toBe(2);
  expect(printed[1]).toMatchObject({ ...sheet, shipcode: 'b', part: 1 });
});

test('the sheet that was chosen as lists were made is the one of the next lists, and of each list from then on', async ({ page }) => {
  let issue: DeskIssue = { ...OUT, lists: [] };
  const printed: unknown[] = [];
  await serveStubs(page, 'circulation', {
    '/issues/16': (route: Route) => route.fulfill({ json: issue }),
    '/issues/16/post': BEFORE,
    '/issues/16/lists': (route: Route) => {
      if (!new URL(route.request().url()).searchParams.has('dry')) issue = OUT;
      return route.fulfill({ json: MADE });
    },
    '/issues/16/lists/export': (route: Route) => {
      printed.push(route.request().postDataJSON());
      return route.fulfill({ json: { name: 'issue-16.pdf', type: 'application/pdf', labels: 2712, sheets: 130, data: 'QQ==' } });
    },
  });
  await page.goto('/issues/16');
  await page.getByRole('button', { name: 'Make the lists…' }).click();
  const sheet = page.getByRole('dialog').getByLabel('Their labels');
  await expect(sheet).toHaveValue('none');
  await sheet.selectOption('L7160');
  await page.getByRole('button', { name: 'Make the lists, take their labels' }).click();
  await page.getByRole('button', { name: /^Labels on L7160 of/ }).click();
  await expect.poll(() => printed).toMatchObject([{ as: 'L7160' }, { as: 'L7160', dx: 0, dy: 0 }]);
  issue = { ...OUT, lists: [] };
  await page.reload();
  await page.getByRole('button', { name: 'Make the lists…' }).click();
  await expect(sheet).toHaveValue('L7160');
  // As it is to be this time: a mail house's file and none are for once.
  await sheet.selectOption('csv');
  await page.getByRole('button', { name: 'Make the lists, take their labels' }).click();
  await expect(page.getByRole('button', { name: /^Labels on L7160 of/ })).toBeVisible();
});

test('the first lists of a browser propose the sheet of the country that they are posted from', async ({ page }) => {
  await serveStubs(page, 'circulation', {
    '/session': { ...sessionOf('circulation'), sheet: 'L7160' },
    '/issues/16': { ...OUT, lists: [] },
    '/issues/16/post': BEFORE,
    '/issues/16/lists': MADE,
  });
  await page.goto('/issues/16');
  await page.getByRole('button', { name: 'Make the lists…' }).click();
  await expect(page.getByRole('dialog').getByLabel('Their labels')).toHaveValue('L7160');
  await expect(page.getByRole('button', { name: 'Make the lists, take their labels' })).toBeVisible();
});

test('Today asks for the lists of an issue that is out, and one press on its page makes them', async ({ page }) => {
  let issue = { ...OUT, lists: [] as typeof OUT.lists, lists_due: true };
  await serveStubs(page, 'circulation', {
    '/issues': (route: Route) => route.fulfill({ json: { issues: [issue] } }),
    '/issues/16': (route: Route) => route.fulfill({ json: issue }),
    '/issues/16/post': BEFORE,
    '/issues/16/lists': (route: Route) => {
      if (!new URL(route.request().url()).searchParams.has('dry')) issue = { ...OUT, lists_due: false };
      return route.fulfill({ json: MADE });
    },
  });
  await page.goto('/');
  await page.getByRole('link', { name: 'Look, and make its lists' }).click();
  await page.getByRole('button', { name: 'Make the lists…' }).click();
  await expect(page.getByRole('region', { name: 'What happens' })).toContainText('United States: 2,402 labels, 2,410 copies.');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Make the lists', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Made: United States: 2,402 labels' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Post' })).toContainText('United States, late 1: 3 copies');
  await expect(page.getByRole('button', { name: 'Make the lists…' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Lists and labels' })).toBeVisible();
});

test('what waits for a late list stands on Today of whoever makes lists, at its issue, and is made from there', async ({ page }) => {
  const [salt, sand] = [
    { ...OUT, late: 1 },
    { ...OUT, number: 15, title: 'Sand', late: 2 },
  ];
  let issues = [COMING, salt, sand];
  await serveStubs(page, 'circulation', {
    '/issues': (route: Route) => route.fulfill({ json: { issues } }),
    '/issues/15': sand,
    '/issues/16/post': { ...BEFORE, lists: AFTER.lists },
  });
  await page.goto('/');
  const line = page.getByRole('link', { name: /^Late lists/ });
  await expect(line).toHaveText('Late lists2 issues3');
  expect(await violations(page)).toEqual([]);
  await line.click();
  await expect(page.getByRole('link', { name: 'Issue 16' })).toContainText('One copy waits for a late list');
  await expect(page.getByRole('link', { name: 'Issue 17' })).not.toContainText('late list');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Issue 15' }).click();
  await expect(page.getByRole('region', { name: 'Post' })).toContainText('2 copies wait for a late list.');
  issues = [salt];
  await page.goto('/');
  await expect(line).toHaveText('Late listsissue 161');
  await line.click();
  await expect(page.getByRole('heading', { name: /^Post of issue 16/ })).toBeVisible();
});
