// @module-tag ci
import { violations } from '@newsstand/build/axe';
import { expect, test, type Locator, type Page } from '@playwright/test';

const ARTICLE = '/articles/the-buffer-stop-at-the-edge-of-the-sea';
const PAGES = [
  '/',
  ARTICLE,
  '/issue/terminus',
  '/store',
  '/store/product/last-boat-tee',
  '/store/checkout',
  '/receipts',
  '/invoice/abcdefgh',
  '/subscribe',
  '/donate',
  '/subscribe/renew',
  '/subscribe/redeem',
  '/account',
  '/mailing-list',
  '/nowhere',
];
const VIEWS = [
  { name: 'a phone at night', width: 375, height: 750, colorScheme: 'dark' },
  { name: 'a desk by day', width: 1280, height: 900, colorScheme: 'light' },
] as const;

test.beforeEach(async ({ page, baseURL }) => {
  await page.route(
    (url) => url.origin !== baseURL,
    (route) => route.abort(),
  );
});

/** Everything that is drawn late is drawn: pictures below the fold too. */
const readThrough = async (page: Page) => {
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
      scrollTo({ top: y, behavior: 'instant' });
      await new Promise(requestAnimationFrame);
    }
    // Pictures further along a shelf are never near the viewport: they are asked for here.
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode()));
  });
};

test('a name of one long word breaks, and no page scrolls sideways for it', async ({ page }) => {
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const address of ['/', '/store', '/store/product/last-boat-tee', '/issue/terminus']) {
      await page.goto(address);
      await page.evaluate(() => {
        for (const name of document.querySelectorAll('main :is(h1, h2, h3, .card-title, .newsstand-name)'))
          (name.querySelector('a') ?? name).textContent = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen';
      });
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), `${address} at ${width}`).toBeLessThanOrEqual(width);
    }
  }
});

test('nor does one for a long word of a description, as the page itself says it', { tag: '@ci' }, async ({ page }) => {
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/store/product/last-boat-tee');
    await page.evaluate(() => {
      const made = (tag: string, className: string, ...inside: (Node | string)[]) => {
        const element = Object.assign(document.createElement(tag), { className });
        element.append(...inside);
        return element;
      };
      const word = 'Donaudampfschifffahrtsgesellschaft'.repeat(4);
      const words = made('div', 'newsstand-words', made('h2', 'newsstand-name', word), made('p', '', word));
      document.querySelector('main')?.append(made('div', 'newsstand-product', words));
    });
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

test('below the store an empty cart has no heading, and one with something in it has', async ({ page }) => {
  await page.goto('/store');
  const heading = page.locator('#cart-title');
  await expect(heading).toBeVisible();
  const show = (...tags: string[]) =>
    page.locator('[data-widget="checkout.table"]').evaluate((place, within) => {
      place.replaceChildren(...within.map((tag) => document.createElement(tag)));
      place.setAttribute('data-state', 'loaded');
    }, tags);
  await show('div');
  await expect(heading).toBeHidden();
  await show('p', 'a');
  await expect(heading).toBeVisible();
});

for (const { name, width, height, colorScheme } of VIEWS) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport: { width, height }, colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    for (const path of PAGES) {
      // By day and on a desk its pages are looked at with widgets in them (journeys/pages.e2e.ts).
      const tag = colorScheme === 'light' ? '@long' : [];
      test(`${path} is for everybody, and nothing on it moves`, { tag }, async ({ page }) => {
        await page.addInitScript(() => {
          type Moved = { node?: Node | null; previousRect: DOMRect; currentRect: DOMRect };
          const seen: { moved: string[]; violations: string[] } = { moved: [], violations: [] };
          Object.assign(window, { seen });
          const named = ({ node, previousRect, currentRect }: Moved): string =>
            `${node instanceof Element ? node.outerHTML.slice(0, 100) : node?.textContent?.slice(0, 60)} ${JSON.stringify([previousRect, currentRect])}`;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries())
              // Less than a thousandth is a word of the menu that moves by a dot or two, now and then.
              if ('value' in entry && Number(entry.value) >= 0.001 && 'sources' in entry && Array.isArray(entry.sources))
                seen.moved.push(`${String(entry.value)}: ${entry.sources.map(named).join(' ')}`);
          }).observe({ type: 'layout-shift', buffered: true });
          document.addEventListener('securitypolicyviolation', (event) =>
            seen.violations.push(`${event.violatedDirective} ${event.blockedURI}`),
          );
        });
        // Faces that come in the tenth of a second in which no word is drawn yet (`font-display: optional`) move boxes,
        // and nothing that is seen. These come later.
        const { promise: late, resolve: letCome } = Promise.withResolvers<void>();
        await page.route('**/*.woff2', async (route) => {
          await late;
          await route.fallback();
        });
        await page.goto(path, { waitUntil: 'domcontentloaded' });
        await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
        await page.waitForTimeout(300);
        letCome();
        await page.waitForLoadState();
        await readThrough(page);

        expect(await page.evaluate(() => Reflect.get(window, 'seen'))).toEqual({ moved: [], violations: [] });
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
        expect(await violations(page)).toEqual([]);
      });
    }
  });
}

test('no page is wider than a small phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of PAGES) {
    await page.goto(path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0);
  }
});

test('no link of the magazine leads nowhere', async ({ page, request }) => {
  const links = new Set<string>();
  for (const path of PAGES) {
    await page.goto(path);
    // What the API itself answers is not of the magazine alone.
    for (const link of await page
      .locator('a[href^="/"]:not([href^="/api/"])')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? '')))
      links.add(link);
    for (const part of await page.locator('a[href^="#"]').evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? '')))
      await expect(page.locator(`[id="${decodeURIComponent(part.slice(1))}"]`), `${path}${part}`).toHaveCount(1);
  }
  expect(links.size).toBeGreaterThan(20);
  for (const link of links) expect((await request.get(link)).status(), link).toBe(200);
});

test('the header is below the fold after 32 px, and keeps its height', { tag: ['@§9.scroll.4'] }, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 750 });
  await page.goto('/');
  const html = page.locator('html');
  const height = () => page.getByRole('banner').evaluate((header) => header.getBoundingClientRect().height);
  const before = await height();
  await page.evaluate(() => scrollTo({ top: 32, behavior: 'instant' }));
  await expect(html).not.toHaveClass(/below-fold/);
  await page.evaluate(() => scrollTo({ top: 33, behavior: 'instant' }));
  await expect(html).toHaveClass(/below-fold/);
  expect(await height()).toBe(before);
});

test('the cart leads to the check-out only while there is something in it', { tag: ['@§2.routes.3'] }, async ({ page }) => {
  await page.goto('/');
  const cart = page.getByRole('link', { name: /^Cart/ });
  // As the loader does it.
  const paint = (text: string) => page.locator('[data-cart-count]').evaluate((count, painted) => (count.textContent = painted), text);
  await expect(cart).toHaveAttribute('href', '/store');
  await paint('2');
  await expect(cart).toHaveAttribute('href', '/store/checkout');
  await paint('');
  await expect(cart).toHaveAttribute('href', '/store');
});

test('the keyboard reaches the words first, and the sections again from below the fold', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 750 });
  await page.goto(ARTICLE);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await page.evaluate(() => scrollTo({ top: 600, behavior: 'instant' }));
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await expect(sections).toHaveCSS('opacity', '0');
  await sections.getByRole('link', { name: 'Store' }).focus();
  await expect(sections).toHaveCSS('opacity', '1');
});

test('where colors are forced the line below the sections marks the page that one is on alone', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/store');
  const lines = await page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('link')
    .evaluateAll((links) => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = 'Canvas';
      const paper = getComputedStyle(probe).color;
      return links.map((link) => ({
        current: link.hasAttribute('aria-current'),
        seen: getComputedStyle(link).borderBottomColor !== paper,
      }));
    });
  expect(lines.filter(({ current }) => current)).toHaveLength(1);
  expect(lines.filter(({ current, seen }) => current !== seen)).toEqual([]);
});

test.describe('an article', () => {
  test.beforeEach(({ page }) => page.goto(ARTICLE));

  test('leads from a claim to its note and back', { tag: ['@§1.offers.12', '@§2.others.14'] }, async ({ page }) => {
    const reference = page.locator('.prose sup a').first();
    await reference.click();
    await expect(page).toHaveURL(/#fn-1$/);
    await expect(page.locator('#fn-1')).toBeInViewport();
    await page.locator('#fn-1 [data-footnote-backref]').click();
    await expect(reference).toBeInViewport();
  });

  for (const width of [375, 1000, 1280])
    test(`shows notes, their marks and its parts below the header at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 700 });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const header = (await page.getByRole('banner').boundingBox())?.height ?? Infinity;
      const reference = page.locator('.prose sup a').first();
      const part = page.getByRole('heading', { name: 'Six hours a week' });
      const topOf = async (target: Locator) => (await target.boundingBox())?.y;
      await reference.click();
      await expect.poll(() => topOf(page.locator('#fn-1'))).toBeGreaterThan(header);
      await page.locator('#fn-1 [data-footnote-backref]').click();
      await expect.poll(() => topOf(reference)).toBeGreaterThan(header);
      await page.evaluate((id) => (location.hash = id), (await part.getAttribute('id')) ?? '');
      await expect.poll(() => topOf(part)).toBeGreaterThan(header);
    });

  test('says what its picture shows to who cannot see it, and in its caption only whose it is', async ({ page }) => {
    const hero = page.locator('.post-hero');
    const shown = (await hero.getByRole('img').getAttribute('alt')) ?? '';
    expect(shown).not.toBe('');
    await expect(hero.locator('figcaption')).toHaveText('Drawn for Exclave.');
  });

  test('keeps its words apart, after a full stop and in its tight headings', async ({ page }) => {
    await page.evaluate(() => document.fonts.ready);
    // What the space takes between two letters, in em of their size: a quarter is usual, an eighth reads as one word.
    const between = (selector: string, before: string, after: string) =>
      page
        .locator(selector)
        .first()
        .evaluate(
          (element, [left, right]) => {
            const words = element.appendChild(document.createElement('span'));
            words.style.cssText = 'position: absolute; white-space: pre; text-indent: 0';
            const width = (text: string) => {
              words.textContent = text;
              return words.getBoundingClientRect().width;
            };
            const space = width(`${left} ${right}`) - width(left) - width(right);
            const em = parseFloat(getComputedStyle(words).fontSize);
            words.remove();
            return space / em;
          },
          [before, after] as const,
        );
    for (const selector of ['h1', '.prose h2', '.standfirst', '.prose > p + p', '.byline', '.contents a', '.footer address'])
      for (const [before, after] of [
        ['r', 'd'],
        ['.', 'A'],
        ['e', 'y'],
      ] as const)
        // The space has a face of its own, which comes when somebody first draws it.
        await expect.poll(() => between(selector, before, after), `${selector}: ${before} ${after}`).toBeGreaterThan(0.19);
  });

  test('keeps words of menus, buttons and links apart on a screen that rounds to whole dots', async ({ page }) => {
    await page.evaluate(() => document.fonts.ready);
    // 'Log in' reads as one word with three dots between its two; widgets take the page's face.
    const narrow = await page.evaluate(() => {
      const words = document.body.appendChild(document.createElement('span'));
      const width = (text: string) => {
        words.textContent = text;
        return words.getBoundingClientRect().width;
      };
      return [14, 15, 16, 17].flatMap((size) =>
        [400, 500, 600].flatMap((weight) => {
          words.style.cssText = `position: absolute; white-space: pre; font: ${weight} ${size}px Archivo`;
          const space = width('g i') - width('gi');
          return space / size < 0.23 ? [`${weight} ${size}px: ${space}`] : [];
        }),
      );
    });
    expect(narrow).toEqual([]);
  });

  test('leads to its parts, and says which one is being read', { tag: ['@§1.offers.12', '@§2.others.14'] }, async ({ page }) => {
    const contents = page.getByRole('navigation', { name: 'In this article' });
    const part = contents.getByRole('link', { name: 'Six hours a week' });
    await part.click();
    await expect(page.getByRole('heading', { name: 'Six hours a week' })).toBeInViewport();
    await expect(part).toHaveAttribute('aria-current', 'location');
    await expect(contents.locator('[aria-current]')).toHaveCount(1);
  });

  for (const [name, host] of [
    ['Share on Twitter', 'twitter.com'],
    ['Share on Facebook', 'facebook.com'],
  ] as const) {
    test(
      `${name} opens a window of 600x350 that cannot reach back`,
      { tag: ['@§1.offers.10', '@§2.others.12', '@§9.popups.1'] },
      async ({ page, context }) => {
        await context.route(`https://*${host}/**`, (route) => route.fulfill({ contentType: 'text/html', body: '<title>Share</title>' }));
        const opened = context.waitForEvent('page');
        await page.getByRole('link', { name }).click();
        const popup = await opened;
        await popup.waitForLoadState();
        expect(new URL(popup.url()).search).toContain(encodeURIComponent(ARTICLE));
        expect(await popup.evaluate(() => [innerWidth, innerHeight, opener])).toEqual([600, 350, null]);
      },
    );
  }

  test('the print toggle shows the words alone, and everything again', { tag: ['@§1.offers.11', '@§2.others.13'] }, async ({ page }) => {
    const toggle = page.getByRole('button', { name: 'Print view' });
    await page.evaluate(() => {
      window.print = () => (document.documentElement.dataset['printed'] = 'yes');
    });
    const hero = page.locator('.post-hero img');
    const before = (await hero.boundingBox())?.height ?? 0;
    await toggle.click();
    await expect(page.getByRole('navigation', { name: 'Sections' })).toBeHidden();
    await expect(page.locator('.prose')).toBeVisible();
    await expect(page.getByText(/^https?:\/\/\S+\/articles\/\S+$/)).toBeVisible();
    expect((await hero.boundingBox())?.height).toBeLessThan(before);
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes');
    await page.getByRole('button', { name: 'Leave the print view' }).click();
    await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible();
    await expect(toggle).toBeVisible();
    await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeHidden();
  });

  test('nothing comes over the print view, and what was to come waits anew once it is left', async ({ page }) => {
    const popup = page.locator('[data-widget="mailing-list.popup"]');
    await expect(popup).toHaveCount(1);
    const beside = await popup.evaluate((element) => element.nextElementSibling?.className);
    for (let turn = 0; turn < 2; turn++) {
      await page.getByRole('button', { name: 'Print view' }).click();
      await expect(popup).toHaveCount(0);
      await page.getByRole('button', { name: 'Leave the print view' }).click();
      await expect(popup).toHaveCount(1);
    }
    expect(await popup.evaluate((element) => element.nextElementSibling?.className)).toBe(beside);
    await expect(popup).toHaveAttribute('data-when', 'visible');
  });

  for (const width of [375, 1280])
    test(`the buttons of the print view stand above the words and in line with them, at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.getByRole('button', { name: 'Print view' }).click();
      // Far down, where buttons that stay in view would lie on the words.
      await page.evaluate(() => scrollTo({ top: 1500, behavior: 'instant' }));
      const leave = await page.getByRole('button', { name: 'Leave the print view' }).boundingBox();
      const print = await page.getByRole('button', { name: 'Print', exact: true }).boundingBox();
      const words = await page.locator('.prose').boundingBox();
      expect((leave?.y ?? 0) + (leave?.height ?? 0)).toBeLessThanOrEqual(words?.y ?? 0);
      expect(print?.x).toBeCloseTo(words?.x ?? -1, 0);
      expect(leave?.y).toBeCloseTo(print?.y ?? -1, 0);
    });

  for (const width of [375, 1280])
    test(`who opens the print view, and leaves it, still has its buttons in front of them, and no logo lies on the words, at ${width} px`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      const enter = page.getByRole('button', { name: 'Print view' });
      const leave = page.getByRole('button', { name: 'Leave the print view' });
      await enter.scrollIntoViewIfNeeded();
      await enter.click();
      await expect(leave).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeInViewport({ ratio: 1 });
      await leave.click();
      await expect(enter).toBeInViewport({ ratio: 1 });
      await enter.click();
      await page.evaluate(() => scrollTo({ top: 1500, behavior: 'instant' }));
      await expect(page.locator('.prose')).toBeInViewport();
      await expect(page.locator('.masthead-logo')).not.toBeInViewport();
    });

  test('on paper there is neither navigation nor shop', async ({ page }) => {
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('.prose')).toBeVisible();
    for (const hidden of ['.masthead-nav', '.masthead-share', '.carousel-bar', '.from-issue', '.letter', '#sharing'])
      await expect(page.locator(hidden)).toBeHidden();
  });
});

test.describe('on paper', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 720, height: 1000 } });
  test.beforeEach(({ page }) => page.emulateMedia({ media: 'print' }));

  // What a reader has on record, owes or is about to choose; a page that prints only its logo is taken for a broken
  // one.
  for (const [path, widget] of [
    ['/receipts?token=abc', 'checkout.receipt'],
    ['/invoice/abc', 'checkout.invoice'],
    ['/account', 'account.overview'],
    ['/account/address', 'account.address'],
    ['/account/payment', 'account.payment'],
    ['/account/sessions', 'account.sessions'],
    ['/account/subscriptions/abc', 'account.subscription'],
    ['/subscribe/renew', 'subscribe.renew'],
    ['/store/checkout', 'checkout.page'],
  ] as const)
    test(`${path} has its content, which begins where the logo does`, async ({ page }) => {
      await page.goto(path);
      const content = page.locator(`[data-widget="${widget}"]`);
      await expect(content).toBeVisible();
      const logo = await page.locator('.masthead-logo').boundingBox();
      expect((await content.boundingBox())?.x).toBeCloseTo(logo?.x ?? -1, 0);
    });

  test('an issue names no way to buy it, and its neighbours stay on the sheet', async ({ page }) => {
    await page.goto('/issue/terminus');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'In print' })).toBeHidden();
    await expect(page.locator('.shelf')).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(720);
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  for (const [path, button, width] of [
    ['/login', 'Log in', 375],
    ['/institutional-subscriptions', 'Log in', 1280],
    ['/mailing-list', 'Write to me', 375],
  ] as const)
    test(`${path} has a form that works by itself, ${width} pixels wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      const form = page.locator('main form');
      await expect(form.getByRole('textbox', { name: 'Email' })).toBeVisible();
      await expect(form.getByRole('button', { name: button })).toBeVisible();
      await expect(page.getByText(/being (fetched|looked up)/).filter({ visible: true })).toHaveCount(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    });
  for (const path of [
    '/account',
    '/store/checkout',
    '/receipts?token=abc',
    '/invoice/abc',
    '/subscribe/renew',
    '/subscribe/redeem?token=abc',
  ])
    test(`${path} says one thing: what it needs, and whom to write to`, async ({ page }) => {
      await page.goto(path);
      await expect(page.locator('main .held:visible')).toHaveText([/^This page needs JavaScript\. To .+ without it, write to \S+@\S+\.$/]);
      await expect(page.getByText(/being (fetched|looked up)/).filter({ visible: true })).toHaveCount(0);
    });
});

test('who holds an issue comes to its files before its print, by the keyboard too, and keeps the focus that they have', async ({
  page,
}) => {
  await page.goto('/issue/terminus');
  const titles = page.locator('.buy h2');
  await expect(titles).toHaveText(['In print', 'As a file']);
  /** A link of a widget's in one of the two. */
  const put = (choice: number, words: string, held?: string): Promise<void> =>
    page
      .locator('.buy [data-widget]')
      .nth(choice)
      .evaluate(
        (element, [text, files]) => {
          const link = document.createElement('a');
          Object.assign(link, { href: '#', textContent: text });
          const box = document.createElement('div');
          if (files) box.dataset['held'] = files;
          box.append(link);
          element.replaceChildren(box);
        },
        [words, held],
      );
  await put(0, 'Add to Cart');
  await page.getByRole('link', { name: 'Add to Cart' }).focus();
  await put(1, 'Read as PDF', 'files');
  await expect(titles).toHaveText(['In print', 'As a file']);
  await page.keyboard.press('Tab');
  await put(1, 'Read as PDF', 'files');
  await expect(titles).toHaveText(['As a file', 'In print']);
});
