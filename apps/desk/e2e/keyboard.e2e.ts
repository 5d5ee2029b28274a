// The commonest tasks of the desk by keyboard alone: no pointer is moved, and wherever the keys lead, the place is to
// be seen.
import { violations } from '@newsstand/build/axe';
import { appTest as test } from '@newsstand/build/kept-page';
import type { DeskRole } from '@newsstand/contracts/desk-roles';
import { expect, type Locator, type Page, type Route } from '@playwright/test';
import { PLANS, serveImport } from './import-stubs.ts';
import { INVOICE, INVOICE_ANSWERS } from './invoice-stubs.ts';
import { serveIssues } from './issue-stubs.ts';
import { PLAN, TERM } from './money-stubs.ts';
import { serveParcels, type Sent } from './parcel-stubs.ts';
import { AFTER, returnedCopy, servePost } from './post-stubs.ts';
import { FOUND, LETTER, ORDER, OWNER, READER, serveStubs, UNDONE, type Answers } from './stubs.ts';

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

/** As `begin`, where the stubs are served already. */
async function beginAtToday(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/');
  // By then its keys do something.
  await expect(page.getByRole('region', { name: 'To do' })).toBeVisible();
}

/** A key of the menu, and the page that it leads to. */
async function goTo(page: Page, key: string, name: string | RegExp): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press(key);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

async function begin(page: Page, role: DeskRole, answers: Answers, at: string): Promise<void> {
  await serveStubs(page, role, answers);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(at);
  await expect(
    at === '/' ? page.getByRole('region', { name: 'Yours' }) : page.getByRole('heading', { level: 1, name: READER.name }),
  ).toBeVisible();
}

test('a caller is found from any page: a key, the words, and the rows one by one', { tag: '@ci' }, async ({ page }) => {
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

test('an address is changed by a command, and the focus comes back to the page', { tag: '@ci' }, async ({ page }) => {
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

test('a letter is sent again, and the button that did it has the focus again', { tag: '@ci' }, async ({ page }) => {
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
      [`/readers/${OWNER}`]: {
        ...READER,
        terms: READER.terms.map((term) => ({ ...term, source: `order:${ORDER.id}:1`, order: { id: ORDER.id, line: 1 } })),
      },
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
  await page.keyboard.type('end it and pay');
  await expect(page.getByRole('option').first()).toContainText('End it and pay back…');
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
  // It is what is typed first.
  await expect(dialog.getByLabel('Dollars, as the check says')).toBeFocused();
  await page.keyboard.type('120');
  await tabTo(page, dialog.getByLabel('Number of the check'));
  await page.keyboard.type('1042');
  await expect(happens(page)).toContainText('what it is for is given at once');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  expect(sent).toMatchObject([{ amount: 12_000, reference: '1042' }]);
});

test(
  'a copy that came back is noted from any page by a key and its label, and one that did not is taken back with the field ready for the next',
  { tag: '@ci' },
  async ({ page }) => {
    const copy = returnedCopy('16-A1-000412', UNDONE);
    let rows = [copy];
    await serveStubs(page, 'circulation', {
      '/post/returned': (route: Route) => {
        if (route.request().method() === 'GET') return route.fulfill({ json: { returned: rows } });
        const noted = { owner: OWNER, name: 'Jan Kowalski', lines: ['2 Oak St'], marked: true, letter: true, again: true };
        const { label, action } = route.request().postDataJSON();
        rows = [returnedCopy(label, action), ...rows];
        return route.fulfill({ json: { label, ...noted } });
      },
      [`/actions/${UNDONE}/undo`]: (route: Route) => {
        if (!isDry(route)) rows = rows.filter(({ id }) => id !== UNDONE);
        return route.fulfill({ json: { verb: 'returnToSender' } });
      },
    });
    await beginAtToday(page);
    await goTo(page, 'b', 'Copies that came back');
    const label = page.getByLabel('Label');
    await expect(label).toBeFocused();
    await page.keyboard.type('16 a1 7\n');
    await expect(page.getByRole('status').filter({ hasText: '16-A1-000007: Jan Kowalski' })).toBeVisible();
    await tabTo(page, page.getByRole('button', { name: `Undo ${copy.label}` }));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: `${copy.label} did not come back` });
    await expect(happens(page)).toContainText('It counts as not come back');
    await tabTo(page, dialog.getByRole('button', { name: 'Undo' }));
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(label).toBeFocused();
  },
);

test('an issue is planned by keys alone, what is unusual typed, and stopping it is the next button', { tag: '@ci' }, async ({ page }) => {
  const planned = await serveIssues(page, undefined, 'circulation');
  await beginAtToday(page);
  await goTo(page, 'n', 'Issues');
  await expect(page.getByRole('link', { name: /Issue 17/ })).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Issue 17/ })).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Give it to readers…' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await tabTo(page, dialog.getByLabel(/Print, Canada: 451 last time/));
  await page.keyboard.type('310');
  await expect(happens(page)).toContainText('can stop it');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  expect(planned).toMatchObject([{ typed: { 'print-b': 310 } }]);
  await expect(page.getByRole('status').filter({ hasText: 'Issue 17 is given to readers at' })).toBeVisible();
  // Whoever planned it goes on from where they were.
  await expect(page.getByRole('button', { name: 'Plan it anew…' })).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Stop it…' }));
});

test(
  'the labels of a list are taken by keys alone, and the button that opened the dialog has the focus again',
  { tag: '@ci' },
  async ({ page }) => {
    const taken: unknown[] = [];
    await servePost(page, {
      '/issues/16/post': AFTER,
      '/issues/16/lists/export': (route: Route) => {
        taken.push(route.request().postDataJSON());
        return route.fulfill({ json: { name: 'labels.pdf', type: 'application/pdf', labels: 10, sheets: 1, data: 'QQ==' } });
      },
    });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/issues/16/post');
    const labels = page.getByRole('button', { name: 'Labels… of United States' });
    await expect(labels).toBeVisible();
    await tabTo(page, labels);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Labels of United States' });
    await tabTo(page, dialog.getByLabel('As', { exact: true }));
    await page.keyboard.press('ArrowDown');
    await tabTo(page, dialog.getByLabel(/^To number/));
    await page.keyboard.press('Control+a');
    await page.keyboard.type('10');
    await tabTo(page, dialog.getByRole('button', { name: 'Take 10 labels' }));
    const download = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    await download;
    await expect(dialog).toHaveCount(0);
    expect(taken).toMatchObject([{ as: '5163', from: 1, to: 10 }]);
    await expect(labels).toBeFocused();
  },
);

test('parcels are packed, printed and sent by keys alone, from Today to the last slip', { tag: '@ci' }, async ({ page }) => {
  const sent: Sent[] = [];
  await serveParcels(page, sent);
  await beginAtToday(page);
  await goTo(page, 'p', 'Parcels');
  await tabTo(page, page.getByRole('button', { name: 'Make a batch…' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await tabTo(page, dialog.getByRole('button', { name: 'Pack 2 parcels' }));
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expectFocusSeen(page);
  const batch = page.getByRole('link', { name: /Batch 3/ });
  await tabTo(page, batch);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Batch 3' })).toBeVisible();
  const slips = page.getByRole('button', { name: 'List and slips as PDF' });
  await tabTo(page, slips);
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  await download;
  await expect(slips).toBeFocused();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('scan');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Scan and send' })).toBeVisible();
  await expect(page.getByLabel('Slip or order')).toBeFocused();
  await page.keyboard.type('EXR-8812\n1Z999\nEXR-8812\n');
  await expect(page.getByText('EXR-8812 is sent.')).toBeVisible();
  // The next slip is scanned without a key between.
  await expect(page.getByLabel('Slip or order')).toBeFocused();
  expect(sent.map(({ path }) => path.replace('/api/desk', ''))).toEqual([
    '/parcels/batches',
    '/parcels/batches/3/pdf',
    '/parcels/EXR-8812/sent',
  ]);
});

test('forty mugs are restocked by keys alone, and the button has the focus again', { tag: '@ci' }, async ({ page }) => {
  const sent: Sent[] = [];
  await serveParcels(page, sent);
  await beginAtToday(page);
  await goTo(page, 'k', 'Stock');
  const mug = page.getByRole('link', { name: 'Harbour Mug' });
  await expect(mug).toBeVisible();
  await page.keyboard.press('j');
  await expect(mug).toBeFocused();
  await expectFocusSeen(page);
  await page.keyboard.press('Enter');
  const restock = page.getByRole('button', { name: 'Restock…' });
  await expect(restock).toBeVisible();
  await tabTo(page, restock);
  await page.keyboard.press('Enter');
  await page.keyboard.type('40');
  await expect(happens(page)).toContainText('43 can be sold instead of 3.');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(restock).toBeFocused();
  expect(sent).toMatchObject([{ body: { kind: 'restock', pieces: 40 } }]);
});

test('readers of another system are brought, checked and taken over by keys alone', { tag: '@ci' }, async ({ page }) => {
  const asked = await serveImport(page);
  await beginAtToday(page);
  await goTo(page, 'm', 'Imports');
  const file = page.getByLabel('A CSV file');
  await tabTo(page, file);
  const chooser = page.waitForEvent('filechooser');
  // The page's answer says that it knows of who waits: keys come another way, and may be quicker.
  await expect(file).toBeFocused();
  await page.keyboard.press('Space');
  await (await chooser).setFiles({ name: 'readers-2026.csv', mimeType: 'text/csv', buffer: Buffer.from('ACCT NO\n1\n') });
  await tabTo(page, page.getByLabel('Which system it is from'));
  await page.keyboard.type('house');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Import: readers-2026.csv' })).toBeVisible();
  await tabTo(page, page.getByLabel('What is subscribed to'));
  await page.keyboard.type('VERSION');
  await expect(page.getByLabel('Medium of D')).toBeVisible();
  await tabTo(page, page.getByLabel('Medium of D'));
  await page.keyboard.type('Digital');
  await tabTo(page, page.getByRole('button', { name: 'Check every row' }));
  await page.keyboard.press('Enter');
  // The form that was sent went with its button: what was found is said above what is to be done with it.
  await expect(page.getByText('Every row is checked: what was found stands below.')).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Take over…' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  const take = dialog.getByRole('button', { name: 'Take over 9,967 rows' });
  await expect(take).toBeEnabled();
  await tabTo(page, take);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await tabTo(page, page.getByRole('button', { name: 'Pause' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Go on' })).toBeFocused();
  const checked = { columns: { fields: { plan: 'VERSION' }, plans: [PLANS.columns?.plans[0], { value: 'D', medium: 'digital' }] } };
  expect(asked).toMatchObject([
    ['bring', {}],
    ['check', checked],
    ['apply', { rows: 9967 }],
    ['pause', true],
  ]);
});
