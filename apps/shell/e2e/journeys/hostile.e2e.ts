import { makePageData } from '@newsstand/contracts/fixtures/page';
import type { PageData } from '@newsstand/contracts/page-data';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { launchOptions } from '@newsstand/build/chromium';
import { compare, makeRoom, pictureAround, pictureOf } from './hostile-pictures.ts';
import { GIVEN, type Given, ON_THE_PAGE } from './hostile-widgets.ts';
import { fromEnvironment } from './stack.ts';

const { args, ...launch } = launchOptions();
test.use({
  // A page that a test has put its hand to is of no known network, and may fetch from this machine only where it is
  // let.
  permissions: ['local-network-access'],
  // A browser that draws again only what changed rounds the edges of that by chance: each picture is drawn whole.
  launchOptions: { ...launch, args: [...args, '--disable-partial-raster'] },
  trace: 'off',
});

/** Without its sheets the page is bare. */
const BARE = '/hostile?theme=none';
const HOSTILE = '/hostile';

test(
  'the widgets that the page itself has look the same to the pixel under a theme of !importants as on a bare page',
  { tag: '@ci' },
  async ({ page }) => {
    test.setTimeout(60_000 + ON_THE_PAGE.length * 20_000);
    const pictures = async (url: string) => {
      await page.goto(url);
      const taken = new Map<string, Buffer>();
      for (const widget of ON_THE_PAGE) {
        const element = page.locator(`[data-widget="${widget}"]`);
        await element.scrollIntoViewIfNeeded();
        await expect(element, widget).toHaveAttribute('data-state', 'loaded');
        const style = await element.getAttribute('style');
        await makeRoom(page, widget, 560);
        taken.set(widget, await pictureOf(page, widget));
        // The next one is looked at in the page as it was.
        await element.evaluate((room, before) => room.setAttribute('style', before ?? ''), style);
      }
      return taken;
    };
    const [bare, hostile] = [await pictures(BARE), await pictures(HOSTILE)];
    for (const [widget, picture] of hostile)
      await compare(page, 'hostile-page-widgets', { bare: bare.get(widget) ?? Buffer.of(), hostile: picture }, `of ${widget}`);
  },
);

/** The hostile page with one mount, the given one, before all that it has; the others it keeps as plain content. */
const giveMount = async (page: Page, widget: string, options: Given['options'] = {}): Promise<void> => {
  const attributes = Object.entries({ ...options, widget, when: 'load' }).map(([name, value]) => `data-${name}="${value}"`);
  await page.route(/\/hostile(\?.*)?$/, async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    const others = text.replace(/data-(widget=|cart-count)/g, 'data-no-$1');
    await route.fulfill({ response, body: others.replace(/<main[^>]*>/, `$&<div ${attributes.join(' ')}><p>Its fallback</p></div>`) });
  });
};

/** What is one reader's own comes from the fixtures that all remotes are tried with. */
const give = async (page: Page, widget: string, { data, options, answers = () => ({}) }: Given): Promise<void> => {
  await giveMount(page, widget, options);
  const intent = await page.request.post(`${fromEnvironment('NEWSSTAND_STRIPE')}/v1/payment_intents`, {
    headers: { authorization: `Bearer ${process.env['STRIPE_SECRET_KEY'] ?? 'sk_test_newsstand'}` },
    form: { amount: 5600, currency: 'usd' },
  });
  const { client_secret: secret }: { client_secret: string } = await intent.json();
  const keys = { pubkey: 'pk_test_newsstand', secret };
  const answer = new Map(Object.entries({ 'GET /api/cart': data.cart, ...answers(keys) }));
  await page.route('**/api/**', async (route, request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/page/')) {
      // Where the provider's script is, only the product knows.
      const { stripe }: Pick<PageData, 'stripe'> = await (await route.fetch()).json();
      return route.fulfill({ json: makePageData({ stripe, ...data }) });
    }
    const json = answer.get(`${request.method()} ${pathname}`);
    return json === undefined ? route.fallback() : route.fulfill({ json });
  });
};

const picturesOf = async (page: Page, url: string, widget: string, { shows, act }: Given): Promise<Buffer[]> => {
  await page.goto(url);
  const element = page.locator(`[data-widget="${widget}"]`);
  await makeRoom(page, widget, 960);
  await expect(element).toHaveAttribute('data-state', 'loaded');
  if (typeof shows === 'string') await expect(element.getByText(shows).first()).toBeVisible();
  else await shows(page);
  const calm = await pictureOf(page, widget);
  if (!act) return [calm];
  await act(page);
  return [calm, await pictureOf(page, widget)];
};

let untouched: Buffer | undefined;
/** What the hostile page is around a mount where no script of ours ever ran: the same, whichever mount it is. */
const aroundNothing = async (context: BrowserContext): Promise<Buffer> => {
  const page = await context.newPage();
  await page.route(/loader.*\.js/, (route) => route.abort());
  await giveMount(page, 'checkout.page');
  await page.goto(HOSTILE);
  const picture = await pictureAround(page);
  await page.close();
  return picture;
};

/** One widget of each remote, those where cards are typed among them, and what comes over the page. */
const EACH_CHANGE = new Set(['checkout.page', 'mailing-list.popup', 'login.page', 'subscribe.builder', 'account.payment']);

for (const [widget, given] of Object.entries(GIVEN)) {
  const tag = EACH_CHANGE.has(widget) ? '@ci' : '@long';
  const title = `${widget}, with what is the reader's own, looks the same to the pixel under a theme of !importants, and changes none around it`;
  test(title, { tag }, async ({ page, context }) => {
    // Where a scroll has come to when the picture is taken is not what is compared.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    // A face that comes late stays away from its page: here each page finds it in the browser's cache.
    await page.goto('/');
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await give(page, widget, given);
    const bare = await picturesOf(page, BARE, widget, given);
    // A pop-up comes once a reader.
    await page.evaluate(() => localStorage.clear());
    const hostile = await picturesOf(page, HOSTILE, widget, given);
    for (const [index, picture] of hostile.entries())
      await compare(page, 'hostile-page-widgets', { bare: bare[index] ?? Buffer.of(), hostile: picture }, `of ${widget} ${index}`);

    await page.keyboard.press('Escape');
    await expect(page.locator('dialog[open]')).toHaveCount(0);
    untouched ??= await aroundNothing(context);
    await compare(page, 'hostile-page-outside', { bare: untouched, hostile: await pictureAround(page) }, `around ${widget}`);
  });
}

test('widgets change no pixel of the page around them', async ({ page, context }) => {
  await page.goto(HOSTILE);
  const widgets = page.locator('[data-widget]:not([data-when="intent"], [data-widget="mailing-list.popup"])');
  for (const widget of await widgets.all()) {
    await widget.scrollIntoViewIfNeeded();
    await expect(widget).toHaveAttribute('data-state', 'loaded');
  }
  const after = await pictureAround(page);
  const without = await context.newPage();
  await without.route(/loader.*\.js/, (route) => route.abort());
  await without.goto(HOSTILE);
  const before = await pictureAround(without);
  await compare(page, 'hostile-page-outside', { bare: before, hostile: after });
});
