import { DESK_REPORTS, DeskReportName } from '@newsstand/contracts/desk-reports';
import { createRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { fetchedPages } from '../frame/fetched-pages.ts';
import { ReportSearch } from '../frame/page-search.ts';
import type { PageVerb } from '../frame/route-data.ts';
import { root } from '../frame/root-route.ts';

const page = fetchedPages(() => import(/* webpackChunkName: "reports" */ './reports-pages.ts'));

/** What there is none of, the page says itself. */
const ofReport = ({ report: name }: Readonly<Record<string, string>>): PageVerb => {
  const known = v.safeParse(DeskReportName, name);
  return known.success ? DESK_REPORTS[known.output].verb : 'seeReports';
};

export const reportsRoutes = [
  createRoute({ getParentRoute: () => root, path: '/reports', staticData: { verb: 'seeReports' }, component: page('Reports') }),
  createRoute({
    getParentRoute: () => root,
    path: '/reports/$report',
    staticData: { verb: ofReport },
    validateSearch: ReportSearch,
    component: page('Report'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reports/donors/letters',
    staticData: { verb: 'seeDonors' },
    component: page('DonorLetters'),
  }),
  createRoute({ getParentRoute: () => root, path: '/closings', staticData: { verb: 'seeReports' }, component: page('Closings') }),
  createRoute({ getParentRoute: () => root, path: '/closings/$month', staticData: { verb: 'seeReports' }, component: page('Closing') }),
] as const;
