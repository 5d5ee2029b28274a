/** As much of Playwright's page as is used. */
type Page = { evaluate<Answer>(script: string): Promise<Answer> };

/** How wide the place is that a CMS gives a widget, in pixels: a sidebar, a phone, columns of a theme, a page without any. */
const WIDTHS = [280, 340, 480, 610, 720, 960, 1200];

/** What is typed into these is short. */
const SHORT = /quantity|how many|security|postal|postcode|zip|expir|cvc/i;

/**
 * What of the page's widgets does not fit where they are put, in words: whatever stands out of its box, words that are broken where they need not be (a column
 * of one letter a line), and fields to type into of less than 200 px. The elements are resized in one page of 1280 px, since a window's width
 * says nothing about a column's. What lies over the page, and what the payment provider draws, is not looked at.
 */
export const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
  const found = [];
  const widths = ${JSON.stringify(WIDTHS)};
  const mounts = [...document.querySelectorAll('[data-widget]')];
  const parts = [...new Set(mounts.map((mount) => mount.parentElement)), ...mounts];
  const styles = parts.map((part) => part.getAttribute('style'));
  if (innerWidth < Math.max(...widths)) throw new Error('The window is narrower than the widest column.');
  const label = (element) => (element.labels?.[0]?.textContent ?? element.getAttribute('aria-label') ?? element.name ?? '').trim();
  const shown = (element) => {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('dialog, [popover], [data-foreign]')) return false;
    for (let above = element; above && !above.matches('[data-widget]'); above = above.parentElement) {
      const { overflowX, clipPath } = getComputedStyle(above);
      if (clipPath !== 'none' || (above !== element && overflowX !== 'visible')) return false;
    }
    return true;
  };
  const linesOf = (node, from, to) => {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    return [...range.getClientRects()].filter(({ width }) => width > 0);
  };
  const rows = (rects) => new Set(rects.map(({ top }) => Math.round(top))).size;
  for (const width of widths) {
    for (const part of parts) part.style.cssText = part.matches('[data-widget]')
      ? 'width: ' + width + 'px !important'
      : 'max-width: none !important; padding-inline: 0 !important';
    for (const mount of mounts) {
      const { left, right } = mount.getBoundingClientRect();
      const say = (what) => found.push(mount.dataset.widget + ' at ' + width + ' px: ' + what);
      const out = (rect) => rect.width > 1 && (rect.right > right + 1 || rect.left < left - 1);
      const elements = [...mount.querySelectorAll('*')].filter(shown);
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
})()`);
