import { lazyRouteComponent, type AsyncRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';

/** A page's file did not come: of a release that is gone, or over a line that is broken. */
export class NotFetched extends Error {}

const areas: (() => Promise<unknown>)[] = [];

/**
 * Pages whose code is in a file of its own, which is fetched when the first of them is opened. `fetchThem` names them,
 * and answers a function of a page's name.
 */
export function fetchedPages<Name extends string>(fetchThem: () => Promise<Record<Name, ComponentType>>) {
  const fetched = () =>
    fetchThem().catch((cause: unknown) => {
      throw new NotFetched('The page could not be fetched.', { cause });
    });
  areas.push(fetched);
  return (name: Name): AsyncRouteComponent<object> => lazyRouteComponent<Record<Name, ComponentType>, Name>(fetched, name);
}

/** Fetches what nobody has opened yet. What did not come is fetched anew by whoever opens it, who is told. */
export const fetchAllPages = (): Promise<unknown> => Promise.allSettled(areas.map((fetched) => fetched()));
