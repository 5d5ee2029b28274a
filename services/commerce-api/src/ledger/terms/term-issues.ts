import { Term } from '@newsstand/contracts/cart';
import { issuesOf } from '@newsstand/contracts/term';
import { Prisma } from '../../../generated/prisma/client.ts';

/** SQL: how many issues a `term` has, as `issuesOf` says; null for a lifetime. */
export const issuesOfTerm = (term: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(case ${term} ${Prisma.join(
    Term.options.map((each) => Prisma.sql`when ${each} then ${issuesOf(each)}::int`),
    ' ',
  )} end)`;
