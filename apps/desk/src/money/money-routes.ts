import { DESK_LISTS, DeskListName } from '@newsstand/contracts/desk-lists';
import { createRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { fetchedPages } from '../frame/fetched-pages.ts';
import { InvoicesSearch, OrdersSearch } from '../frame/page-search.ts';
import type { PageVerb } from '../frame/route-data.ts';
import { root } from '../frame/root-route.ts';

const page = fetchedPages(() => import(/* webpackChunkName: "money" */ './money-pages.ts'));

/** What there is none of, the page says itself. */
const ofList = ({ list: name }: Readonly<Record<string, string>>): PageVerb => {
  const known = v.safeParse(DeskListName, name);
  return known.success ? DESK_LISTS[known.output] : 'staff';
};

export const moneyRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/orders',
    staticData: { verb: 'seeOrders' },
    validateSearch: OrdersSearch,
    component: page('Orders'),
  }),
  createRoute({ getParentRoute: () => root, path: '/orders/$number', staticData: { verb: 'seeOrders' }, component: page('Order') }),
  createRoute({
    getParentRoute: () => root,
    path: '/invoices',
    staticData: { verb: 'seeInvoices' },
    validateSearch: InvoicesSearch,
    component: page('Invoices'),
  }),
  createRoute({ getParentRoute: () => root, path: '/invoices/new', staticData: { verb: 'writeInvoice' }, component: page('NewInvoice') }),
  createRoute({ getParentRoute: () => root, path: '/invoices/$number', staticData: { verb: 'seeInvoices' }, component: page('Invoice') }),
  createRoute({ getParentRoute: () => root, path: '/lists/$list', staticData: { verb: ofList }, component: page('WorkList') }),
  createRoute({ getParentRoute: () => root, path: '/books', staticData: { verb: 'seeBooks' }, component: page('Books') }),
] as const;
