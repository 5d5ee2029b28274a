import { createRoute } from '@tanstack/react-router';
import { fetchedPages } from '../frame/fetched-pages.ts';
import { ReadersSearch } from '../frame/page-search.ts';
import { root } from '../frame/root-route.ts';

const page = fetchedPages(() => import(/* webpackChunkName: "readers" */ './readers-pages.ts'));

export const readersRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/readers',
    staticData: { verb: 'seeReaders' },
    validateSearch: ReadersSearch,
    component: page('Readers'),
  }),
  createRoute({ getParentRoute: () => root, path: '/readers/$owner', staticData: { verb: 'seeReaders' }, component: page('Reader') }),
] as const;
