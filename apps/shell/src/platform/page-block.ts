import { PAGE_DATA_ID } from '@newsstand/contracts/page-names';

const ASKED = 'Until then the API is asked';

/** What is wrong with the JSON in which a page says its data, and what that does; null where nothing is. */
export const wrongInBlock = (text: string): string | null => {
  const data = parsed(text);
  if (data === undefined) return `it is no JSON. ${ASKED}`;
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return `it is no object. ${ASKED}`;
  const { widgets = [], publication, cart = null }: { widgets?: unknown; publication?: unknown; cart?: unknown } = data;
  if (!Array.isArray(widgets) || !widgets.every((name) => typeof name === 'string')) return `"widgets" is no list of names. ${ASKED}`;
  if (widgets.length > 0 && (typeof publication !== 'object' || publication === null))
    return `it names widgets, and has no "publication": it is what /api/page/… answers, as a whole. Until then they do not come`;
  const { items, giftsubs }: { items?: unknown; giftsubs?: unknown } = Object(cart);
  if (cart !== null && !(Array.isArray(items) && Array.isArray(giftsubs))) return '"cart" is no cart. Until then nothing is known of it';
  return null;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Has the console told what is wrong with the page's own data: the loader passes over what it cannot read. */
export const checkPageBlock = (): void => {
  const blocks = document.querySelectorAll<HTMLScriptElement>(`script#${PAGE_DATA_ID}:not(article *)`);
  const say = (words: string): void => console.warn(`[newsstand] <script id="${PAGE_DATA_ID}">: ${words}.`);
  for (const { type } of blocks) if (type !== 'application/json') say(`its type is "${type}", and not "application/json". ${ASKED}`);
  const [first, ...more] = [...blocks].filter(({ type }) => type === 'application/json');
  if (more.length > 0) say('there are several. The first counts');
  const wrong = first && wrongInBlock(first.text);
  if (wrong) say(wrong);
};
