// @module-tag ci
import { violations } from '@newsstand/build/axe';
import { expect, test, type Page } from '@playwright/test';

const ARTICLE = '/articles/the-buffer-stop-at-the-edge-of-the-sea';

test.beforeEach(async ({ page, baseURL }) => {
  await page.route(
    (url) => url.origin !== baseURL,
    (route) => route.abort(),
  );
});

const carousel = (page: Page) => page.getByRole('region', { name: 'A week at the buffers' });
const slides = (page: Page) => carousel(page).getByRole('listitem');
const press = (page: Page, name: string) => carousel(page).getByRole('button', { name }).click();

test.describe('a carousel', () => {
  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    test.describe(`with motion: ${reducedMotion}`, () => {
      test.use({ contextOptions: { reducedMotion } });

      test(
        'leads from picture to picture with its buttons, says which one is shown, and ends',
        { tag: ['@§1.offers.13'] },
        async ({ page }) => {
          await page.goto(ARTICLE);
          await expect(carousel(page).getByRole('status')).toHaveText('Picture 1 of 4');
          await expect(carousel(page).getByRole('button', { name: 'Previous picture' })).toHaveAttribute('aria-disabled', 'true');
          await press(page, 'Next picture');
          await expect(slides(page).nth(1)).toBeInViewport({ ratio: 0.8 });
          await expect(carousel(page).getByRole('status')).toHaveText('Picture 2 of 4');
          // Faster than the row: each press counts.
          await press(page, 'Next picture');
          await press(page, 'Next picture');
          await expect(slides(page).nth(3)).toBeInViewport({ ratio: 0.8 });
          await expect(carousel(page).getByRole('button', { name: 'Next picture' })).toHaveAttribute('aria-disabled', 'true');
          await carousel(page).getByRole('button', { name: 'Next picture' }).click({ force: true });
          await expect(carousel(page).getByRole('status')).toHaveText('Picture 4 of 4');
          await press(page, 'Previous picture');
          await expect(carousel(page).getByRole('status')).toHaveText('Picture 3 of 4');
        },
      );
    });
  }

  test('jumps at once for a reader who wants no motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(ARTICLE);
    const moved = await carousel(page)
      .getByRole('button', { name: 'Next picture' })
      .evaluate((button: HTMLElement) => {
        button.click();
        return button.closest('.carousel')?.querySelector('.carousel-slides')?.scrollLeft ?? 0;
      });
    expect(moved).toBeGreaterThan(100);
  });

  test('is gone through with the arrow keys, and to its ends', { tag: ['@§1.offers.13'] }, async ({ page }) => {
    await page.goto(ARTICLE);
    const row = carousel(page).getByRole('list');
    await row.focus();
    for (const [key, place] of [
      ['ArrowRight', 2],
      ['End', 4],
      ['ArrowRight', 4],
      ['ArrowLeft', 3],
      ['Home', 1],
    ] as const) {
      await page.keyboard.press(key);
      await expect(carousel(page).getByRole('status')).toHaveText(`Picture ${place} of 4`);
      await expect(slides(page).nth(place - 1)).toBeInViewport({ ratio: 0.8 });
    }
    await expect(row).toBeFocused();
  });

  test('says which picture is shown where something else brought it there, as a search in the page does', async ({ page }) => {
    await page.goto(ARTICLE);
    const row = carousel(page).getByRole('list');
    await row.focus();
    await page.keyboard.press('End');
    await expect(slides(page).nth(3)).toBeInViewport({ ratio: 0.8 });
    // There is no further to go, so the row does not move.
    await page.keyboard.press('End');
    await row.evaluate((list) => list.scrollTo({ left: 0, behavior: 'instant' }));
    await expect(carousel(page).getByRole('status')).toHaveText('Picture 1 of 4');
    await press(page, 'Next picture');
    await expect(slides(page).nth(1)).toBeInViewport({ ratio: 0.8 });
  });

  test('follows a finger, and comes to rest on a picture', { tag: ['@§1.offers.13'] }, async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      viewport: { width: 375, height: 750 },
      hasTouch: true,
      isMobile: true,
      ...(baseURL && { baseURL }),
    });
    const page = await context.newPage();
    await page.goto(ARTICLE);
    const row = carousel(page).getByRole('list');
    await row.scrollIntoViewIfNeeded();
    const box = await row.boundingBox();
    const devtools = await context.newCDPSession(page);
    const y = Math.round((box?.y ?? 0) + 60);
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: 300, y }] });
    for (let x = 280; x >= 80; x -= 20) await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y }] });
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(carousel(page).getByRole('status')).toHaveText('Picture 2 of 4');
    await expect.poll(async () => Math.round((await slides(page).nth(1).boundingBox())?.x ?? 0)).toBeLessThan(20);
    await context.close();
  });

  test(
    'is a list of pictures that scrolls where no script runs, and nothing promises more',
    { tag: ['@§1.offers.13'] },
    async ({ browser, baseURL }) => {
      const context = await browser.newContext({
        javaScriptEnabled: false,
        viewport: { width: 375, height: 750 },
        ...(baseURL && { baseURL }),
      });
      const page = await context.newPage();
      await page.goto(ARTICLE);
      await expect(slides(page)).toHaveCount(4);
      await expect(carousel(page).getByText('4 pictures')).toBeVisible();
      await expect(carousel(page).getByRole('button')).toHaveCount(0);
      await slides(page).first().hover();
      await page.mouse.wheel(330, 0);
      await expect(slides(page).nth(1)).toBeInViewport({ ratio: 0.9 });
      await context.close();
    },
  );

  test(
    'without its row throws the error that names the class, and the rest of the page goes on',
    { tag: ['@§8.carousel.1'] },
    async ({ page }) => {
      const errors: string[] = [];
      page.on('pageerror', ({ message }) => errors.push(message));
      await page.route(`**${ARTICLE}`, async (route) => {
        const response = await route.fetch();
        const broken = '<section class="carousel"></section>';
        await route.fulfill({
          response,
          body: (await response.text()).replace('<section class="carousel"', `${broken}<section class="carousel"`),
        });
      });
      await page.goto(ARTICLE);
      await expect(carousel(page).getByRole('status')).toHaveText('Picture 1 of 4');
      expect(errors).toEqual(['Carousel requires dom element with the class carousel-slides']);
    },
  );

  for (const [width, colorScheme] of [
    [375, 'light'],
    [375, 'dark'],
    [1280, 'light'],
    [1280, 'dark'],
  ] as const) {
    test(`is for everybody at ${width} px, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 800 });
      await page.goto(ARTICLE);
      await press(page, 'Next picture');
      await page.getByRole('link', { name: 'Share this piece' }).click();
      await expect(page.getByRole('group', { name: 'Share this piece' })).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });
  }
});

test.describe('the navigation of a post', () => {
  const contents = (page: Page) => page.getByRole('navigation', { name: 'In this article' });
  const part = (page: Page, name: string) => contents(page).getByRole('link', { name });
  const at = async (page: Page, width: number) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(ARTICLE);
  };
  const boxOf = async (page: Page, selector: string) => {
    const box = await page.locator(selector).first().boundingBox();
    return { x: box?.x ?? 0, y: box?.y ?? 0, right: (box?.x ?? 0) + (box?.width ?? 0) };
  };

  for (const width of [375, 799]) {
    test(`is folded at ${width} px, and a reader opens it`, { tag: ['@§9.scroll.5'] }, async ({ page }) => {
      await at(page, width);
      await expect(part(page, 'All change')).toBeHidden();
      await contents(page).getByText('In this article').click();
      await part(page, 'All change').click();
      await expect(page.getByRole('heading', { name: 'All change' })).toBeInViewport();
    });
  }

  for (const width of [800, 959]) {
    test(`stands above the words in two columns at ${width} px`, { tag: ['@§9.scroll.5'] }, async ({ page }) => {
      await at(page, width);
      const [first, last, words] = [
        await part(page, 'The line that').boundingBox(),
        await part(page, 'Notes').boundingBox(),
        await boxOf(page, '.prose'),
      ];
      expect(last?.x ?? 0).toBeGreaterThan((first?.x ?? 0) + 200);
      expect(last?.y ?? 0).toBeLessThan(words.y);
    });
  }

  for (const width of [960, 1199]) {
    test(
      `stands beside the words at ${width} px, stays in view, and the notes are at the end`,
      { tag: ['@§9.scroll.5'] },
      async ({ page }) => {
        await at(page, width);
        expect((await part(page, 'Notes').boundingBox())?.x ?? 0).toBeLessThan((await boxOf(page, '.prose')).x);
        await page.getByRole('heading', { name: 'All change' }).scrollIntoViewIfNeeded();
        await expect(part(page, 'All change')).toBeInViewport();
        await expect(page.locator('.side-notes')).toBeHidden();
      },
    );
  }

  for (const width of [1200, 1280]) {
    test(`has each note beside its mark at ${width} px, once for who hears the page`, { tag: ['@§9.scroll.5'] }, async ({ page }) => {
      await at(page, width);
      const marks = page.locator('.prose [data-footnote-ref]');
      const notes = page.locator('.side-notes p');
      await expect(notes).toHaveCount(3);
      for (const index of [0, 1, 2]) {
        const [mark, note] = [await marks.nth(index).boundingBox(), await notes.nth(index).boundingBox()];
        expect(Math.abs((note?.y ?? 0) - (mark?.y ?? 0))).toBeLessThan(40);
        expect(note?.x ?? 0).toBeGreaterThan((await boxOf(page, '.prose')).right);
      }
      await marks.first().focus();
      await expect(notes.first()).toHaveClass('is-meant');
      // What is beside the mark is for the eye: the tree of who hears has the note at the end alone.
      await expect(page.getByText('It faces the wrong way')).toHaveCount(2);
      expect((await page.locator('main').ariaSnapshot()).match(/It faces the wrong way/g)).toHaveLength(1);
    });
  }

  test('is open where no script runs, from 800 px', async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 1280, height: 800 },
      ...(baseURL && { baseURL }),
    });
    const page = await context.newPage();
    await page.goto(ARTICLE);
    await expect(part(page, 'All change')).toBeVisible();
    await context.close();
  });
});

test.describe('sharing a post', () => {
  const module = (page: Page) => page.getByRole('banner').getByRole('group', { name: 'Share this piece' });

  test('from its end toggles the header’s module, which takes the focus and gives it back', { tag: ['@§7.events.3'] }, async ({ page }) => {
    await page.goto(ARTICLE);
    await page.evaluate(() => {
      Object.assign(window, { told: [] });
      document.addEventListener('newsstand:toggle-header', (event) =>
        Reflect.get(window, 'told').push(event instanceof CustomEvent && event.detail),
      );
    });
    const share = page.getByRole('link', { name: 'Share this piece' });
    await share.focus();
    await page.keyboard.press('Enter');
    await expect(module(page).getByRole('link', { name: 'Share on Twitter' })).toBeFocused();
    expect(await page.evaluate(() => Reflect.get(window, 'told'))).toEqual([{ v: 1, module: 'share' }]);
    await page.keyboard.press('Escape');
    await expect(module(page)).toBeHidden();
    await expect(share).toBeFocused();
    await page.keyboard.press('Enter');
    await module(page).getByRole('button', { name: 'Close' }).click();
    await expect(module(page)).toBeHidden();
  });

  test('from the header opens the window of 600x350, and closes the module', async ({ page, context }) => {
    await context.route('https://*facebook.com/**', (route) => route.fulfill({ contentType: 'text/html', body: '<title>Share</title>' }));
    await page.goto(ARTICLE);
    await page.getByRole('link', { name: 'Share this piece' }).click();
    const opened = context.waitForEvent('page');
    await module(page).getByRole('link', { name: 'Share on Facebook' }).click();
    const popup = await opened;
    await popup.waitForLoadState();
    expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([600, 350]);
    await expect(module(page)).toBeHidden();
  });

  test('leads to the links beside the words where no script runs', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
    const page = await context.newPage();
    await page.goto(ARTICLE);
    await page.getByRole('link', { name: 'Share this piece' }).click();
    await expect(page.locator('#sharing')).toBeInViewport();
    await context.close();
  });
});
