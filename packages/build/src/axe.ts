import axe, { type AxeResults, type Result, type RunOptions } from 'axe-core';

/** As much of Playwright's page as is used. */
type Page = { evaluate<Answer>(script: string): Promise<Answer> };

type Options = {
  /** A selector of the part that is looked at; the whole page where it is not given. */
  within?: string;
  /** The rules to ask about, instead of all. */
  only?: string[];
  /** Rules not to ask about. */
  without?: string[];
};

/** A colour that is still changing is not the one to judge; what never ends (a spinner) is not waited for. */
const CALM = `Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime)).map(({ finished }) => finished))`;

/**
 * What axe finds wrong on a page. It runs in the page itself and is put there once, where `@axe-core/playwright` opens another page for each
 * look and takes three times as long. It does not look into frames.
 */
export const violations = async (page: Page, { within, only, without = [] }: Options = {}): Promise<Result[]> => {
  const options: RunOptions = {
    iframes: false,
    resultTypes: ['violations'],
    ...(only && { runOnly: { type: 'rule', values: only } }),
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
  };
  const part = within === undefined ? 'document' : JSON.stringify({ include: [[within]] });
  await page.evaluate(`globalThis.axe ? undefined : (() => { ${axe.source} })()`);
  const results = await page.evaluate<AxeResults>(`${CALM}.then(() => axe.run(${part}, ${JSON.stringify(options)}))`);
  return results.violations;
};
