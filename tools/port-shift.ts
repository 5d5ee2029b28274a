import { claimFrom, isFree } from './ports.ts';

/**
 * Between the ports on which the pages of browser tests are usually served (4301 to 4770) and those of a run of all of
 * them.
 */
const FIRST = 5000;
const STEP = 1000;
/** Where browser tests serve their pages, of the packages, the shell and the remotes. */
const PAGES = { from: 4300, to: 4799 };

/** How far this run's pages are from their usual ports: another checkout may be tested at the same time. */
export async function portShift(): Promise<number> {
  let shift = FIRST;
  // Whoever keeps the first port of a thousand has all that browser tests use in it, unless a server of somebody else's
  // is left in one.
  while ((await claimFrom(PAGES.from + shift)) !== PAGES.from + shift || !(await areFree(shift))) shift += STEP;
  return shift;
}

async function areFree(shift: number): Promise<boolean> {
  for (let port = PAGES.from; port <= PAGES.to; port += 1) if (!(await isFree(port + shift))) return false;
  return true;
}
