// For Playwright tests of pages that take cards. The selectors are those of real Stripe.js, so such tests run against
// test mode too.
import type { BrowserContext, FrameLocator, Page } from '@playwright/test';

/**
 * Answers for js.stripe.com and api.stripe.com with the emulator, so that a page runs its production code untouched.
 */
export async function answerForStripe(target: Page | BrowserContext, emulatorUrl: string): Promise<void> {
  await target.route(/^https:\/\/(js|api)\.stripe\.com\//, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: new URL(pathname + search, emulatorUrl).href }) });
  });
}

/** The payment element's frame. */
export function paymentElement(page: Page): FrameLocator {
  return page.frameLocator('iframe[title="Secure payment input frame"]');
}

export async function typeCard(page: Page, number: string): Promise<void> {
  const element = paymentElement(page);
  await element.getByLabel('Card number').fill(number);
  await element.getByLabel('Expiration date').fill('12 / 34');
  await element.getByLabel('Security code').fill('123');
}

/**
 * A wallet's sheet, which opens when the page goes on with it: 'Pay with Apple Pay', 'Cancel', and a choice of cards.
 */
export function walletSheet(page: Page): FrameLocator {
  return page.frameLocator('iframe[name^="__privateStripeFrame3"]');
}

/** Answers the bank's 3D Secure challenge, waiting for it to appear. */
export async function answerChallenge(page: Page, outcome: 'Complete authentication' | 'Fail authentication'): Promise<void> {
  await bankChallenge(page).getByRole('button', { name: outcome }).click();
}

export function bankChallenge(page: Page): FrameLocator {
  return page.frameLocator('iframe[name^="__privateStripeFrame2"]').frameLocator('iframe[name="stripe-challenge-frame"]');
}
