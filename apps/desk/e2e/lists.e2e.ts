// @module-tag ci
import { violations } from '@newsstand/build/axe';
import { appTest as test } from '@newsstand/build/kept-page';
import { expect, type Page, type Route } from '@playwright/test';
import { FOUND, LETTER, ORDER, ORDERS, OWNER, READER, READERS, serveStubs, wide, isWide } from './stubs.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const dark = async (page: Page) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const found = await violations(page);
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
};

for (const width of [1280, 375]) {
  test(`orders are narrowed, the address says by what, and one is opened by keyboard alone, ${wide(width)}`, async ({ page }) => {
    const asked: string[] = [];
    await serveStubs(page, 'service', {
      '/orders': (route: Route) => {
        asked.push(new URL(route.request().url()).search);
        return route.fulfill({ json: ORDERS });
      },
    });
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/');
    await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Orders' }).click();
    await expect(page.getByRole('link', { name: /EXR-8812/ })).toContainText('$12.00 back');
    await page.getByLabel('Holds').selectOption('Gifts');
    await page.getByLabel('Money').selectOption('Went back');
    await page.getByLabel('From').fill('2026-11-01');
    await expect(page).toHaveURL('/orders?kind=gift&back=yes&since=2026-11-01');
    await expect
      .poll(() => asked.at(-1))
      .toBe(`?kind=gift&back=yes&since=${encodeURIComponent(new Date('2026-11-01T00:00:00').toISOString())}`);
    expect([await violations(page), await dark(page), await isWide(page)]).toEqual([[], [], false]);
    await page.reload();
    await expect(page.getByLabel('Holds')).toHaveValue('gift');
    await expect(page.getByRole('link', { name: /EXR-8812/ })).toBeVisible();
    await heading(page, 'Orders').click();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Order EXR-8812')).toBeVisible();
    await expect(page.getByRole('row', { name: /Gift subscription/ })).toContainText(
      /gift: Jan Kowalski, posted.*gift: Anna Kowalska, redeemed 11\.2\.2026/,
    );
    await expect(page.getByRole('region', { name: 'Money' })).toContainText('$72.00 in, $12.00 back');
    expect([await violations(page), await dark(page), await isWide(page)]).toEqual([[], [], false]);
  });
}

test('a nonsensical address of the list is the whole list, and an empty one leads to it', async ({ page }) => {
  await serveStubs(page, 'service', {
    '/orders': (route: Route) =>
      route.fulfill({ json: route.request().url().includes('state=cancelled') ? { orders: [], next: null } : ORDERS }),
  });
  await page.goto('/orders?kind=elephants&since=yesterday&state=cancelled');
  await expect(page.getByText('No order is like this.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'All orders' }).click();
  await expect(page.getByRole('link', { name: /EXR-8812/ })).toBeVisible();
});

test('older orders come when they are asked for, below those that are there', async ({ page }) => {
  await serveStubs(page, 'service', {
    '/orders': (route: Route) =>
      route.fulfill({
        json: route.request().url().includes('after=1.x')
          ? { orders: [{ ...ORDERS.orders[0], number: 'EXR-1' }], next: null }
          : { ...ORDERS, next: '1.x' },
      }),
  });
  await page.goto('/orders');
  await page.getByRole('button', { name: 'Older orders' }).click();
  await expect(page.getByRole('main').getByRole('link')).toHaveText([/EXR-8812/, /EXR-8801/, /EXR-1/]);
  await expect(page.getByRole('button', { name: 'Older orders' })).toHaveCount(0);
});

test('a letter of an order is sent again from its page', async ({ page }) => {
  const sent: unknown[] = [];
  await serveStubs(page, 'service', {
    [`/readers/${OWNER}/letters/${LETTER}/resend`]: (route: Route) => {
      if (!route.request().url().includes('dry')) sent.push(route.request().postDataJSON());
      return route.fulfill({ json: { kind: 'receipt', letter: 'anna@example.org' } });
    },
  });
  await page.goto('/orders/EXR-8812');
  await page.getByRole('button', { name: /^Send again/ }).click();
  await expect(page.getByRole('region', { name: 'What happens' })).toContainText('It goes to anna@example.org');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('The letter goes to anna@example.org.')).toBeVisible();
  expect(sent).toHaveLength(1);
});

const MUG = {
  ...ORDER.lines[0],
  ordinal: 0,
  type: 'basic-product',
  name: 'Harbour Mug',
  detail: null,
  quantity: 2,
  discount: 0,
  coupon: null,
  gifts: [],
  terms: [],
  posted: { sent: 2, dropped: 0, again: 1, gone: false },
};

test('where goods are sent again is said before: to where they live by now, or that post comes back', async ({ page }) => {
  const DAYTON = ['Anna Kowalska', '14 Elm St', 'Dayton, OH 45402', 'United States'];
  const TORONTO = ['Anna Kowalska', '1 Pier Road', 'Toronto, ON M5V 2T6', 'Canada'];
  let told: object = { address: TORONTO, moved: true, returned: null };
  await serveStubs(page, 'service', {
    '/orders/EXR-8812': { ...ORDER, lines: [MUG] },
    [`/orders/${ORDER.id}/copies`]: (route: Route) =>
      route.fulfill({ json: { number: 'EXR-9', stock: 3, letter: 'anna@example.org', ...told } }),
  });
  await page.goto('/orders/EXR-8812');
  const opens = page.getByRole('row', { name: /Harbour Mug/ }).getByRole('button', { name: 'Send again' });
  const happens = page.getByRole('region', { name: 'What happens' });
  await opens.click();
  await expect(happens).toContainText('for Anna Kowalska, 1 Pier Road, Toronto, ON M5V 2T6, Canada.');
  await expect(happens).toContainText('They live there by now: the order went to another address.');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  told = { address: DAYTON, moved: false, returned: TORONTO };
  await opens.click();
  await expect(happens).toContainText(
    'Post comes back from Anna Kowalska, 1 Pier Road, Toronto, ON M5V 2T6, Canada, which they named later',
  );
  await page.keyboard.press('Escape');
  told = { address: DAYTON, moved: false, returned: DAYTON };
  await opens.click();
  await expect(happens).toContainText('Post comes back from there: ask them first where they live.');
});

test('what was paid back whole offers nothing to send again, and no button is printed', async ({ page }) => {
  const gone = { ...MUG, ordinal: 1, name: 'Harbour Cup', posted: { ...MUG.posted, gone: true } };
  await serveStubs(page, 'service', { '/orders/EXR-8812': { ...ORDER, lines: [MUG, gone] } });
  await page.goto('/orders/EXR-8812');
  const lines = page.getByRole('region', { name: 'Lines' });
  await expect(lines.getByRole('button')).toHaveText(['Send again… Harbour Mug']);
  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ media: 'print' });
  await expect(lines.getByRole('button')).toHaveCount(0);
});

test('goods that are sent once more and the order that they are of lead to each other, and say who sent them and why', async ({ page }) => {
  const copy = { number: 'EXR-9', ordinal: 0, quantity: 1, undone: false };
  await serveStubs(page, 'service', {
    '/orders/EXR-8812': { ...ORDER, lines: [MUG], sent_again: [copy, { ...copy, number: 'EXR-10', quantity: 2, dropped: 1, waits: 1 }] },
    '/orders/EXR-9': { ...ORDER, number: 'EXR-9', again_of: { number: 'EXR-8812', who: 'Cleo', reason: 'lost', undone: true } },
  });
  await page.goto('/orders/EXR-8812');
  await expect(page.getByRole('row', { name: /Harbour Mug/ })).toContainText(
    '1 again, order EXR-92 again, order EXR-10, 1 not sent any more, 1 not sent yet',
  );
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'EXR-9' }).click();
  const message = page.getByText('Order EXR-8812, sent once more by Cleo: A copy was lost in the post. It was taken back.');
  await expect(message).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await message.getByRole('link', { name: 'EXR-8812' }).click();
  await expect(heading(page, 'Order EXR-8812')).toBeVisible();
});

test('who may not see readers reads the sale and is led to nobody', async ({ page }) => {
  const lines = ORDER.lines.map((line) => ({ ...line, gifts: line.gifts.map((gift) => ({ ...gift, to: null })) }));
  await serveStubs(page, 'shop', {
    '/orders/EXR-8812': { ...ORDER, owner: null, email: null, letters: [], history: [], lines },
    '/orders': { ...ORDERS, orders: ORDERS.orders.map((order) => ({ ...order, owner: null })) },
    '/today': { work: [], yours: [], just_now: [] },
  });
  await page.goto('/orders/EXR-8812');
  await expect(heading(page, 'Order EXR-8812')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Letters' })).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await page.goto('/orders/EXR-404');
  await expect(page.getByRole('alert')).toContainText('The desk could not read the order EXR-404.');
  expect(await violations(page)).toEqual([]);
});

for (const width of [1280, 375]) {
  test(`readers are listed by segment, ${width} px wide`, async ({ page }) => {
    const asked: string[] = [];
    await serveStubs(page, 'circulation', {
      '/readers': (route: Route) => {
        asked.push(new URL(route.request().url()).search);
        const isFree = route.request().url().includes('free');
        return route.fulfill({ json: isFree ? { readers: [], count: 0, next: null } : { ...READERS, tags: ['events', 'newsletter'] } });
      },
    });
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/readers');
    await expect(page.getByRole('link', { name: /Anna Kowalska/ })).toContainText('Print, United States · 3 left');
    expect([await violations(page), await dark(page), await isWide(page)]).toEqual([[], [], false]);
    await page.getByLabel('Who').selectOption('Free copies');
    await expect(page).toHaveURL('/readers?segment=free');
    await expect(page.getByText('Nobody is in it.')).toBeVisible();
    await page.getByLabel('Comes').selectOption('Digital');
    await expect(page).toHaveURL('/readers?segment=free&zone=digital');
    await page.getByLabel('Marked').selectOption('Has a note');
    await expect(page).toHaveURL('/readers?segment=free&zone=digital&flag=noted');
    await page.goto('/readers');
    // As whoever signs up reads it, where the publication says so, and its tag, as files have it.
    await expect(page.getByLabel('Mailing list').getByRole('option')).toHaveText([
      'any or none',
      'events',
      'The Shipping Forecast, a letter that comes once a month (newsletter)',
    ]);
    await page.getByLabel('Mailing list').selectOption('events');
    await page.getByLabel('Sorted').selectOption('By name');
    await expect(page).toHaveURL('/readers?segment=running&tag=events&sort=name');
    await expect.poll(() => asked.at(-1)).toBe('?segment=running&tag=events&sort=name');
    expect([await violations(page), await isWide(page)]).toEqual([[], false]);
    await page.getByLabel('Sorted').selectOption('Newest first');
    await expect(page).toHaveURL('/readers?segment=running&tag=events');
    expect(await violations(page)).toEqual([]);
  });
}

test('on a telephone a long e-mail address leaves a name its room, where readers are found and listed', async ({ page }) => {
  const email = `wilhelmina.${'alexandrina.'.repeat(4)}von.hohenzollern@a-university.example.org`;
  const long = <Row extends object>(row: Row) => ({ ...row, name: 'Wilhelmina von Hohenzollern', email });
  await serveStubs(page, 'service', {
    '/find': { ...FOUND, readers: FOUND.readers.map(long) },
    '/readers': { ...READERS, readers: READERS.readers.map(long) },
  });
  await page.setViewportSize({ width: 375, height: 800 });
  for (const address of ['/find?q=Wilhelmina', '/readers']) {
    await page.goto(address);
    const name = page
      .getByRole('link', { name: /Wilhelmina/ })
      .first()
      .locator('strong');
    await expect(name).toBeVisible();
    expect((await name.boundingBox())?.width).toBeGreaterThan(110);
    expect(await isWide(page)).toBe(false);
  }
});

test('of twelve guests with a reader’s mailbox five are named, and when they become the account is said as it is', async ({ page }) => {
  const guest = (n: number) => ({ owner: `${OWNER.slice(0, -2)}${10 + n}`, name: `Guest ${n}`, account: false, proved: false });
  await serveStubs(page, 'service', {
    [`/readers/${OWNER}`]: { ...READER, beside: Array.from({ length: 12 }, (_, n) => guest(n)), older: { orders: '1', letters: null } },
  });
  await page.goto(`/readers/${OWNER}`);
  const guests = page.getByRole('link', { name: /^Guest/ });
  await expect(guests).toHaveCount(5);
  // A login by password alone moves nothing into an account whose mailbox nobody has proved.
  await expect(page.getByText(/who become this account/)).toContainText(
    'and 7 more, who become this account once a login by a link or a code that was mailed there proves its mailbox',
  );
  await page.getByRole('button', { name: 'and 7 more' }).press('Enter');
  await expect(guests).toHaveCount(12);
  await expect(page.getByRole('button', { name: 'fewer' })).toBeFocused();
  // More orders than these are there: what came in is theirs alone.
  await expect(page.getByRole('region', { name: 'Orders' })).toContainText(/the newest \d+ · \$/);
  expect(await violations(page)).toEqual([]);
});

test('of a reader with many orders and letters ten of each stand above the history, the rest is one button away and printed, and letters say of which order they are', async ({
  page,
}) => {
  const many = <Row extends object>(row: Row | undefined) =>
    Array.from({ length: 14 }, (_, n) => ({ ...row, id: `${OWNER.slice(0, -2)}${10 + n}`, number: `EXR-${n}` }));
  const letters = many(READER.letters[0]).map((letter, n) => ({ ...letter, order: n === 0 ? null : `EXR-${n}` }));
  await serveStubs(page, 'service', { [`/readers/${OWNER}`]: { ...READER, orders: many(READER.orders[0]), letters } });
  await page.goto(`/readers/${OWNER}`);
  const [orders, written] = [page.getByRole('region', { name: 'Orders' }), page.getByRole('region', { name: 'Letters' })];
  await expect(orders.getByRole('listitem')).toHaveCount(10);
  await expect(written.getByRole('listitem')).toHaveCount(10);
  await expect(written.getByRole('listitem').nth(1)).toContainText('receipt EXR-1');
  await expect(written.getByRole('button', { name: /: receipt EXR-1,/ })).toHaveCount(1);
  await page.emulateMedia({ media: 'print' });
  await expect(orders.getByRole('listitem')).toHaveCount(14);
  await expect(written.getByRole('listitem')).toHaveCount(14);
  await page.emulateMedia({ media: 'screen' });
  // What is folded away is no row of the keyboard’s.
  await page.keyboard.press('k');
  await expect(orders.getByRole('link', { name: 'EXR-9' })).toBeFocused();
  await written.getByRole('button', { name: '4 more letters' }).press('Enter');
  await expect(written.getByRole('listitem')).toHaveCount(14);
  // Whoever pressed it goes on with what it brought.
  await expect(written.getByRole('listitem').nth(10)).toBeFocused();
  await orders.getByRole('button', { name: '4 more orders' }).click();
  await expect(orders.getByRole('listitem')).toHaveCount(14);
  expect([await violations(page), await isWide(page)]).toEqual([[], false]);
});

test('a reader’s older orders and letters come when they are asked for', async ({ page }) => {
  await serveStubs(page, 'service', {
    [`/readers/${OWNER}`]: { ...READER, older: { orders: '5.x', letters: '6.y' } },
    '/orders': (route: Route) => {
      expect(new URL(route.request().url()).search).toBe(`?owner=${OWNER}&after=5.x`);
      return route.fulfill({ json: { orders: [{ ...ORDERS.orders[0], number: 'EXR-12' }], next: null } });
    },
    [`/readers/${OWNER}/letters`]: { letters: [{ ...READER.letters[0], id: 'older', kind: 'welcome' }], next: null },
  });
  await page.goto(`/readers/${OWNER}`);
  await page.getByRole('button', { name: 'Older orders' }).click();
  await expect(page.getByRole('region', { name: 'Orders' }).getByRole('link')).toHaveText([/EXR-8812/, /EXR-12/]);
  await page.getByRole('button', { name: 'Older letters' }).click();
  await expect(page.getByRole('region', { name: 'Letters' })).toContainText('welcome');
  expect(await violations(page)).toEqual([]);
});

test('on a reader’s page what was bought and given reads in lines, by the names that its reader knows', async ({ page }) => {
  const term = { ...READER.terms[0], id: '3', level: 'low', paid: 1, served: 0, last_issue: null, given: true };
  const brought = { ...READER.terms[0], id: '4', taken_over: '0042' };
  const gave = { ...READER.history[0], verb: 'compSubscription', subject: 'print-a, low, 1 issues' };
  const back = { ...READER.history[0], id: OWNER, verb: 'takeBackCopy', subject: 'issue 17', undoes: true };
  const addresses = READER.addresses.map((address) => ({ ...address, updated: new Date(0).toISOString() }));
  await serveStubs(page, 'service', {
    [`/readers/${OWNER}`]: { ...READER, addresses, terms: [term, brought, ...READER.terms], history: [gave, back] },
  });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`/readers/${OWNER}`);
  const what = page.getByRole('region', { name: 'Orders' }).getByText('Subscription, Print, 1 year');
  expect((await what.boundingBox())?.width).toBeGreaterThan(300);
  await expect(page.getByRole('region', { name: 'Runs' })).toContainText('Print, United States, Standard, one issue, given');
  await expect(page.getByRole('region', { name: 'Runs' })).toContainText('taken over as 0042');
  const history = page.getByRole('region', { name: 'History' });
  await expect(history).toContainText('gave Print, United States, Standard, one issue');
  await expect(history).toContainText('Bob took back another copy of issue 17');
  // Kept from before the mailbox was proved: since when is not known.
  await expect(page.getByRole('region', { name: 'Addresses' })).not.toContainText('1970');
});

test('the readers that are shown and the mailing lists are taken as files, which is said; who may not has no button', async ({ page }) => {
  const asked: unknown[] = [];
  await serveStubs(page, 'publisher', {
    '/exports': async (route: Route) => {
      const { people } = route.request().postDataJSON();
      asked.push(people);
      await route.fulfill({ json: { name: `${people.of}.csv`, rows: 2, csv: '\uFEFFemail\r\nanna@example.org\r\n' } });
    },
  });
  await page.goto('/readers?segment=lapsed');
  const [readers] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Take these as CSV' }).click()]);
  expect(readers.suggestedFilename()).toBe('readers.csv');
  await expect(page.getByText('readers.csv has 2 rows. That you took it is in the history.')).toBeVisible();
  await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Mailing lists as CSV' }).click()]);
  expect(asked).toEqual([{ of: 'readers', segment: 'lapsed' }, { of: 'lists' }]);
  expect(await violations(page)).toEqual([]);
  await serveStubs(page, 'service');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Give to somebody new…' })).toBeVisible();
  await expect(page.getByRole('button', { name: /CSV/ })).toHaveCount(0);
});

test('readers are printed with whole e-mail addresses, and no empty sheet follows them', { tag: '@ci' }, async ({ page }) => {
  const reader = { owner: OWNER, name: 'Anna Maria Kowalska', email: 'anna.maria.kowalska@mail.example.org', town: 'San Francisco, CA' };
  const readers = [{ ...reader, runs: { deliverable: 'print-a', left: 3, copies: 1 }, renews: false, failing: false }];
  await serveStubs(page, 'service', { '/readers': { readers, count: 1, next: null } });
  await page.setViewportSize({ width: 816, height: 1056 });
  await page.goto('/readers');
  const email = page.getByText(reader.email);
  await expect(email).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const lines = await email.evaluate((cell) => {
    const text = document.createRange();
    text.selectNodeContents(cell);
    return text.getClientRects().length;
  });
  expect(lines).toBe(1);
  const [last, whole] = await Promise.all([email.locator('xpath=ancestor::li').boundingBox(), page.locator('body').boundingBox()]);
  expect((whole?.y ?? 0) + (whole?.height ?? 0)).toBe((last?.y ?? 0) + (last?.height ?? 0));
});
