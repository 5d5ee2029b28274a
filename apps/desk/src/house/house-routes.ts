import { createRoute } from '@tanstack/react-router';
import { fetchedPages } from '../frame/fetched-pages.ts';
import { HistorySearch } from '../frame/page-search.ts';
import { root } from '../frame/root-route.ts';

const page = fetchedPages(() => import(/* webpackChunkName: "house" */ './house-pages.ts'));

export const houseRoutes = [
  createRoute({ getParentRoute: () => root, path: '/imports', staticData: { verb: 'seeImports' }, component: page('Imports') }),
  createRoute({ getParentRoute: () => root, path: '/imports/$id', staticData: { verb: 'seeImports' }, component: page('Import') }),
  createRoute({
    getParentRoute: () => root,
    path: '/history',
    staticData: { verb: 'seeHistory' },
    validateSearch: HistorySearch,
    component: page('History'),
  }),
  createRoute({ getParentRoute: () => root, path: '/searches', staticData: { verb: 'seeSearches' }, component: page('Searches') }),
  createRoute({ getParentRoute: () => root, path: '/jobs', staticData: { verb: 'seeJobs' }, component: page('Jobs') }),
  createRoute({ getParentRoute: () => root, path: '/staff', staticData: { verb: 'seeStaff' }, component: page('Staff') }),
] as const;
