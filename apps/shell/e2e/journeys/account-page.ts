import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { enterCard } from './stack.ts';

/** What the API keeps of the reader who is logged in. */
type Kept = {
  account: {
    name: string;
    email: string;
    email_change: string | null;
    email_failing: boolean;
    autorenew: boolean;
    addresses: Record<'a' | 'b' | 'c', { line1: string } | null>;
  };
  standing: { type: string; left?: number };
  payment_info: { card: { last_four: string } | null } | null;
  donations: { amount: number; ended: string | null }[];
  timetable: { current_subscription: { info: { token: string; deliverables: { set: string; active: string } } } };
};

export const kept = async (page: Page): Promise<Kept> => {
  const answer = await page.request.get('/api/account/subscriber');
  expect(answer.ok(), await answer.text()).toBe(true);
  const { subscriber }: { subscriber: Kept } = await answer.json();
  return subscriber;
};

export const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
/**
 * Presses a button that may be below the fold, as a person does: it is looked for first. For a frame after the page was
 * scrolled Chromium still hands a click to the payment iframe that stood there, which nobody is quick enough for.
 */
export async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name });
  await button.scrollIntoViewIfNeeded();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await button.click();
}
export const answer = (page: Page, choice: 'Ok' | 'Cancel') => page.getByRole('alertdialog').getByRole('button', { name: choice }).click();

export async function expectAccessible(page: Page): Promise<void> {
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

/**
 * Subscribes to the digital edition by a link, with an account, and is logged in afterwards; the card is kept. Ends on
 * the receipt.
 */
export async function subscribe(page: Page, link: string, name: string, email: string): Promise<void> {
  await page.goto(link);
  await press(page, 'Proceed to Checkout');
  await page.getByLabel('Full name').fill(name);
  await page.getByRole('textbox', { name: /^Email/ }).fill(email);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await press(page, 'Proceed to Payment');
  await enterCard(page, '4242424242424242');
  await press(page, 'Submit Payment');
  // The proof of work and the payment, on a machine that does more besides.
  await expect(page).toHaveURL(/\/receipts\?token=/, { timeout: 60_000 });
}
const PASSWORD = 'a ferry at dawn';

export async function logInWithGoogle(page: Page, path: string, email: string): Promise<void> {
  await page.goto(`/login?redirect=${encodeURIComponent(path)}`);
  await page.getByRole('tab', { name: 'Google Account' }).click();
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await page.getByLabel('Name').fill('Don Ator');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}

/** An address of the category 'United States', in which there is one country. */
export async function fillHome(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: /^Address/ }).fill('12 Harbour Street');
  await page.getByLabel('City').fill('Portland');
  await page.getByRole('combobox', { name: /^State/ }).fill('Maine');
  await page.getByRole('option', { name: 'Maine' }).click();
  await page.getByLabel('Postal code').fill('04101');
}
