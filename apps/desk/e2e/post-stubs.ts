import type { DeskPost, PostListsMade, ReturnedCopy } from '@newsstand/contracts/desk-post';
import type { Page, Route } from '@playwright/test';
import { OWNER, serveStubs } from './stubs.ts';

export const AT = '2026-11-02T15:00:00.000Z';
export const BEFORE: DeskPost = {
  number: 16,
  title: 'Salt',
  out: true,
  lists: [],
  countries: [],
  waiting: [
    { shipcode: 'a', late: 2402, held: 6, without: 41 },
    { shipcode: 'b', late: 310, held: 0, without: 0 },
    { shipcode: 'c', late: 0, held: 0, without: 0 },
  ],
  missing: [{ owner: OWNER, name: 'Anna Kowalska', shipcode: 'a', back: true }],
};
export const LISTS: DeskPost['lists'] = [
  { shipcode: 'a', part: 1, frozen: AT, labels: 2402, last: 2402, copies: 2410 },
  { shipcode: 'b', part: 1, frozen: AT, labels: 310, last: 310, copies: 310 },
  { shipcode: 'c', part: 1, frozen: AT, labels: 0, last: 0, copies: 0 },
];
export const WAITING: DeskPost['waiting'] = BEFORE.waiting.map((zone) => ({ ...zone, late: 0 }));
export const AFTER: DeskPost = {
  ...BEFORE,
  lists: LISTS,
  countries: [
    { shipcode: 'a', country: 'United States', labels: 2402, copies: 2410 },
    { shipcode: 'b', country: 'Canada', labels: 310, copies: 310 },
  ],
  waiting: WAITING,
};
export const MADE: PostListsMade = { lists: LISTS.map(({ frozen: _frozen, ...list }) => list), waiting: WAITING };

/** A copy that came back, with nothing sent in its place yet. */
export const returnedCopy = (label: string, id: string): ReturnedCopy => ({
  id,
  label,
  owner: OWNER,
  name: 'Anna Kowalska',
  returned: AT,
  who: 'Bob',
  waits: true,
  lacks_address: true,
  sent: null,
});

/** The post of issue 16; what is made is there from then on. */
export async function servePost(page: Page, own: object = {}) {
  let post = BEFORE;
  const asked: unknown[] = [];
  await serveStubs(page, 'circulation', {
    '/issues/16/post': (route: Route) => route.fulfill({ json: post }),
    '/issues/16/lists': (route: Route) => {
      if (!new URL(route.request().url()).searchParams.has('dry')) {
        asked.push(route.request().postDataJSON());
        post = AFTER;
      }
      return route.fulfill({ json: MADE });
    },
    ...own,
  });
  return asked;
}
