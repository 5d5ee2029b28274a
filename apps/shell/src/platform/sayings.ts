/** What a template says on `<html>` of the page that it made. */
const ABOUT = ['data-newsstand-page', 'data-newsstand-slug', 'data-newsstand-token'] as const;

const said = new Map<string, (string | null)[]>();

const address = (): string => location.href;
// An author's `<form>` may have the name `documentElement`.
const page = document.querySelector('html');

/**
 * A page says on the way back what it said before: routers that write what a template says of a page when it is visited may leave it as it was on the way back
 * and forth, and then it is about another. What a router writes itself counts, whenever it does.
 */
export const keepSayings = (): void => {
  keep();
  if (page) new MutationObserver(keep).observe(page, { attributeFilter: [...ABOUT] });
  const { navigation }: { navigation?: Navigation } = globalThis;
  navigation?.addEventListener('currententrychange', sayAgain);
  // Before the listeners of a router, which may look for widgets at once.
  if (!navigation) addEventListener('popstate', sayAgain, true);
};

const keep = (): unknown =>
  said.set(
    address(),
    ABOUT.map((name) => page?.getAttribute(name) ?? null),
  );

const sayAgain = (): void => {
  const before = said.get(address());
  if (!before) return;
  for (const [index, name] of ABOUT.entries()) {
    const word = before[index] ?? null;
    if (word === null) page?.removeAttribute(name);
    else page?.setAttribute(name, word);
  }
};
