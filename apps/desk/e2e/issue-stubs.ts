import type { DeskIssue } from '@newsstand/contracts/desk-issues';

export const NONE = { version: '', size: null, width: null, height: null, alt: '', by: '', uploaded: null, undo: null };
export const COMING: DeskIssue = {
  number: 17,
  title: 'The Ice Road',
  day: '2026-11-01',
  state: 'coming',
  at: null,
  on_sale: false,
  counts: [
    { deliverable: 'digital', readers: 1231, copies: 1231, free: 12, before: 1190 },
    { deliverable: 'print-b', readers: 310, copies: 318, free: 0, before: 451 },
  ],
  without_address: 41,
  held: 6,
  completed: null,
  protocol: [],
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
  lists: [{ shipcode: 'a', part: 2, copies: 3, frozen: '2026-08-02T09:00:00.000Z' }],
};
