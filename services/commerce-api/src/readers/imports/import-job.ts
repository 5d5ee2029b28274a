import { ImportColumns } from '@newsstand/contracts/desk-imports';
import * as v from 'valibot';
import type { Deps } from '../../publication/deps.ts';

export type ImportDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'publication' | 'log' | 'reached'>;

/** An import that is at work, as a batch of it has it. */
export const Job = v.object({
  id: v.string(),
  source: v.string(),
  state: v.picklist(['checking', 'applying', 'withdrawing']),
  header: v.array(v.string()),
  columns: ImportColumns,
  cursor: v.number(),
});
export type Job = v.InferOutput<typeof Job>;

/** How far the batch came, and of how many rows; none is the end. */
export type Batch = { last: number; count: number };
