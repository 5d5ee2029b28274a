/**
 * Leaves for `path`, or loads this page again where there is none: its data, and the CMS's own parts, are then the
 * reader's.
 */
export const redirectAfterLogin = (path: string | null | undefined): void => {
  const url = new URL(path ?? location.href, location.href);
  // An address that differs in its fragment alone would not be loaded again.
  if (url.pathname + url.search !== location.pathname + location.search) return location.assign(url);
  history.replaceState(history.state, '', url);
  location.reload();
};
