// @module-tag ci
import { hardWired, openInBrackets } from '@newsstand/build/hard-wired';
import { test } from '@newsstand/build/kept-page';
import { expect } from '@playwright/test';

// All texts of a remote can be the publication's. That none stands in the source is read there
// (tools/hard-wired.test.ts); that the publication's own arrive on the page, one state of each view shows.

/** The account's own number, the words of the provider's form, and what the stand-in of the API answers. */
const DATA = [
  'R-7QK2M4',
  'Card number',
  'Expiration date',
  'Security code',
  'This monthly donation has ended, and nothing more is charged.',
];

for (const state of [
  'everything',
  'left-renewal-refused',
  'logged-out',
  'addresses',
  'address',
  'payment',
  'donation',
  'data',
  'subscription',
  'subscription-unavailable',
]) {
  test(`${state}: nothing that the reader sees is hard-wired`, { tag: state === 'everything' ? [] : '@long' }, async ({ page }) => {
    await openInBrackets(page, state);
    expect(await hardWired(page, DATA)).toEqual([]);
  });
}
