// @module-tag ci
import { readFile } from 'node:fs/promises';
import { violations } from '@newsstand/build/axe';
import { appTest as test } from '@newsstand/build/kept-page';
import { expect, type Page, type Route } from '@playwright/test';
import { wide, isWide } from './stubs.ts';
import { gone, LEDGER, LIST, parcel, serveParcels, type Sent } from './parcel-stubs.ts';

async function looks(page: Page) {
  const light = await violations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await violations(page);
  await page.emulateMedia({ colorScheme: 'light' });
  return [light, dark, await isWide(page)];
}
const field = (page: Page) => page.getByRole('main').getByRole('textbox');

test('thirty parcels are sent by the keyboard alone: slip, tracking number, slip again', async ({ page }) => {
  const sent: Sent[] = [];
  const undone: string[] = [];
  await serveParcels(page, sent, {
    [`/actions/${gone.sent_by}/undo`]: (route: Route) => {
      undone.push(new URL(route.request().url()).searchParams.has('dry') ? 'dry' : 'done');
      return route.fulfill({ json: { verb: 'dispatchGoods', letter: 'written' } });
    },
  });
  await page.goto('/parcels/scan');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('exr 20\n');
  await expect(page.getByText('“exr 20” is no slip’s code: it is like EXR-8812, and EXR-8812.1 on a giftee’s.')).toBeVisible();
  await page.keyboard.type('EXR-8812\n');
  await expect(page.getByRole('article', { name: 'Slip of EXR-8812' })).toContainText('1 paid back since: put back');
  await page.getByLabel('Carrier').selectOption('UPS');
  await field(page).focus();
  await page.keyboard.type('1Z999\n');
  await expect(page.getByRole('button', { name: 'Send EXR-8812 as 1Z999' })).toBeVisible();
  expect(await looks(page)).toEqual([[], [], false]);
  await page.keyboard.type('exr-8812\n');
  await expect(
    page.getByText('EXR-8812 is sent. Nothing of order EXR-8812 is open any more. Its reader is written to in ten minutes.'),
  ).toBeVisible();
  await expect(field(page)).toBeFocused();
  expect(sent).toMatchObject([{ path: '/api/desk/parcels/EXR-8812/sent', body: { version: 'v1', carrier: 'UPS', tracking: '1Z999' } }]);
  // Enter alone sends, too; the carrier stays, the number does not.
  await page.keyboard.type('EXR-8812\n');
  await expect(page.getByRole('button', { name: 'Send EXR-8812' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]?.body).toMatchObject({ carrier: '', tracking: '' });
  const actions = sent.map(({ body }) => JSON.stringify(body).slice(0, 50));
  expect(new Set(actions).size).toBe(2);
  await page
    .getByRole('button', { name: /Not sent after all/ })
    .first()
    .click();
  // Nothing is done, and nobody written to, before it was said.
  const dialog = page.getByRole('dialog', { name: 'EXR-8812 was not sent after all' });
  await expect(dialog.getByText('a letter tells them now that it is not sent yet')).toBeVisible();
  expect(undone).toEqual(['dry']);
  await dialog.getByRole('button', { name: 'Open EXR-8812 again' }).click();
  await expect(page.getByText('EXR-8812 is to be sent again. A letter says so.')).toBeVisible();
  expect(undone).toEqual(['dry', 'done']);
  expect(await looks(page)).toEqual([[], [], false]);
});

test('the carrier is known by its number, said before it, and stays as it was chosen for the next one', async ({ page }) => {
  const sent: Sent[] = [];
  await serveParcels(page, sent);
  await page.goto('/parcels/scan');
  await page.getByLabel('Carrier').selectOption('DHL');
  await field(page).focus();
  for (const tracking of ['9400100000000000000000', '1234567890']) {
    await page.keyboard.type(`EXR-8812\n${tracking}\n`);
    await expect(page.getByRole('button', { name: `Send EXR-8812 as ${tracking}` })).toBeVisible();
    await page.keyboard.type('EXR-8812\n');
    await expect(page.getByText('EXR-8812 is sent.')).toBeVisible();
  }
  expect(sent).toMatchObject([{ body: { carrier: 'USPS' } }, { body: { carrier: 'DHL' } }]);
  const lines = page.getByRole('region', { name: 'Sent here just now' }).getByRole('listitem');
  await expect(lines).toHaveCount(2);
  expect((await lines.first().boundingBox())?.height).toBeLessThan(50);
  await page.getByLabel('Carrier').focus();
  await page.keyboard.press('Tab');
  await expect(field(page)).toBeFocused();
});

test('a scanner that is quicker than the answers loses no scan', async ({ page }) => {
  const sent: Sent[] = [];
  await serveParcels(page, sent, {
    '/parcels/EXR-8812': async (route: Route) => {
      await new Promise((done) => setTimeout(done, 400));
      await route.fulfill({ json: { parcel: parcel('EXR-8812') } });
    },
  });
  await page.goto('/parcels/scan');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('EXR-8812\n1Z999\nEXR-8812\n');
  await expect(page.getByText('EXR-8812 is sent.')).toBeVisible();
  expect(sent).toMatchObject([{ body: { tracking: '1Z999' } }]);
});

test('what is no whole number of pieces is said beside its field', async ({ page }) => {
  await serveParcels(page);
  await page.goto('/stock/basic-product/prd%3Amug');
  await page.getByRole('button', { name: 'Restock…' }).click();
  const pieces = page.getByLabel('How many came');
  for (const wrong of ['40.5', '-5', 'abc', '0']) {
    await pieces.fill(wrong);
    await expect(pieces).toHaveAccessibleDescription('Type a whole number from 1 to 999999.');
  }
  await pieces.fill('40');
  await expect(page.getByText('Type a whole number')).toHaveCount(0);
});

test('whoever restocks reads what was added last, and asks with that', { tag: '@ci' }, async ({ page }) => {
  const asked: unknown[] = [];
  const answers = (route: Route) => {
    asked.push((route.request().postDataJSON() as { last?: unknown }).last);
    return route.fulfill({ json: { from: 3, to: 43 } });
  };
  await serveParcels(page, [], { '/stock/basic-product/prd%3Amug/moves': answers });
  await page.goto('/stock/basic-product/prd%3Amug');
  await page.getByRole('button', { name: 'Restock…' }).click();
  await expect(page.getByRole('dialog')).toContainText(/Added last: 4, .*, by Dev: Invoice 17\./);
  await page.getByLabel('How many came').fill('40');
  await expect(page.getByRole('region', { name: 'What happens' })).toContainText('43 can be sold instead of 3.');
  expect(asked).toEqual([LEDGER.last?.restock?.action]);
});

test('a note that is refused says so beside its field', async ({ page }) => {
  const refusal = { status: 422, json: { errors: { note: 'Write it in one line.' } } };
  await serveParcels(page, [], { '/stock/basic-product/prd%3Amug/moves': (route: Route) => route.fulfill(refusal) });
  await page.goto('/stock/basic-product/prd%3Amug');
  await page.getByRole('button', { name: 'Restock…' }).click();
  await page.getByLabel('How many came').fill('40');
  await expect(page.getByLabel('Note, for the ledger')).toHaveAccessibleDescription('Write it in one line.');
  await expect(page.getByRole('region', { name: 'What happens' })).toContainText('It is said here once that is mended above.');
});

test('a parcel that was paid back is sent by nobody who does not say so', async ({ page }) => {
  const sent: Sent[] = [];
  const [line] = parcel('EXR-8812').lines;
  const back = parcel('EXR-8812', { gone: 4400, paid_back: true, lines: line ? [{ ...line, quantity: 0, back: 2 }] : [] });
  await serveParcels(page, sent, { '/parcels/EXR-8812': { parcel: back } });
  await page.goto('/parcels/scan');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('EXR-8812\n');
  await expect(page.getByText('EXR-8812 was paid back. Put it away (Escape)')).toBeVisible();
  await expect(page.getByRole('article')).toContainText('Paid back: not to be sent.');
  await page.keyboard.type('EXR-8812\n');
  await page.getByLabel('Send it all the same').check();
  expect(await looks(page)).toEqual([[], [], false]);
  expect(sent).toEqual([]);
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('EXR-8812\n');
  await expect(page.getByText('EXR-8812 is sent.')).toBeVisible();
  expect(sent).toMatchObject([{ body: { paid_back: true } }]);
});

test('another parcel’s slip is no tracking number, and Escape puts a slip away', async ({ page }) => {
  const sent: Sent[] = [];
  await serveParcels(page, sent);
  await page.goto('/parcels/scan');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('EXR-8812\n');
  await expect(page.getByRole('article')).toBeVisible();
  await page.keyboard.type('EXR-8813.1\n');
  await expect(
    page.getByText('EXR-8813.1 is the slip of another parcel, or another number of ours. Send or put away EXR-8812 first.'),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('EXR-8812 is put away, nothing of it was sent.')).toBeVisible();
  await page.keyboard.type('EXR-8813.1\n');
  await expect(page.getByRole('article', { name: 'Slip of EXR-8813.1' })).toBeVisible();
  expect(sent).toEqual([]);
});

test('a number of another parcel is asked about, and is sent where both are said to be in one box', async ({ page }) => {
  const sent: { one_box: boolean; tracking: string }[] = [];
  const taken = {
    errors: '1Z999 is on EXR-8801 already. Scan this parcel’s own number.',
    codes: { code: 'desk.tracking_taken', values: { tracking: '1Z999', parcel: 'EXR-8801' } },
  };
  await serveParcels(page, [], {
    '/parcels/EXR-8812/sent': (route: Route) => {
      const body: (typeof sent)[number] = route.request().postDataJSON();
      sent.push(body);
      if (body.tracking === '1Z999' && !body.one_box) return route.fulfill({ status: 409, json: taken });
      return route.fulfill({ json: { parcel: parcel('EXR-8812', gone), letter: true, fulfilled: true } });
    },
  });
  await page.goto('/parcels/scan');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('EXR-8812\n16-A1-000001\n');
  await expect(page.getByText('16-A1-000001 is the number of a magazine’s label, and of no parcel.')).toBeVisible();
  await page.keyboard.type('1Z999\nEXR-8812\n');
  await expect(page.getByText('1Z999 is on EXR-8801 already.')).toBeVisible();
  const box = page.getByLabel('Both parcels are in one box');
  await expect(box).toBeVisible();
  expect(await looks(page)).toEqual([[], [], false]);
  // Another number is the way on where it was a mistake.
  await page.keyboard.type('1Z998\n');
  await expect(box).toHaveCount(0);
  await page.keyboard.type('1Z999\nEXR-8812\n');
  await box.check();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('EXR-8812\n');
  await expect(page.getByText('EXR-8812 is sent.')).toBeVisible();
  expect(sent.map(({ one_box: oneBox }) => oneBox)).toEqual([false, false, true]);
});

test('whoever was second sees who was first, and the parcel as it is', async ({ page }) => {
  let isSent = false;
  await serveParcels(page, [], {
    '/parcels/EXR-8812': (route: Route) => route.fulfill({ json: { parcel: parcel('EXR-8812', isSent ? gone : {}) } }),
    '/parcels/EXR-8812/sent': (route: Route) => {
      isSent = true;
      return route.fulfill({ status: 409, json: { errors: 'This parcel was sent already, by Dev.' } });
    },
  });
  await page.goto('/parcels/scan');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('EXR-8812\n');
  await expect(page.getByRole('article')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('This parcel was sent already, by Dev. Nothing was changed.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'UPS 1Z999' })).toHaveAttribute('href', 'https://www.ups.com/track?tracknum=1Z999');
  await expect(page.getByRole('button', { name: /^Send/ })).toHaveCount(0);
  // The field is for the next slip, and of what is put away it is not said that it was not sent.
  await expect(page.getByLabel('Slip or order')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByText('EXR-8812 is put away.', { exact: true })).toBeVisible();
  await page.keyboard.type('EXR-8812\n');
  await expect(page.getByText('EXR-8812: Anna Kowalska, sent already.')).toBeVisible();
});

test('where all is packed it is not said that nothing is to be sent', async ({ page }) => {
  await serveParcels(page, [], { '/parcels': { ...LIST, count: 0, open: [] } });
  await page.goto('/parcels');
  await expect(page.getByText('All of it is packed, and waits in its batch.')).toBeVisible();
  await expect(page.getByText('Nothing is to be sent.')).toHaveCount(0);
});

for (const width of [1280, 375]) {
  test(`Today leads to parcels and to what is low; a batch is made in two clicks, ${wide(width)}`, async ({ page }) => {
    const sent: Sent[] = [];
    await serveParcels(page, sent);
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/');
    await expect(page.getByRole('link', { name: /Low stock/ })).toHaveAttribute('href', '/stock?low=yes');
    await page.getByRole('link', { name: /Parcels to send/ }).click();
    await expect(page.getByText('$12.00 of its order went back. No address.')).toBeVisible();
    expect(await looks(page)).toEqual([[], [], false]);
    await page.getByRole('button', { name: 'Make a batch…' }).click();
    await page.getByRole('button', { name: 'Pack 2 parcels' }).click();
    await expect(page.getByText('Batch 4 is made.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Its picking list and slips' })).toHaveAttribute('href', '/parcels/batches/4');
    expect(sent).toMatchObject([{ body: { most: 2 } }]);
    await page.getByRole('link', { name: /Batch 3/ }).click();
    await expect(page.getByRole('row', { name: 'Harbour Mug 4' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Unpack…' })).toBeDisabled();
    expect(await looks(page)).toEqual([[], [], false]);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV for a carrier' }).click();
    expect((await download).suggestedFilename()).toBe('batch-3.csv');
    const slips = page.waitForEvent('download');
    await page.getByRole('button', { name: 'List and slips as PDF' }).click();
    expect((await slips).suggestedFilename()).toBe('batch-3-slips.pdf');
    await page.getByRole('button', { name: 'Address labels…' }).click();
    await page.getByLabel('On', { exact: true }).selectOption('L7163');
    await page.getByLabel(/used already/).fill('3');
    expect(await looks(page)).toEqual([[], [], false]);
    await page.getByRole('button', { name: /^Take \d+ label/ }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(sent.slice(-2)).toMatchObject([{ body: { as: 'slips' } }, { body: { as: 'L7163', skip: 3, dx: 0, dy: 0 } }]);
  });

  test(`forty mugs are restocked in two clicks, and the ledger says who did, ${wide(width)}`, async ({ page }) => {
    const sent: Sent[] = [];
    await serveParcels(page, sent);
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/stock');
    await expect(page.getByRole('row', { name: /Harbour Mug few 3/ })).toBeVisible();
    expect(await looks(page)).toEqual([[], [], false]);
    await page.getByLabel('Left').selectOption('Few');
    await expect(page.getByRole('row', { name: /Pin/ })).toHaveCount(0);
    await page.getByRole('link', { name: 'Harbour Mug' }).click();
    await expect(page.getByRole('row', { name: /Restocked Dev, Invoice 17 Undo/ })).toBeVisible();
    expect(await looks(page)).toEqual([[], [], false]);
    await page.getByRole('button', { name: 'Restock…' }).click();
    // Whoever opens it types at once.
    await expect(page.getByLabel('How many came')).toBeFocused();
    await page.keyboard.type('40');
    await expect(page.getByText('43 can be sold instead of 3.')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add 40' }).click();
    await expect(page.getByText('43 can be sold now.')).toBeVisible();
    expect(sent).toMatchObject([{ body: { kind: 'restock', pieces: 40, stock: 3, held: 2 } }]);
  });
}

test('whose name or address no PDF can write is said with the file, of slips and of labels', async ({ page }) => {
  const unprintable = { count: 1, first: [{ label: 'EXR-8812', name: '山田 太郎' }] };
  await serveParcels(page, [], {
    '/parcels/batches/3/pdf': (route: Route) => {
      const { as }: { as: string } = route.request().postDataJSON();
      return route.fulfill({ json: { name: `batch-3-${as}.pdf`, parcels: 2, data: 'QQ==', ...(as !== 'L7163' && { unprintable }) } });
    },
  });
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto('/parcels/batches/3');
  const told = page.getByText('No PDF can write name or address of EXR-8812 (山田 太郎): there is room in it.');
  await page.getByRole('button', { name: 'List and slips as PDF' }).click();
  await expect(told).toBeVisible();
  expect(await looks(page)).toEqual([[], [], false]);
  for (const [sheet, times] of [
    ['L7163', 0],
    ['5160', 1],
  ] as const) {
    await page.getByRole('button', { name: 'Address labels…' }).click();
    await page.getByLabel('On', { exact: true }).selectOption(sheet);
    await page.getByRole('button', { name: /^Take \d+ label/ }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(told).toHaveCount(times);
  }
});

test('on paper there is the picking list, then a slip for each parcel, and nothing of the desk', async ({ page }) => {
  await serveParcels(page);
  await page.goto('/parcels/batches/3');
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(page.getByRole('button', { name: /PDF/ })).toBeHidden();
  await expect(page.getByRole('link', { name: 'EXR-8801' })).toHaveCount(0);
  await expect(page.getByText('Sent already, and without a slip here: EXR-8801.')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Barcode of EXR-8812' })).toBeVisible();
});

for (const width of [1280, 375]) {
  test(`a year of a good has a shape that says itself, its table and a file, ${wide(width)}`, async ({ page }) => {
    await serveParcels(page);
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/stock/basic-product/prd%3Amug');
    const year = page.getByRole('region', { name: 'A year of it', exact: true });
    await expect(year.getByRole('img')).toHaveAccessibleName(
      'What was left at the end of each month: 1 in 9.2026, 3 now; least in 10.2026, -1.',
    );
    await expect(year.getByRole('row')).toHaveText(['MonthSoldLeft', '11.202603', '10.20262-1', '9.202601']);
    expect([await violations(page), await isWide(page)]).toEqual([[], false]);
    const download = page.waitForEvent('download');
    await year.getByRole('button', { name: 'CSV' }).click();
    expect(await readFile(await (await download).path(), 'utf8')).toBe(
      '\uFEFFmonth,sold,left\r\n2026-09,0,1\r\n2026-10,2,-1\r\n2026-11,0,3\r\n',
    );
  });
}
