import { expect, test } from '@playwright/test';
import type { AgedOutcome } from './stand-alone.ts';

const NOTHING = /(?!)/;

/**
 * The widgets of a remote with page data of an API of another age (`agedAnswers`), in each part of it that they read: a
 * widget shows itself whatever is missing, new or unknown. `needed` is what it cannot be without, prices above all:
 * there the page's own words stay, and nothing of ours is half there.
 */
export const agedTests = (states: Readonly<Record<string, readonly string[]>>, needed = NOTHING): void => {
  for (const [index, [state, parts]] of Object.entries(states).entries()) {
    // The first has most of the parts. That every answer is read in the one place which this is about, the types hold.
    const tag = index === 0 ? [] : '@long';
    test(`${state}: an API of another age costs the widget a part, not the widget`, { tag }, async ({ page }) => {
      // Hundreds of mounts, on a machine that may do other things as well.
      test.setTimeout(240_000);
      const query = new URLSearchParams([['state', state], ['menu', 'closed'], ...['of_tomorrow', ...parts].map((part) => ['aged', part])]);
      await page.goto(`/?${query}`);
      const handle = await page.waitForFunction(() => Reflect.get(globalThis, 'aged'), undefined, { timeout: 230_000 });
      const outcomes: AgedOutcome[] = await handle.jsonValue();
      expect(outcomes.map(({ what }) => what)).toContain('new of_tomorrow');
      const wrong = outcomes.filter(({ what, state: end, error }) => (end !== 'loaded' && !needed.test(what)) || error !== '');
      expect(wrong.map(({ what, state: end, error }) => `${what}: ${end} ${error}`)).toEqual([]);
    });
  }
};
