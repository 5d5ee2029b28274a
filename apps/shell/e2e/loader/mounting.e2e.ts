import { mixedCart } from '@newsstand/contracts/fixtures/cart';
import { DONE } from '@newsstand/contracts/widget';
import { expect, test } from '@playwright/test';
import { cmsPage, place, type Site, startSite } from './site.ts';

let site: Site;
test.beforeAll(async () => {
  site = await startSite();
});
test.afterAll(() => site.close());
test.beforeEach(() => {
  site.calls.length = 0;
});

const show = (body: string, options = {}): string => {
  site.pages.set('/page', { html: cmsPage(site, body, options) });
  return `${site.url}/page`;
};

const callOf = (name: string, widgets: string, { slug = '', token = '', at = '/page' } = {}): string =>
  `/api/page/${name}?${new URLSearchParams({ widgets, slug, token, at })}`;

test('widgets of two teams come alive on one page, with one React', { tag: ['@§2.life.1'] }, async ({ page }) => {
  await page.goto(show(place('alpha.panel') + place('beta.form')));
  await page.getByRole('button', { name: 'Alpha: 0' }).click();
  await expect(page.getByRole('button', { name: 'Alpha: 1' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Beta: 0' })).toBeVisible();
  await expect(page.locator('[data-widget="alpha.panel"]')).toHaveAttribute('data-state', 'loaded');
  expect(await page.evaluate(() => globalThis.reacts?.size)).toBe(1);
});

test('a page may hold the same widget twice', { tag: '@ci' }, async ({ page }) => {
  await page.goto(show(place('alpha.panel') + place('alpha.panel')));
  await expect(page.getByRole('button', { name: 'Alpha: 0' })).toHaveCount(2);
});

test("a CMS's own elements stand for widgets without a change to its templates", { tag: ['@ci', '@§2.life.1'] }, async ({ page }) => {
  const { changeRegistry } = await import('@newsstand/build/registry-store');
  await changeRegistry(site.store, (registry) => ({ ...registry, mounts: { '#sidebar': { widget: 'alpha.panel' } } }));
  await page.goto(show('<div id="sidebar">Old</div>'));
  await expect(page.getByRole('button', { name: 'Alpha: 0' })).toBeVisible();
  await changeRegistry(site.store, (registry) => ({ ...registry, mounts: {} }));
});

test('an element that is added later comes alive, one that is removed is taken down, and one that moves lives on', async ({ page }) => {
  await page.goto(show(''));
  await page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', `<section>${html}</section>`), place('alpha.panel'));
  await expect(page.getByRole('button', { name: 'Alpha: 0' })).toBeVisible();
  const left = await page.evaluate(async () => {
    const element = document.querySelector('[data-widget]');
    element?.remove();
    await new Promise(requestAnimationFrame);
    document.querySelector('h1')?.append(element ?? '');
    return element?.textContent;
  });
  expect(left).toBe('Fallback');
  await expect(page.locator('h1').getByRole('button', { name: 'Alpha: 0' })).toBeVisible();
});

test('a widget that is to be visible first waits until it nears the viewport', async ({ page }) => {
  await page.goto(show(`<p style="height: 3000px">Long</p>${place('alpha.panel', 'data-when="visible"')}`));
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  expect(await page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/mf/')).length)).toBe(0);
  await page.getByRole('link', { name: 'Fallback' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: 'Alpha: 0' })).toBeVisible();
});

test('an idle widget comes by itself', { tag: '@ci' }, async ({ page }) => {
  await page.goto(show(place('alpha.panel', 'data-when="idle"')));
  await expect(page.getByRole('button', { name: 'Alpha: 0' })).toBeVisible();
});

test(
  'an intent widget for which the page’s address brings something starts at once, and no other does',
  { tag: '@ci' },
  async ({ page }) => {
    await page.goto(`${show(place('alpha.panel', 'data-when="intent"') + place('beta.form', 'data-when="intent"'))}#alpha=ticket`);
    await expect(page.locator('[data-widget="alpha.panel"]')).toHaveAttribute('data-state', 'loaded');
    await expect(page.locator('[data-widget="beta.form"]')).not.toHaveAttribute('data-state');
  },
);

test('an intent widget loads when the reader reaches for it, and opens by the click that asked', async ({ page }) => {
  await page.goto(show(place('alpha.panel', 'data-when="intent"')));
  const link = page.getByRole('link', { name: 'Fallback' });
  await expect(link).toBeVisible();
  const entry = page.waitForResponse(/alpha.*entry\.js/);
  await link.hover();
  await entry;
  await expect(link).toBeVisible();
  await link.click();
  await expect(page.getByRole('button', { name: 'Alpha: 0 (asked for)' })).toBeVisible();
});

test('an intent widget whose element left the page and came back opens by one click', { tag: '@ci' }, async ({ page }) => {
  await page.goto(show(place('alpha.panel', 'data-when="intent"')));
  await page.evaluate(async () => {
    const element = document.querySelector('[data-widget]');
    element?.remove();
    await new Promise(requestAnimationFrame);
    document.body.append(element ?? '');
    await new Promise(requestAnimationFrame);
  });
  await page.getByRole('link', { name: 'Fallback' }).click();
  await expect(page.getByRole('button', { name: 'Alpha: 0 (asked for)' })).toBeVisible();
});

test('the keyboard asks as well as the pointer', { tag: '@ci' }, async ({ page }) => {
  await page.goto(show(place('alpha.panel', 'data-when="intent"')));
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Alpha: 0 (asked for)' })).toBeVisible();
});

test('a page asks for a widget by a command, before or after the loader is there', { tag: '@ci' }, async ({ page }) => {
  const early = '<script>window.newsstand = window.newsstand || []; newsstand.push(["open", "alpha.panel"])</script>';
  await page.goto(show(place('alpha.panel', 'data-when="intent"'), { head: early }));
  await expect(page.getByRole('button', { name: 'Alpha: 0 (asked for)' })).toBeVisible();
  await page.evaluate(() => globalThis.newsstand?.push(['open', 'beta.form']));
  await expect(page.getByRole('button', { name: 'Beta: 0 (asked for)' })).toBeVisible();
});

test('the loader as a module, and twice on the page, works as once', { tag: '@ci' }, async ({ page }) => {
  const again = `<script type="module" src="${site.stores['shell']}/loader.js"></script>`;
  await page.goto(show(place('alpha.panel'), { head: again }));
  await expect(page.getByRole('button', { name: 'Alpha: 0' })).toHaveCount(1);
  await expect(page.getByRole('button')).toHaveCount(1);
});

test('a widget that its reader is done with costs no request and no module, unless they ask for it', { tag: '@ci' }, async ({ page }) => {
  const asked: string[] = [];
  const url = show(place('alpha.panel', 'data-when="idle"') + place('alpha.panel', 'data-when="visible"') + place('alpha.panel'));
  await page.addInitScript((key) => localStorage.setItem(key, 'closed'), `${DONE}alpha.panel`);
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(url);
  await page.evaluate(() => new Promise((done) => requestIdleCallback(() => setTimeout(done, 100))));
  expect(asked).toEqual(['/page', '/loader.js']);
  await page.evaluate(() => globalThis.newsstand?.push(['open', 'alpha.panel']));
  await expect(page.getByRole('button', { name: 'Alpha: 0 (asked for)' })).toBeVisible();
});

test('a page that the browser made in advance starts nothing until it is read', { tag: '@ci' }, async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(document, 'prerendering', { configurable: true, value: true }));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(show(place('alpha.panel')));
  await page.evaluate(() => new Promise((done) => requestIdleCallback(() => setTimeout(done, 100))));
  expect(asked).toEqual(['/page', '/loader.js']);
  await page.evaluate(() => {
    Object.defineProperty(document, 'prerendering', { value: false });
    document.dispatchEvent(new Event('prerenderingchange'));
  });
  await expect(page.getByRole('button', { name: 'Alpha: 0' })).toBeVisible();
});

test('a page holds widgets back, as for a reader’s consent, and lets them come later', { tag: '@ci' }, async ({ page }) => {
  const hold = `<script>consent = false; found = [];
    document.addEventListener('widget:found', (event) => {
      found.push(event.detail.widget);
      if (event.detail.widget.startsWith('alpha.') && !consent) event.preventDefault();
    });</script>`;
  await page.goto(show(place('alpha.panel') + place('beta.form') + place('acme.slider'), { head: hold }));
  await expect(page.getByRole('button', { name: 'Beta: 0' })).toBeVisible();
  await expect(page.locator('[data-widget="alpha.panel"]')).not.toHaveAttribute('data-state');
  await page.evaluate('consent = true; document.body.append("Thank you.")');
  await expect(page.getByRole('button', { name: 'Alpha: 0' })).toBeVisible();
  expect(new Set(await page.evaluate<string[]>('found'))).toEqual(new Set(['alpha.panel', 'beta.form']));
});

test('the page follows widgets by events', { tag: '@ci' }, async ({ page }) => {
  const listen = `<script>seen = []; for (const type of ['widget:ready', 'widget:error'])
    document.addEventListener(type, ({ type, detail }) => seen.push(type + ' ' + detail.widget + ' ' + detail.element.tagName))</script>`;
  await page.goto(show(place('alpha.panel') + place('alpha.nothing'), { head: listen }));
  await expect(page.getByRole('button', { name: 'Alpha: 0' })).toBeVisible();
  expect(await page.evaluate('seen.sort()')).toEqual(['widget:error alpha.nothing DIV', 'widget:ready alpha.panel DIV']);
});

test('what an author writes is no page data, whatever its id, and does not keep the widgets away', { tag: '@ci' }, async ({ page }) => {
  const forged = JSON.stringify({ cart: { ...mixedCart, version: 99 } });
  const authored = [
    `<p id="newsstand-page">${forged}</p>`,
    `<template id="newsstand-page">${forged}</template>`,
    `<article><script type="application/json" id="newsstand-page">${forged}</script></article>`,
    `<article><div><svg><script type="application/json" id="newsstand-page">${forged}</script></svg></div></article>`,
    // What search engines read, and what templates keep for their own scripts, are of other types.
    `<script type="application/ld+json" id="newsstand-page">${forged}</script>`,
    `<script type="text/json" id="newsstand-page">${forged}</script>`,
    `<script type="json" id="newsstand-page">${forged}</script>`,
    // Would be window.newsstand, and its push.
    '<form id="newsstand"><input name="push"></form>',
    '<img name="newsstand" alt=""><a id="newsstand" href="/x">x</a>',
  ];
  for (const words of authored) {
    await page.goto(show(words + place('alpha.panel')));
    await expect(page.getByRole('button', { name: 'Alpha: 0' }), words).toBeVisible();
    await expect(page.getByRole('button', { name: 'Alpha: 0' }), words).not.toHaveAttribute('data-version', '99');
    expect(await page.evaluate(() => typeof Object(Reflect.get(globalThis, 'newsstand')).push), words).toBe('function');
  }
  // The CMS's own block counts, though it stands behind theirs.
  await page.goto(show(authored.join('') + place('alpha.panel'), { inline: { cart: mixedCart } }));
  await expect(page.getByRole('button', { name: 'Alpha: 0' })).toHaveAttribute('data-version', String(mixedCart.version));
  // HTML knows no upper and lower case in a type.
  const inline = `<script type="Application/JSON" id="newsstand-page">${JSON.stringify({ cart: mixedCart })}</script>`;
  await page.goto(show(inline + place('alpha.panel')));
  await expect(page.getByRole('button', { name: 'Alpha: 0' })).toHaveAttribute('data-version', String(mixedCart.version));
});

test(
  'page data that a template broke are asked for, as where there are none, and the console says so',
  { tag: '@ci' },
  async ({ page }) => {
    const messages: string[] = [];
    page.on('console', (message) => messages.push(message.text()));
    for (const block of ['', '{"widgets": [', 'null', '7', '{"widgets": 7}', '{"widgets": {}}']) {
      site.calls.length = 0;
      messages.length = 0;
      await page.goto(show(`<script type="application/json" id="newsstand-page">${block}</script>${place('alpha.panel')}`));
      await expect(page.getByRole('button', { name: 'Alpha: 0' })).toBeVisible();
      expect(site.calls, block).toEqual([callOf('article', 'alpha.panel')]);
      await expect
        .poll(() => messages)
        .toEqual([expect.stringMatching(/^\[newsstand\] <script id="newsstand-page">: .* is no .*asked\.$/)]);
    }
  },
);

test(
  'page data comes from one call, however many widgets there are, and from none where the CMS inlined it',
  { tag: ['@§7.helpers.3'] },
  async ({ page }) => {
    await page.goto(show(place('alpha.panel') + place('beta.form'), { html: 'data-newsstand-page="product" data-newsstand-slug="mug"' }));
    await expect(page.getByRole('button')).toHaveCount(2);
    expect(site.calls).toEqual([callOf('product', 'alpha.panel,beta.form', { slug: 'mug' })]);
    site.calls.length = 0;
    await page.goto(show(place('alpha.panel'), { inline: { widgets: ['alpha.panel'], cart: mixedCart } }));
    await expect(page.getByRole('button', { name: 'Alpha: 0' })).toHaveAttribute('data-version', String(mixedCart.version));
    expect(site.calls).toEqual([]);
  },
);

test(
  'the call names every widget that stands on the page, each once; another is asked for anew, and one that is there already is not',
  { tag: '@ci' },
  async ({ page }) => {
    await page.goto(show(place('alpha.panel') + place('alpha.panel') + place('beta.form', 'data-when="intent"') + place('acme.slider')));
    await expect(page.getByRole('button', { name: 'Alpha: 0' })).toHaveCount(2);
    expect(site.calls).toEqual([callOf('article', 'alpha.panel,beta.form')]);
    const add = (html: string) => page.evaluate((text) => document.body.insertAdjacentHTML('beforeend', text), html);
    await add(place('beta.page'));
    await expect(page.getByRole('heading', { name: 'Beta’s page' })).toBeVisible();
    expect(site.calls.slice(1)).toEqual([callOf('article', 'alpha.panel,beta.form,beta.page')]);
    await add(place('beta.page'));
    await expect(page.getByRole('heading', { name: 'Beta’s page' })).toHaveCount(2);
    expect(site.calls).toHaveLength(2);
  },
);

test(
  'what the CMS inlined is taken by the widgets that it was made for, and a widget that it was not is asked for',
  { tag: '@ci' },
  async ({ page }) => {
    const body = place('alpha.panel') + place('beta.page');
    await page.goto(show(body, { inline: { widgets: ['alpha.panel'], cart: mixedCart } }));
    await expect(page.getByRole('heading', { name: 'Beta’s page' })).toBeVisible();
    expect(site.calls).toEqual([callOf('article', 'alpha.panel,beta.page')]);
  },
);

test('a soft navigation takes widgets away and brings others, with the data of the new address', async ({ page }) => {
  await page.goto(show(`<main>${place('alpha.panel')}</main>`, { inline: { widgets: ['alpha.panel', 'beta.page'], cart: mixedCart } }));
  await expect(page.getByRole('button', { name: 'Alpha: 0' })).toBeVisible();
  expect(site.calls).toEqual([]);
  const visit = async (to: string, html: string): Promise<void> => {
    await page.evaluate(
      ([address, text]) => {
        history.pushState(null, '', address);
        const main = document.createElement('main');
        main.innerHTML = text ?? '';
        document.startViewTransition(() => document.querySelector('main')?.replaceWith(main));
      },
      [to, html],
    );
  };
  await visit('/receipts?token=first', place('beta.page'));
  await expect(page.getByRole('heading', { name: 'Beta’s page' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Alpha: 0' })).toHaveCount(0);
  await visit('/receipts?token=second', place('beta.page', 'id="second"'));
  await expect(page.locator('#second').getByRole('heading')).toBeVisible();
  await visit('/shelf', place('beta.page', 'id="third" data-token="own"'));
  await expect(page.locator('#third').getByRole('heading')).toBeVisible();
  // The same page again: what stood there may have changed.
  await visit('/receipts?token=second', place('beta.page', 'id="fourth"'));
  await expect(page.locator('#fourth').getByRole('heading')).toBeVisible();
  expect(site.calls).toEqual([
    callOf('article', 'beta.page', { at: '/receipts?token=first' }),
    callOf('article', 'beta.page', { at: '/receipts?token=second' }),
    callOf('article', 'beta.page', { token: 'own', at: '/shelf' }),
    callOf('article', 'beta.page', { at: '/receipts?token=second' }),
  ]);
});

for (const on of ['html', 'tag'] as const)
  test(
    `what the page says of itself (${on}) and a router leaves as it was is of the address before, and what it writes anew counts`,
    { tag: on === 'html' ? [] : '@ci' },
    async ({ page }) => {
      const about = 'data-newsstand-page="product" data-newsstand-slug="mug" data-newsstand-token="first"';
      await page.goto(show(place('alpha.panel'), on === 'html' ? { html: about } : { tag: about }));
      await expect(page.getByRole('button', { name: 'Alpha: 0' })).toBeVisible();
      const visit = async (how: 'pushState' | 'replaceState', address: string, slug?: string): Promise<void> => {
        site.calls.length = 0;
        await page.evaluate(
          ([write, to, written, html]) => {
            history[write](null, '', to);
            if (written) document.querySelector('[data-newsstand-slug]')?.setAttribute('data-newsstand-slug', written);
            document.querySelector('[data-widget]')?.remove();
            document.body.insertAdjacentHTML('beforeend', html);
          },
          [how, address, slug, place('beta.page')] as const,
        );
        await expect(page.getByRole('heading', { name: 'Beta’s page' })).toBeVisible();
      };
      await visit('pushState', '/product/tee');
      expect(site.calls).toEqual([callOf('article', 'beta.page', { at: '/product/tee' })]);
      await visit('replaceState', '/product/pin');
      expect(site.calls).toEqual([callOf('article', 'beta.page', { at: '/product/pin' })]);
      // Where the page was loaded, it is right.
      await visit('pushState', '/page');
      expect(site.calls).toEqual([callOf('product', 'beta.page', { slug: 'mug', token: 'first' })]);
      await visit('pushState', '/product/mask', 'mask');
      expect(site.calls).toEqual([callOf('article', 'beta.page', { slug: 'mask', at: '/product/mask' })]);
    },
  );

for (const namesVisits of [true, false])
  test(
    `a router that writes a slug with each visit, and none on the way back and forth, finds each page’s own there (${namesVisits ? '' : 'no '}names of visits)`,
    { tag: '@ci' },
    async ({ page }) => {
      if (!namesVisits) await page.addInitScript(() => Object.defineProperty(globalThis, 'navigation', { value: undefined }));
      const attended = page.waitForResponse('**/later.js');
      await page.goto(show(place('beta.page'), { html: 'data-newsstand-page="product" data-newsstand-slug="mug"' }));
      await (await attended).finished();
      await expect(page.getByRole('heading', { name: 'Beta’s page' })).toBeVisible();
      await page.evaluate((html) => {
        const swap = (): void => {
          document.querySelector('[data-widget]')?.remove();
          document.body.insertAdjacentHTML('beforeend', html);
        };
        addEventListener('popstate', swap);
        Object.assign(globalThis, {
          visit: (to: string, slug: string) => {
            history.pushState(null, '', to);
            document.querySelector('html')?.setAttribute('data-newsstand-slug', slug);
            swap();
          },
        });
      }, place('beta.page'));
      /** The last call, and the slug and the address in it. */
      const asked = async (step: () => Promise<unknown>): Promise<string | undefined> => {
        site.calls.length = 0;
        await step();
        await expect.poll(() => site.calls.length).toBe(1);
        await expect(page.getByRole('heading', { name: 'Beta’s page' })).toBeVisible();
        return site.calls[0];
      };
      const visit = (to: string, slug: string) => () => page.evaluate(`visit(${JSON.stringify(to)}, ${JSON.stringify(slug)})`);
      const of = (slug: string) => callOf('article', 'beta.page', { slug, at: `/product/${slug}` });
      const home = callOf('product', 'beta.page', { slug: 'mug' });
      expect(await asked(visit('/product/tee', 'tee'))).toBe(of('tee'));
      expect(await asked(() => page.goBack())).toBe(home);
      expect(await asked(() => page.goForward())).toBe(of('tee'));
      // One that is not sold is asked for all the same: the API says so.
      expect(await asked(visit('/product/none', 'none'))).toBe(of('none'));
      expect(await asked(visit('/product/pin', 'pin'))).toBe(of('pin'));
      expect(await asked(() => page.goBack())).toBe(of('none'));
      expect(await asked(() => page.goBack())).toBe(of('tee'));
      expect(await asked(() => page.goBack())).toBe(home);
    },
  );

test.describe('an element that stays where it is', () => {
  test.beforeEach(async ({ page }) => {
    const attended = page.waitForResponse('**/later.js');
    await page.goto(show(`${place('alpha.panel', 'data-slug="one" id="first"')}${place('beta.page', 'data-when="intent" id="second"')}`));
    await page.getByRole('button', { name: 'Alpha: 0' }).click();
    await (await attended).finished();
    // A browser without a screen may never be idle, but a module that has arrived runs.
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 1000 })));
  });
  const first = '#first';

  test('gets another widget when it names another, also before anybody reached for the first', { tag: '@ci' }, async ({ page }) => {
    await page.locator(first).evaluate((element) => element.setAttribute('data-widget', 'beta.form'));
    await expect(page.locator(first).getByRole('button', { name: 'Beta: 0' })).toBeVisible();
    await expect(page.getByRole('button', { name: /Alpha/ })).toHaveCount(0);
    await page.locator('#second').evaluate((element) => element.setAttribute('data-widget', 'alpha.panel'));
    await page.getByRole('link', { name: 'Fallback' }).click();
    await expect(page.locator('#second').getByRole('button', { name: 'Alpha: 0 (asked for)' })).toBeVisible();
  });

  test('gets its widget anew when an option changes or goes, and not for what others add to it', { tag: '@ci' }, async ({ page }) => {
    const alpha = (count: number) => page.locator(first).getByRole('button', { name: `Alpha: ${count}` });
    await page.locator(first).evaluate((element) => element.setAttribute('data-aos', 'fade'));
    await page.locator(first).evaluate((element) => element.classList.add('seen'));
    await alpha(1).click();
    await expect(alpha(2)).toBeVisible();
    await page.locator(first).evaluate((element) => element.setAttribute('data-slug', 'two'));
    await expect(alpha(0)).toBeVisible();
    await alpha(0).click();
    await page.locator(first).evaluate((element) => element.removeAttribute('data-slug'));
    await expect(alpha(0)).toBeVisible();
  });

  test('gets its widget anew when a morph wrote it anew, and keeps the words of the new page beneath', { tag: '@ci' }, async ({ page }) => {
    await page.locator(first).evaluate((element) => {
      element.removeAttribute('data-state');
      element.innerHTML = '<a href="/new">The new words</a>';
    });
    await expect(page.locator(first).getByRole('button', { name: 'Alpha: 0' })).toBeVisible();
    await expect(page.locator(first)).toHaveAttribute('data-state', 'loaded');
    const left = await page.locator(first).evaluate(async (element) => {
      element.remove();
      await new Promise(requestAnimationFrame);
      return element.textContent;
    });
    expect(left).toBe('The new words');
  });
});

test('a name that only begins as one of ours, or names what every object has, shows nothing of ours', { tag: '@ci' }, async ({ page }) => {
  await page.goto(show(['alpha.panel.x', 'alpha.constructor', 'alpha.__proto__', 'alpha.'].map((name) => place(name)).join('')));
  await expect(page.locator('[data-state="failed"]')).toHaveCount(4);
  await expect(page.getByRole('link', { name: 'Fallback' })).toHaveCount(4);
});

test(
  'an element that failed is tried again when it names something else, and one that begins to name its good is begun anew',
  { tag: '@ci' },
  async ({ page }) => {
    await page.goto(show(`${place('alpha.panel', 'id="first"')}${place('alpha.absent', 'id="second"')}`));
    await expect(page.locator('#second')).toHaveAttribute('data-state', 'failed');
    await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /\/later\b[^/]*\.js/.test(name)));
    await page.getByRole('button', { name: 'Alpha: 0' }).click();
    await page.locator('#second').evaluate((element) => element.setAttribute('data-widget', 'beta.form'));
    await expect(page.locator('#second').getByRole('button', { name: 'Beta: 0' })).toBeVisible();
    await page.locator('#first').evaluate((element) => element.setAttribute('data-slug', 'mug'));
    await expect(page.locator('#first').getByRole('button', { name: 'Alpha: 0' })).toBeVisible();
  },
);

test('widgets of somebody else’s are left as they are, whatever they are called', async ({ page }) => {
  const listen = `<script>errors = []; document.addEventListener('widget:error', ({ detail }) => errors.push(detail.widget))</script>`;
  const foreign = [
    '<div data-widget="slider" data-when="intent"><a href="#one">One</a></div>',
    '<div data-widget="acme.slider"><a href="#two">Two</a></div>',
    '<div data-widget="" data-state="open"><a href="#three">Three</a></div>',
    // A remote's name alone, and what every object has.
    '<div data-widget="alpha"><a href="#four">Four</a></div>',
    '<div data-widget="constructor" data-when="intent"><a href="#five">Five</a></div>',
    '<div data-widget="toString.call"><a href="#six">Six</a></div>',
  ].join('');
  await page.goto(show(`<main>${foreign}</main>${place('alpha.panel')}`, { head: listen }));
  await expect(page.getByRole('button', { name: 'Alpha: 0' })).toBeVisible();
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) {
    await page.getByRole('link', { name }).click();
    expect(new URL(page.url()).hash).toBe(`#${name.toLowerCase()}`);
  }
  expect(await page.locator('main').innerHTML()).toBe(foreign);
  expect(await page.evaluate('errors')).toEqual([]);
});

test(
  'a widget whose name is misspelled says in the console what was probably meant, once, and somebody else’s says nothing',
  { tag: '@ci' },
  async ({ page }) => {
    const messages: string[] = [];
    page.on('console', (message) => messages.push(message.text()));
    const names = [
      'chekout.panel',
      'checkout.pannel',
      'Checkout.panel',
      'mailinglist.form',
      'acme.slider',
      'slider',
      'checkout',
      'chart.page',
      '',
    ];
    await page.goto(show(names.map((name) => place(name)).join('') + place('chekout.panel') + place('alpha.panel')));
    await expect.poll(() => messages).toHaveLength(5);
    await page.evaluate(
      (html) => document.body.insertAdjacentHTML('beforeend', html),
      place('subscribe.donation') + place('checkout.pannel'),
    );
    await expect.poll(() => messages).toHaveLength(6);
    expect(messages).toEqual([
      '[newsstand] there is no widget chekout.panel: is checkout.panel meant?',
      '[newsstand] there is no widget checkout.pannel: is checkout.panel meant?',
      '[newsstand] there is no widget Checkout.panel: is checkout.panel meant?',
      '[newsstand] there is no widget mailinglist.form: is mailing-list.form meant?',
      '[newsstand] there is no widget checkout: is checkout.page meant?',
      '[newsstand] there is no widget subscribe.donation: is subscribe.donate meant?',
    ]);
  },
);

test(
  'what an element’s options say wrongly is said in the console, once, with what was probably meant',
  { tag: '@ci' },
  async ({ page }) => {
    const messages: string[] = [];
    const asked: string[] = [];
    page.on('console', (message) => message.type() === 'warning' && messages.push(message.text()));
    page.on('request', (request) => asked.push(new URL(request.url()).pathname.replace(/.*\//, '')));
    await page.goto(
      show(place('alpha.panel') + place('account.overview', 'data-when="intent" data-heading-level="2" data-support="help@a.example"')),
    );
    await expect.poll(() => asked).toContain('later.js');
    await page.evaluate(() => new Promise((done) => requestIdleCallback(() => setTimeout(done, 200))));
    // Who makes no mistake costs a reader nothing.
    expect(asked).not.toContain('wrong-options.js');
    await page.evaluate(
      (html) => document.body.insertAdjacentHTML('beforeend', html),
      place('account.overview', 'data-when="intnt"').repeat(2) + place('mailing-list.popup', 'data-when="intent" data-list-tga="letter"'),
    );
    await expect.poll(() => messages).toHaveLength(2);
    // In whichever order what it takes to say them came.
    expect(messages.toSorted()).toEqual([
      '[newsstand] data-when="intnt" of account.overview: it takes load, visible, idle or intent, and intent is probably meant. Until then the widget comes at once, as with load.',
      '[newsstand] mailing-list.popup has no option data-list-tga: is data-list-tag meant?',
    ]);
  },
);

test('of several elements the one that can be seen is opened, and where none can be, a new one', { tag: '@ci' }, async ({ page }) => {
  const menu = (html: string) => `<nav style="display: none">${html}</nav>`;
  const closed = menu(place('alpha.panel', 'data-when="intent"'));
  await page.goto(show(closed + place('alpha.panel', 'data-when="intent" id="seen"') + menu(place('beta.form', 'data-when="intent"'))));
  await page.evaluate(() => globalThis.newsstand?.push(['open', 'alpha.panel']));
  await expect(page.locator('#seen').getByRole('button', { name: 'Alpha: 0 (asked for)' })).toBeVisible();
  await page.evaluate(() => globalThis.newsstand?.push(['open', 'beta.form']));
  await expect(page.getByRole('button', { name: 'Beta: 0 (asked for)' })).toBeVisible();
});

const UNSEEN = [
  'visibility: hidden',
  'opacity: 0; pointer-events: none',
  'position: absolute; left: -9999px',
  'position: fixed; top: 0; right: 0; width: 300px; transform: translateX(100%)',
  'position: fixed; bottom: 0; width: 300px; transform: translateY(100%)',
  'max-height: 0; overflow: hidden',
  'transform: scale(0)',
];

test(
  'an element in a menu that is closed in whatever way is not the one that is opened, though it is asked for before the page is parsed',
  { tag: '@ci' },
  async ({ page }) => {
    const early = '<script>window.newsstand = window.newsstand || []; newsstand.push(["open", "alpha.panel"])</script>';
    const closed = [...UNSEEN.map((style) => `style="${style}"`), 'inert', 'hidden'].map(
      (how) => `<nav ${how}>${place('alpha.panel', 'data-when="intent"')}</nav>`,
    );
    closed.push(`<nav><details><summary>Menu</summary>${place('alpha.panel', 'data-when="intent"')}</details></nav>`);
    const seen = place('alpha.panel', 'data-when="intent" id="seen"');
    await page.goto(show(`${closed.join('')}<p style="height: 3000px">Long</p><div style="opacity: 0">${seen}</div>`, { head: early }));
    await expect(page.locator('#seen').getByRole('button', { name: 'Alpha: 0 (asked for)' })).toBeVisible();
    await expect(page.locator('nav [data-state]')).toHaveCount(0);
  },
);

for (const hangs of [false, true]) {
  test(
    `the page is told when what opens a widget ${hangs ? 'hangs' : 'is not reached'}, and is told once`,
    { tag: hangs ? '@ci' : [] },
    async ({ page }) => {
      await page.clock.install();
      await page.goto(show('<p>Words</p>'));
      let asked = 0;
      await page.route('**/open.js', (route) => {
        asked += 1;
        return hangs ? undefined : route.abort();
      });
      await page.evaluate(() => {
        document.addEventListener('widget:error', (event) => {
          if ('detail' in event) document.title += ` told: ${JSON.stringify(event.detail)}`;
        });
        globalThis.newsstand?.push(['open', 'alpha.panel']);
      });
      await expect.poll(() => asked).toBe(1);
      await page.clock.fastForward(8000);
      await expect.poll(() => page.title()).toMatch(/told: .*"widget":"alpha\.panel"/);
      await page.clock.fastForward(8000);
      expect((await page.title()).match(/told/g)).toHaveLength(1);
    },
  );
}

test('a page that was kept as it was while its widgets came still gets them', { tag: '@ci' }, async ({ page }) => {
  const kept = place('alpha.panel', 'data-state="loading" data-when="intent"') + place('beta.form', 'data-state="loading"');
  await page.goto(show(kept));
  await expect(page.getByRole('button', { name: 'Beta: 0' })).toBeVisible();
  await page.getByRole('link', { name: 'Fallback' }).click();
  await expect(page.getByRole('button', { name: 'Alpha: 0 (asked for)' })).toBeVisible();
});

test(
  'in a menu that is closed by visibility a widget is not seen and takes no click, and opens with it',
  { tag: '@ci' },
  async ({ page }) => {
    await page.goto(show(`<nav style="visibility: hidden; pointer-events: none">${place('alpha.panel')}</nav>`));
    const widget = page.locator('[data-widget]');
    await expect(widget).toHaveAttribute('data-state', 'loaded');
    const within = widget.locator('button');
    await expect(within).toBeHidden();
    await page.locator('nav').evaluate((nav) => nav.setAttribute('style', 'pointer-events: none'));
    await expect(within).toBeVisible();
    await expect(within).toHaveCSS('pointer-events', 'none');
    await page.locator('nav').evaluate((nav) => nav.removeAttribute('style'));
    await within.click();
    await expect(page.getByRole('button', { name: 'Alpha: 1' })).toBeVisible();
  },
);

test('a widget that comes and goes leaves no listener behind', { tag: '@ci' }, async ({ page }) => {
  await page.goto(show(''));
  const session = await page.context().newCDPSession(page);
  const listeners = async (): Promise<number> => {
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'JSEventListeners')?.value ?? 0;
  };
  const comeAndGo = async (): Promise<void> => {
    await page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), place('beta.page'));
    await expect(page.getByRole('heading', { name: 'Beta’s page' })).toBeVisible();
    await page.evaluate(() => document.querySelector('[data-widget]')?.remove());
    await expect(page.getByRole('heading', { name: 'Beta’s page' })).toHaveCount(0);
  };
  await session.send('Performance.enable');
  await comeAndGo();
  const before = await listeners();
  for (let time = 0; time < 5; time += 1) await comeAndGo();
  expect((await listeners()) - before).toBeLessThan(20);
});

test('a widget’s headings have the levels that the page gives them, and the page’s own keep theirs', { tag: '@ci' }, async ({ page }) => {
  const own = '<h2>Fallback</h2>';
  const widgets = [
    place('beta.elements', 'data-heading-level="5"', own),
    place('beta.elements', 'data-heading-level="1"', own),
    place('beta.elements', 'data-heading-level="big"', own),
    place('beta.elements', 'id="plain"', own),
  ];
  await page.goto(show(`${widgets.join('')}<div data-widget="acme.slider" data-heading-level="4"><h2>Theirs</h2></div>`));
  const session = await page.context().newCDPSession(page);
  // As readers by ear are told (what stands in the body itself comes first): Playwright's own levels are those of the
  // tags.
  const levels = async (): Promise<unknown[]> => {
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    const headings = nodes.filter(({ role, ignored }) => !ignored && role?.value === 'heading');
    return headings.map(({ properties }) => properties?.find(({ name }) => name === 'level')?.value.value);
  };
  await expect.poll(levels).toEqual([1, 2, 5, 6, 1, 2, 2, 3, 2, 3]);
  // The page changes its mind, and headings come and go.
  await page.locator('#plain').evaluate((element) => element.setAttribute('data-heading-level', '4'));
  await expect.poll(levels).toEqual([1, 2, 5, 6, 1, 2, 2, 3, 4, 5]);
  await page.locator('#plain h2').evaluate((heading) => heading.remove());
  await expect.poll(levels).toEqual([1, 2, 5, 6, 1, 2, 2, 3, 4]);
});

test(
  'the header says that somebody is logged in before anything of a widget’s is fetched, on a page that is cached for all',
  { tag: '@ci' },
  async ({ page, context }) => {
    const words = '<a href="/login"><span class="either"><span class="out">Log in</span><span class="in">Account</span></span></a>';
    const head =
      '<style>:root[data-newsstand-reader] .out, :root:not([data-newsstand-reader]) .in { visibility: hidden }</style><title>Page</title>';
    const link = page.getByRole('link');
    await page.goto(show(place('alpha.panel', 'data-when="intent"', words), { head }));
    await expect(page.locator('html')).not.toHaveAttribute('data-newsstand-reader');
    await expect(link).toHaveText('Log in', { useInnerText: true });
    await context.addCookies([{ name: 'newsstand-reader', value: '1', url: site.url }]);
    await page.reload();
    await expect(link).toHaveText('Account', { useInnerText: true });
    // Another tab's logout.
    await context.clearCookies({ name: 'newsstand-reader' });
    await page.evaluate(() => dispatchEvent(new StorageEvent('storage', { key: 'newsstand-reader' })));
    await expect(link).toHaveText('Log in', { useInnerText: true });
    expect(site.calls).toEqual([]);
  },
);

test('a misspelled widget that is alone on its page is told in the console', { tag: '@ci' }, async ({ page }) => {
  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text()));
  await page.goto(show(place('chekout.panel')));
  await expect.poll(() => messages).toEqual(['[newsstand] there is no widget chekout.panel: is checkout.panel meant?']);
});

test(
  'a page that has nothing but somebody else’s widgets, or ours that wait, fetches nothing of ours but the loader',
  { tag: '@ci' },
  async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const waits = place('alpha.panel', 'data-when="intent"');
    for (const body of [place('slider') + place(''), waits + place('acme.slider')]) {
      asked.length = 0;
      await page.goto(show(body));
      await page.evaluate(() => new Promise((done) => requestIdleCallback(() => setTimeout(done, 300))));
      expect(asked).toEqual(['/page', '/loader.js']);
    }
  },
);
