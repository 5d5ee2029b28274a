import type { ReportCell } from '@newsstand/contracts/desk-reports';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Sql } from '../../platform/db/sql.ts';
import type { Names } from '../../publication/names-of.ts';

/**
 * What a report is about: the moments from `from` on and before `until`, in the publication's time zone; `names`: of
 * where it posts to, and of its levels.
 */
export type Span = { publication: string; from: Date; until: Date; now: Date; zone: string; names: Names };
export type Rows = ReportCell[][];

/** Rows of a statement, their cells in the order of its columns. */
export const readRows = async <const Row extends v.GenericSchema<unknown, Rows[number]>>(
  db: Sql,
  row: Row,
  statement: Prisma.Sql,
): Promise<Rows> =>
  v.parse(
    v.array(row),
    (await db.$queryRaw<object[]>(statement)).map((each) => Object.values(each)),
  );
