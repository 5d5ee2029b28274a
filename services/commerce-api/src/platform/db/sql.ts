import pg from 'pg';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Db } from './db.ts';

/** The database, or a transaction in it: what a single statement needs. */
export type Sql = Pick<Db, '$queryRaw'>;

/** Whether the database refused a statement because of this constraint. Its name is in the message in every language that PostgreSQL speaks. */
export function breaksRule(error: unknown, constraint: string): boolean {
  if (error instanceof pg.DatabaseError) return error.constraint === constraint;
  return error instanceof Prisma.PrismaClientKnownRequestError && `${error.message} ${JSON.stringify(error.meta)}`.includes(constraint);
}
