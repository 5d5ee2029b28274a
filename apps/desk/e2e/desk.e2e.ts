import { violations } from '@newsstand/build/axe';
import { appTest as test } from '@newsstand/build/kept-page';
import type { DeskMoneyWork } from '@newsstand/contracts/desk-lists';
import type { DeskOrder } from '@newsstand/contracts/desk-orders';
import type { DeskReader, DeskToday } from '@newsstand/contracts/desk-reader';
import { DESK_ROLES, mayDo } from '@newsstand/contracts/desk-roles';
import { expect, type Page, type Route } from '@playwright/test';
import { refundOf } from './money-stubs.ts';
import { EMPTY_READER, FOUND, LETTER, NOTHING, ORDER, OWNER, READER, serveStubs, sessionOf, TODAY, unfold, isWide } from './stubs.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

test('nobody sees more than the door, and a sample person is signed in with two clicks', async ({ page }) => {
  let role: 'service' | null = null;
  await serveStubs(page, null, {
    '/session': (route: Route) => route.fulfill({ json: sessionOf(role) }),
    '/session/sample': async (route: Route) => {
      expect(route.request().postDataJSON()).toEqual({ role: 'service' });
      role = 'service';
      await route.fulfill({ json: sessionOf('service') });
    },
  });
  await page.goto(`/readers/${OWNER}`);
  await expect(heading(page, 'The desk')).toBeVisible();
  await expect(page.getByText('Anna Kowalska')).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Continue as Cleo, service' }).click();
  // Where they were going.
  await expect(heading(page, 'Anna Kowalska')).toBeVisible();
});

test('a browser that shows no passkey says so, and nothing is lost', { tag: '@ci' }, async ({ page }) => {
  await serveStubs(page, null, { '/session/options': { options: { challenge: 'AAAA' } } });
  await page.goto('/');
  await page.evaluate(() => {
    Object.defineProperty(navigator.credentials, 'get', { value: () => Promise.reject(new DOMException('', 'NotAllowedError')) });
  });
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('The browser showed no passkey. Nothing was changed');
  expect(await violations(page)).toEqual([]);
});

test('an invitation’s page asks for its link, and makes no call without it', { tag: '@ci' }, async ({ page }) => {
  await serveStubs(page, null);
  await page.goto('/welcome');
  await expect(page.getByRole('button', { name: 'Make my passkey' })).toBeDisabled();
  expect(await violations(page)).toEqual([]);
  await page.goto('/welcome#a-token');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Make my passkey' })).toBeEnabled();
});

for (const [state, says] of [
  ['used', 'If you made yours with it, sign in with that.'],
  ['gone', 'This link does not work any more.'],
] as const) {
  test(
    `an invitation’s link that is ${state} says so as its page opens, with what to do`,
    { tag: state === 'used' ? [] : ['@ci'] },
    async ({ page }) => {
      await page.setViewportSize({ width: 375, height: 800 });
      await serveStubs(page, null, { '/welcome/look': { state } });
      await page.goto('/welcome#a-token');
      await expect(page.getByRole('main')).toContainText(says);
      await expect(page.getByRole('main')).toContainText('For a new link ask a publisher of the magazine');
      await expect(page.getByRole('button', { name: 'Make my passkey' })).toHaveCount(0);
      expect([await violations(page), await isWide(page)]).toEqual([[], false]);
      await page.getByRole('link', { name: 'To the desk’s door' }).click();
      await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
    },
  );
}

for (const width of [1280, 375]) {
  test(`somebody is found and opened by keyboard alone, ${width} px wide`, { tag: width === 375 ? '@ci' : [] }, async ({ page }) => {
    const asked: (string | null)[] = [];
    await serveStubs(page, 'service', {
      '/find': (route: Route) => {
        asked.push(new URL(route.request().url()).searchParams.get('q'));
        return route.fulfill({ json: FOUND });
      },
    });
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Anna Kowalska' })).toBeVisible();
    await page.keyboard.press('/');
    await page.keyboard.type('kowalska dayton');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: '5 found' })).toBeVisible();
    expect([asked, await isWide(page)]).toEqual([['kowalska dayton'], false]);
    expect(await violations(page)).toEqual([]);
    // Single keys do nothing in a field; the next words take the place of these.
    await page.keyboard.type('j');
    await expect(page.getByRole('searchbox')).toHaveValue('j');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Anna Kowalska')).toBeVisible();
    await expect(page).toHaveTitle('Anna Kowalska · Desk');
    const given = page
      .getByRole('region', { name: 'Runs' })
      .getByRole('listitem')
      .filter({ hasText: 'a gift of Gus Giver, order EXR-8799' });
    await expect(given.getByRole('link')).toHaveText(['Gus Giver', 'EXR-8799']);
    // A term of twelve issues has its name in whole words also on a telephone.
    await expect.poll(async () => (await given.locator('strong').boundingBox())?.width ?? 0).toBeGreaterThan(150);
    const gifts = page.getByRole('region', { name: 'Gifts given' });
    await expect(gifts.getByRole('link', { name: 'Nana Okoro' })).toBeVisible();
    await expect(gifts).toContainText('taken back 11.2.2026');
    expect(await isWide(page)).toBe(false);
    expect(await violations(page)).toEqual([]);
    await page.goBack();
    await expect(page.getByRole('searchbox')).toHaveValue('kowalska dayton');
    // Enter again opens the best; ↓ leads to the rows.
    await page.keyboard.press('/');
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Anna Kowalska')).toBeVisible();
    await page.goBack();
    await page.keyboard.press('/');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('link', { name: /Anna Kowalska/ }).first()).toBeFocused();
  });
}

test('whom an invoice that nobody has paid yet names leads to that invoice', { tag: '@ci' }, async ({ page }) => {
  const gifts = [{ recipient: 'Bo Holm', town: 'Portland', order: '', invoice: 'EXC-104', owner: OWNER }];
  await serveStubs(page, 'service', { '/find': { ...NOTHING, gifts } });
  await page.goto('/find?q=holm');
  await expect(page.getByRole('link', { name: /Bo Holm.*invoice EXC-104/ })).toHaveAttribute('href', '/invoices/EXC-104');
  expect(await violations(page)).toEqual([]);
});

test('or, where invoices are not for one’s role, to whoever pays it', { tag: '@ci' }, async ({ page }) => {
  const gifts = [{ recipient: 'Bo Holm', town: 'Portland', order: '', invoice: 'EXC-104', owner: OWNER }];
  await serveStubs(page, 'circulation', { '/find': { ...NOTHING, gifts }, [`/readers/${OWNER}`]: READER });
  await page.goto('/find?q=holm');
  await expect(page.getByRole('link', { name: /Bo Holm.*invoice EXC-104/ })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Anna Kowalska')).toBeVisible();
});

test('what was searched for and is not there says what to try; what is spelled like it is a guess', { tag: '@ci' }, async ({ page }) => {
  await serveStubs(page, 'service', {
    '/find': (route: Route) => route.fulfill({ json: route.request().url().includes('xyz') ? NOTHING : { ...FOUND, guess: true } }),
  });
  await page.goto('/find?q=xyz');
  await expect(page.getByText('Nothing was found.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.goto('/find?q=kowlaska');
  await expect(page.getByText('Did you mean one of these?')).toBeVisible();
  await page.goto('/find?q=8812');
  await expect(page.getByRole('searchbox')).toHaveValue('8812');
  for (const typed of ['9400111899223197428490', '1.10', 'true', 'null', '[1]', '"1"', 'a b+c&d=ü']) {
    await page.goto(`/find?q=${encodeURIComponent(typed)}`);
    await expect(page.getByRole('heading', { name: `Find ${typed}` })).toBeVisible();
    await expect(page.getByRole('searchbox')).toHaveValue(typed);
    expect(new URL(page.url()).searchParams.get('q')).toBe(typed);
  }
  await page.goto('/find');
  await expect(page.getByText('Type a surname and a town')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('the page of a guest who has an account since leads to the account’s', { tag: '@ci' }, async ({ page }) => {
  const guest = '01a20889-0000-7000-8000-0000000000bb';
  await serveStubs(page, 'service', { [`/readers/${guest}`]: READER });
  await page.goto(`/readers/${guest}`);
  await expect(page).toHaveURL(`/readers/${OWNER}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anna Kowalska');
});

test('a reader’s page says what runs, what came back and what fails', async ({ page }) => {
  await serveStubs(page, 'service');
  await page.goto(`/readers/${OWNER}`);
  await expect(page.getByText('mail fails since 11.2.2026')).toBeVisible();
  const runs = page.getByRole('region', { name: 'Runs' });
  await expect(runs.getByRole('listitem').first()).toContainText('Print, United States, Solidarity, 1 year●○○○1 of 4 served');
  await expect(runs.getByRole('listitem').nth(1)).toContainText('ended with issue 15');
  await expect(page.getByRole('region', { name: 'Orders' })).toContainText('1 · $52.00 in, $12.00 back');
  await expect(page.getByRole('region', { name: 'Letters' })).toContainText('came back 11.2.2026');
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
});

test('of a reader who was erased nobody is offered to change, note or erase anything again', { tag: '@ci' }, async ({ page }) => {
  await serveStubs(page, 'publisher', { [`/readers/${OWNER}`]: { ...EMPTY_READER, letters: READER.letters, erased: true } });
  await page.goto(`/readers/${OWNER}`);
  await expect(page.getByText('Erased: what stands here is what has to be kept')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Letters' })).toContainText('receipt');
  await expect(page.getByRole('button', { name: /Change address|Give…|Erase|Send again/ })).toHaveCount(0);
  await expect(page.getByLabel('Write a note')).toHaveCount(0);
});

test('a reader of whom little is known: each part says what would be there', { tag: '@ci' }, async ({ page }) => {
  await serveStubs(page, 'service', { [`/readers/${OWNER}`]: EMPTY_READER });
  await page.goto(`/readers/${OWNER}`);
  await expect(heading(page, 'No name')).toBeVisible();
  await expect(page.getByText('No address is known: print cannot be posted.')).toBeVisible();
  // Those of whoever was erased are not there any more.
  await expect(page.getByText('No letter of the last 90 days is kept.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('a note that could not be kept stays in its field, and is sent again as the same action', { tag: '@ci' }, async ({ page }) => {
  const actions: string[] = [];
  let fails = true;
  await serveStubs(page, 'service', {
    [`/readers/${OWNER}/notes`]: (route: Route) => {
      actions.push(route.request().postDataJSON().action);
      return fails
        ? route.abort()
        : route.fulfill({ json: { note: { id: actions[0], text: 'Moved', who: 'Cleo', created: new Date().toISOString() } } });
    },
  });
  await page.goto(`/readers/${OWNER}`);
  const field = page.getByLabel('Write a note');
  await field.fill('Moved');
  await page.getByRole('button', { name: 'Keep note' }).click();
  await expect(page.getByRole('alert')).toContainText('Your note is still here, and was not kept.');
  await expect(field).toHaveValue('Moved');
  expect(await violations(page)).toEqual([]);
  fails = false;
  await page.getByRole('button', { name: 'Keep note' }).click();
  await expect(page.getByText('The note was kept.')).toBeVisible();
  await expect(field).toHaveValue('');
  expect([actions.length, new Set(actions).size]).toEqual([2, 1]);
});

test('a note says when it is too long, and is not lost on leaving the page without asking', { tag: '@ci' }, async ({ page }) => {
  await serveStubs(page, 'service');
  await page.goto(`/readers/${OWNER}`);
  const field = page.getByLabel('Write a note');
  await field.fill('x'.repeat(2050));
  await expect(page.getByText('50 characters too many: a note has 2,000.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Keep note' })).toBeDisabled();
  await field.fill('x'.repeat(1900));
  await expect(page.getByText('100 characters left')).toBeVisible();
  const leave = () => page.getByRole('navigation').getByRole('link', { name: 'Today' }).click();
  await leave();
  const dialog = page.getByRole('dialog', { name: 'Your note is not kept yet' });
  await expect(dialog).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Stay with it' }).click();
  await expect(field).toHaveValue('x'.repeat(1900));
  await leave();
  await dialog.getByRole('button', { name: 'Leave without it' }).click();
  await expect(field).toHaveCount(0);
});

for (const width of [1280, 375]) {
  test(
    `an invoice that waits stands on its reader’s page, with where copies go once it is paid, ${width} px wide`,
    { tag: '@ci' },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      const invoices: DeskReader['invoices'] = [
        {
          number: 'EXC-002',
          state: 'open',
          total: 1200,
          due: '2026-12-26',
          what: ['Upgrade, Print, Canada'],
          moves: { shipcode: 'b', lines: ['5 King St', 'Toronto ON M5H 1A1', 'Canada'] },
        },
      ];
      const erasure = { by: 'Bob', own: true };
      const bought = { id: OWNER, line: 1, number: 'EXR-8812', value: 5200, unserved: 3900 };
      const moved = { id: LETTER, line: 0, number: 'EXR-8830', name: 'Move to Canada', value: 2400, unserved: 1800 };
      const terms = READER.terms.map((term) => ({ ...term, order: bought, upgrades: [moved] }));
      await serveStubs(page, 'publisher', { [`/readers/${OWNER}`]: { ...READER, terms, invoices, erasure } });
      await page.goto(`/readers/${OWNER}`);
      const runs = page.getByRole('region', { name: 'Runs' }).getByRole('listitem');
      await expect(runs.first()).toContainText('EXR-8812, $52.00, $39.00 not served');
      await expect(runs.first()).toContainText('EXR-8830, Move to Canada, $24.00, $18.00 not served');
      await expect(runs.first()).toContainText('then renews by itself, Visa ···· 4242');
      await expect(runs.last().getByRole('link', { name: 'EXR-8830' })).toHaveAttribute('href', '/orders/EXR-8830');
      // Of what has ended nothing is to be served.
      await expect(runs.last()).toContainText('EXR-8812, $52.00 ·');
      const owed = page.getByRole('region', { name: 'Invoices to pay' });
      await expect(owed).toContainText('EXC-002, Upgrade, Print, Canada');
      await expect(owed.getByRole('link', { name: 'EXC-002' })).toHaveAttribute('href', '/invoices/EXC-002');
      await expect(page.getByRole('region', { name: 'Addresses' })).toContainText('once EXC-002 is paid');
      // Whoever asked for an erasure does not do it, and is told so.
      await unfold(page);
      await expect(page.getByRole('button', { name: 'Erase for good…' })).toBeDisabled();
      await expect(page.getByText('You asked for it: another person has to erase them.')).toBeVisible();
      expect(await violations(page)).toEqual([]);
    },
  );
}

test('a page that cannot be read says so, and is read when it is tried again', { tag: '@ci' }, async ({ page }) => {
  let broken = true;
  await serveStubs(page, 'service', {
    [`/readers/${OWNER}`]: (route: Route) =>
      broken ? route.fulfill({ status: 500, json: { errors: 'Something broke.' } }) : route.fulfill({ json: READER }),
  });
  await page.goto(`/readers/${OWNER}`);
  await expect(page.getByRole('alert')).toContainText('The desk could not read this reader.Something broke. Nothing was changed.');
  expect(await violations(page)).toEqual([]);
  broken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page, 'Anna Kowalska')).toBeVisible();
});

test('a page whose file does not come says so, and is there when it is loaded again', { tag: '@ci' }, async ({ page }) => {
  await serveStubs(page, 'service');
  await page.route(/\/money\.\w+\.js$/, (route) => route.abort());
  await page.goto('/');
  await page.reload();
  await page.getByRole('link', { name: 'Orders' }).click();
  await expect(heading(page, 'This page did not come')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.unroute(/\/money\.\w+\.js$/);
  await page.getByRole('button', { name: 'Load it again' }).click();
  await expect(heading(page, 'Orders')).toBeVisible();
});

test('an open desk has all of its pages after a moment, whatever becomes of its files meanwhile', { tag: '@ci' }, async ({ page }) => {
  await serveStubs(page, 'service');
  await page.goto('/');
  const rest = page.waitForResponse(/\/money\.\w+\.js$/);
  await page.reload();
  await (await rest).finished();
  await page.route(/\.js$/, (route) => route.abort());
  await page.getByRole('link', { name: 'Orders' }).click();
  await expect(heading(page, 'Orders')).toBeVisible();
});

test('what takes its time is said to be on its way', { tag: '@ci' }, async ({ page }) => {
  const gate = Promise.withResolvers<void>();
  await serveStubs(page, 'service', {
    [`/readers/${OWNER}`]: async (route: Route) => {
      await gate.promise;
      await route.fulfill({ json: READER });
    },
  });
  await page.goto(`/readers/${OWNER}`);
  await expect(page.getByRole('status').filter({ hasText: 'Loading this reader' })).toBeAttached();
  expect(await violations(page)).toEqual([]);
  gate.resolve();
  await expect(heading(page, 'Anna Kowalska')).toBeVisible();
});

test('a session that has ended leads to the door, and shows nothing more', async ({ page }) => {
  let signedIn = true;
  await serveStubs(page, 'service', {
    '/session': (route: Route) => route.fulfill({ json: sessionOf(signedIn ? 'service' : null) }),
    '/find': (route: Route) => route.fulfill({ status: 401, json: { errors: 'Please sign in.' } }),
  });
  await page.goto(`/readers/${OWNER}`);
  await expect(heading(page, 'Anna Kowalska')).toBeVisible();
  signedIn = false;
  await page.keyboard.press('/');
  await page.keyboard.type('somebody');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'The desk')).toBeVisible();
  await expect(page.getByText('Anna Kowalska').filter({ visible: true })).toHaveCount(0);
  await expect(page).toHaveTitle('Signed out · Desk');
});

for (const again of ['service', 'publisher'] as const) {
  const finds = again === 'service' ? 'finds what they typed when they are signed in again' : 'leaves nothing for somebody else';
  test(`who was signed out in another tab ${finds}`, { tag: again === 'service' ? '@ci' : [] }, async ({ page }) => {
    let role: 'service' | 'publisher' | null = 'service';
    const sent: unknown[] = [];
    await serveStubs(page, null, {
      '/session': (route: Route) => route.fulfill({ json: sessionOf(role) }),
      '/session/sample': async (route: Route) => {
        role = again;
        await route.fulfill({ json: sessionOf(again) });
      },
      [`/readers/${OWNER}/address/a`]: async (route: Route) => {
        if (role === null) return route.fulfill({ status: 401, json: { errors: 'Please sign in.' } });
        if (!new URL(route.request().url()).searchParams.has('dry')) sent.push(route.request().postDataJSON());
        await route.fulfill({ json: { from: ['14 Elm St'], to: ['12 Oak St'], lists: [], letter: null } });
      },
    });
    await page.goto(`/readers/${OWNER}`);
    await page.getByRole('button', { name: 'Change address' }).click();
    const typed = page.getByRole('dialog', { name: /^Address of/ }).getByRole('textbox', { name: /^Address/ });
    await typed.fill('12 Oak St');
    await expect(page.getByRole('region', { name: 'What happens' })).toContainText('12 Oak St');
    role = null;
    await page.keyboard.press('Enter');
    const door = page.getByRole('dialog', { name: 'Sign in again' });
    await expect(door).toContainText('Cleo was signed out.');
    await expect(typed).toBeHidden();
    // A browser lets a page refuse the first only.
    for (const _ of ['first', 'second', 'third']) await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog')).toHaveCount(1);
    expect(await violations(page)).toEqual([]);
    await door.getByRole('button', { name: `, ${again}` }).click();
    await expect(door).toHaveCount(0);
    await expect(heading(page, 'Anna Kowalska')).toBeVisible();
    if (again === 'publisher') {
      await expect(typed).toHaveCount(0);
      return;
    }
    await expect(typed).toHaveValue('12 Oak St');
    await expect(typed).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(typed).toHaveCount(0);
    expect(sent).toMatchObject([{ address: { line1: '12 Oak St' } }]);
  });
}

test('the menu has what a role may do', { tag: '@ci' }, async ({ page }) => {
  const menu = page.getByRole('navigation', { name: 'Desk' }).getByRole('link');
  await serveStubs(page, 'publisher');
  await page.goto('/');
  await expect(menu).toHaveText([
    'Today',
    'Find',
    'Readers',
    'Orders',
    'Issues',
    'Returned',
    'Parcels',
    'Stock',
    'Invoices',
    'Reports',
    'Imports',
    'History',
    'Jobs',
    'Staff',
  ]);
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await expect(heading(page, 'History')).toBeVisible();
  await expect(page.getByText('Bob wrote a note')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await menu.getByText('Staff').click();
  await expect(page.getByRole('row', { name: /ann@example\.org/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test(
  'on a telephone each page of the menu is a line of its own, which can be touched, however many there are',
  { tag: '@ci' },
  async ({ page }) => {
    await serveStubs(page, 'publisher');
    await page.setViewportSize({ width: 375, height: 800 });
    await page.goto('/');
    const links = page.getByRole('navigation', { name: 'Desk' }).getByRole('link');
    await expect(links.first()).toBeVisible();
    const heights = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().height));
    expect(heights.filter((height) => height < 44 || height > 56)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
  },
);

test(
  'on a telephone the page that one is on is seen in the menu, also one that stands far to the right',
  { tag: '@ci' },
  async ({ page }) => {
    await serveStubs(page, 'publisher');
    await page.setViewportSize({ width: 375, height: 800 });
    for (const [address, name] of [
      ['/history', 'History'],
      ['/post/returned', 'Returned'],
      ['/stock', 'Stock'],
      // What is no page of the menu stands under the one that leads there.
      ['/closings', 'Reports'],
      ['/searches', 'History'],
      ['/lists/undeliverable', 'Today'],
      ['/books', 'Today'],
    ] as const) {
      await page.goto(address);
      const here = page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name });
      await expect(here).toHaveAttribute('aria-current', 'page');
      await expect(here).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('navigation', { name: 'Desk' }).locator('[aria-current]')).toHaveCount(1);
    }
    // A telephone that is turned has another width.
    await page.setViewportSize({ width: 800, height: 375 });
    await page.goto('/history');
    await page.setViewportSize({ width: 375, height: 800 });
    await expect(page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'History' })).toBeInViewport({ ratio: 1 });
  },
);

test(
  'which keys lead to a page is seen in the menu where somebody points at it, and is no part of its name',
  { tag: '@ci' },
  async ({ page }) => {
    await serveStubs(page, 'publisher');
    await page.goto('/');
    const readers = page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Readers', exact: true });
    const hint = () => readers.evaluate((link) => getComputedStyle(link, '::after').content);
    await expect(readers).toBeVisible();
    expect(await hint()).toBe('none');
    await readers.hover();
    expect(await hint()).toMatch(/g r|attr\(data-keys\)/);
    await expect(readers).toHaveAccessibleName('Readers');
    expect(await violations(page)).toEqual([]);
  },
);

test('who sees no names is told that they are not for their role, and not that nobody has this one', async ({ page }) => {
  const lines = ORDER.lines.map((line) => ({ ...line, gifts: line.gifts.map((gift) => ({ ...gift, recipient: null, to: null })) }));
  const unnamed: DeskOrder = { ...ORDER, owner: null, name: '', email: null, address: [], letters: [], history: [], lines };
  await serveStubs(page, 'developer', { '/find': NOTHING, '/orders/EXR-8812': unnamed });
  await page.goto('/find?q=kowalska');
  await expect(page.getByText('Nothing was found. Names are not for your role: it finds orders by their numbers alone.')).toBeVisible();
  await page.goto('/find');
  await expect(page.getByText('Type the number of an order or a parcel: names are not for your role.')).toBeVisible();
  await page.goto('/orders/EXR-8812');
  await expect(page.getByRole('region', { name: 'Goes to' })).toContainText('Where it goes is not for your role');
  await expect(page.getByText('whose is not for your role, redeemed')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('who finds nothing and sees nobody is not offered it, and is led to what they do here', { tag: '@ci' }, async ({ page }) => {
  await serveStubs(page, 'editor', { '/today': { work: [], yours: [], just_now: [] }, '/issues': { issues: [] } });
  await page.goto('/');
  await expect(page.getByRole('navigation', { name: 'Desk' }).getByRole('link')).toHaveText(['Today', 'Issues']);
  await expect(page.getByRole('searchbox')).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText('Nothing waits for your role.');
  await expect(page.getByRole('main')).not.toContainText('Press /');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('main').getByRole('link', { name: 'Issues' }).click();
  await expect(heading(page, 'Issues')).toBeVisible();
});

for (const role of DESK_ROLES) {
  test(
    `where nothing waits, Today says so to the ${role}, and speaks of no key that they do not have`,
    { tag: '@ci' },
    async ({ page }) => {
      await serveStubs(page, role, { '/today': { work: [], yours: [], just_now: [] } });
      await page.goto('/');
      const main = page.getByRole('main');
      await expect(main).toContainText(/Nothing waits for (you|your role)\./);
      if (!mayDo([role], 'find')) await expect(main).not.toContainText('Press /');
    },
  );
}

for (const width of [1280, 375]) {
  test(
    `what waits is on Today with its count, and leads to who waits, by keyboard alone, ${width} px wide`,
    { tag: width === 375 ? '@ci' : [] },
    async ({ page }) => {
      await serveStubs(page, 'service');
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/');
      const work = page.getByRole('region', { name: 'To do' }).getByRole('link');
      await expect(work).toHaveText([/E-mail that fails.*12/, /Refunded elsewhere: decide.*1/]);
      expect([await violations(page), await isWide(page)]).toEqual([[], false]);
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await expect(heading(page, 'Refunded elsewhere: decide')).toBeVisible();
      await expect(page.getByRole('link', { name: /Anna Kowalska/ })).toContainText('$12.00');
      expect([await violations(page), await isWide(page)]).toEqual([[], false]);
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await expect(heading(page, 'Anna Kowalska')).toBeVisible();
    },
  );
}

test('what was done last says to whom, how long ago it was, and leads there', { tag: '@ci' }, async ({ page }) => {
  const soon = TODAY.just_now.map((action) => ({ ...action, at: new Date(Date.now() - 130_000).toISOString() }));
  await serveStubs(page, 'publisher', { '/today': { ...TODAY, just_now: soon } });
  await page.goto('/');
  const row = page.getByRole('region', { name: 'Just now' }).getByRole('listitem');
  await expect(row).toContainText('wrote a note · Anna Kowalska');
  await expect(row.getByRole('time')).toHaveText('2 min');
  await row.getByRole('link', { name: 'Anna Kowalska' }).click();
  await expect(heading(page, 'Anna Kowalska')).toBeVisible();
});

test('where nothing waits that the page knows it says so, and so does an empty list', { tag: '@ci' }, async ({ page }) => {
  await serveStubs(page, 'service', {
    '/today': { ...TODAY, work: [{ list: 'of-tomorrow', count: 3, oldest: null }] },
    '/lists/disputes': { list: 'disputes', count: 0, waiting: [] },
  });
  await page.goto('/');
  await expect(page.getByText('Nothing waits for you.')).toBeVisible();
  // A page that was opened before the desk knew of another list says that it leaves something out.
  await expect(page.getByText('The desk has grown since this page was opened.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.goto('/lists/disputes');
  await expect(page.getByText('Nobody waits here.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test(
  'a refund at the provider’s is on an open Today within ten seconds, and a page that nobody looks at asks for nothing',
  { tag: '@ci' },
  async ({ page }) => {
    const asked: string[] = [];
    const calm: DeskToday = { ...TODAY, work: [{ list: 'no-address', count: 3, oldest: null }] };
    let money: DeskMoneyWork = { work: [] };
    await serveStubs(page, 'service', {
      '/today': (route: Route) => {
        asked.push('today');
        return route.fulfill({ json: calm });
      },
      '/today/money': (route: Route) => {
        asked.push('money');
        return route.fulfill({ json: money });
      },
    });
    await page.clock.install();
    await page.goto('/');
    await expect(page.getByRole('link', { name: /no address/ })).toBeVisible();
    money = { work: [{ list: 'refunded-elsewhere', count: 1, oldest: '2026-11-02T15:00:00.000Z' }] };
    await page.clock.fastForward(9000);
    await expect(page.getByRole('link', { name: /Refunded elsewhere/ })).toContainText('1');
    expect(asked.filter((what) => what === 'today')).toHaveLength(1);
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    });
    const before = asked.length;
    await page.clock.runFor(40_000);
    expect(asked).toHaveLength(before);
  },
);

for (const [what, at, whole, heading] of [
  ['a reader’s page', `/readers/${OWNER}`, READER, 'Anna Kowalska'],
  ['an order’s page', '/orders/EXR-8812', ORDER, 'Order EXR-8812'],
] as const) {
  test(
    `${what} that is open while a letter waits says by itself that it went out, and asks no more`,
    at === '/orders/EXR-8812' ? { tag: '@ci' } : {},
    async ({ page }) => {
      await page.clock.install();
      const created = new Date().toISOString();
      let letter: DeskReader['letters'][number] = {
        id: LETTER,
        kind: 'receipt',
        to: 'anna@example.org',
        created,
        sent: null,
        bounced: null,
        again: false,
      };
      let asked = 0;
      await serveStubs(page, 'service', {
        [at]: (route: Route) => {
          asked += 1;
          return route.fulfill({ json: { ...whole, letters: [letter] } });
        },
      });
      await page.goto(at);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      const letters = page.getByRole('region', { name: 'Letters' });
      await expect(letters).toContainText('waits since');
      letter = { ...letter, sent: created, again: true };
      await page.clock.runFor(5000);
      await expect(letters.getByRole('button', { name: /^Send again/ })).toBeVisible();
      await expect(letters).not.toContainText('waits since');
      const before = asked;
      await page.clock.runFor(600_000);
      expect(asked).toBe(before);
    },
  );
}

test('an order whose refund is at the provider’s says by itself that it went back, with its letter', { tag: '@ci' }, async ({ page }) => {
  await page.clock.install();
  const created = new Date().toISOString();
  let [state, letters]: ['asked' | 'sent', typeof READER.letters] = ['asked', []];
  const refund = refundOf({ created, updated: created });
  await serveStubs(page, 'service', {
    '/orders/EXR-8812': (route: Route) => route.fulfill({ json: { ...ORDER, back: [], letters } }),
    [`/orders/${ORDER.id}/money`]: (route: Route) => route.fulfill({ json: { refunds: [{ ...refund, state }], back: [] } }),
  });
  await page.goto('/orders/EXR-8812');
  await expect(page.getByRole('region', { name: 'Money' })).toContainText('The provider is being asked');
  [state, letters] = ['sent', [{ id: LETTER, kind: 'refund', to: 'anna@example.org', created, sent: created, bounced: null, again: true }]];
  await page.clock.runFor(5000);
  await expect(page.getByRole('region', { name: 'Money' })).toContainText('Paid back');
  await expect(page.getByRole('region', { name: 'Letters' })).toContainText('refund');
});
