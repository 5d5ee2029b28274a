import { hardWired, openInBrackets } from '@newsstand/build/hard-wired';
import { expect, test } from '@playwright/test';

// All texts of a remote can be the publication's.

/** The account's own number, the words of the provider's form, and what the stand-in of the API answers. */
const DATA = [
  'R-7QK2M4',
  'Card number',
  'Expiration date',
  'Security code',
  'This monthly donation has ended, and nothing more is charged.',
];

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
  'data-owed',
  'subscription',
  'subscription-invoice',
  'left-renewal-confirm',
  'left-renewal-refused',
  'subscription-free',
  'subscription-blocked',
]) {
  test(`${state}: nothing that the reader sees is hard-wired`, async ({ page }) => {
    await openInBrackets(page, state);
    expect(await hardWired(page, DATA)).toEqual([]);
  });
}
