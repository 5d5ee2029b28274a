import { emptyCart } from '@newsstand/contracts/fixtures/cart';
import { expect, type Page } from '@playwright/test';

type Options = { theme?: 'light' | 'dark'; cms?: 'bare' | 'hostile' };

/** Where one state of the stand-alone page is, from its `?`, with the query that a link would have. */
export const addressOf = (state: string, link = '', { theme = 'light', cms = 'bare' }: Options = {}): string =>
  `?${new URLSearchParams({ state, theme, cms, menu: 'closed' })}${link === '' ? '' : `&${link}`}`;

/** Opens one state of the stand-alone page (its names are the keys of src/stand-alone/states.ts). */
export const open = async (page: Page, state: string, link = '', options: Options = {}): Promise<void> => {
  await page.goto(`/${addressOf(state, link, options)}`);
  await expect(page.locator('[data-widget]')).toHaveAttribute('data-state', 'loaded');
};

export const total = (page: Page) => page.locator('form output').last();

export const pick = (page: Page, group: string, option: string) =>
  page.getByRole('radiogroup', { name: group }).getByRole('radio', { name: new RegExp(`^${option}`) });

export const choose = async (page: Page, label: string, name: string): Promise<void> => {
  await page.getByRole('combobox', { name: label }).fill(name);
  await page.getByRole('option', { name }).click();
};

export const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

/** In a zone of one country, which is not asked for. */
export const fillAddress = async (page: Page): Promise<void> => {
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('2 Slipway');
  await page.getByLabel('City').fill('Port Merrow');
  await page.getByLabel('Postal code').fill('04999');
  await choose(page, 'State or province', 'Maine');
};

/** Answers what the page puts into the cart, and notes it. Open the page with `api`, so that the calls leave it. */
export const watchCart = async (page: Page, status = 200, body: unknown = emptyCart): Promise<unknown[]> => {
  const sent: unknown[] = [];
  await page.route('**/api/cart', (route) => {
    sent.push(route.request().postDataJSON());
    return route.fulfill({ status, json: body });
  });
  return sent;
};

/** What the page is told when the payment provider refuses a payment (section 8), once it does. */
export const paymentFailed = (page: Page): Promise<unknown> =>
  page.evaluate(
    () =>
      new Promise((resolve) =>
        document.addEventListener('payment-failed', (event) => resolve(event instanceof CustomEvent && event.detail), { once: true }),
      ),
  );
