import type { Prisma } from '../../../generated/prisma/client.ts';
import type { Db } from './db.ts';

/**
 * Runs some work in one transaction. `owner`: the reader whom it concerns, null where it is nobody's alone; `keeps`:
 * what the history keeps of what came of it, where it has one.
 */
export type Begin = <Result>(
  owner: string | null,
  work: (tx: Prisma.TransactionClient) => Promise<Result>,
  keeps?: (result: Result) => Prisma.InputJsonObject,
) => Promise<Result>;

/**
 * A transaction and nothing besides; a program of staff's is an action of the desk's history as well
 * (`staff-program.ts`).
 */
export const plainly =
  ({ db }: { db: Db }): Begin =>
  (_owner, work) =>
    db.$transaction(work);
