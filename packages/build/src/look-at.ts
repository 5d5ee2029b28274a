import type { Page } from '@playwright/test';
import { judge } from './axe.ts';
import { misfits } from './widths.ts';

/**
 * Colours change with the theme, arrangement with the width: two looks see both of each. What else axe has to say is
 * the same in both.
 */
const LOOKS = [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 375 },
];

type Options = {
  /** A selector of the part that axe looks at; the whole page where it is not given. */
  within?: string;
  /** Axe's rules that are not asked about. */
  without?: string[];
};

/**
 * Shows a state of a stand-alone page in place of the one before, with the tab's storage emptied (stand-alone.ts), and
 * waits for its widgets; loads the page where none is shown yet. `address` is the page's, from its `?`.
 */
export const showAt = async (page: Page, address: string): Promise<void> => {
  const shown = await page.evaluate(`typeof showAt === 'function' && (showAt(${JSON.stringify(`/${address}`)}), true)`);
  if (shown !== true) await page.goto(`/${address}`);
  // Each time that something is drawn: a test of dozens of states would else wait longer than it looks.
  await page.waitForFunction(() => {
    const widgets = [...document.querySelectorAll<HTMLElement>('[data-widget]')];
    return widgets.length > 0 && widgets.every(({ dataset }) => dataset['state'] !== 'loading');
  });
};

/**
 * What is wrong with the look of a page, in words: what axe finds on a desk in light and on a phone in dark, what is
 * wider than the page, and what does not fit the columns of a CMS. A state that is made of what was looked at before,
 * in other words, is not looked at on a phone again: how its words fit, the columns say, which are narrower. The page
 * is as wide and light afterwards as it was.
 */
export const faults = async (page: Page, { within, without }: Options = {}): Promise<string[]> => {
  const found: string[] = [];
  await page.setViewportSize({ width: 1280, height: 1000 });
  found.push(...(await misfits(page)));
  for (const { theme, width } of LOOKS) {
    if (width !== 1280) await page.setViewportSize({ width, height: 1000 });
    await page.evaluate(`document.documentElement.dataset.newsstandTheme = '${theme}'`);
    const asked = theme === 'dark' ? { only: ['color-contrast'] } : { ...(without && { without }) };
    const { wrong, isNew } = await judge(page, { ...(within !== undefined && { within }), ...asked });
    for (const { id, nodes } of wrong) found.push(`axe, ${theme}: ${id} of ${nodes.map(({ html }) => html).join(' and ')}`);
    const beyond = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
    if (beyond > 0) found.push(`${beyond} px wider than the page of ${width} px`);
    if (!isNew) break;
  }
  await page.setViewportSize({ width: 1280, height: 1000 });
  await page.evaluate(`document.documentElement.dataset.newsstandTheme = 'light'`);
  return found;
};

/**
 * A view's states by the runs that look at them: those that stand for it, which have most of its markup, are of every
 * run; the others, which are made of the same parts, are CI's.
 */
export const byRun = <State>(
  all: readonly State[],
  standFor: readonly State[],
): { states: readonly State[]; tag: string[]; which: string }[] =>
  [
    { states: standFor, tag: [], which: `as ${standFor.join(' and ')}` },
    { states: all.filter((state) => !standFor.includes(state)), tag: ['@ci'], which: 'in every other state' },
  ].filter(({ states }) => states.length > 0);

/** How long a test may take that looks at so many states, on a machine that does other things as well. */
export const timeToLookAt = (states: number): number => 60_000 + states * 4_000;
