/** As much of Playwright's page as is used. */
type Page = { evaluate<Answer>(script: string): Promise<Answer> };

/**
 * The words that a line breaks in two, of what `selector` finds: those between the spaces, and nothing that is there
 * for screen readers only.
 */
export const brokenWords = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})].flatMap((element) => {
    const broken = [];
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const { 0: word, index } of text.nodeValue.matchAll(/[^\\s-]+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const shown = [...range.getClientRects()].filter(({ width }) => width > 1);
        if (new Set(shown.map(({ top }) => Math.round(top))).size > 1) broken.push(word);
      }
    }
    return broken;
  })`);
