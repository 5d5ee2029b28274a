/** `important` turns the order of layers round: the first one named here wins. */
const LAYER_ORDER = '@layer newsstand.styles,newsstand.reset;';

const texts = new Map<string, string>();
let sheet: CSSStyleSheet | undefined;
let scheduled = false;

/**
 * Puts one style sheet of this build on the page. All of a build's sheets share one constructed sheet, however often
 * its widgets are mounted; no request is made and no `<style>` is written, so a strict Content-Security-Policy has
 * nothing to object to. The same `id` again replaces what it held (hot reload).
 */
export const adoptStyles = (id: string, text: string): void => {
  texts.set(id, text);
  if (scheduled) return;
  scheduled = true;
  queueMicrotask(apply);
};

const apply = (): void => {
  scheduled = false;
  if (!sheet) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  sheet.replaceSync(LAYER_ORDER + [...texts.values()].join(''));
};
