import { createRoute } from '@tanstack/react-router';
import { Find } from './find.tsx';
import { FindSearch } from '../frame/page-search.ts';
import { root } from '../frame/root-route.ts';
import { Today } from './today.tsx';

/** What whoever comes to the desk sees first; no other page's code is fetched with it. */
export const firstRoutes = [
  createRoute({ getParentRoute: () => root, path: '/', staticData: { verb: 'staff' }, component: Today }),
  createRoute({ getParentRoute: () => root, path: '/find', staticData: { verb: 'find' }, validateSearch: FindSearch, component: Find }),
  // The door shows it, whoever is signed in.
  createRoute({ getParentRoute: () => root, path: '/welcome', staticData: { verb: 'staff' }, component: () => null }),
] as const;
