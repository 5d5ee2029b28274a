import { hardWired } from '@newsstand/build/hard-wired';
import { expect, test, type Page } from '@playwright/test';

// Issue 2: all texts of a remote can be the publication's. Here each is in ⟦brackets⟧, and so are the data.

/** The account's own number, and the words of the provider's form. */
const DATA = ['R-7QK2M4', 'Card number', 'Expiration date', 'Security code'];

const open = (page: Page, state: string) => page.goto(`/?${new URLSearchParams({ state, words: 'own', menu: 'closed' })}`);
const ready = (page: Page) => expect(page.locator('[data-widget]').first()).toHaveAttribute('data-state', /loaded|completed/);

for (const state of [
  'active',
  'active-autorenew',
  'everything',
  'expiring',
  'lifetime',
  'expired',
  'cancelled',
  'none',
  'no-card',
  'failing-email',
  'view-only',
  'logged-out',
  'addresses',
  'address',
  'address-missing',
  'payment',
  'payment-none',
  'payment-bank',
  'donation',
  'donation-failing',
  'donation-ended',
  'name',
  'email',
  'email-pending',
  'data',
  'data-blocked',
  'subscription',
  'subscription-free',
  'subscription-blocked',
]) {
  test(`${state}: nothing that the reader sees is hard-wired`, async ({ page }) => {
    await open(page, state);
    await ready(page);
    await expect(page.locator('.alone-stage')).toContainText('⟦');
    expect(await hardWired(page, DATA)).toEqual([]);
  });
}
