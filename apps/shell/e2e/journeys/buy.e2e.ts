import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { putIntoCart } from './by-calls.ts';
import { answerBank, captured, enterCard, fillAddress, newReader, nextMail, stockOf } from './stack.ts';

const counter = (page: Page) => page.locator('[data-cart-count]').first();

/** A size of a product, of which there is enough. */
async function sizedProduct(request: APIRequestContext): Promise<{ slug: string; ref: string; size: string; stock: number }> {
  const products: { slug: string; type: string; sizes: { ref: string; name: string; quantity: number }[] }[] = await (
    await request.get('/api/store/products')
  ).json();
  const product = products.find((one) => one.type === 'sized-product' && one.sizes.some((size) => size.quantity >= 10));
  const size = product?.sizes.find((one) => one.quantity >= 10);
  if (!product || !size) throw new Error('the publication has no sized product in stock');
  return { slug: product.slug, ref: size.ref, size: size.name, stock: size.quantity };
}

test(
  'a sized product, a print issue and a digital issue are put into the cart on three pages, and its panel leads to the check-out',
  { tag: '@ci' },
  async ({ page, request }) => {
    await test.step('a sized product from its page', async () => {
      const { slug, size } = await sizedProduct(request);
      await page.goto(`/store/product/${slug}`);
      await page.getByRole('radio', { name: size, exact: true }).check();
      await page.getByRole('button', { name: 'Add to Cart' }).click();
      await expect(page.getByRole('dialog', { name: 'Your Cart' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(counter(page)).toHaveText('1');
    });

    await test.step('a print issue from an article', async () => {
      await page.goto('/');
      await page.locator('a[href^="/articles/"]').first().click();
      await expect(counter(page)).toHaveText('1');
      // The widget comes when its place nears the window.
      await page.locator('[data-widget="checkout.add"]').first().scrollIntoViewIfNeeded();
      await page.getByRole('button', { name: 'Add to Cart' }).first().click();
      await expect(page.getByRole('dialog', { name: 'Your Cart' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(counter(page)).toHaveText('2');
    });

    await test.step('a digital issue from its own page', async () => {
      await page.goto('/issue/salt');
      await page.locator('[data-item="digital-issue"]').scrollIntoViewIfNeeded();
      // Print stands beside it: who hears the page tells them apart.
      await page.getByRole('button', { name: 'Add to Cart: Salt, as a file', exact: true }).click();
      const panel = page.getByRole('dialog', { name: 'Your Cart' });
      await expect(panel.getByRole('link', { name: /Salt$/ })).toHaveAttribute('href', '/issue/salt');
      await expect(counter(page)).toHaveText('3');
    });

    await test.step('the panel leads to the check-out', async () => {
      await page.getByRole('dialog', { name: 'Your Cart' }).getByRole('link', { name: 'Proceed to Checkout' }).click();
      await expect(page.getByRole('heading', { name: 'Check Out', level: 1 })).toBeVisible();
    });
  },
);

test('a reader pays for a sized product, a print issue and a digital issue, past a declined card and an authentication', async ({
  page,
  request,
}) => {
  const email = newReader('buyer');
  const taken = await captured(request);
  const sized = await sizedProduct(request);
  await test.step('a sized product, a print issue and a digital issue are in the cart', async () => {
    await putIntoCart(page, { type: 'add', item: { item: 'sized-product', ref: sized.ref, quantity: 1 } });
    await putIntoCart(page, { type: 'add', item: { item: 'print-issue', ref: 'iss:6', quantity: 1 } });
    await putIntoCart(page, { type: 'add', item: { item: 'digital-issue', ref: 'iss:5', quantity: 1 } });
    await page.goto('/store/checkout');
    await expect(page.getByRole('heading', { name: 'Check Out', level: 1 })).toBeVisible();
    await expect(counter(page)).toHaveText('3');
  });

  await test.step('a guest with an address', async () => {
    await page.getByLabel('Full name').fill('Ada Reader');
    await page.getByRole('textbox', { name: /^Email/ }).fill(email);
    await fillAddress(page);
    await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  });

  await test.step('the first card is declined, and nothing is lost', async () => {
    await enterCard(page, '4000000000000002');
    await page.getByRole('button', { name: 'Submit Payment' }).click();
    await expect(page.getByText('Your card was declined.').first()).toBeVisible();
    await expect(page.getByLabel('Full name')).toHaveValue('Ada Reader');
    expect(await captured(request)).toBe(taken);
  });

  await test.step('the second card asks for authentication and pays', async () => {
    await enterCard(page, '4000002760003184');
    await page.getByRole('button', { name: 'Submit Payment' }).click();
    await answerBank(page, 'Complete authentication');
    await expect(page).toHaveURL(/\/receipts\?token=/, { timeout: 20_000 });
    await expect(page.getByRole('heading', { name: 'Your papers are in order. Thank you.' })).toBeVisible();
  });

  const total = (await captured(request)) - taken;
  await test.step('the receipt, the mail, the money and the stock agree', async () => {
    const shown = `$${(total / 100).toFixed(2)}`;
    expect(total).toBeGreaterThan(0);
    await expect(page.getByText(shown).first()).toBeVisible();
    const mail = await nextMail(request, email);
    expect(mail.text).toContain(shown);
    expect(mail.text).toContain('/receipts?token=');
    // A guest has no account to find the file in: the receipt and its letter lead to it.
    expect(mail.text).toContain('/api/download/salt/epub?');
    const file = await page.getByRole('link', { name: 'Download Salt as PDF' }).getAttribute('href');
    expect((await request.get(file ?? '')).headers()['content-type']).toBe('application/pdf');
    expect(await stockOf(request, sized.slug, sized.size)).toBe(sized.stock - 1);
    await expect(counter(page)).toBeEmpty();
  });

  await test.step('the receipt is still there tomorrow, and is accessible', async () => {
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Your papers are in order. Thank you.' })).toBeVisible();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  });
});
