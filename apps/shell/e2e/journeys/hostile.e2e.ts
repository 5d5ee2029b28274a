import { expect, type Page, test } from '@playwright/test';
import { measured } from './measured.ts';

/** The widgets of both teams that show something in the page. */
const WIDGETS = ['checkout.counter', 'checkout.add', 'checkout.product', 'checkout.table', 'checkout.store', 'mailing-list.form'];
const WIDTH = 560;

/** A picture of one widget in a room of its own: where the page puts the room, how wide it is and what is behind it is the page's affair. */
const pictureOf = async (page: Page, widget: string): Promise<Buffer> => {
  const element = page.locator(`[data-widget="${widget}"]`);
  await element.scrollIntoViewIfNeeded();
  await expect(element).toHaveAttribute('data-state', 'loaded');
  await element.evaluate((room: HTMLElement, width) => {
    // A widget lives on where it is moved to. The room is high, lest the page shine through where a widget ends within a pixel.
    document.body.append(room);
    for (const image of room.querySelectorAll('img')) image.loading = 'eager';
    const own = {
      position: 'absolute',
      top: '0',
      left: '0',
      width: `${width}px`,
      height: '6000px',
      margin: '0',
      padding: '0',
      border: '0',
    };
    const bare = {
      background: '#fff',
      transform: 'none',
      filter: 'none',
      opacity: '1',
      'z-index': '99999',
      'max-width': 'none',
      'min-height': '0',
    };
    for (const [name, value] of Object.entries({ ...own, ...bare })) room.style.setProperty(name, value, 'important');
  }, WIDTH);
  await expect
    .poll(() => element.evaluate((room) => [...room.querySelectorAll('img')].every((image) => image.complete && image.naturalWidth > 0)))
    .toBe(true);
  // At the same place on both pages: where a half-transparent part falls on the raster decides how its colour is rounded.
  await element.evaluate((room: HTMLElement) => {
    scrollTo(0, 0);
    room.style.setProperty('top', `${-room.getBoundingClientRect().top}px`, 'important');
  });
  await page.mouse.move(1200, 900);
  const picture = await element.locator('.newsstand-root').first().screenshot({ animations: 'disabled' });
  await element.evaluate((room: HTMLElement) => room.remove());
  return picture;
};

/** How many pixels of two pictures differ; of two that are not as large as each other all do. */
const differingPixels = (page: Page, pictures: readonly [Buffer, Buffer]): Promise<number> =>
  page.evaluate(
    async (encoded) => {
      const [one, other] = await Promise.all(
        encoded.map(async (base64) => {
          const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]));
          const drawing = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
          drawing?.drawImage(bitmap, 0, 0);
          return drawing?.getImageData(0, 0, bitmap.width, bitmap.height);
        }),
      );
      if (!one || !other || one.width !== other.width || one.height !== other.height) return Math.max(one?.data.length ?? 4, 4) / 4;
      const [before, after] = [new Uint32Array(one.data.buffer), new Uint32Array(other.data.buffer)];
      return before.filter((pixel, index) => pixel !== after[index]).length;
    },
    pictures.map((picture) => picture.toString('base64')),
  );

const compare = async (page: Page, name: string, pictures: { bare: Buffer; hostile: Buffer }): Promise<void> => {
  for (const [label, body] of Object.entries(pictures)) await test.info().attach(label, { body, contentType: 'image/png' });
  const value = await differingPixels(page, [pictures.bare, pictures.hostile]);
  measured({ name, value, unit: 'pixels', limit: { max: 0 } });
  expect(value).toBe(0);
};

for (const widget of WIDGETS)
  test(`${widget} looks the same to the pixel under a theme of !importants as on a bare page`, async ({ page }) => {
    await page.goto('/hostile?theme=none');
    const bare = await pictureOf(page, widget);
    await page.goto('/hostile');
    const hostile = await pictureOf(page, widget);
    await compare(page, 'hostile-page-widgets', { bare, hostile });
  });

/** The page without what is in its mounts: each is as high as on any other visit, and empty to the eye. */
const pictureAround = async (page: Page): Promise<Buffer> => {
  await page.locator('[data-widget]').evaluateAll((rooms) => {
    const around = { height: '80px', 'max-height': '80px', width: '200px', display: 'block', overflow: 'hidden', opacity: '0' };
    for (const room of rooms) {
      if (!(room instanceof HTMLElement)) continue;
      for (const [name, value] of Object.entries(around)) room.style.setProperty(name, value, 'important');
    }
  });
  await page.evaluate(() => scrollTo(0, 0));
  await page.mouse.move(1200, 900);
  return page.screenshot({ fullPage: true, animations: 'disabled' });
};

test('widgets change no pixel of the page around them', async ({ page, context }) => {
  await page.goto('/hostile');
  const widgets = page.locator('[data-widget]:not([data-when="intent"], [data-widget="mailing-list.popup"])');
  for (const widget of await widgets.all()) {
    await widget.scrollIntoViewIfNeeded();
    await expect(widget).toHaveAttribute('data-state', 'loaded');
  }
  const after = await pictureAround(page);
  const without = await context.newPage();
  await without.route(/loader.*\.js/, (route) => route.abort());
  await without.goto('/hostile');
  const before = await pictureAround(without);
  await compare(page, 'hostile-page-outside', { bare: before, hostile: after });
});
