import { hardWired, openInBrackets } from '@newsstand/build/hard-wired';
import { expect, test } from '@playwright/test';

// All texts of a remote can be the publication's.

/** The stand-alone page's own. */
const HEADING = 'A page of the publisher’s';

for (const state of ['page', 'institution', 'logged-in', 'header', 'header-logged-in', 'paywall', 'paywall-expired']) {
  test(`${state}: nothing that the reader sees is hard-wired`, async ({ page }) => {
    await openInBrackets(page, state);
    expect(await hardWired(page, [HEADING])).toEqual([]);
  });
}
