/**
 * Is the page at `address` that of one of the publication's paths? Read with a slash at its end or without; what else
 * stands in the query is somebody else's.
 */
export const isAt = (path: string, address: string): boolean => {
  const here = new URL(address);
  const own = new URL(path, here);
  return withoutSlash(own) === withoutSlash(here) && [...own.searchParams].every(([name, value]) => here.searchParams.get(name) === value);
};

const withoutSlash = ({ pathname }: URL): string => pathname.replace(/\/$/, '');
