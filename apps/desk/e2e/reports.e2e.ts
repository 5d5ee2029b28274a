// @module-tag ci
import { readFile } from 'node:fs/promises';
import { violations } from '@newsstand/build/axe';
import { appTest as test } from '@newsstand/build/kept-page';
import { expect, type Page, type Route } from '@playwright/test';
import { serveStubs, sessionOf, UNDONE, wide, isWide } from './stubs.ts';
import { CLOSED, MONTHS, OCTOBER, RENEWALS, REVENUE, ROLLED, YEAR } from './report-stubs.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const dark = async (page: Page) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const found = await violations(page);
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
};

for (const width of [1280, 375]) {
  test(`revenue is read for the days one asks for, and kept as a file, ${wide(width)}`, async ({ page }) => {
    const asked: string[] = [];
    await serveStubs(page, 'accountant', {
      '/reports/revenue': (route: Route) => {
        asked.push(new URL(route.request().url()).search);
        return route.fulfill({ json: REVENUE });
      },
    });
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/');
    await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Reports' }).click();
    await expect(page.getByRole('link', { name: /Donors/ })).toBeVisible();
    expect([await violations(page), await dark(page), await isWide(page)]).toEqual([[], [], false]);
    await page.getByRole('link', { name: /Revenue by month and kind/ }).click();
    await expect(heading(page, 'Revenue by month and kind')).toBeVisible();
    await expect(page.getByRole('row', { name: /^11\.2026 Subscriptions/ })).toContainText('$123,446.78');
    await expect(page.getByRole('row', { name: /Together/ })).toContainText('$123,394.78');
    await expect(page.getByText('1.1.2026 to 11.2.2026, by the days of America/New_York')).toBeVisible();
    await expect(page.getByLabel('From')).toHaveValue('2026-01-01');
    await page.getByLabel('From').fill('2026-10-01');
    await expect(page).toHaveURL('/reports/revenue?from=2026-10-01');
    await expect.poll(() => asked.at(-1)).toBe('?from=2026-10-01');
    expect([await violations(page), await dark(page), await isWide(page)]).toEqual([[], [], false]);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('revenue-2026-01-01-2026-11-02.csv');
    expect(await readFile(await file.path(), 'utf8')).toBe(
      '\uFEFFMonth,Kind,Sold,Discounts,Postage,Came in\r\n2026-11,Subscriptions,123456.78,10.00,0.00,123446.78\r\n2026-11,Money back,0.00,0.00,0.00,-52.00\r\n',
    );
  });
}

test('on a telephone what came in is in sight beside the month, before anything is scrolled', async ({ page }) => {
  await serveStubs(page, 'accountant', { '/reports/revenue': REVENUE });
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto('/reports/revenue');
  const head = page.getByRole('columnheader', { name: 'Came in' });
  await expect(head).toBeVisible();
  const box = await head.boundingBox();
  expect((box?.x ?? 375) + (box?.width ?? 0)).toBeLessThanOrEqual(375);
  expect(await violations(page)).toEqual([]);
  // It stands over the columns that are scrolled under it: an edge that stays says where it begins.
  expect(await head.evaluate((cell) => getComputedStyle(cell, '::before').backgroundImage)).toContain('linear-gradient');
});

test('donors are listed for whoever keeps the books, and not for circulation', async ({ page }) => {
  await serveStubs(page, 'circulation');
  await page.goto('/reports');
  await expect(page.getByRole('link', { name: /Print run/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /Donors/ })).toHaveCount(0);
});

test('who gave is taken as a file with a passkey, and stands in the history; the browser makes none of its own', async ({ page }) => {
  const asked: object[] = [];
  let proved = false;
  await serveStubs(page, 'accountant', {
    '/reports/donors': (route: Route) =>
      route.fulfill({ json: { ...REVENUE, name: 'donors', rows: [['Ana', 'ana@example.org', 1, 2500, 2500]], total: null } }),
    '/session/sample': (route: Route) => {
      proved = true;
      return route.fulfill({ json: sessionOf('accountant') });
    },
    '/exports/records': (route: Route) => {
      if (!proved) return route.fulfill({ status: 403, json: { errors: 'Please show your passkey again.', require: 'step-up' } });
      asked.push(route.request().postDataJSON().records);
      return route.fulfill({ json: { name: 'donors-2026-11-02.csv', rows: 1, csv: 'name\r\nAna\r\n' } });
    },
  });
  await page.goto('/reports/donors');
  await expect(page.getByRole('row', { name: /ana@example\.org/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'CSV', exact: true })).toHaveCount(0);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Take these as CSV' }).click();
  expect((await download).suggestedFilename()).toBe('donors-2026-11-02.csv');
  await expect(page.getByText('That you took it is in the history.')).toBeVisible();
  expect(asked).toEqual([{ of: 'donors', from: '2026-01-01', until: '2026-11-02' }]);
});

test('donors of a list without days are those of this year to today, by the publication’s clock', { tag: '@ci' }, async ({ page }) => {
  const asked: object[] = [];
  await serveStubs(page, 'accountant', {
    '/orders': { orders: [], next: null },
    '/exports/records': (route: Route) => {
      asked.push(route.request().postDataJSON().records);
      return route.fulfill({ json: { name: 'donors.csv', rows: 1, csv: 'name\r\nAna\r\n' } });
    },
  });
  // In New York it is still the old year.
  await page.clock.setFixedTime('2027-01-01T03:00:00Z');
  await page.goto('/orders?kind=donation');
  await page.getByRole('button', { name: 'Their donors as CSV' }).click();
  await expect.poll(() => asked).toEqual([{ of: 'donors', from: '2026-01-01', until: '2026-12-31' }]);
});

for (const width of [1280, 375]) {
  test(`the donors of a year are written to, and whom no e-mail reaches has a page to print, ${wide(width)}`, async ({ page }) => {
    const sent: unknown[] = [];
    let now = YEAR;
    await page.clock.setFixedTime('2026-01-12T10:00:00Z');
    await serveStubs(page, 'accountant', {
      '/reports/donors': { ...REVENUE, name: 'donors', rows: [['Ana', 'ana@example.org', 1, 2500, 2500]], total: null },
      '/donations/2025': (route: Route) => route.fulfill({ json: now }),
      '/donations/2025/letters': (route: Route) => {
        if (!route.request().url().includes('dry')) {
          sent.push(route.request().postDataJSON());
          now = { ...YEAR, unwritten: 0, waiting: 11 };
        }
        return route.fulfill({ json: { letters: 11, given: 98_000 } });
      },
      '/donations/2025/pdf': (route: Route) => {
        sent.push(route.request().postDataJSON());
        return route.fulfill({
          json: {
            name: 'donations-2025-by-post.pdf',
            letters: 1,
            data: 'JVBERi0=',
            unprintable: { count: 1, first: [{ label: 'taro@y.example', name: '山田 太郎' }] },
          },
        });
      },
    });
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/reports/donors');
    const letters = page.getByRole('link', { name: 'Letters of a year to donors' });
    await expect(letters).toBeVisible();
    // Nobody can open it on paper.
    await page.emulateMedia({ media: 'print' });
    await expect(letters).toBeHidden();
    await page.emulateMedia({ media: null });
    await letters.click();
    await expect(heading(page, 'Letters to donors')).toBeVisible();
    await expect(page.getByText('12 donors gave $990.00 in 2025. 11 letters not written yet.')).toBeVisible();
    await expect(page.getByText(/EIN 12-3456789\. No goods or services were given in return/)).toBeVisible();
    expect([await violations(page), await dark(page), await isWide(page)]).toEqual([[], [], false]);
    await page.getByRole('button', { name: 'Write to donors…' }).click();
    await expect(page.getByRole('region', { name: 'What happens' })).toContainText(
      '11 letters with $980.00 altogether go out in ten minutes.',
    );
    expect([await violations(page), await isWide(page)]).toEqual([[], false]);
    await page.getByRole('button', { name: 'Write 11 letters' }).click();
    await expect(page.getByText('11 letters go out within ten minutes.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Write to donors…' })).toBeDisabled();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'PDF for 1 whom no e-mail reaches' }).click();
    expect((await download).suggestedFilename()).toBe('donations-2025-by-post.pdf');
    await expect(page.getByText('donations-2025-by-post.pdf has 1 letter.')).toContainText(
      '1 donor left out, since no PDF can write their name or address: taro@y.example (山田 太郎). Write theirs by hand.',
    );
    expect(sent).toMatchObject([{ unwritten: 11 }, { of: 'unreached' }]);
  });
}

test('letters to donors that are taken back are not said to go out any more', async ({ page }) => {
  const written = {
    id: UNDONE,
    who: 'Felix',
    verb: 'writeToDonors',
    subject: '2025',
    reason: '',
    from: null,
    to: { year: '2025', letters: 11 },
  };
  const listed = { ...written, at: '2026-01-12T10:00:00Z', undone: false, undoes: false, undo: true };
  let now: object = YEAR;
  await page.clock.setFixedTime('2026-01-12T10:00:00Z');
  await serveStubs(page, 'accountant', {
    '/donations/2025': (route: Route) => route.fulfill({ json: now }),
    '/donations/2025/letters': (route: Route) => {
      if (!route.request().url().includes('dry')) now = { ...YEAR, unwritten: 0, waiting: 11, history: [listed] };
      return route.fulfill({ json: { letters: 11, given: 98_000 } });
    },
    [`/actions/${UNDONE}/undo`]: (route: Route) => {
      if (!route.request().url().includes('dry')) now = YEAR;
      return route.fulfill({ json: { verb: 'writeToDonors' } });
    },
  });
  await page.goto('/reports/donors/letters');
  await page.getByRole('button', { name: 'Write to donors…' }).click();
  await page.getByRole('button', { name: 'Write 11 letters' }).click();
  await expect(page.getByText('11 letters go out in ten minutes.')).toBeVisible();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('11 letters not written yet.')).toBeVisible();
  await expect(page.getByText('11 letters go out in ten minutes.')).toHaveCount(0);
});

test('a report that there is none of, and one of a kind that nothing is of, say so', async ({ page }) => {
  await serveStubs(page, 'accountant', {
    '/reports/coupons': (route: Route) => route.fulfill({ json: { ...REVENUE, name: 'coupons', rows: [], total: null } }),
  });
  await page.goto('/reports/elephants');
  await expect(heading(page, 'There is no such report')).toBeVisible();
  await page.goto('/reports/coupons');
  await expect(page.getByText('There was nothing of this kind.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

for (const width of [1280, 375]) {
  test(`revenue and renewals have a shape above their numbers, which says itself in a sentence, ${wide(width)}`, async ({ page }) => {
    await serveStubs(page, 'accountant', { '/reports/revenue': MONTHS, '/reports/renewals': RENEWALS });
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/reports/revenue');
    const plot = page.getByRole('img');
    await expect(plot).toHaveAccessibleName(
      'What came in by month, less what went back: $4,948.00 in 7.2026, $2,948.00 in 11.2026; most in 7.2026, $4,948.00.',
    );
    // What went back was more in one month than what came in: that bar hangs below the line.
    const line = await plot.locator('line').boundingBox();
    const bars = await Promise.all((await plot.locator('g rect').all()).map((bar) => bar.boundingBox()));
    expect(bars.map((bar) => Math.round(bar?.y ?? 0) >= Math.round(line?.y ?? 0))).toEqual([false, false, true, false, false]);
    expect([await violations(page), await dark(page), await isWide(page)]).toEqual([[], [], false]);
    await page.goto('/reports/renewals');
    await expect(plot).toHaveAccessibleName('Of those whose last issue it was 61 % renewed after issue 15, and 67 % after issue 16.');
    await expect(page.getByRole('figure')).toContainText('RenewedCame back laterNot renewed so far');
    await expect(page.getByRole('row', { name: /16 A gift/ })).toBeVisible();
    expect([await violations(page), await dark(page), await isWide(page)]).toEqual([[], [], false]);
  });
}

test('what is earned with each issue has a shape whatever its rows are called, and rows that do not say what they are have their table', async ({
  page,
}) => {
  const issues = [17, 18, 19].map((issue) => [`The ${issue}th`, 3, issue * 100, 'issue', issue]);
  const others = [
    ['Issue after those', 1, 5000, 'later', null],
    ['Issue of a gift', 1, 2800, 'gifts-to-redeem', null],
  ];
  const report = { ...REVENUE, name: 'unserved-by-issue', from: null, rows: [...issues, ...others], total: [null, null, 13_200] };
  let rows: unknown[] = report.rows;
  await serveStubs(page, 'accountant', { '/reports/unserved-by-issue': (route: Route) => route.fulfill({ json: { ...report, rows } }) });
  await page.goto('/reports/unserved-by-issue');
  const plot = page.getByRole('img');
  await expect(plot).toHaveAccessibleName('What is earned with each issue to come: $17.00 with The 17th, $19.00 with The 19th.');
  await expect(plot.locator('g text')).toHaveText(['17', '18', '19']);
  await expect(page.getByRole('row').nth(1)).toHaveText('The 17th3$17.00');
  rows = report.rows.map((row) => row.slice(0, 3));
  await page.reload();
  await expect(page.getByRole('row', { name: /The 17th/ })).toBeVisible();
  await expect(plot).toHaveCount(0);
});

test('a month without a sale has its place among the others', async ({ page }) => {
  const rows = ['2026-11', '2026-10', '2025-12'].map((month) => [month, 'Subscriptions', 100, 0, 0, 100]);
  await serveStubs(page, 'accountant', { '/reports/revenue': { ...REVENUE, from: '2025-12-01', rows } });
  await page.goto('/reports/revenue');
  const bars = page.getByRole('img').locator('g rect');
  await expect(bars).toHaveCount(12);
  const heights = await bars.evaluateAll((all) => all.map((bar) => Number(bar.getAttribute('height')) > 0));
  expect(heights).toEqual([true, ...Array<boolean>(9).fill(false), true, true]);
});

test('in a file a share stands beside its number under another name, and what to print with its rounded sum', async ({ page }) => {
  const printed = ['Digital', 5, 5, 0, 0, null];
  const posted = ['Print, Canada', 3, 3, 0, 0, 4];
  const run = { ...REVENUE, name: 'print-run', from: null, rows: [printed, posted], total: [null, 8, 8, 0, 0, 10] };
  await serveStubs(page, 'publisher', { '/reports/renewals': RENEWALS, '/reports/print-run': run });
  const fileOf = async (report: string) => {
    await page.goto(`/reports/${report}`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    return (await readFile(await (await download).path(), 'utf8')).split('\r\n');
  };
  expect((await fileOf('renewals'))[0]).toBe('\uFEFFIssue,Ended,Readers,Renewed,Came back later,"Renewed, %"');
  expect((await fileOf('print-run')).slice(2)).toEqual(['"Print, Canada",3,3,0,0,4', 'Together,8,8,0,0,10', '']);
});

for (const width of [1280, 375]) {
  test(`a month is closed with two clicks from the reports, and says what is different since, ${wide(width)}`, async ({ page }) => {
    const sent: unknown[] = [];
    let closed: typeof CLOSED | null = null;
    const months = () => [
      { month: '2026-10', closed },
      { month: '2026-09', closed: CLOSED },
    ];
    const late = [['2026-11', 'Subscriptions', 123_456_78, 1000, 0, 123_446_78]];
    await serveStubs(page, 'accountant', {
      '/closings': (route: Route) => route.fulfill({ json: { months: months() } }),
      '/closings/2026-10': (route: Route) => {
        if (route.request().method() === 'GET') return route.fulfill({ json: { ...OCTOBER, closed } });
        const isDry = new URL(route.request().url()).searchParams.has('dry');
        if (!isDry) {
          sent.push(route.request().postDataJSON());
          closed = CLOSED;
        }
        return route.fulfill({ json: { month: '2026-10', came_in: 123_394_78, unserved: 123_800 } });
      },
      '/closings/2026-09': {
        ...OCTOBER,
        month: '2026-09',
        closed: CLOSED,
        reports: [
          { report: REVENUE, kept: late },
          // Called otherwise by now, and the same.
          { report: ROLLED, kept: ROLLED.rows.map(([what, ...cells]) => [`${what} of before`, ...cells]) },
        ],
      },
    });
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/reports');
    await page.getByRole('button', { name: 'Close 10.2026…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Close 10.2026' });
    await expect(dialog).toContainText('$123,394.78 came in');
    await expect(dialog).toContainText('$1,238.00 are not served at its end');
    // It stands in a row of a list, and looks like any other dialog.
    const line = dialog.getByRole('listitem').first();
    await expect(line).toHaveCSS('border-bottom-width', '0px');
    await expect(line).toHaveCSS('list-style-type', 'disc');
    expect([await violations(page), await dark(page), await isWide(page)]).toEqual([[], [], false]);
    await dialog.getByRole('button', { name: 'Close 10.2026' }).click();
    await expect(page.getByText('10.2026 is closed.')).toBeVisible();
    expect(sent).toEqual([{ action: expect.any(String), version: 'seen' }]);
    await expect(page.getByRole('button', { name: 'Close 10.2026…' })).toHaveCount(0);
    await page.getByRole('link', { name: /^9\.2026/ }).click();
    await expect(heading(page, '9.2026')).toBeVisible();
    await expect(page.getByText('Closed on 10.3.2026 by Felix')).toBeVisible();
    const different = page.getByRole('region', { name: 'Revenue by month and kind: different by now' });
    await expect(different.getByRole('row', { name: /Money back: Came in/ })).toContainText('-$52.00');
    await expect(page.getByText('Read again now, nothing of it is different.')).toHaveCount(1);
    expect([await violations(page), await dark(page), await isWide(page)]).toEqual([[], [], false]);
  });
}

test('of a month that somebody else closed just now what would happen is asked once more, and not again and again', async ({ page }) => {
  let [isClosed, asked] = [false, 0];
  await serveStubs(page, 'accountant', {
    '/closings/2026-10': (route: Route) => {
      asked += 1;
      if (route.request().method() === 'GET') {
        // Each reading says when it was read.
        const reports = OCTOBER.reports.map(({ report, kept }) => ({ report: { ...report, as_of: new Date(asked).toISOString() }, kept }));
        return route.fulfill({ json: { ...OCTOBER, reports, closed: isClosed ? CLOSED : null } });
      }
      isClosed ||= !new URL(route.request().url()).searchParams.has('dry');
      return isClosed
        ? route.fulfill({ status: 409, json: { errors: '10.2026 was closed by Felix already.' } })
        : route.fulfill({ json: { month: '2026-10', came_in: 123_394_78, unserved: 123_800 } });
    },
  });
  await page.goto('/closings/2026-10');
  await page.getByRole('button', { name: 'Close 10.2026…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close 10.2026' });
  await dialog.getByRole('button', { name: 'Close 10.2026' }).click();
  await expect(dialog.getByRole('region', { name: 'Changed meanwhile' })).toContainText('Closed on 10.3.2026 by Felix');
  const before = asked;
  await page.waitForTimeout(1500);
  expect(asked - before).toBeLessThan(3);
  await expect(dialog).toContainText('10.2026 was closed by Felix already.');
});
