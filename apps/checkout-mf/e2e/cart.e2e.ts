import { test } from '@newsstand/build/kept-page';
import { showAt } from '@newsstand/build/look-at';
import { rowTags } from '@newsstand/build/row-tags';
import { expect, type Page } from '@playwright/test';
import { addButton, addressOf, button, open, openAnew, ready } from './open.ts';

test('the counter counts, and leads to check-out', { tag: ['@§2.routes.3'] }, async ({ page }) => {
  await open(page, 'counter');
  await expect(page.getByRole('link', { name: 'Cart 3 items' })).toHaveAttribute('href', '/store/checkout');
});

test('an empty cart has no way to check-out in its counter', { tag: ['@ci', '@§2.routes.3'] }, async ({ page }) => {
  await open(page, 'panel-empty');
  await page.keyboard.press('Escape');
  await expect(button(page, 'Cart 0 items')).toBeVisible();
});

test('a reader who reached for the panel finds it open, and Escape closes it', { tag: ['@§2.others.5'] }, async ({ page }) => {
  await open(page, 'panel');
  const panel = page.getByRole('dialog', { name: 'Your Cart' });
  await expect(panel).toContainText('Last Boat Tee');
  await expect(panel.getByRole('link', { name: 'Proceed to Checkout' })).toHaveAttribute('href', '/store/checkout');
  await expect(panel.getByRole('link', { name: 'Browse Store' })).toHaveAttribute('href', '/store');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(button(page, 'Cart 3 items')).toBeFocused();
});

test('the panel that a button of the CMS’s asked for gives that button the focus back', async ({ page }) => {
  await open(page, 'counter');
  // Before that, another state would be another page, without the button.
  await ready(page);
  await page.evaluate(() => {
    const asks = document.createElement('button');
    asks.textContent = 'My cart';
    document.body.append(asks);
    asks.focus();
  });
  await showAt(page, addressOf('panel'));
  const panel = page.getByRole('dialog', { name: 'Your Cart' });
  await expect(panel).toBeVisible();
  await expect(button(page, 'My cart')).not.toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(button(page, 'My cart')).toBeFocused();
});

test('the empty panel says what to do', { tag: ['@§2.others.4', '@§8.cart.2'] }, async ({ page }) => {
  await open(page, 'panel-empty');
  await expect(page.getByRole('dialog')).toContainText(
    'Try adding a product from our store to your cart first and then return to this page to complete your checkout.',
  );
});

test('on a phone what a line costs stands in one piece, also where it is free', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await open(page, 'panel-free');
  const lines = page.getByRole('dialog').getByRole('listitem');
  for (const [line, price] of ['Free', '$34.00'].entries()) {
    const rows = await lines
      .nth(line)
      .getByText(price, { exact: true })
      .evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      });
    expect(rows, price).toBe(1);
  }
});

test('a discount is shown below the subtotal in the panel as at the check-out', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'panel-discount');
  await expect(page.getByRole('dialog', { name: 'Your Cart' })).toContainText('Subtotal$58.00Discount−$6.80');
  await open(page, 'discount');
  await expect(page.getByRole('region', { name: 'Your order' })).toContainText('Subtotal$58.00Discount−$6.80');
});

test('a code that was typed and not applied is tried before the panel leads to the check-out', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'panel');
  await page.getByLabel('Coupon code').fill('ferry10');
  const here = page.url();
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click();
  await expect(page.getByLabel('Coupon code')).toHaveAccessibleDescription('Unable to apply coupon FERRY10');
  expect(page.url()).toBe(here);
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click();
  await expect(page).toHaveURL(/\/store\/checkout$/);
});

test('a coupon that has no discount for these goods is refused by its code', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'panel');
  await page.getByLabel('Coupon code').fill('FERRY10');
  await button(page, 'Apply').click();
  await expect(page.getByLabel('Coupon code')).toHaveAccessibleDescription('Unable to apply coupon FERRY10');
});

test('a sales price stands beside the price before', { tag: ['@ci', '@§2.others.3'] }, async ({ page }) => {
  await open(page, 'panel-discount');
  await expect(page.getByRole('listitem').filter({ hasText: 'Last Boat Tee' })).toContainText(/\$34\.00.*\$27\.20/);
});

test('two quick steps of the quantity both count', async ({ page }) => {
  await open(page, 'table');
  const more = button(page, 'One more of Last Boat Tee, Size L');
  await more.click();
  await more.click();
  await expect(page.getByRole('spinbutton', { name: 'Quantity of Last Boat Tee' })).toHaveValue('3');
  await expect(page.getByRole('row').filter({ hasText: 'Last Boat Tee' })).toContainText('$102.00');
});

test('a line is removed when the reader is sure, and stays when not', { tag: ['@§2.others.8'] }, async ({ page }) => {
  await open(page, 'table');
  const sure = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await button(page, 'Remove Issue 12, Snowline, Digital').click();
  await sure.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Snowline' })).toBeVisible();
  await button(page, 'Remove Issue 12, Snowline, Digital').click();
  await sure.getByRole('button', { name: 'Ok' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Snowline' })).toHaveCount(0);
  await expect(page.getByRole('table')).toBeFocused();
});

for (const [index, [state, width]] of (
  [
    ['panel', 375],
    ['panel', 1280],
    ['table', 375],
    ['table', 1280],
  ] as const
).entries()) {
  test(
    `everything is removed with the keyboard when the reader is sure: ${state} of ${width} pixels`,
    { tag: rowTags(index) },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await open(page, state);
      const all = button(page, 'Remove all');
      const sure = page.getByRole('alertdialog', { name: 'Are you sure?' });
      await all.focus();
      await page.keyboard.press('Enter');
      await expect(sure.getByRole('button', { name: 'Cancel' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(sure).toBeHidden();
      await expect(all).toBeFocused();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await expect(sure.getByRole('button', { name: 'Ok' })).toBeFocused();
      await page.keyboard.press('Enter');
      // The focus goes to the words of the empty cart, which are read out so.
      await expect(page.getByText('Try adding a product from our store to your cart first')).toBeFocused();
      await expect(all).toHaveCount(0);
    },
  );
}

test(
  'who removes the last thing by itself is told of the empty cart, too, and is led to the store unless they are there',
  { tag: '@ci' },
  async ({ page }) => {
    const toStore = page.getByRole('link', { name: 'Browse Store' });
    await open(page, 'table-empty');
    await expect(toStore).toHaveAttribute('href', '/store');
    // Below the store itself nothing has to be said of a cart in which nothing has been.
    await page.goto(`/store${addressOf('table-empty')}`);
    await expect(page.locator('[data-widget="checkout.table"]')).toHaveAttribute('data-state', 'loaded');
    await expect(page.getByText('Try adding a product from our store to your cart first')).toHaveCount(0);
    await page.goto(`/store${addressOf('table')}`);
    const sure = page.getByRole('alertdialog', { name: 'Are you sure?' });
    const remove = page.getByRole('button', { name: /^Remove (?!all)/ });
    await expect(remove.first()).toBeVisible();
    for (let left = await remove.count(); left > 0; left -= 1) {
      await remove.first().click();
      await sure.getByRole('button', { name: 'Ok' }).click();
      await expect(remove).toHaveCount(left - 1);
      await expect(toStore).toHaveCount(0);
    }
    await expect(page.getByText('Try adding a product from our store to your cart first')).toBeFocused();
  },
);

test('a sized product says which sizes are low and which are gone', { tag: ['@ci', '@§5.swag.2', '@§9.swag.4'] }, async ({ page }) => {
  await open(page, 'add-sizes');
  await expect(page.getByText('ONLY 6 LEFT')).toBeVisible();
  await expect(page.getByRole('radio', { name: /XXL/ })).toBeDisabled();
  await expect(page.getByText('OUT OF STOCK')).toBeVisible();
});

test('what somebody else holds is said to be in their cart, and cannot be added as long as it is', async ({ page }) => {
  await open(page, 'add-held');
  await expect(page.getByText('IN SOMEBODY’S CART')).toBeVisible();
  await expect(page.getByRole('radio', { name: /XXL/ })).toBeDisabled();
  await open(page, 'add-held-product');
  await expect(page.getByText('IN SOMEBODY’S CART')).toBeVisible();
  await expect(addButton(page)).toBeDisabled();
});

test('adding a sized product asks for the size first, then shows the cart', async ({ page }) => {
  await open(page, 'add-sizes');
  const places = async () => [
    await page.getByRole('radio', { name: /^L/ }).boundingBox(),
    await addButton(page).boundingBox(),
    await page.locator('[data-widget]').boundingBox(),
  ];
  const before = await places();
  await addButton(page).click();
  await expect(page.getByRole('radiogroup', { name: 'Size' })).toHaveAccessibleDescription('Choose a size.');
  // The error stands beside the name of its field: nothing moves.
  expect(await places()).toEqual(before);
  const frameOf = (name: RegExp) =>
    page
      .locator('label')
      .filter({ has: page.getByRole('radio', { name }) })
      .evaluate((label) => getComputedStyle(label).borderTopColor);
  // A size that is sold out is not what the reader has to choose.
  expect(await frameOf(/^L/)).not.toBe(await frameOf(/^XXL/));
  await page.getByRole('radio', { name: /^L/ }).check();
  const quantity = page.getByRole('spinbutton');
  await quantity.fill('99');
  await quantity.blur();
  await expect(quantity).toHaveValue('6');
  await addButton(page).click();
  await expect(page.getByRole('dialog', { name: 'Your Cart' })).toContainText('Last Boat Tee');
  await expect(page.locator('[data-widget]')).toHaveAttribute('data-state', 'completed');
});

test('low stock is said, and stock that is gone cannot be added', { tag: ['@§9.swag.3'] }, async ({ page }) => {
  await open(page, 'add-low');
  await expect(page.getByText('LOW STOCK (ONLY 7 LEFT)')).toBeVisible();
  await open(page, 'add-sold-out');
  await expect(page.getByText('OUT OF STOCK')).toBeVisible();
  await expect(addButton(page)).toBeDisabled();
});

test(
  'what the cart holds already is not offered again: beside the button it says so, and the cart is shown',
  { tag: '@ci' },
  async ({ page }) => {
    await open(page, 'add-low');
    const quantity = page.getByRole('spinbutton', { name: 'Quantity of Harbour Mug' });
    await quantity.fill('4');
    await addButton(page).click();
    const panel = page.getByRole('dialog', { name: 'Your Cart' });
    await expect(panel).toBeVisible();
    await page.keyboard.press('Escape');
    await quantity.fill('99');
    await quantity.blur();
    await expect(quantity).toHaveValue('3');
    await addButton(page).click();
    await expect(panel).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('status').filter({ hasText: 'Your cart already holds 7, all that can be had.' })).toBeVisible();
    // The button keeps the focus, and sends nothing more.
    await expect(addButton(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('spinbutton')).toHaveValue('7');

    await open(page, 'store');
    const add = button(page, 'Add to Cart: Harbour Mug');
    for (let times = 0; times < 7; times += 1) {
      await add.click();
      await expect(panel.getByRole('spinbutton')).toHaveValue(String(times + 1));
      await page.keyboard.press('Escape');
    }
    await expect(page.getByRole('listitem').filter({ has: add })).toContainText('Your cart already holds 7, all that can be had.');
  },
);

test('where nothing beside the button names the good, the button does, to the eye as well', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'add-low');
  await expect(button(page, 'Add to Cart: Harbour Mug')).toHaveText('Add to Cart');
  await open(page, 'add-named');
  await expect(button(page, 'Add to Cart: Harbour Mug')).toHaveText('Add to Cart: Harbour Mug');
});

test('an issue that is not out cannot be added', async ({ page }) => {
  await open(page, 'add-coming');
  await expect(page.getByText('Not out yet')).toBeVisible();
  await expect(addButton(page)).toHaveCount(0);
});

test('a cart with something that this build cannot show is not paid for here, as the page’s data had it', async ({ page }) => {
  await open(page, 'strange-cart');
  await expect(page.getByText('Your cart holds something that this page cannot show. Load the page again to check out.')).toBeVisible();
  await expect(button(page, 'Proceed to Payment')).toBeDisabled();
});

test('the store adds a product and sends the reader of a sized one to its page', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'store');
  await expect(page.getByRole('link', { name: 'Choose size: Last Boat Tee' })).toHaveAttribute('href', '/store/product/last-boat-tee');
  await button(page, 'Add to Cart: Harbour Mug').click();
  await expect(page.getByRole('dialog', { name: 'Your Cart' })).toContainText('Harbour Mug');
});

test('a widget whose data does not come leaves the page’s own words', { tag: ['@§2.life.2'] }, async ({ page }) => {
  await open(page, 'failed-load');
  await expect(page.locator('[data-widget]')).toHaveAttribute('data-state', 'failed');
  await expect(page.getByText('The page has its own words here')).toBeVisible();
});

test('a receipt shows number, date, lines and where it goes', { tag: ['@§9.dates.1'] }, async ({ page }) => {
  await open(page, 'receipt');
  const receipt = page.getByRole('article');
  await expect(receipt).toContainText('EXC-0042');
  await expect(receipt).toContainText('11.21.2026');
  await expect(receipt).toContainText('Port Merrow, ME 04999');
  await expect(receipt).toContainText('$66.00');
  await expect(button(page, 'Print this receipt')).toBeVisible();
});

test('a receipt of an order that was refunded says what went back, when, and that nothing renews by itself', async ({ page }) => {
  await open(page, 'receipt-refunded');
  const back = page.getByRole('region', { name: 'What went back' });
  await expect(back.getByRole('listitem')).toHaveText([
    /^A refund that could not be paid out on 11.24.2026, and came back to us. Please write to .*\$3.00$/,
    /^Refunded on 11.25.2026 ?\$81.00Credit note CN-31 as a PDF$/,
  ]);
  await expect(back.getByRole('link', { name: 'Credit note CN-31 as a PDF' })).toHaveAttribute(
    'href',
    /\/api\/receipts\/[^/]+\/credit-notes\/CN-31\/pdf$/,
  );
  await expect(back).toContainText('autorenew is off, and no renewal is planned. It can be switched on again in the account.');
  await expect(back).toContainText('no further month is charged');
});

test('a receipt says on the line of a subscription that it ended, and when', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'receipt-refunded');
  const lines = page.getByRole('table', { name: 'Receipt' });
  await expect(lines.getByRole('rowheader', { name: 'Print, Standard, 2 years (8 issues)' })).toContainText('Ended 11.25.2026');
  await expect(lines.getByText('ended ')).toHaveCount(1);
  await open(page, 'receipt-membership');
  await expect(lines.getByRole('rowheader', { name: 'Print, Standard, 2 years (8 issues)' })).toBeVisible();
  await expect(lines.getByText('ended ')).toHaveCount(0);
});

test('a receipt whose letter was put away does not say that it is on its way', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'receipt');
  const sent = page.getByText('A copy is on its way to');
  await expect(sent).toBeVisible();
  await open(page, 'receipt-later');
  await expect(page.getByRole('heading', { name: 'Thank you for your order.' })).toBeVisible();
  await expect(sent).toHaveCount(0);
});

test('a digital product is taken along from its receipt', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'receipt-free');
  await expect(page.getByRole('heading', { name: 'Your files' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Download Tide Wallpapers' })).toHaveAttribute(
    'href',
    '/api/receipts/rcpt_fixture0001/files/tide-wallpapers',
  );
  await expect(page.getByText('The links work for a day')).toHaveCount(0);
});

test('a receipt that is not there says so and whom to ask', async ({ page }) => {
  await open(page, 'receipt-missing');
  await expect(page.getByRole('heading', { level: 1, name: 'No receipt here' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'consulate@exclave.example.org' })).toHaveAttribute('href', /^mailto:/);
});

for (const [what, state] of [
  ['a product box', 'product-unknown'],
  ['‘Add to Cart’', 'add-unknown'],
] as const) {
  test(`${what} whose page knows no such product keeps the words of the page, and sells no other`, async ({ page }) => {
    await open(page, state);
    await expect(page.locator('[data-widget]')).toHaveAttribute('data-state', 'failed');
    await expect(page.getByText('The page has its own words here until the widget is ready.')).toBeVisible();
    await expect(addButton(page)).toHaveCount(0);
    // Its room with them (rooms.e2e.ts).
    await expect(page.locator('[data-widget]')).toHaveAttribute('data-kept');
  });
}

test('‘Add to Cart’ of an issue that the address does not name says in the console what is missing', { tag: '@ci' }, async ({ page }) => {
  const told = page.waitForEvent('console', (message) =>
    message.text().includes('checkout.add: no data-ref, nor an issue at this address'),
  );
  await openAnew(page, 'add-nowhere');
  await told;
});

test('who holds an issue reads and downloads it, and buying it comes second, for somebody else', { tag: '@ci' }, async ({ page }) => {
  await openAnew(page, 'add-owned');
  await expect(page.getByText('You have this issue.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Read as PDF' })).toHaveAttribute('href', /^\/api\/download\/salt\/pdf.*&read=1$/);
  await expect(page.getByRole('link', { name: 'Download PDF' })).toHaveAttribute('href', /^\/api\/download\/salt\/pdf(?!.*read=)/);
  await expect(page.getByRole('link', { name: 'Download EPUB' })).toBeVisible();
  const add = page.getByRole('button', { name: /^Add to Cart/ });
  await expect(add).toBeHidden();
  await page.getByText('Buy the file for somebody else').click();
  await add.click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('who can read an issue is offered it in print second, for somebody else', { tag: '@ci' }, async ({ page }) => {
  await openAnew(page, 'add-owned-print');
  const gift = page.getByText('Buy it in print for somebody else');
  await expect(gift).toBeVisible();
  const add = page.getByRole('button', { name: /^Add to Cart/ });
  await expect(add).toBeHidden();
  await gift.click();
  await add.click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('who is logged in and does not have an issue can buy it as anybody can', { tag: '@ci' }, async ({ page }) => {
  await openAnew(page, 'add-file');
  await expect(page.getByRole('button', { name: /^Add to Cart/ })).toBeVisible();
  await expect(page.getByText('You have this issue.')).toHaveCount(0);
});

test(
  'a guest who bought an issue in this browser reads and downloads it, and nobody is asked for an account',
  { tag: '@ci' },
  async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await openAnew(page, 'add-bought');
    await expect(page.getByText('You have this issue.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Read as PDF' })).toHaveAttribute('href', /^\/api\/download\/salt\/pdf/);
    await expect(page.getByRole('button', { name: /^Add to Cart/ })).toBeHidden();
    await expect(page.getByText('Buy the file for somebody else')).toBeVisible();
    expect(asked).not.toContain('/api/account/subscriber');
  },
);

/** What asks which issues the reader holds. */
const HELD = /\/held\.\w+\.js$/;
/** A file comes no sooner than what this answers is called. */
async function holdBack(page: Page, file: RegExp): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(file, async (route) => {
    await released.promise;
    await route.continue();
  });
  return released.resolve;
}

test('who adds an issue before it is known that they hold it sees the cart, and goes on seeing it', { tag: '@ci' }, async ({ page }) => {
  const known = await holdBack(page, HELD);
  await openAnew(page, 'add-owned-print');
  await addButton(page).click();
  const cart = page.getByRole('dialog', { name: 'Your Cart' });
  await expect(cart).toBeVisible();
  known();
  await expect(page.locator('summary', { hasText: 'for somebody else' })).toHaveCount(1);
  await expect(cart).toBeVisible();
});

test(
  'who has chosen how many before it is known that they do not hold an issue keeps the number, and the button',
  { tag: '@ci' },
  async ({ page }) => {
    const known = await holdBack(page, HELD);
    await openAnew(page, 'add-file');
    const button = await addButton(page).elementHandle();
    await page.getByRole('button', { name: /^One more/ }).click();
    const arrived = page.waitForResponse(HELD);
    known();
    await (await arrived).finished();
    // Whatever was to be drawn anew is drawn when the browser has nothing left to do.
    await page.evaluate(async () => {
      for (let turn = 0; turn < 3; turn++)
        await new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 50), { timeout: 5000 }));
    });
    await expect(page.getByRole('spinbutton')).toHaveValue('2');
    expect(await button?.evaluate((element) => element.isConnected)).toBe(true);
    await button?.click();
    await expect(page.getByRole('dialog', { name: 'Your Cart' })).toBeVisible();
  },
);

for (const [state, chunks] of [
  ['panel-everything', 1],
  // And the way to the builder, beside the line.
  ['panel-coupon-abroad', 2],
] as const)
  test(`below what a coupon does nothing moves when that comes late: ${state}`, { tag: '@ci' }, async ({ page }) => {
    const released = Promise.withResolvers<void>();
    let held = 0;
    await page.route(/\.js/, async (route) => {
      const response = await route.fetch();
      const body = await response.text();
      // Its chunks have no names of their own.
      if (/coupon_(?:applied|builder)/.test(body) && !body.includes('browse_store')) {
        held += 1;
        await released.promise;
      }
      await route.fulfill({ response, body });
    });
    await openAnew(page, state);
    const next = page.getByRole('link', { name: 'Proceed to Checkout' });
    await expect(next).toBeVisible();
    await expect.poll(() => held).toBe(chunks);
    const before = await next.boundingBox();
    released.resolve();
    await expect(page.getByText(/LANDFALL/).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect((await next.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
  });

for (const width of [280, 400, 440])
  test(`each row of the ways on from a receipt begins at the receipt’s edge, at ${width} px`, { tag: '@ci' }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await open(page, 'receipt');
    const starts = await page.getByRole('article').evaluate((receipt) => {
      const ways = [...(receipt.lastElementChild?.children ?? [])].map((way) => {
        const words = document.createRange();
        words.selectNodeContents(way);
        const isFramed = getComputedStyle(way).borderTopColor !== 'rgba(0, 0, 0, 0)';
        return { left: (isFramed ? way : words).getBoundingClientRect().left, top: way.getBoundingClientRect().top };
      });
      const rows = ways.filter(({ top }, at) => at === 0 || top > (ways[at - 1]?.top ?? 0) + 20);
      return rows.map(({ left }) => Math.round(left - receipt.getBoundingClientRect().left));
    });
    expect(starts.length).toBeGreaterThan(1);
    for (const start of starts) expect(start).toBeLessThanOrEqual(1);
  });
