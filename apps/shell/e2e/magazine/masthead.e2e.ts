// @module-tag ci
import { createServer, request } from 'node:http';
import { expect, type Page, test } from '@playwright/test';

test('the header has room for all its sections and a long name, however wide the page is', async ({ page, baseURL }) => {
  await page.route(
    (url) => url.origin !== baseURL,
    (route) => route.abort(),
  );
  await page.goto('/store');
  await page.locator('.log-in').evaluate((link) => (link.textContent = 'Bartholomew Ashworth-Smythe'));
  for (const width of [360, 375, 414, 540, 768, 900, 1055, 1056, 1088, 1280, 1407, 1408, 1600]) {
    await page.setViewportSize({ width, height: 700 });
    const seen = await page.evaluate(() => {
      const nav = document.querySelector('.masthead-nav');
      const tagline = document.querySelector('.masthead-tagline');
      return {
        hidden: (nav?.scrollWidth ?? 0) - (nav?.clientWidth ?? 0),
        wider: document.documentElement.scrollWidth - innerWidth,
        lines: Math.round((tagline?.clientHeight ?? 0) / 20),
      };
    });
    expect(seen.hidden, `sections out of sight at ${width} px`).toBe(0);
    expect(seen.wider, `the page is wider than ${width} px`).toBe(0);
    expect(seen.lines, `lines of the tagline at ${width} px`).toBeLessThanOrEqual(2);
  }
});

test('a name that is too long for the header keeps its beginning, in whichever script it is written', async ({ page, baseURL }) => {
  await page.route(
    (url) => url.origin !== baseURL,
    (route) => route.abort(),
  );
  await page.setViewportSize({ width: 375, height: 700 });
  await page.goto('/store');
  for (const name of ['Bartholomew Ashworth-Smythe', 'عبد الرحمن بن محمد بن عبد العزيز الأنصاري']) {
    const seen = await page.locator('.log-in').evaluate((link, text) => {
      link.textContent = text;
      const range = document.createRange();
      range.setStart(link.firstChild ?? link, 0);
      range.setEnd(link.firstChild ?? link, 3);
      const [first, box] = [range.getBoundingClientRect(), link.getBoundingClientRect()];
      return { cut: link.scrollWidth > link.clientWidth, within: first.left >= box.left - 1 && first.right <= box.right + 1 };
    }, name);
    expect(seen, name).toEqual({ cut: true, within: true });
  }
});

test('sections that do not fit fade out at the edge, and the keyboard brings them', async ({ page, baseURL }) => {
  await page.route(
    (url) => url.origin !== baseURL,
    (route) => route.abort(),
  );
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto('/store');
  const nav = page.locator('.masthead-nav');
  // Letters at the very edge, whichever font draws them.
  await nav.evaluate((element) => element.querySelectorAll('a').forEach((link) => (link.textContent = 'MMMMMMMM')));
  const { y = 0, height = 0 } = (await nav.boundingBox()) ?? {};
  const strip = (x: number) => page.screenshot({ clip: { x, y, width: 4, height: height - 4 } });
  expect((await strip(316)).equals(await strip(0)), 'the edge is bare').toBe(true);
  await page.locator('.masthead-logo').focus();
  for (const link of await nav.getByRole('link').all()) {
    await page.keyboard.press('Tab');
    await expect(link).toBeFocused();
    await expect(link).toBeInViewport({ ratio: 1 });
  }
});

for (const border of ['data-widget="login.header"', 'data-widget="checkout.panel"', 'Cart <span'])
  test(`nothing of the header moves where the page comes in two pieces, of which the second begins at ${border}`, async ({
    page,
    baseURL,
  }) => {
    const whole = await (await fetch(`${baseURL}/store`)).text();
    const cut = whole.lastIndexOf('<', whole.indexOf(border) + 1);
    let goOn = () => {};
    const server = createServer((asked, answer) => {
      if (asked.url === '/store') {
        answer.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).write(whole.slice(0, cut));
        goOn = () => answer.end(whole.slice(cut));
        return;
      }
      const passed = request(`${baseURL}${asked.url}`, (from) => {
        answer.writeHead(from.statusCode ?? 502, from.headers);
        from.pipe(answer);
      });
      passed.end();
    }).listen(0);
    const address = server.address();
    await page.addInitScript(`globalThis.shifted = [];
      new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries()) shifted.push(value + ': ' + sources.map(({ node }) => node?.outerHTML?.slice(0, 80)));
      }).observe({ type: 'layout-shift', buffered: true })`);
    // Letters that come late move words by themselves.
    await page.route('**/*.woff2', (route) => route.abort());
    for (const width of [375, 1100, 1280]) {
      await page.setViewportSize({ width, height: 700 });
      await page.goto(`http://localhost:${typeof address === 'object' ? address?.port : ''}/store`, { waitUntil: 'commit' });
      // What came is drawn, if anything is to be seen of it.
      await page.waitForFunction(() => document.styleSheets.length > 0 && document.querySelector('.masthead-nav'));
      await page.waitForTimeout(500);
      goOn();
      await page.waitForLoadState();
      await expect(page.locator('.cart')).toBeVisible();
      await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
      expect.soft(await page.evaluate('shifted'), `${width} px`).toEqual([]);
    }
    server.close();
    server.closeAllConnections();
  });

test.describe('a page that a shared cache made for a stranger', () => {
  /** The session as the API has it, and how often it is asked for; `known`: the reader was named on an earlier page. */
  const openAs = async (page: Page, account: { name: string; email: string } | null, known: boolean) => {
    let asked = 0;
    await page.route('**/api/access/session', (route) => {
      asked += 1;
      return route.fulfill({ json: { account, institution: null } });
    });
    if (known) await page.addInitScript(() => localStorage.setItem('newsstand-reader-here', 'in'));
    await page.goto('/');
    return () => asked;
  };
  const ADA = { name: 'Ada Merrow', email: 'ada@example.org' };

  test('names its reader after load, where the page before knew them', async ({ page }) => {
    await openAs(page, ADA, true);
    await expect(page.locator('.log-in')).toHaveText('Ada Merrow');
    await expect(page.locator('.log-in')).toHaveAttribute('href', '/account');
  });

  test('names its reader when they reach for the link', async ({ page }) => {
    const asked = await openAs(page, ADA, false);
    await expect(page.locator('.log-in')).toHaveText('Log in');
    expect(asked()).toBe(0);
    await page.locator('.log-in').hover();
    await expect(page.locator('.log-in')).toHaveText('Ada Merrow');
  });

  test('stays a stranger’s for who has logged out, and other tabs are told', async ({ page }) => {
    const asked = await openAs(page, null, true);
    await expect.poll(asked).toBe(1);
    await expect.poll(() => page.evaluate(() => localStorage['newsstand-reader'])).toMatch(/\d+/);
    await expect(page.locator('.log-in')).toHaveText('Log in');
  });
});
