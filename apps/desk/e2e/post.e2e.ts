// @module-tag ci
import { violations } from '@newsstand/build/axe';
import { appTest as test } from '@newsstand/build/kept-page';
import type { ReturnedCopy } from '@newsstand/contracts/desk-post';
import { expect, type Page, type Route } from '@playwright/test';
import { OWNER, serveStubs, sessionOf, wide, isWide } from './stubs.ts';
import { AFTER, AT, BEFORE, MADE, returnedCopy, servePost } from './post-stubs.ts';

async function looks(page: Page) {
  const light = await violations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await violations(page);
  await page.emulateMedia({ colorScheme: 'light' });
  return [light, dark, await isWide(page)];
}

test('on a telephone a name has its line, also of somebody from whom copies come back, and labels are taken without scrolling', async ({
  page,
}) => {
  const back = { owner: OWNER, name: 'Marcus Bellingham-Fitzgerald', shipcode: 'a' as const, back: true };
  await servePost(page, { '/issues/16/post': { ...AFTER, waiting: BEFORE.waiting, missing: [back] } });
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto('/issues/16/post');
  const name = page.getByText('Marcus Bellingham-Fitzgerald');
  await expect(name).toBeVisible();
  expect((await name.boundingBox())?.height).toBeLessThan(30);
  const labels = await page.getByRole('button', { name: 'Labels… of United States' }).boundingBox();
  expect((labels?.x ?? 375) + (labels?.width ?? 0)).toBeLessThan(375);
  expect(await looks(page)).toEqual([[], [], false]);
});

for (const width of [1280, 375]) {
  test(`the lists of an issue are looked at and made, and who has no address is named, ${wide(width)}`, async ({ page }) => {
    const asked = await servePost(page);
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/issues/16/post');
    await expect(page.getByRole('region', { name: 'No address' }).getByRole('link', { name: /Anna Kowalska/ })).toBeVisible();
    expect(await looks(page)).toEqual([[], [], false]);
    await page.getByRole('button', { name: 'Make the lists…' }).click();
    const happens = page.getByRole('region', { name: 'What happens' });
    await expect(happens).toContainText('United States: 2,402 labels, 2,410 copies.');
    await expect(happens).toContainText('Held back, since copies came back from there: 6 copies.');
    await expect(happens).toContainText('Owed where no address is known: 41 copies.');
    expect([await violations(page), await isWide(page)]).toEqual([[], false]);
    await page.getByRole('button', { name: 'Make the lists', exact: true }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Made: United States: 2,402 labels' })).toBeVisible();
    await expect(page.getByRole('row', { name: /United States.*16-A1/ })).toContainText('16-A1-000001 to 002402');
    await expect(page.getByRole('button', { name: 'Make late lists…' })).toBeDisabled();
    await expect(page.getByText('Everybody who has an address is on a list.')).toBeVisible();
    expect(asked).toEqual([{ action: expect.any(String), lists: 0 }]);
    expect(await looks(page)).toEqual([[], [], false]);
  });
}

test('labels are taken on sheets and as a file, one of them again, with the printer as it was', async ({ page }) => {
  const taken: unknown[] = [];
  // A reader of the list was erased since: it has fewer labels than its highest number.
  const lists = AFTER.lists.map((list) => (list.shipcode === 'a' ? { ...list, labels: 2401, copies: 2409 } : list));
  const before = { shipcode: 'a' as const, part: 1, who: 'Bob', at: AT };
  const taken16 = [
    { ...before, as: '5160', labels: 12, from: 9, to: 20, skip: 2, dx: 0.5, dy: 0, hash: 'h1' },
    { ...before, as: 'csv', labels: 2401 },
  ];
  await servePost(page, {
    '/issues/16/post': { ...AFTER, lists, taken: taken16 },
    '/issues/16/lists/export': (route: Route) => {
      const body: { as: string } = route.request().postDataJSON();
      taken.push(body);
      const name = body.as === 'csv' ? 'issue-16-a1-1-2402.csv' : 'issue-16-a1-412-412.pdf';
      return route.fulfill({
        json: {
          name,
          type: 'text/plain',
          labels: 1,
          sheets: body.as === 'csv' ? 0 : 1,
          data: 'QQ==',
          hash: body.as === '5160' ? 'h1' : 'h2',
        },
      });
    },
  });
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto('/issues/16/post');
  await expect(page.getByRole('row', { name: /^United States.*16-A1/ })).toContainText(
    '11.2.2026, 10:00 AM, Bob, on 5160, 12 of them; 2 times in all',
  );
  await expect(page.getByRole('row', { name: /^Canada.*16-B1/ })).toContainText('Not yet');
  const history = page.getByRole('region', { name: 'Labels taken' });
  await expect(history.getByRole('listitem').first()).toContainText('12 labels on 5160, numbers 9 to 20, behind 2 of its first sheet');
  expect(await looks(page)).toEqual([[], [], false]);
  const again = page.waitForEvent('download');
  await history.getByRole('button', { name: /^Same again/ }).click();
  await again;
  await expect(page.getByRole('status').filter({ hasText: 'It is the same as on 11.2.2026, 10:00 AM (New York).' })).toBeVisible();
  expect(taken.splice(0)).toMatchObject([{ shipcode: 'a', part: 1, as: '5160', from: 9, to: 20, skip: 2, dx: 0.5, dy: 0 }]);
  await page.getByRole('button', { name: 'Labels… of United States' }).click();
  const dialog = page.getByRole('dialog', { name: 'Labels of United States' });
  const to = await dialog.getByLabel(/^To number/).boundingBox();
  const next = await dialog.getByText('Labels of the first sheet that are used already').boundingBox();
  expect((next?.y ?? 0) - (to?.y ?? 0) - (to?.height ?? 0)).toBeGreaterThan(10);
  await dialog.getByLabel('As', { exact: true }).selectOption('L7160');
  await dialog.getByLabel('From number').fill('16-A1-000412');
  await dialog.getByLabel(/^To number/).fill('412');
  await dialog.getByLabel(/used already/).fill('21');
  await expect(dialog.getByText('Type a number from 0 to 20.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Take 1 label' })).toBeDisabled();
  await dialog.getByLabel(/used already/).fill('4');
  await dialog.getByLabel('Printer: millimetres down').fill('-0.5');
  expect(await looks(page)).toEqual([[], [], false]);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Take 1 label' }).click();
  expect((await download).suggestedFilename()).toBe('issue-16-a1-412-412.pdf');
  await expect(page.getByRole('status').filter({ hasText: 'issue-16-a1-412-412.pdf: 1 label on 1 sheet.' })).toBeVisible();
  await page.getByRole('button', { name: 'Labels… of United States' }).click();
  await expect(dialog.getByLabel('As', { exact: true })).toHaveValue('L7160');
  await expect(dialog.getByLabel('Printer: millimetres down')).toHaveValue('-0.5');
  await dialog.getByLabel('As', { exact: true }).selectOption('csv');
  await dialog.getByRole('button', { name: 'Take 2402 labels' }).click();
  await expect.poll(() => taken.length).toBe(2);
  expect(taken).toMatchObject([
    { shipcode: 'a', part: 1, as: 'L7160', from: 412, to: 412, skip: 4, dx: 0, dy: -0.5 },
    { shipcode: 'a', part: 1, as: 'csv', from: 1, to: 2402, skip: 0, dx: 0, dy: 0 },
  ]);
});

test('whose label has its number alone is said before lists are made, before labels are taken, and with the file', async ({ page }) => {
  const unprintable = { count: 1, first: [{ label: '16-A1-000412', name: '山田 太郎', owner: OWNER }] };
  const lists = AFTER.lists.map((list) => (list.shipcode === 'a' ? { ...list, unprintable } : list));
  let isMade = false;
  await servePost(page, {
    '/issues/16/post': (route: Route) => route.fulfill({ json: isMade ? { ...AFTER, lists } : BEFORE }),
    '/issues/16/lists': (route: Route) => {
      const isDry = new URL(route.request().url()).searchParams.has('dry');
      isMade ||= !isDry;
      return route.fulfill({ json: isDry ? { ...MADE, lists } : MADE });
    },
    '/issues/16/lists/export': (route: Route) => {
      const body: { as: string } = route.request().postDataJSON();
      const file = { name: 'issue-16-a1-b1.pdf', type: 'application/pdf', labels: 2712, sheets: 92, data: 'QQ==' };
      return route.fulfill({ json: { ...file, ...(body.as !== 'csv' && { unprintable }) } });
    },
  });
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto('/issues/16/post');
  const whose =
    'On sheets 1 label has its number alone, since no PDF can write its name or address: 16-A1-000412 (山田 太郎). Write there by hand what the CSV has.';
  await page.getByRole('button', { name: 'Make the lists…' }).click();
  const happens = page.getByRole('region', { name: 'What happens' });
  await page.getByLabel('Their labels').selectOption('5160');
  await expect(happens).toContainText(whose);
  expect(await looks(page)).toEqual([[], [], false]);
  await page.getByLabel('Their labels').selectOption('csv');
  await expect(happens).not.toContainText('number alone');
  await page.getByLabel('Their labels').selectOption('5160');
  await page.getByRole('button', { name: 'Make the lists, take their labels' }).click();
  await expect(page.getByRole('status').filter({ hasText: `2712 labels on 92 sheets. ${whose}` })).toBeVisible();
  await page.getByRole('button', { name: 'Labels… of United States' }).click();
  const dialog = page.getByRole('dialog', { name: 'Labels of United States' });
  await expect(dialog.getByText(whose)).toBeVisible();
  expect(await looks(page)).toEqual([[], [], false]);
  await dialog.getByLabel('As', { exact: true }).selectOption('csv');
  await expect(dialog.getByText(whose)).toHaveCount(0);
});

test('the first labels of a browser propose the sheet of the country that they are posted from', async ({ page }) => {
  await servePost(page, { '/session': { ...sessionOf('circulation'), sheet: 'L7160' }, '/issues/16/post': AFTER });
  await page.goto('/issues/16/post');
  await page.getByRole('button', { name: 'Labels… of United States' }).click();
  await expect(page.getByRole('dialog', { name: 'Labels of United States' }).getByLabel('As', { exact: true })).toHaveValue('L7160');
});

test('each printer of a desk has its own distance, which a calibration sheet shows; the one used last is proposed', async ({ page }) => {
  const asked: unknown[] = [];
  await page.addInitScript(() => localStorage.setItem('desk-labels', 'L7163 1.5 -0.5'));
  await servePost(page, {
    '/issues/16/post': AFTER,
    '/calibration': (route: Route) => {
      asked.push(route.request().postDataJSON());
      return route.fulfill({ json: { name: 'calibration-L7163.pdf', data: 'QQ==' } });
    },
    '/issues/16/lists/export': (route: Route) => {
      asked.push(route.request().postDataJSON());
      return route.fulfill({ json: { name: 'a.pdf', type: 'application/pdf', labels: 1, sheets: 1, data: 'QQ==' } });
    },
  });
  await page.goto('/issues/16/post');
  const open = () => page.getByRole('button', { name: 'Labels… of United States' }).click();
  const dialog = page.getByRole('dialog', { name: 'Labels of United States' });
  const down = dialog.getByLabel('Printer: millimetres down');
  await open();
  // As it was kept before there could be several.
  await expect(dialog.getByLabel('As', { exact: true })).toHaveValue('L7163');
  await expect(down).toHaveValue('-0.5');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Calibration sheet' }).click();
  expect((await download).suggestedFilename()).toBe('calibration-L7163.pdf');
  await dialog.getByLabel('Printer', { exact: true }).selectOption('Another one…');
  await expect(dialog.getByText('Type what you call it.')).toBeVisible();
  await dialog.getByLabel('What you call it').fill('Cellar');
  await down.fill('0.75');
  expect(await looks(page)).toEqual([[], [], false]);
  await dialog.getByRole('button', { name: /^Take/ }).click();
  await expect(dialog).toHaveCount(0);
  await open();
  await expect(dialog.getByLabel('Printer', { exact: true })).toHaveValue('Cellar');
  await expect(down).toHaveValue('0.75');
  await dialog.getByLabel('Printer', { exact: true }).selectOption('This printer');
  await expect(down).toHaveValue('-0.5');
  expect(asked).toMatchObject([
    { sheet: 'L7163', dx: 1.5, dy: -0.5 },
    { as: 'L7163', dx: 0, dy: 0.75 },
  ]);
});

test('a parcel that is scanned among copies leads to its order', async ({ page }) => {
  const refusal = {
    errors: { label: '“9400” is a parcel, of order EXR-8812: open its order.' },
    codes: { label: { code: 'desk.label_is_parcel', values: { typed: '9400', order: 'EXR-8812' } } },
  };
  await serveStubs(page, 'circulation', {
    '/post/returned': (route: Route) =>
      route.fulfill(route.request().method() === 'GET' ? { json: { returned: [] } } : { status: 422, json: refusal }),
  });
  await page.goto('/post/returned');
  await expect(page.getByLabel('Label')).toBeFocused();
  await page.keyboard.type('9400\n');
  await expect(page.getByRole('link', { name: 'Open EXR-8812' })).toHaveAttribute('href', '/orders/EXR-8812');
  expect(await looks(page)).toEqual([[], [], false]);
});

test('copies that came back are noted by the keyboard alone, one scan each; twice, unknown and lost ones are said, and one is taken back', async ({
  page,
}) => {
  const sent: { action: string; label: string }[] = [];
  let rows: ReturnedCopy[] = [];
  let isDown = false;
  await serveStubs(page, 'circulation', {
    '/post/returned': (route: Route) => {
      if (route.request().method() === 'GET') return route.fulfill({ json: { returned: rows } });
      const body: { action: string; label: string } = route.request().postDataJSON();
      sent.push(body);
      if (isDown) return route.abort();
      if (body.label.endsWith('9')) return route.fulfill({ status: 404, json: { errors: `No list has a label ${body.label}.` } });
      if (rows.some(({ label }) => label === body.label)) {
        return route.fulfill({ status: 409, json: { errors: `${body.label} is noted already, by Bob on 11.2.2026: put it away.` } });
      }
      // Of the third in the browser, of the second in New York.
      rows = [{ ...returnedCopy(body.label, body.action), returned: '2026-11-03T03:00:00.000Z' }, ...rows];
      const noted = { label: body.label, owner: OWNER, name: 'Anna Kowalska', lines: ['14 Elm St', 'Dayton OH 45402'] };
      return route.fulfill({ json: { ...noted, marked: true, letter: true, again: true } });
    },
  });
  await page.route(/\/api\/desk\/actions\/[^/]+\/undo/, (route) => {
    if (!route.request().url().endsWith('?dry=')) rows = rows.slice(1);
    return route.fulfill({ json: { verb: 'returnToSender' } });
  });
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto('/post/returned');
  const label = page.getByLabel('Label');
  await expect(label).toBeFocused();
  expect(await looks(page)).toEqual([[], [], false]);
  await page.keyboard.type('16 a1 412\n');
  await expect(page.getByText('16-A1-000412: Anna Kowalska, 14 Elm St, Dayton OH 45402. Nothing more is posted there.')).toBeVisible();
  await expect(page.getByRole('link', { name: /16-A1-000412/ })).toContainText(/waits for another address.*11\.2\.2026, Bob/);
  await expect(label).toBeFocused();
  // Two scans, quicker than an answer.
  await page.keyboard.type('16-A1-000412\n16-A1-000413\n');
  await expect(page.getByRole('link', { name: /16-A1-000413/ })).toBeVisible();
  await page.keyboard.type('16-A1-000412\n');
  await expect(page.getByText('16-A1-000412 is noted already, by Bob on 11.2.2026: put it away.')).toBeVisible();
  await page.keyboard.type('16-A1-000999\n');
  await expect(page.getByText('No list has a label 16-A1-000999.')).toBeVisible();
  isDown = true;
  await page.keyboard.type('16-A1-000414\n');
  const again = page.getByRole('button', { name: 'Send 16-A1-000414 again' });
  await expect(again).toBeVisible();
  isDown = false;
  await again.click();
  await expect(page.getByRole('link', { name: /16-A1-000414/ })).toBeVisible();
  const both = sent.filter((one) => one.label === '16-A1-000414').map(({ action }) => action);
  expect([both.length, new Set(both).size]).toEqual([2, 1]);
  expect(await looks(page)).toEqual([[], [], false]);
  // Who reads before they take it back may leave it.
  await page.getByRole('button', { name: 'Undo 16-A1-000414' }).click();
  await expect(page.getByRole('dialog')).toContainText('It counts as not come back, and post goes to that address again.');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: /16-A1-000414/ })).toBeVisible();
  await page.getByRole('button', { name: 'Undo 16-A1-000414' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('16-A1-000414 did not come back.')).toBeVisible();
  await expect(page.getByRole('link', { name: /16-A1-000414/ })).toHaveCount(0);
  await expect(label).toBeFocused();
});
