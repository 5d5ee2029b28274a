import { expect, type Locator, type Page } from '@playwright/test';

type Options = { theme?: 'light' | 'dark'; cms?: 'bare' | 'hostile' };

/** Where one state of the stand-alone page is, from its `?`. */
export const addressOf = (state: string, { theme = 'light', cms = 'bare' }: Options = {}): string =>
  `?${new URLSearchParams({ state, theme, cms, menu: 'closed' })}`;

/** Opens one state of the stand-alone page (its names are the keys of src/stand-alone/states.ts). */
export const open = async (page: Page, state: string, options: Options = {}): Promise<void> => {
  await page.goto(`/${addressOf(state, options)}`);
};

/**
 * Which issues somebody holds is known to a page for some seconds, and a chunk that came stays: here nothing is there
 * of the test before (kept-page.ts).
 */
export const openAnew = async (page: Page, state: string): Promise<void> => {
  await page.goto('about:blank');
  await open(page, state);
};

export const ready = (page: Page) => expect(page.locator('[data-widget]').first()).toHaveAttribute('data-state', /loaded|completed/);

/** Fills the check-out form as Ada, who lives in Maine. */
export const fillForm = async (page: Page): Promise<void> => {
  await fillWho(page);
  await choose(page, 'Country', 'United States');
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('2 Slipway');
  await page.getByLabel('City').fill('Port Merrow');
  await choose(page, 'State or province', 'Maine');
  await page.getByLabel('Postal code').fill('04999');
};

export const fillWho = async (page: Page): Promise<void> => {
  await page.getByLabel('Full name').fill('Ada Merrow');
  await page.getByLabel('Email').fill('ada@example.org');
};

/** Chooses the password of the account that comes with a subscription. */
export const fillPassword = async (page: Page, password = 'a ferry at dawn', confirm = password): Promise<void> => {
  await page.getByLabel(/^Password/).fill(password);
  await page.getByLabel('Confirm password').fill(confirm);
};

export const fillAddress = async (page: Page): Promise<void> => {
  await choose(page, 'Country', 'France');
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('1 rue du Phare');
  await page.getByLabel('City').fill('Ouessant');
};

export const choose = async (page: Page, label: string, name: string, within: Page | Locator = page): Promise<void> => {
  const box = within.getByRole('combobox', { name: label });
  await box.fill(name);
  await page.getByRole('option', { name }).click();
};

export const CARDS = { good: '4242 4242 4242 4242', declined: '4000 0000 0000 0002', asks: '4000 0025 0000 3155' };

export const fillCard = (page: Page, card: string) => page.getByLabel('Card number').fill(card);

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** What it adds stands behind its words, for who hears the page. */
export const addButton = (page: Page) => page.getByRole('button', { name: /^(Add to Cart|Adding): \w/ });

/** The receipt that every pretended order leads to. */
export const expectReceipt = async (page: Page): Promise<void> => {
  await expect(page).toHaveURL(/\/receipts\?token=rcpt_fixture0001$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you for your order.' })).toBeVisible();
};

/** What the page is told when the payment provider refuses a payment (section 8), once it does. */
export const paymentFailed = (page: Page): Promise<unknown> =>
  page.evaluate(
    () =>
      new Promise((resolve) =>
        document.addEventListener('payment-failed', (event) => resolve(event instanceof CustomEvent && event.detail), { once: true }),
      ),
  );
