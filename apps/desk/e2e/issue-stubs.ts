import type { DeskIssue, IssueFile } from '@newsstand/contracts/desk-issues';
import type { Page, Route } from '@playwright/test';
import { serveStubs } from './stubs.ts';

export const NONE = { version: '', size: null, width: null, height: null, alt: '', by: '', uploaded: null, undo: null };
export const COMING: DeskIssue = {
  number: 17,
  title: 'The Ice Road',
  day: '2026-11-01',
  state: 'coming',
  at: null,
  on_sale: false,
  far: false,
  late: 0,
  counts: [
    { deliverable: 'digital', readers: 1231, copies: 1231, free: 12, before: 1190 },
    { deliverable: 'print-b', readers: 310, copies: 318, free: 0, before: 451 },
  ],
  without_address: 41,
  held: 6,
  completed: null,
  protocol: [],
  given: [],
  last: 212,
  renew: 88,
  lifetimes: 14,
  lists: [],
  made: ['pdf', 'epub'],
  files: [
    { format: 'pdf', from: 'texts', ...NONE },
    { format: 'epub', from: 'texts', ...NONE },
    { format: 'cover', from: 'folder', ...NONE },
  ],
  version: 'v1',
};
export const OUT: DeskIssue = {
  ...COMING,
  number: 16,
  title: 'Salt',
  state: 'out',
  at: '2026-08-01T09:00:00.000Z',
  completed: '2026-08-01T09:01:00.000Z',
  protocol: [{ at: '2026-07-31T15:00:00.000Z', who: 'Bob', verb: 'planRelease', subject: '16' }],
  given: [
    { format: 'pdf', from: 'desk', size: 4_200_000, by: 'Edith', uploaded: '2026-07-30T15:00:00.000Z' },
    { format: 'epub', from: 'texts', size: null, by: '', uploaded: null },
    { format: 'cover', from: 'folder', size: null, by: '', uploaded: null },
  ],
  lists: [{ shipcode: 'a', part: 2, copies: 3, frozen: '2026-08-02T09:00:00.000Z' }],
};

const soon = () => new Date(Date.now() + 10 * 60_000).toISOString();

export const HASH = 'a'.repeat(64);
const UNDO = '01a20889-0000-7000-8000-0000000000aa';

/** The desk with two issues; what is planned or stopped is so from then on. */
export async function serveIssues(page: Page, begins: DeskIssue = COMING, role: 'circulation' | 'editor' = 'circulation') {
  let issue = begins;
  const asked: unknown[] = [];
  const put = (format: string, file: Partial<IssueFile>) => {
    issue = { ...issue, files: issue.files.map((one) => (one.format === format ? { ...one, ...file } : one)) };
  };
  await serveStubs(page, role, {
    '/files': (route: Route) => {
      const isPdf = route.request().postData() !== 'no PDF';
      const kept = { hash: HASH, type: 'application/pdf', size: 4_200_000, width: null, height: null };
      return isPdf ? route.fulfill({ json: kept }) : route.fulfill({ status: 422, json: { errors: 'The file is not a PDF.' } });
    },
    '/issues/17/files': (route: Route) => {
      const body = route.request().postDataJSON();
      if (!new URL(route.request().url()).searchParams.has('dry')) {
        asked.push(body);
        const upload = { version: HASH, size: 4_200_000, alt: body.alt, by: 'Edith', uploaded: soon(), undo: UNDO };
        put(body.format, { from: 'desk', ...upload });
      }
      return route.fulfill({ json: { format: body.format, size: 4_200_000, replaces: 'texts', out: false } });
    },
    [`/actions/${UNDO}/undo`]: (route: Route) => {
      if (!new URL(route.request().url()).searchParams.has('dry')) put('pdf', { from: 'texts', ...NONE });
      return route.fulfill({ json: { verb: 'uploadIssueFile' } });
    },
    '/issues': (route: Route) =>
      route.fulfill({
        json: {
          issues: [issue, OUT].map(({ number, title, day, state, at, far, made }) => ({ number, title, day, state, at, far, made })),
        },
      }),
    '/issues/17': (route: Route) => route.fulfill({ json: issue }),
    '/issues/16': OUT,
    '/issues/17/plan': (route: Route) => {
      const { on_sale, at: chosen } = route.request().postDataJSON();
      const at = chosen ?? soon();
      if (!new URL(route.request().url()).searchParams.has('dry')) {
        asked.push(route.request().postDataJSON());
        issue = { ...issue, state: 'planned', at, on_sale, version: 'v2' };
      }
      return route.fulfill({ json: { at, on_sale } });
    },
    '/issues/17/stop': (route: Route) => {
      if (!new URL(route.request().url()).searchParams.has('dry')) issue = { ...issue, state: 'held', at: null, version: 'v3' };
      return route.fulfill({ json: { at: null } });
    },
  });
  return asked;
}
