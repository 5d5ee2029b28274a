import { createRoute } from '@tanstack/react-router';
import { fetchedPages } from '../frame/fetched-pages.ts';
import { StockSearch } from '../frame/page-search.ts';
import { root } from '../frame/root-route.ts';

const page = fetchedPages(() => import(/* webpackChunkName: "goods" */ './goods-pages.ts'));

export const goodsRoutes = [
  createRoute({ getParentRoute: () => root, path: '/parcels', staticData: { verb: 'seeParcels' }, component: page('Parcels') }),
  createRoute({ getParentRoute: () => root, path: '/parcels/scan', staticData: { verb: 'dispatchGoods' }, component: page('Scan') }),
  createRoute({
    getParentRoute: () => root,
    path: '/parcels/batches/$number',
    staticData: { verb: 'seeParcels' },
    component: page('Batch'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/stock',
    staticData: { verb: 'seeStock' },
    validateSearch: StockSearch,
    component: page('Stock'),
  }),
  createRoute({ getParentRoute: () => root, path: '/stock/$type/$ref', staticData: { verb: 'seeStock' }, component: page('Good') }),
] as const;
