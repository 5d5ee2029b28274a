import type { DeskImport, ImportCounts } from '@newsstand/contracts/desk-imports';
import { OWNER } from './stubs.ts';

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
  printed: 9000,
  copies: 9200,
  lifetimes: 14,
  issues: 28_104,
  value: 21_456_000,
  lists: 0,
  notes: 0,
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
  mistakes: [{ field: 'state', text: 'Must not be blank.', count: 31, rows: [88, 912] }],
};
