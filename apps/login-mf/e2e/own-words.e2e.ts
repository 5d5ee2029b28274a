// @module-tag ci
import { hardWired, openInBrackets } from '@newsstand/build/hard-wired';
import { test } from '@newsstand/build/kept-page';
import { expect } from '@playwright/test';

// All texts of a remote can be the publication's. That none stands in the source is read there
// (tools/hard-wired.test.ts); that the publication's own arrive on the page, one state of each view shows.

/** The stand-alone page's own. */
const HEADING = 'A page of the publisher’s';

for (const state of ['page', 'institution', 'header-logged-in', 'paywall']) {
  test(`${state}: nothing that the reader sees is hard-wired`, { tag: state === 'page' ? [] : '@long' }, async ({ page }) => {
    await openInBrackets(page, state);
    expect(await hardWired(page, [HEADING])).toEqual([]);
  });
}
