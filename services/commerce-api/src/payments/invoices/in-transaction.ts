import type { Prisma } from '../../../generated/prisma/client.ts';
import type { Deps } from '../../publication/deps.ts';

/**
 * Runs what a verb writes in one transaction: its own, or that of an action at the desk, which is rolled back where the
 * verb answers that it did nothing.
 */
export type InTransaction = (work: (tx: Prisma.TransactionClient) => Promise<boolean>) => Promise<boolean>;

export const inOwnTransaction =
  ({ db }: Pick<Deps, 'db'>): InTransaction =>
  (work) =>
    db.$transaction(work);
