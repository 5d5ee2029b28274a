import { beginAnew } from './rewritten.ts';

/** What a translator put in the place of a text of React's, which left the page with that. */
const standIns = new WeakMap<Node, Element>();
const known = new WeakSet<Node>();

/**
 * Browsers that translate a page put a `<font>` where each text was, or one text where there were several. React knows
 * those of before alone: it would fail to take one away, or to put anything before it, and what it writes into it, such
 * as a sum, would be seen by nobody. So the elements of widgets whose texts went know what stands for which, and miss
 * none.
 */
export const followTranslators = (): void => {
  new MutationObserver(learn).observe(document, { childList: true, subtree: true });
  // What was translated before we looked begins anew: which text stood where is known to nobody.
  for (const font of document.querySelectorAll('[data-widget] > .newsstand-root font')) {
    const element = font.closest<HTMLElement>('[data-widget]');
    if (element && !known.has(element)) void beginAnew(element, false);
    known.add(element ?? font);
  }
};

const learn = (records: MutationRecord[]): void => {
  for (const { target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    for (const text of removedNodes) {
      if (!(text instanceof Text) || !(target instanceof HTMLElement) || !target.closest('.newsstand-root')) continue;
      if (!known.has(target)) keepPlaces(target);
      known.add(target);
      const font = [...addedNodes, previousSibling, nextSibling].find((node) => node instanceof HTMLElement && node.localName === 'font');
      if (!(font instanceof HTMLElement) || known.has(font)) continue;
      known.add(font);
      standIns.set(text, font);
      written.observe(text, { characterData: true });
    }
  }
};

/** What React writes is seen, and translated anew. */
const written = new MutationObserver((records) => {
  for (const { target } of records) {
    const font = standIns.get(target);
    standIns.delete(target);
    if (font?.isConnected && target instanceof Text) font.replaceWith(target);
  }
});

/** Has an element find what React asks it for, by what stands there instead. */
const keepPlaces = (parent: HTMLElement): void => {
  const { removeChild, insertBefore } = Node.prototype;
  /** The child of `parent` that is a node, stands for it, or has been put around it. */
  const placeOf = (node: Node): Node | null => {
    let place: Node | null = node.isConnected ? node : (standIns.get(node) ?? null);
    while (place && place.parentNode !== parent) place = place.parentNode;
    return place;
  };
  const insert = (child: Node, before: Node | null): Node => {
    standIns.get(child)?.remove();
    return insertBefore.call(parent, child, before && placeOf(before));
  };
  Object.assign(parent, {
    removeChild: (child: Node): Node => {
      const place = placeOf(child);
      return place ? removeChild.call(parent, place) : child;
    },
    insertBefore: insert,
    appendChild: (child: Node): Node => insert(child, null),
  });
};
