const HEADINGS = ':scope > .newsstand-root :is(h1, h2, h3, h4, h5, h6):not(dialog *)';
const LOWEST = 6;

/**
 * Gives a widget's headings the levels that fit its page: `data-heading-level="2"` is the level of its highest heading,
 * and the others keep their distance from it. As `aria-level`, which readers by ear are told instead of the tag's; the
 * looks stay. What is in a dialog stands beside the page, and keeps its own.
 */
export const watchHeadings = (): void => {
  look();
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributeFilter: ['data-heading-level'] });
};

const look = (): void => {
  for (const element of document.querySelectorAll<HTMLElement>('[data-widget][data-heading-level]')) setLevels(element);
};

const setLevels = (element: HTMLElement): void => {
  const wanted = Number(element.dataset['headingLevel']);
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > LOWEST) return;
  const headings = [...element.querySelectorAll(HEADINGS)];
  const highest = Math.min(...headings.map(tagLevel));
  for (const heading of headings) heading.ariaLevel = String(Math.min(LOWEST, tagLevel(heading) - highest + wanted));
};

const tagLevel = (heading: Element): number => Number(heading.localName.slice(1));
