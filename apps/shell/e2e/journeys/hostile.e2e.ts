import { expect, type Page, test } from '@playwright/test';

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

for (const widget of WIDGETS)
  test(`${widget} looks the same to the pixel under a theme of !importants as on a bare page`, async ({ page }) => {
    await page.goto('/hostile?theme=none');
    const bare = await pictureOf(page, widget);
    await page.goto('/hostile');
    const hostile = await pictureOf(page, widget);
    await test.info().attach('bare', { body: bare, contentType: 'image/png' });
    await test.info().attach('hostile', { body: hostile, contentType: 'image/png' });
    expect(hostile.equals(bare)).toBe(true);
  });
