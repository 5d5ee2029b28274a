import { cacheBefore } from '@newsstand/build/cache-before';
import { goSoftly } from '@newsstand/build/soft-navigation';
import { expect, test, type Page } from '@playwright/test';

/** What `npm test` runs of these, wherever WordPress can be had. */
const CORE = ['@core'];
const DESKTOP = { width: 1280, height: 1000 };
const PHONE = { width: 375, height: 900 };
const PASSWORD = 'a ferry at dawn';
const REST = 'Who waits at the barrier';
const newReader = (name: string): string => `${name}-${Date.now().toString(36)}@reader.example`;

/** Nothing stands out of the page's side. */
async function expectFits(page: Page): Promise<void> {
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
}

/**
 * As a person does, who looks for a button below the fold first: Chromium may hand a click to the payment frame that
 * stood there a frame ago.
 */
async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name });
  await button.scrollIntoViewIfNeeded();
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  await button.click();
}

async function pay(page: Page): Promise<void> {
  await press(page, 'Proceed to Payment');
  const card = page.frameLocator('iframe[title="Secure payment input frame"]');
  await card.getByLabel('Card number').fill('4242424242424242');
  await card.getByLabel('Expiration date').fill('12 / 34');
  await card.getByLabel('Security code').fill('123');
  await expectFits(page);
  await press(page, 'Submit Payment');
  await expect(page).toHaveURL(/\/receipts\/\?token=/, { timeout: 90_000 });
  await expect(page.getByRole('heading', { name: 'Your papers are in order. Thank you.' })).toBeVisible();
  await expectFits(page);
}

for (const viewport of [DESKTOP, PHONE]) {
  const tag = viewport === PHONE ? CORE : [];
  test(`a guest finds a product in the store, adds it, checks out and has a receipt (${viewport.width} px)`, { tag }, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto('/store/');
    await page
      .locator('[data-widget="checkout.store"][data-state="loaded"]')
      .getByRole('link', { name: 'Tide Table Print' })
      .first()
      .click();
    await expect(page).toHaveURL(/\/store\/product\/tide-table-print/);
    await expect(page).toHaveTitle(/^Tide Table Print/);
    await expectFits(page);
    await press(page, 'Add to Cart');
    const panel = page.getByRole('dialog', { name: 'Your Cart' });
    await panel.getByRole('link', { name: 'Proceed to Checkout' }).click();
    await expect(page.getByRole('heading', { name: 'Check Out', level: 1 })).toBeVisible();
    await page.getByLabel('Full name').fill('Ada Reader');
    await page.getByRole('textbox', { name: /^Email/ }).fill(newReader('guest'));
    await page.getByRole('textbox', { name: /^Address/ }).fill('12 Harbour Street');
    await page.getByLabel('City').fill('Portland');
    const country = page.getByRole('combobox', { name: /^Country/ });
    await country.fill('');
    await country.fill('United States');
    await page.getByRole('option', { name: 'United States', exact: true }).click();
    await page.getByRole('combobox', { name: /^State/ }).fill('Maine');
    await page.getByRole('option', { name: 'Maine' }).click();
    await page.getByLabel('Postal code').fill('04101');
    await expectFits(page);
    await pay(page);
  });
}

test(
  'who meets the paywall subscribes, reads on, has an account, and reads on in another browser after a login; a guest never does (375 px)',
  { tag: CORE },
  async ({ page, browser, baseURL }) => {
    await page.setViewportSize(PHONE);
    const email = newReader('subscriber');
    await test.step('a guest reads the beginning', async () => {
      await page.goto('/tides/');
      await expect(page.getByText('Twice a day the sea')).toBeVisible();
      await expect(page.getByText(REST)).toHaveCount(0);
      await expectFits(page);
      await page.locator('[data-widget="login.paywall"]').getByRole('link', { name: 'Subscribe' }).first().click();
      await expect(page).toHaveURL(/\/subscribe\//);
    });
    await test.step('and subscribes', async () => {
      await page.goto('/subscribe/?level=standard-digital');
      await press(page, 'Proceed to Checkout');
      await page.getByLabel('Full name').fill('Sub Scriber');
      await page.getByRole('textbox', { name: /^Email/ }).fill(email);
      await page.getByLabel(/^Password/).fill(PASSWORD);
      await page.getByLabel('Confirm password').fill(PASSWORD);
      await pay(page);
    });
    await test.step('and reads on, and has an account', async () => {
      await page.goto('/tides/');
      await expect(page.getByText(REST)).toBeVisible();
      await page.goto('/account/');
      await expect(page.getByRole('region', { name: 'Overview' })).toBeVisible();
      await expectFits(page);
    });
    await test.step('a cache between that keeps all it may gives a guest no whole article, and a subscriber no beginning', async () => {
      const cookie = (await page.context().cookies(baseURL)).map(({ name, value }) => `${name}=${value}`).join('; ');
      const { ask, pages } = cacheBefore(baseURL ?? '');
      for (const [address, reader] of [
        ['/tides/', ''],
        ['/tides/', cookie],
        ['/tides/', ''],
        ['/tides/', cookie],
      ] as const)
        expect((await ask(address, reader)).includes(REST)).toBe(reader === cookie);
      // It does keep what it may: what is asked for a second time WordPress never hears of.
      const first = await ask('/ferries/', '');
      expect(await ask('/ferries/', cookie)).toBe(first);
      expect([...pages.keys()]).toEqual(['/ferries/']);
    });
    await test.step('elsewhere the article asks for a login, which leads back to the whole of it', async () => {
      const elsewhere = await browser.newPage({ viewport: DESKTOP, ...(baseURL && { baseURL }) });
      await elsewhere.goto('/login/?redirect=/tides/');
      const form = elsewhere.getByRole('tabpanel');
      await form.getByRole('textbox', { name: 'Email' }).first().fill(email);
      await form.locator('input[type="password"]').fill(PASSWORD);
      await elsewhere.keyboard.press('Enter');
      await expect(elsewhere).toHaveURL(/\/tides\/$/);
      await expect(elsewhere.getByText(REST)).toBeVisible();
      await elsewhere.close();
    });
    await test.step('and who logged in nowhere still reads the beginning', async () => {
      const guest = await browser.newPage({ viewport: DESKTOP, ...(baseURL && { baseURL }) });
      await guest.goto('/tides/');
      await expect(guest.getByText('Twice a day the sea')).toBeVisible();
      await expect(guest.getByText(REST)).toHaveCount(0);
      await guest.close();
    });
  },
);

for (const viewport of [DESKTOP, PHONE]) {
  test(`the menu’s cart opens (${viewport.width} px)`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto('/');
    await page.locator('[data-widget="checkout.panel"]').getByRole('link').click();
    await expect(page.getByRole('dialog', { name: 'Your Cart' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expectFits(page);
  });
}

/**
 * What the page has fetched of ours: the loader, what its stores send, and what the API was asked, in packed bodies.
 */
const ours = `performance.getEntriesByType('resource').filter(({ name }) =>
  name.startsWith(new URL(document.querySelector('#newsstand-loader-js').src).origin) || /\\/(?:mf|api)\\//.test(name))
  .map(({ name, encodedBodySize }) => [name.replace(/[?#].*/, '').replace(/.*\\//, ''), encodedBodySize])`;

for (const address of ['/', '/hello-world/']) {
  test(
    `the plain page ${address} costs its reader one request and 2.5 kB of ours, with cart and login in its menu`,
    { tag: CORE },
    async ({ page }) => {
      await page.goto(address);
      await expect(page.locator('[data-widget]')).toHaveCount(2);
      await page.waitForLoadState('networkidle');
      await page.evaluate('new Promise((done) => requestIdleCallback(done))');
      const [first = [], ...more] = await page.evaluate<[string, number][]>(ours);
      expect(more).toEqual([]);
      expect(first[0]).toBe('loader.js');
      expect(first[1]).toBeGreaterThan(1000);
      expect(first[1]).toBeLessThanOrEqual(2500);
    },
  );
}

/**
 * What moves on a page while its widgets come, from its first moment; and where the theme's own letters do not come,
 * which would move it as well.
 */
async function shifts(page: Page, address: string): Promise<string[]> {
  await page.goto(address);
  // As a reader scrolls, while they come.
  for (let step = 0; step < 8; step += 1) {
    await page.mouse.wheel(0, 300);
    await page.waitForTimeout(50);
  }
  for (const mount of await page.locator('main [data-widget]:not([data-when="intent"], [data-widget="mailing-list.popup"])').all()) {
    await mount.scrollIntoViewIfNeeded();
    await expect(mount).toHaveAttribute('data-state', 'loaded');
  }
  await page.waitForLoadState('networkidle');
  await page.evaluate('new Promise((done) => requestIdleCallback(done))');
  return page.evaluate<string[]>('shifted');
}

for (const viewport of [DESKTOP, PHONE])
  test(
    `nothing of a page moves while its widgets come (${viewport.width} px)`,
    { tag: viewport === PHONE ? CORE : [] },
    async ({ page }) => {
      await page.setViewportSize(viewport);
      await page.route(/\.woff2/, (route) => route.abort());
      await page.addInitScript(`globalThis.shifted = [];
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if (!entry.hadRecentInput)
            shifted.push(entry.value + ': ' + entry.sources.map(({ node }) => (node?.outerHTML ?? node?.textContent ?? '').slice(0, 120)).join(', '));
        }).observe({ type: 'layout-shift', buffered: true });`);
      const all = ['/store/', '/store/product/harbour-mug/', '/store/checkout/', '/donate/', '/login/', '/mailing-list/', '/account/'];
      for (const address of ['/subscribe/', '/tides/', '/ferries/', '/goods/', ...(viewport === PHONE ? [] : all)])
        expect.soft(await shifts(page, address), address).toEqual([]);
    },
  );

for (const width of [375, 720, 1280])
  test(`the goods of the store take exactly the room of its words, for who has read on before they came (${width} px)`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    let letCome = (): void => undefined;
    const held = new Promise<void>((resolve) => (letCome = resolve));
    await page.route(/\/platform[^/]*\.js/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/store/');
    const store = page.locator('[data-widget="checkout.store"]');
    await store.getByRole('link').last().scrollIntoViewIfNeeded();
    const height = (): Promise<number> => store.evaluate((element) => Math.round(element.getBoundingClientRect().height));
    const words = await height();
    letCome();
    await expect(store).toHaveAttribute('data-state', 'loaded');
    expect(await height()).toBe(words);
  });

for (const width of [375, 1280])
  test(`a product in an article takes exactly the room of its words (${width} px)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const held = Promise.withResolvers<void>();
    await page.route(/\/platform[^/]*\.js/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto('/goods/');
    const product = page.locator('[data-widget="checkout.product"]');
    await product.scrollIntoViewIfNeeded();
    const height = (): Promise<number> => product.evaluate((element) => Math.round(element.getBoundingClientRect().height));
    const words = await height();
    held.resolve();
    await expect(product).toHaveAttribute('data-state', 'loaded');
    expect(await height()).toBe(words);
  });

test('the footer of a page of the shop’s appears where it belongs, for who has scrolled to the end before its widget came', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  for (const address of ['/subscribe/', '/donate/', '/account/']) {
    let letCome = (): void => undefined;
    const held = new Promise<void>((resolve) => (letCome = resolve));
    await page.route(/\/platform[^/]*\.js/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(address);
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    const footer = page.locator('footer').last();
    await expect(footer).toBeHidden();
    await page.evaluate(`globalThis.moved = [];
      document.fonts.ready.then(() => new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) for (const { node } of entry.sources) if (node?.closest?.('footer')) moved.push(node.outerHTML.slice(0, 120));
      }).observe({ type: 'layout-shift' }))`);
    letCome();
    await expect(page.locator('main [data-widget]').first()).toHaveAttribute('data-state', 'loaded');
    await expect(footer).toBeVisible();
    expect.soft(await page.evaluate<string[]>('moved'), address).toEqual([]);
    await page.unrouteAll();
  }
});

for (const script of [true, false])
  test(`each of the shop’s own pages has one first heading, ${script ? 'with' : 'without'} scripts`, async ({ browser, baseURL }) => {
    const page = await browser.newPage({ javaScriptEnabled: script, ...(baseURL && { baseURL }) });
    const pages = {
      '/subscribe/': 'Subscribe',
      '/donate/': 'Donate',
      '/store/product/harbour-mug/': 'Harbour Mug',
      '/store/checkout/': 'Check Out',
      '/issue/salt/': /Salt/,
      '/account/': 'Your account',
      '/login/': 'Log in',
    };
    for (const [address, name] of Object.entries(pages)) {
      await page.goto(address);
      if (script && address !== '/issue/salt/') await expect(page.locator('main [data-widget][data-state="loaded"]').first()).toBeVisible();
      const seen = page.locator('h1').filter({ visible: true, hasText: /./ });
      await expect.soft(seen, address).toHaveCount(1);
      await expect.soft(seen.first(), address).toHaveText(name);
    }
    await page.close();
  });

test('in an article, what adds a good to the cart says which to the eye, before its button is there and after', async ({ page }) => {
  await page.goto('/goods/');
  const add = page.locator('[data-widget="checkout.add"]');
  await expect(add).toContainText('Last Boat Tee');
  await add.scrollIntoViewIfNeeded();
  await expect(add.getByRole('button', { name: 'Add to Cart' })).toHaveText('Add to Cart: Last Boat Tee');
  await expectFits(page);
});

for (const script of [true, false])
  test(`an issue’s page fits a phone, ${script ? 'with' : 'without'} scripts`, async ({ browser, baseURL }) => {
    const page = await browser.newPage({ viewport: PHONE, javaScriptEnabled: script, ...(baseURL && { baseURL }) });
    await page.goto('/issue/salt/');
    const cover = page.locator('.newsstand-issue .newsstand-picture img');
    expect((await cover.boundingBox())?.width).toBeLessThanOrEqual(PHONE.width);
    await expectFits(page);
    await page.close();
  });

for (const viewport of [DESKTOP, PHONE]) {
  test(`the list’s popup opens in an article, closes by Escape, and does not come again (${viewport.width} px)`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto('/ferries/');
    const popup = page.getByRole('dialog');
    await expect(popup).toBeVisible();
    await expectFits(page);
    await page.keyboard.press('Escape');
    await expect(popup).toBeHidden();
    await page.reload();
    await expect(page.locator('[data-widget="mailing-list.popup"]')).toHaveCount(1);
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate<[string, number][]>(ours)).toHaveLength(1);
  });

  test(`a soft navigation from product to product, as Swup and Turbo make it, brings the other with its words (${viewport.width} px)`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await goSoftly(page, '/store/product/harbour-mug/', '/store/product/tide-table-print/');
    await expectFits(page);
  });
}

/** Into WordPress’s own side. */
async function logInAsPublisher(page: Page): Promise<void> {
  await page.goto('/wp-login.php');
  await page.getByLabel('Username or Email Address').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill('password');
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByLabel('Username or Email Address')).toHaveCount(0);
}

test('where the remotes cannot be had, a page keeps the shop’s words and says what can be done', async ({ page }) => {
  await page.route('**/mf/**', (route) => route.abort());
  for (const address of ['/subscribe/', '/store/checkout/']) {
    await page.goto(address);
    await expect(page.getByText('This part of the page could not be loaded. Load the page again, or write to')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  }
});

test('the publisher’s check finds nothing wrong', async ({ page }) => {
  await logInAsPublisher(page);
  await page.goto('/wp-admin/options-general.php?page=newsstand');
  await page.getByRole('button', { name: 'Check what is typed' }).click();
  await expect(page.getByText('✓ This site’s /api leads to the API.')).toBeVisible();
  await expect(page.locator('#newsstand-check')).toContainText('✓ Letters and redirects of the API lead to this site.');
  await expect(page.locator('#newsstand-check')).not.toContainText('✗');
});

/** A new post in the block editor: what is written stands in a frame of its own. */
async function beginPost(page: Page, name: string) {
  await page.goto('/wp-admin/post-new.php');
  // The editor draws its guide before it listens to it, on a busy machine.
  await page.addLocatorHandler(page.getByRole('dialog', { name: 'Welcome' }), (guide) =>
    expect(async () => {
      await guide.getByRole('button', { name: 'Close' }).click({ timeout: 2000 });
      await expect(guide).toBeHidden({ timeout: 2000 });
    }).toPass(),
  );
  const canvas = page.frameLocator('iframe[name="editor-canvas"]');
  await canvas.getByRole('textbox', { name: 'Add title' }).fill(name);
  const settings = page.getByRole('region', { name: 'Editor settings' });
  const showSettings = async () => {
    if (!(await settings.isVisible())) await page.getByRole('button', { name: 'Settings', exact: true }).click();
  };
  return { canvas, settings, showSettings };
}

/** Publishes it; answers where it is. */
async function publish(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const panel = page.getByRole('region', { name: 'Editor publish' });
  await panel.getByRole('button', { name: 'Publish', exact: true }).click();
  return (await panel.getByRole('link', { name: 'View Post' }).getAttribute('href')) ?? '';
}

test('an editor puts a good into a post with the block, picks it by its name, sees what it is, and readers buy it there', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.setViewportSize(DESKTOP);
  await logInAsPublisher(page);
  const { canvas, settings, showSettings } = await beginPost(page, 'What the harbour sells');
  for (const [search, block] of [
    ['Add to cart', 'newsstand/checkout-add'],
    ['Product', 'newsstand/checkout-product'],
  ] as const) {
    await page.getByRole('button', { name: /^(Toggle b|B)lock inserter$/i }).click();
    await page.getByRole('searchbox').fill(search);
    await page
      .getByRole('option')
      .filter({ hasText: new RegExp(`^${search}$`) })
      .click();
    await page.getByRole('button', { name: /^(Toggle b|B)lock inserter$/i }).click();
    await canvas.locator(`[data-type="${block}"]`).click();
    await showSettings();
    if (block === 'newsstand/checkout-add') {
      await settings.getByLabel('What is added').selectOption('No. 15, Terminus, in print');
      await settings.getByLabel('The button names what it adds').check();
      await expect(canvas.getByText('Add to cart: No. 15, Terminus, in print')).toBeVisible();
    } else {
      await expect(settings.getByLabel('Product').getByRole('option', { name: /Terminus/ })).toHaveCount(0);
      await settings.getByLabel('Product').selectOption('Harbour Mug');
      await expect(canvas.getByRole('heading', { name: 'Harbour Mug' })).toBeVisible();
    }
  }
  const address = await publish(page);

  const reader = await browser.newPage({ viewport: PHONE, ...(baseURL && { baseURL }) });
  await reader.goto(address);
  const issue = reader.locator('[data-widget="checkout.add"]');
  await expect(reader.locator('[data-widget="checkout.product"]').getByRole('button', { name: 'Add to Cart' })).toBeVisible();
  await issue.getByRole('button', { name: /^Add to Cart.*Terminus/ }).click();
  await expect(reader.getByRole('dialog', { name: 'Your Cart' })).toContainText('Terminus');
  await expectFits(reader);
  await reader.close();
});

test('an editor closes a post to all but subscribers with the same click that publishes it', async ({ page, request }) => {
  await page.setViewportSize(DESKTOP);
  await logInAsPublisher(page);
  const { canvas, settings, showSettings } = await beginPost(page, 'Behind the bar');
  await page.keyboard.press('Enter');
  for (const words of ['Everybody reads this line.', 'Subscribers read this one.']) {
    await page.keyboard.type(words);
    await page.keyboard.press('Enter');
  }
  await expect(canvas.getByText('Subscribers read this one.')).toBeVisible();
  await showSettings();
  await settings.getByRole('tab', { name: 'Post' }).click();
  const [panel, only] = [settings.getByRole('button', { name: 'Newsstand' }), settings.getByLabel('Subscribers only')];
  // WordPress keeps for each of its people whether it is open.
  await expect(async () => {
    if ((await panel.getAttribute('aria-expanded', { timeout: 2000 })) === 'false') await panel.click({ timeout: 2000 });
    await expect(only).toBeVisible({ timeout: 2000 });
  }).toPass();
  await only.check();
  // There is no second request by which it could be open for a moment.
  const saved: string[] = [];
  page.on('request', (one) => one.method() === 'POST' && /posts|post\.php/.test(one.url()) && saved.push(new URL(one.url()).pathname));
  const address = await publish(page);
  expect(saved).toEqual([expect.stringMatching(/\/wp\/v2\/posts\/\d+$/)]);
  const shown = await (await request.get(address)).text();
  expect(shown).toContain('Everybody reads this line.');
  expect(shown).not.toContain('Subscribers read this one.');
});
