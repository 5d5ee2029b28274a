import { HASH_TEXT } from './hash-text.ts';

/** As much of Playwright's page as is used. */
type Page = { evaluate<Answer>(script: string): Promise<Answer> };

/**
 * How wide the place is that a CMS gives a widget, in pixels: a sidebar, a phone, columns of a theme, a page without
 * any.
 */
export const WIDTHS = [280, 340, 480, 610, 720, 960, 1200];

/** A sidebar of a phone's or of a page whose letters are large: no part of a widget stands out of it either. */
const NARROW = [200, 216, 237, 258];

/** The same for whoever has letters of twice the size. */
const NARROW_LARGE = [240, 280, 300];

/** What is typed into these is short. */
const SHORT = /quantity|how many|security|postal|postcode|zip|expir|cvc/i;

/** What is arranged by itself: whatever changes in it may move all that is in it, and nothing else. */
const PART = 'section, form, fieldset, article, aside, nav, table, ul, ol, dl, li, [data-widget]';

/**
 * What is looked at, each with a number of what stands in its part and of the classes around that; ids that React
 * counts are alike.
 */
const STANDING = `(() => {
  const number = ${HASH_TEXT};
  const numbers = new Map();
  const standing = (part) => {
    if (!numbers.has(part)) {
      const mount = part.closest('[data-widget]');
      const around = [];
      for (let above = part; above !== mount; above = above.parentElement) around.push(above.className);
      const inside = part === mount ? part.innerHTML : part.outerHTML;
      numbers.set(part, number([mount.dataset.widget, ...around, inside.replaceAll(/_[\\w-]+-\\d+-r_\\w+?_/g, '')].join(' ')));
    }
    return numbers.get(part);
  };
  globalThis.lookedAt = [...document.querySelectorAll('[data-widget] *')]
    .filter((element) => !element.closest('dialog, [popover], [data-foreign]'))
    .map((element) => ({ element, standing: standing(element.parentElement.closest(${JSON.stringify(PART)})) }));
  return [...new Set(lookedAt.map(({ standing }) => standing))];
})()`;

/** What has fitted at every width of a row, in this process. */
const fittedAt = new Map<readonly number[], Set<number>>();

/**
 * What of the page's widgets does not fit where they are put, in words: whatever stands out of its box, words that are
 * broken where they need not be (a column of one letter a line), and fields to type into of less than 200 px. The
 * elements are resized in one page of 1280 px, since a window's width says nothing about a column's. What lies over the
 * page, and what the payment provider draws, is not looked at, and neither is what stood in the same part of a widget,
 * with the same beside it, when all of it was found to fit.
 */
export const misfits = async (page: Page, widths: readonly number[] = WIDTHS): Promise<string[]> => {
  const fitted = fittedAt.get(widths) ?? new Set();
  fittedAt.set(widths, fitted);
  const standing = await page.evaluate<number[]>(STANDING);
  const unknown = standing.filter((part) => !fitted.has(part));
  const found = unknown.length === 0 ? [] : await page.evaluate<string[]>(misfitsIn(unknown, widths));
  if (found.length === 0) for (const part of unknown) fitted.add(part);
  return found;
};

/** What of the page's widgets stands out of narrow columns, in words; with letters of twice the size as well. */
export const standingOut = async (page: Page): Promise<string[]> => {
  const found = await misfits(page, NARROW);
  await page.evaluate(`document.documentElement.style.setProperty('--newsstand-size', '32px')`);
  found.push(...(await misfits(page, NARROW_LARGE)).map((fault) => `with large letters ${fault}`));
  await page.evaluate(`document.documentElement.style.removeProperty('--newsstand-size')`);
  return found.filter((fault) => fault.includes('stand'));
};

const misfitsIn = (standing: readonly number[], within: readonly number[]) => `(() => {
  const found = [];
  const widths = ${JSON.stringify(within)};
  const mounts = [...document.querySelectorAll('[data-widget]')];
  const parts = [...new Set(mounts.map((mount) => mount.parentElement)), ...mounts];
  const styles = parts.map((part) => part.getAttribute('style'));
  if (innerWidth < Math.max(...widths)) throw new Error('The window is narrower than the widest column.');
  const label = (element) => (element.labels?.[0]?.textContent ?? element.getAttribute('aria-label') ?? element.name ?? '').trim();
  const unknown = new Set(${JSON.stringify(standing)});
  const looked = Map.groupBy(lookedAt.filter((one) => unknown.has(one.standing)).map(({ element }) => element), (element) => element.closest('[data-widget]'));
  // Whether what stands out of an element is seen, and the element itself; asked once for each and width.
  const seen = new Map();
  const sees = (element) => {
    if (element === null || element.matches('[data-widget]')) return { out: true, itself: true };
    if (seen.has(element)) return seen.get(element);
    const { overflowX, clipPath } = getComputedStyle(element);
    const itself = clipPath === 'none' && sees(element.parentElement).out;
    const answer = { itself, out: itself && overflowX === 'visible' };
    seen.set(element, answer);
    return answer;
  };
  const shown = (element) => sees(element).itself && element.checkVisibility({ visibilityProperty: true });
  const linesOf = (node, from, to) => {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    return [...range.getClientRects()].filter(({ width }) => width > 0);
  };
  const rows = (rects) => new Set(rects.map(({ top }) => Math.round(top))).size;
  for (const width of widths) {
    seen.clear();
    for (const part of parts) part.style.cssText = part.matches('[data-widget]')
      ? 'width: ' + width + 'px !important'
      : 'max-width: none !important; padding-inline: 0 !important';
    for (const mount of mounts) {
      const { left, right } = mount.getBoundingClientRect();
      const say = (what) => found.push(mount.dataset.widget + ' at ' + width + ' px: ' + what);
      const out = (rect) => rect.width > 1 && (rect.right > right + 1 || rect.left < left - 1);
      const elements = (looked.get(mount) ?? []).filter(shown);
      for (const element of elements) {
        const rect = element.getBoundingClientRect();
        const words = element.textContent.trim().slice(0, 40);
        if (out(rect)) say(element.localName + ' of ' + Math.round(rect.width) + ' px stands out: ' + (words || label(element)));
        if (element.matches('textarea, select, input:not([type=checkbox], [type=radio], [type=hidden])') && !${SHORT}.test(label(element)) &&
          rect.width < Math.min(200, width - 80)) say('the field ' + label(element) + ' is ' + Math.round(rect.width) + ' px wide');
        if (getComputedStyle(element).overflowX !== 'visible') continue;
        for (const node of element.childNodes) {
          if (node.nodeType !== Node.TEXT_NODE || node.data.trim() === '') continue;
          const lines = linesOf(node, 0, node.length);
          const box = element.parentElement.getBoundingClientRect();
          if (lines.some((line) => out(line) || line.right > Math.max(rect.right, box.right) + 1)) say('words stand out of their box: ' + words);
          if (rows(lines) < 2) continue;
          for (const { 0: word, index } of node.data.matchAll(/\\S{2,}/g)) {
            const most = word.length > 14 ? Math.ceil(word.length / 4) : word.split(/(?<=[-\\/–—])/).length;
            const count = rows(linesOf(node, index, index + word.length));
            if (count > most) say('“' + word + '” takes ' + count + ' lines');
          }
        }
      }
    }
  }
  parts.forEach((part, index) => styles[index] === null ? part.removeAttribute('style') : part.setAttribute('style', styles[index]));
  return [...new Set(found)];
})()`;
