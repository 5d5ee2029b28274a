import pg from 'pg';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Db } from './db.ts';

/** The database, or a transaction in it: what a single statement needs. */
export type Sql = Pick<Db, '$queryRaw'>;

/**
 * Whether the database refused a statement because of this constraint. Its name is in the message in every language
 * that PostgreSQL speaks.
 */
export function breaksRule(error: unknown, constraint: string): boolean {
  if (error instanceof pg.DatabaseError) return error.constraint === constraint;
  return error instanceof Prisma.PrismaClientKnownRequestError && `${error.message} ${JSON.stringify(error.meta)}`.includes(constraint);
}

/**
 * SQL: names of our own, such as states, written out as a list: an index of some of them serves a statement that names
 * them.
 */
export const listOf = (names: readonly string[]): Prisma.Sql => Prisma.raw(`(${names.map((name) => `'${name}'`).join(', ')})`);
