import { hardWired } from '@newsstand/build/hard-wired';
import { expect, test, type Page } from '@playwright/test';

// Issue 2: all texts of a remote can be the publication's. Here each is in ⟦brackets⟧, and so are the data.

/** The stand-alone page's own. */
const HEADING = 'A page of the publisher’s';

const open = (page: Page, state: string) => page.goto(`/?${new URLSearchParams({ state, words: 'own', menu: 'closed' })}`);
const ready = (page: Page) => expect(page.locator('[data-widget]').first()).toHaveAttribute('data-state', /loaded|completed/);

for (const state of ['page', 'institution', 'logged-in', 'header', 'header-logged-in', 'paywall']) {
  test(`${state}: nothing that the reader sees is hard-wired`, async ({ page }) => {
    await open(page, state);
    await ready(page);
    await expect(page.locator('.alone-stage')).toContainText('⟦');
    expect(await hardWired(page, [HEADING])).toEqual([]);
  });
}
