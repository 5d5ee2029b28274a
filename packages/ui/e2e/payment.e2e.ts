import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { violations } from '@newsstand/build/axe';
import { expect, test, type Page } from '@playwright/test';

const SCRIPT = '**/v1/stripe.js';
/** As much of Stripe.js as the element needs; the emulator's stand-in is tested with the check-out. */
const STRIPE = `
globalThis.Stripe = (key) => {
  globalThis.made = [...(globalThis.made ?? []), key];
  return {
    elements: (options) => {
      globalThis.elementsOptions = options;
      return {
        submit: async () => {
          globalThis.asked = [...(globalThis.asked ?? []), 'submit in a click: ' + navigator.userActivation.isActive];
          return {};
        },
        create: (type, settings) => {
          globalThis.created = { type, settings };
          const handlers = {};
          return { on: (event, run) => (handlers[event] = run), mount: (node) => { node.textContent = 'Card number'; handlers.ready(); }, destroy: () => {} };
        },
      };
    },
    confirmSetup: async ({ redirect, confirmParams }) => (globalThis.asked.push('save ' + redirect + ' ' + new URL(confirmParams.return_url).pathname), {}),
    confirmPayment: async ({ redirect, confirmParams }) => (globalThis.asked.push('confirm'), { error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined. ' + redirect + ' ' + new URL(confirmParams.return_url).pathname } }),
  };
};`;

const load = (page: Page) => page.getByRole('button', { name: 'Load Stripe.js' });
const serve = (page: Page) => page.route(SCRIPT, (route) => route.fulfill({ contentType: 'text/javascript', body: STRIPE }));
const shown = (page: Page) => page.getByLabel('Payment said');

test(
  'the card fields come in the order of the specification and in the theme in force',
  { tag: ['@§1.outside.1', '@§9.payment.1'] },
  async ({ page }) => {
    await serve(page);
    await page.goto('/?theme=dark');
    await load(page).click();
    await expect(shown(page)).toHaveText('ready');
    expect(await page.evaluate(() => Reflect.get(globalThis, 'created'))).toEqual({
      type: 'payment',
      settings: {
        layout: 'accordion',
        paymentMethodOrder: ['card', 'apple_pay', 'google_pay'],
        wallets: { applePay: 'auto', googlePay: 'auto' },
      },
    });
    const { appearance } = await page.evaluate(() => Reflect.get(globalThis, 'elementsOptions'));
    expect(appearance.variables).toMatchObject({ colorText: '#f2eee6', colorBackground: '#171614', borderRadius: '2px' });
    await expect(page.locator('[data-foreign]')).toHaveText('Card number');
  },
);

test(
  'in a page without a margin the provider’s frame, which is wider than its place, does not stand out of it',
  { tag: '@ci' },
  async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 800 });
    await serve(page);
    await page.goto('/');
    await load(page).click();
    await expect(shown(page)).toHaveText('ready');
    const sides = await page.locator('[data-foreign]').evaluate((place) => {
      for (const other of document.querySelectorAll<HTMLElement>('body *')) if (!other.contains(place)) other.style.display = 'none';
      for (let around = place.parentElement; around; around = around.parentElement)
        around.style.cssText =
          'display: block !important; margin: 0 !important; padding: 0 !important; border: 0 !important; max-width: none !important';
      // As Stripe's is, for its rings of focus.
      const frame = document.createElement('iframe');
      frame.style.cssText = 'display: block; box-sizing: border-box; width: calc(100% + 8px); margin: -4px; border: 0';
      place.replaceChildren(frame);
      const { left, right } = frame.getBoundingClientRect();
      return [left, right];
    });
    expect(sides).toEqual([0, 375]);
  },
);

test(
  'the ways to pay come in the order of the publication, and a wallet that it does not offer stays away',
  { tag: '@ci' },
  async ({ page }) => {
    await serve(page);
    await page.goto('/?methods=google_pay,us_bank_account,card');
    await load(page).click();
    await expect(shown(page)).toHaveText('ready');
    expect(await page.evaluate(() => Reflect.get(globalThis, 'created'))).toMatchObject({
      settings: { paymentMethodOrder: ['google_pay', 'us_bank_account', 'card'], wallets: { applePay: 'never', googlePay: 'auto' } },
    });
  },
);

test('a declined card comes back with the provider’s own message', { tag: ['@§1.outside.2'] }, async ({ page }) => {
  await serve(page);
  await page.goto('/');
  await load(page).click();
  await page.getByRole('button', { name: 'Submit Payment' }).click();
  await expect(shown(page)).toHaveText('Your card was declined. if_required /');
  expect(await page.evaluate(() => Reflect.get(globalThis, 'asked'))).toEqual(['submit in a click: true', 'confirm']);
});

test('a script that fails is told, leaves no dead tag behind, and comes on trying again', { tag: '@ci' }, async ({ page }) => {
  await page.route(SCRIPT, (route) => route.abort());
  await page.goto('/');
  await load(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'could not be loaded' })).toBeVisible();
  await expect(page.locator('script[src*="stripe.js"]')).toHaveCount(0);
  await page.unroute(SCRIPT);
  await serve(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(shown(page)).toHaveText('ready');
});

test('a card that is only put on record is set up, not charged', { tag: ['@§1.outside.4'] }, async ({ page }) => {
  await serve(page);
  await page.goto('/');
  await load(page).click();
  await page.getByRole('button', { name: 'Save Card' }).click();
  await expect(shown(page)).toHaveText('saved');
  expect(await page.evaluate(() => Reflect.get(globalThis, 'asked'))).toEqual(['submit in a click: true', 'save if_required /']);
});

test('a script that hangs is given up after 15 seconds', { tag: '@ci' }, async ({ page }) => {
  await page.clock.install();
  await page.route(SCRIPT, () => undefined);
  await page.goto('/');
  await load(page).click();
  await page.clock.runFor(9_000);
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await page.clock.runFor(6_100);
  await expect(page.getByRole('alert').filter({ hasText: 'did not come in time' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('a page that brought Stripe.js itself is taken at its word: nothing is loaded', { tag: '@ci' }, async ({ page }) => {
  const asked: string[] = [];
  await page.route(SCRIPT, (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  await page.addInitScript(STRIPE);
  await page.goto('/');
  await load(page).click();
  await expect(shown(page)).toHaveText('ready');
  expect(asked).toEqual([]);
});

test('two remotes that were built apart and ask at once share one script and one client', { tag: '@ci' }, async ({ page }) => {
  let asked = 0;
  await page.route(SCRIPT, (route) => {
    asked += 1;
    return route.fulfill({ contentType: 'text/javascript', body: STRIPE });
  });
  await page.goto('/');
  const made = await page.evaluate(async (code) => {
    const build = () => import(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
    const [one, other] = [await build(), await build()];
    const source = { pubkey: 'pk_test_newsstand', script: 'http://127.0.0.1:4242/v1/stripe.js' };
    const clients = await Promise.all([one, other, one].map((remote) => remote.loadStripeClient(source)));
    return { apart: one !== other, clients: new Set(clients).size };
  }, builtAlone());
  expect(made).toEqual({ apart: true, clients: 1 });
  expect(asked).toBe(1);
  expect(await page.evaluate(() => Reflect.get(globalThis, 'made'))).toEqual(['pk_test_newsstand']);
});

test.describe('a place for a payment', () => {
  const place = (page: Page) => page.getByRole('region', { name: 'PaymentPlace', exact: true });
  const ask = (page: Page) => place(page).getByRole('button', { name: 'Ask for a card' });
  const placeSaid = (page: Page) => page.getByLabel('Place said');

  test(
    'whoever pressed the button that brings the card has the card with the next Tab, and the button after it',
    { tag: '@ci' },
    async ({ page }) => {
      await page.goto('/');
      await ask(page).press('Enter');
      await expect(place(page).getByRole('group', { name: 'Card' })).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(page.getByLabel('Card number')).toBeFocused();
      await page.keyboard.type('4242424242424242');
      for (let step = 0; step < 3; step += 1) await page.keyboard.press('Tab');
      await expect(place(page).getByRole('button', { name: 'Pay with this card' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(placeSaid(page)).toHaveText('paid');
      await expect(place(page).getByRole('button', { name: 'Pay with this card' })).toBeFocused();
    },
  );

  test(
    'the card that a button brings stands 136 px below the top, whatever scroll padding the page has',
    { tag: ['@ci', '@§9.scroll.2'] },
    async ({ page }) => {
      await page.setViewportSize({ width: 1280, height: 400 });
      await page.goto('/');
      await page.evaluate(() => document.documentElement.style.setProperty('scroll-padding-top', '5rem'));
      await ask(page).press('Enter');
      const card = place(page).getByRole('group', { name: 'Card' });
      await expect(card).toBeFocused();
      await expect.poll(async () => Math.round((await card.boundingBox())?.y ?? 0)).toBe(136);
    },
  );

  test('a card that comes by itself leaves the focus where the reader has it', { tag: '@ci' }, async ({ page }) => {
    await page.goto('/');
    await place(page).getByRole('button', { name: 'A card form that comes' }).click();
    const other = page.getByRole('textbox', { name: 'Full name' });
    await other.focus();
    await expect(placeSaid(page)).toHaveText('ready');
    await expect(other).toBeFocused();
  });

  for (const theme of ['light', 'dark'])
    test(
      `axe finds nothing in it, whether it comes, waits or fails, in ${theme}`,
      { tag: theme === 'light' ? [] : '@ci' },
      async ({ page }) => {
        await page.setViewportSize({ width: 375, height: 1000 });
        await page.goto(`/?theme=${theme}`);
        for (const [opener, says] of [
          ['A card form that comes', 'ready'],
          ['A card form that is on its way', 'nothing yet'],
          ['A card form that does not come', 'failed'],
        ] as const) {
          await place(page).getByRole('button', { name: opener }).click();
          await expect(placeSaid(page)).toHaveText(says);
          expect(await violations(page, { within: '[aria-label=PaymentPlace]' })).toEqual([]);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
        }
      },
    );
});

/** The client and what it imports as one module, as each remote's build has it. */
const builtAlone = () =>
  ['../../contracts/src/foreign-script.ts', 'script-url.ts', 'load-script.ts', 'stripe-client.ts']
    .map((file) => readFileSync(path.join(import.meta.dirname, '../src', file), 'utf8'))
    .map((source) => stripTypeScriptTypes(source).replace(/^import .*$/gm, ''))
    .join('\n');

test('under a nonce policy with Trusted Types the script comes through the one allowed policy', async ({ page }) => {
  await serve(page);
  const problems: string[] = [];
  page.on('console', (message) => /Content Security Policy|Trusted/.test(message.text()) && problems.push(message.text()));
  await page.route('/', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('<script ', '<script nonce="n1" ');
    // The development server's own machinery needs eval and its socket; what matters here is who may add scripts, and
    // how.
    const policy =
      "script-src 'nonce-n1' 'strict-dynamic' 'unsafe-eval'; require-trusted-types-for 'script'; trusted-types newsstand-scripts webpack ui ui#webpack default";
    await route.fulfill({ response, body, headers: { ...response.headers(), 'content-security-policy': policy } });
  });
  await page.goto('/');
  await load(page).click();
  await expect(shown(page)).toHaveText('ready');
  expect(await page.locator('script[src*="stripe.js"]').evaluate((script: HTMLScriptElement) => script.nonce)).toBe('n1');
  // The policy is nobody's to ask: no script of the page finds it.
  const policies = () => Object.values(globalThis).filter((value) => typeof value?.createScriptURL === 'function').length;
  expect(await page.evaluate(policies)).toBe(0);
  expect(problems).toEqual([]);
});
