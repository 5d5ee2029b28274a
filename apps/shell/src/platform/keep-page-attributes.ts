/** What a template says on `<html>` of the page that it made. */
const ATTRIBUTES = ['data-newsstand-page', 'data-newsstand-slug', 'data-newsstand-token'] as const;

const kept = new Map<string, (string | null)[]>();

const address = (): string => location.href;
// An author's `<form>` may have the name `documentElement`.
const page = document.querySelector('html');

/**
 * A page says on the way back what it said before: routers that write what a template says of a page when it is visited
 * may leave it as it was on the way back and forth, and then it is about another. What a router writes itself counts,
 * whenever it does.
 */
export const keepPageAttributes = (): void => {
  keep();
  if (page) new MutationObserver(keep).observe(page, { attributeFilter: [...ATTRIBUTES] });
  const { navigation }: { navigation?: Navigation } = globalThis;
  navigation?.addEventListener('currententrychange', putBack);
  // Before the listeners of a router, which may look for widgets at once.
  if (!navigation) addEventListener('popstate', putBack, true);
};

const keep = (): unknown =>
  kept.set(
    address(),
    ATTRIBUTES.map((name) => page?.getAttribute(name) ?? null),
  );

const putBack = (): void => {
  const before = kept.get(address());
  if (!before) return;
  for (const [index, name] of ATTRIBUTES.entries()) {
    const value = before[index] ?? null;
    if (value === null) page?.removeAttribute(name);
    else page?.setAttribute(name, value);
  }
};
