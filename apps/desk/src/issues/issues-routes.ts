import { createRoute } from '@tanstack/react-router';
import { fetchedPages } from '../frame/fetched-pages.ts';
import { root } from '../frame/root-route.ts';

const page = fetchedPages(() => import(/* webpackChunkName: "issues" */ './issues-pages.ts'));

export const issuesRoutes = [
  createRoute({ getParentRoute: () => root, path: '/issues', staticData: { verb: 'seeIssues' }, component: page('Issues') }),
  createRoute({ getParentRoute: () => root, path: '/issues/$number', staticData: { verb: 'seeIssues' }, component: page('Issue') }),
  createRoute({
    getParentRoute: () => root,
    path: '/issues/$number/post',
    staticData: { verb: 'makePostLists' },
    component: page('IssuePost'),
  }),
  createRoute({ getParentRoute: () => root, path: '/post/returned', staticData: { verb: 'returnToSender' }, component: page('Returned') }),
] as const;
