import { expect, type Page, test } from '@playwright/test';
import { measured } from './measured.ts';

/**
 * Gives a widget a room that covers the page: where the page puts the room, how wide it is and what is behind it is the
 * page's affair. In the page it stays where it is, with whatever its ancestors mean to the page's sheets. `width`: how
 * wide the widget is then, in CSS pixels.
 */
export async function makeRoom(page: Page, widget: string, width: number): Promise<void> {
  const element = page.locator(`[data-widget="${widget}"]`);
  await element.evaluate((room: HTMLElement, wide) => {
    const own = {
      display: 'block',
      position: 'absolute',
      top: '0',
      left: '0',
      'box-sizing': 'border-box',
      width: '100vw',
      // High, lest the page shine through where a widget ends within a pixel.
      height: '6000px',
      margin: '0',
      padding: `0 calc(100vw - ${wide}px) 0 0`,
      border: '0',
      // What stands in a line of the page's has the page's letters, and its place in the line is the page's.
      font: '16px/1.5 sans-serif',
      'letter-spacing': 'normal',
      'text-transform': 'none',
      'text-align': 'start',
      'text-indent': '0',
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
    scrollTo(0, 0);
    // At the same place on both pages: where a half-transparent part falls on the raster decides how its colour is
    // rounded.
    const { top, left } = room.getBoundingClientRect();
    room.style.setProperty('top', `${-top}px`, 'important');
    room.style.setProperty('left', `${-left}px`, 'important');
  }, width);
}

/** A picture of one widget in its room, or of the whole window where it has something open before the page. */
export async function pictureOf(page: Page, widget: string): Promise<Buffer> {
  const element = page.locator(`[data-widget="${widget}"]`);
  await element.evaluate((room) => {
    for (const image of room.querySelectorAll('img')) image.loading = 'eager';
    // What the payment provider puts into its frame is its own, and drawn when it likes; the frame keeps its place.
    for (const frame of room.querySelectorAll('iframe')) frame.style.setProperty('visibility', 'hidden', 'important');
    // What sticks is a layer of its own, drawn on the parts of a pixel at which it stuck last: here it stands where it
    // is at rest. That it sticks, its computed style says.
    for (const one of room.querySelectorAll<HTMLElement>('*'))
      if (getComputedStyle(one).position === 'sticky')
        for (const [name, value] of Object.entries({ position: 'relative', inset: 'auto' }))
          one.style.setProperty(name, value, 'important');
  });
  await expect
    .poll(() => element.evaluate((room) => [...room.querySelectorAll('img')].every((image) => image.complete && image.naturalWidth > 0)))
    .toBe(true);
  await page.evaluate(() => scrollTo(0, 0));
  await page.mouse.move(1270, 990);
  const root = element.locator('.newsstand-root').first();
  const isOpen = (await root.locator('dialog[open]').count()) > 0;
  // On whole pixels, in the middle of the window: on parts of one a busy browser draws its shadow and its corners now
  // so, now otherwise.
  await root.locator('dialog[open]').evaluateAll((dialogs) => {
    for (const dialog of dialogs) {
      if (dialog instanceof HTMLElement)
        dialog.style.setProperty('min-height', `${2 * Math.ceil(dialog.getBoundingClientRect().height / 2)}px`, 'important');
    }
  });
  return isOpen ? page.screenshot({ animations: 'disabled' }) : root.screenshot({ animations: 'disabled' });
}

/** The page without what is in its mounts: each is as high as on any other visit, and empty to the eye. */
export async function pictureAround(page: Page): Promise<Buffer> {
  await page.locator('[data-widget]').evaluateAll((rooms) => {
    // Positioned, so that it also cuts off what is placed absolutely in it.
    const around = {
      position: 'relative',
      height: '80px',
      'max-height': '80px',
      width: '200px',
      display: 'block',
      overflow: 'hidden',
      opacity: '0',
    };
    for (const room of rooms) {
      if (!(room instanceof HTMLElement)) continue;
      room.style.cssText = '';
      for (const [name, value] of Object.entries(around)) room.style.setProperty(name, value, 'important');
    }
  });
  await page.evaluate(() => scrollTo(0, 0));
  await page.mouse.move(1270, 990);
  return page.screenshot({ fullPage: true, animations: 'disabled' });
}

type Pictures = { bare: Buffer; hostile: Buffer };

/** Holds two pictures to each other, pixel for pixel, and says what it found to the figures. */
export async function compare(
  page: Page,
  name: 'hostile-page-widgets' | 'hostile-page-outside',
  pictures: Pictures,
  of = '',
): Promise<void> {
  for (const [label, body] of Object.entries(pictures)) await test.info().attach(`${label} ${of}`, { body, contentType: 'image/png' });
  const value = await differingPixels(page, [pictures.bare, pictures.hostile]);
  measured({ name, value, unit: 'pixels', limit: { max: 0 } });
  expect(value, `differing pixels ${of}`).toBe(0);
}

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
