import { Prisma } from '../../../generated/prisma/client.ts';
import { LIFETIME_ISSUES } from '../../rules/pricing/refund-rules.ts';

/**
 * SQL: for how many issues a publication reckons a lifetime: what its accountant says (`settings.lifetime_issues`), or
 * else what is usual here. Money back and reports go by the same.
 */
export const lifetimeIssues = (publication: Prisma.Sql): Prisma.Sql => Prisma.sql`coalesce((
  select (known.data -> 'settings' ->> 'lifetime_issues')::int from publication known where known.id = ${publication}), ${LIFETIME_ISSUES}::int)`;
