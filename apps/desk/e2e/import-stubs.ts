import type { DeskImport, ImportCounts } from '@newsstand/contracts/desk-imports';
import type { Page, Route } from '@playwright/test';
import { OWNER, serveStubs } from './stubs.ts';

export const COUNTS: ImportCounts = {
  new: 9871,
  same: 203,
  changed: 96,
  ended: 12,
  refused: 32,
  mailboxes: 7000,
  accounts: 2,
  unproved: 12,
  apart: 40,
  unsure: 3,
  unsure_rows: [17, 88, 912],
  moved: 5,
  printed: 9000,
  copies: 9200,
  lifetimes: 14,
  issues: 28_104,
  value: 21_456_000,
  unposted: 0,
  lists: 0,
  notes: 0,
  more: 0,
  less: 0,
  otherwise: [],
  without_zeros: 0,
  taken_before: [],
  new_lists: ['harbour-letters'],
};
export const FILE: DeskImport = {
  id: OWNER,
  source: 'house',
  name: 'readers-2026.csv',
  state: 'columns',
  rows: 10_214,
  done: 0,
  total: 10_214,
  header: ['ACCT NO', 'FULL NAME', 'VERSION', 'ADDR1', 'EXP DATE'],
  sample: [['00020113', 'Anna Kowalska', 'P', '14 Elm St', '3/31/2027']],
  columns: {
    fields: { legacy_id: 'ACCT NO', name: 'FULL NAME', line1: 'ADDR1', expires: 'EXP DATE' },
    plans: [],
    medium: 'print',
    level: 'low',
    country: 'US',
    dates: 'mdy',
    consented: false,
  },
  remembered: false,
  plans: [],
  counts: null,
  mistakes: [],
  failure: null,
  created: '2026-11-20T15:00:00.000Z',
  applied: null,
  brought: 0,
  paused: false,
  withdrawable: false,
  letters: [],
};
export const PLANS: Partial<DeskImport> = {
  plans: [
    { value: 'P', count: 10_000 },
    { value: 'D', count: 214 },
  ],
  columns: {
    ...FILE.columns,
    plans: [
      { value: 'P', medium: 'print', level: 'low' },
      { value: 'D', medium: 'print', level: 'low' },
    ],
  },
};
export const FOUND: Partial<DeskImport> = {
  state: 'checked',
  counts: COUNTS,
  mistakes: [
    { field: 'state', text: 'Must not be blank.', count: 31, rows: [88, 912] },
    { field: 'copies', text: "'none' copies: write a number from 1 to 500.", count: 6, rows: [10_114, 10_115, 10_116, 10_117, 10_118] },
  ],
};

/** The desk with one file, which goes from state to state as it is asked to. */
export async function serveImport(page: Page, begins: Partial<DeskImport> = {}, taken: Partial<DeskImport> = {}) {
  let file: DeskImport = { ...FILE, ...begins };
  const asked: [string, unknown][] = [];
  const step = (what: string, next: Partial<DeskImport>, answer: object) => (route: Route) => {
    if (!new URL(route.request().url()).searchParams.has('dry')) {
      asked.push([what, route.request().postDataJSON()]);
      file = { ...file, ...next };
    }
    return route.fulfill({ json: answer });
  };
  await serveStubs(page, 'circulation', {
    '/imports': (route: Route) => {
      if (route.request().method() === 'POST') {
        const query = Object.fromEntries(new URL(route.request().url()).searchParams);
        asked.push(['bring', { ...query, body: route.request().postData() }]);
        if (query['source'] === 'bad') {
          return route.fulfill({ status: 422, json: { errors: { file: 'There is no row below the heading.' } } });
        }
        return route.fulfill({ json: { id: OWNER, rows: FILE.rows } });
      }
      return route.fulfill({ json: { sources: ['house', 'woocommerce'], imports: [file] } });
    },
    [`/imports/${OWNER}`]: (route: Route) =>
      route.fulfill({ json: new URL(route.request().url()).searchParams.get('plan') === 'VERSION' ? { ...file, ...PLANS } : file }),
    [`/imports/${OWNER}/check`]: step('check', FOUND, { rows: FILE.rows }),
    [`/imports/${OWNER}/apply`]: step(
      'apply',
      { state: 'applying', done: 7340, ...taken },
      {
        counts: begins.counts ?? COUNTS,
        soon: { issue: 17, at: '2026-12-01T14:00:00.000Z' },
      },
    ),
    [`/imports/${OWNER}/refused`]: step('refused', {}, { name: 'refused.csv', rows: 32, csv: 'problem,ACCT NO' }),
    [`/imports/${OWNER}/pause`]: (route: Route) => {
      const { paused } = route.request().postDataJSON();
      asked.push(['pause', paused]);
      file = { ...file, paused };
      return route.fulfill({ json: { paused } });
    },
    [`/imports/${OWNER}/withdraw`]: step('withdraw', { state: 'withdrawn', withdrawable: false }, { untouched: 9800, used: 71 }),
    [`/imports/${OWNER}/discard`]: step('discard', {}, { rows: FILE.rows }),
  });
  return asked;
}
