import { ImportColumns, importStates } from '@newsstand/contracts/desk-imports';
import * as v from 'valibot';
import type { Deps } from '../../publication/deps.ts';

export type ImportDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'publication' | 'log' | 'reached'>;

/** In which of an import something is to be done beside the requests. */
export const AT_WORK = importStates('at-work');

/** An import that is at work, as a batch of it has it. */
export const Job = v.object({
  id: v.string(),
  source: v.string(),
  state: v.picklist(AT_WORK),
  header: v.array(v.string()),
  columns: ImportColumns,
  /** Which has it taken over; null before. */
  action: v.nullable(v.string()),
  cursor: v.number(),
});
export type Job = v.InferOutput<typeof Job>;

/** How far the batch came, and of how many rows; none is the end. */
export type Batch = { last: number; count: number };
