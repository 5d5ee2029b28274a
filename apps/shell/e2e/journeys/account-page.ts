import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What the API keeps of the reader who is logged in. */
type Kept = {
  account: {
    name: string;
    email: string;
    email_change: string | null;
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
 * Presses a button that may be below the fold, as a person does: it is looked for first. For a frame after the page was scrolled Chromium still hands a
 * click to the payment iframe that stood there, which nobody is quick enough for.
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
