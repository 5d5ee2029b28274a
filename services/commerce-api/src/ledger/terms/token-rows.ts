import { Deliverable } from '@newsstand/contracts/cart';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { Instant } from '../../platform/db/instant.ts';

/** SQL: the tokens of a term `s` as JSON, in their order. */
export const tokenRows = Prisma.sql`
  select coalesce(json_agg(json_build_object('ordinal', t.ordinal, 'delivered', case when t.issue is not null then
    json_build_object('issue', t.issue, 'deliverable', t.deliverable, 'at', t.delivered) end) order by t.ordinal), '[]')
  from issue_token t where t.publication_id = s.publication_id and t.owner_id = s.owner_id and t.subscription_id = s.id`;

/** SQL: when the renewal of a term `s` was due that was announced last, or null. */
export const renewalDue = Prisma.sql`
  select max(c.due) from charge c
  where c.publication_id = s.publication_id and c.owner_id = s.owner_id and c.kind = 'renewal' and c.subject = s.id`;

export const TokenRow = v.object({
  ordinal: v.number(),
  delivered: v.nullable(v.object({ issue: v.number(), deliverable: Deliverable, at: Instant })),
});
