import { expect, type Page } from '@playwright/test';

/** What is no text of anybody's: addresses, dates, codes of coupons, numbers of orders. */
const NO_WORDS =
  /\S+@\S+|https?:\/\/\S+|\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d+(?:, \d+)?|\b[A-Z]{2,}[A-Z0-9-]*\b/g;

/**
 * Opens a state of a stand-alone page as a publication has it that writes all texts itself: each is in ⟦brackets⟧, and
 * so are the data.
 */
export const openInBrackets = async (page: Page, state: string): Promise<void> => {
  await page.goto(`/?${new URLSearchParams({ state, words: 'own', menu: 'closed' })}`);
  await expect(page.locator('[data-widget]').first()).toHaveAttribute('data-state', /loaded|completed/);
  await expect(page.locator('.alone-stage')).toContainText('⟦');
};

/**
 * The lines but for `data` that a stand-alone page shows, or reads out, without the ⟦brackets⟧ that every text of a
 * catalogue and all data are in.
 */
export const hardWired = async (page: Page, data: readonly string[] = []): Promise<string[]> => {
  const shown = await page
    .locator('.alone-stage')
    .evaluate((stage: HTMLElement) => [
      stage.innerText,
      ...Array.from(stage.querySelectorAll('[aria-label], [placeholder], [alt], [title]'), (element) =>
        ['aria-label', 'placeholder', 'alt', 'title'].map((name) => element.getAttribute(name) ?? '').join('\n'),
      ),
    ]);
  const known = (text: string) => data.reduce((rest, one) => rest.replaceAll(one, ''), text);
  return shown
    .flatMap((text) => known(withoutBrackets(text)).replaceAll(NO_WORDS, '').split('\n'))
    .filter((line) => /\p{L}{2}/u.test(line));
};

/** A text may have data in it, which are in brackets of their own. */
const withoutBrackets = (text: string): string => {
  const less = text.replaceAll(/⟦[^⟦⟧]*⟧/g, '');
  return less === text ? text : withoutBrackets(less);
};
