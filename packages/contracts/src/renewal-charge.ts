import * as v from 'valibot';
import { Cents } from './money.ts';

/** An ISO date, or a month (`2026-12`) where no day is fixed; null where nobody can say. */
export const When = v.nullable(v.string());

/**
 * What a renewal by itself costs, shipping included. Until the last issue that is paid for is out, which is `after`, it
 * has no day, only about a month.
 */
export const RenewalCharge = v.object({ amount: Cents, when: When, after: v.nullable(v.number()) });
export type RenewalCharge = v.InferOutput<typeof RenewalCharge>;
