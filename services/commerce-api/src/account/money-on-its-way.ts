import type { Sql } from '../platform/db/sql.ts';
import { UNDER_WAY } from '../rules/charges/retry-rules.ts';

/**
 * Whether a payment of this owner is under way: at a bank, or in an attempt at a renewal or a donation's month. Its
 * outcome must find its owner.
 */
export async function isMoneyOnItsWay(sql: Sql, publicationId: string, ownerId: string): Promise<boolean> {
  const [row] = await sql.$queryRaw<{ under_way: boolean }[]>`
    select exists (
      select from "order" where publication_id = ${publicationId} and owner_id = ${ownerId}::uuid and state = 'processing'
    ) or exists (
      select from charge_attempt
      where publication_id = ${publicationId} and owner_id = ${ownerId}::uuid and outcome = any(${UNDER_WAY}::text[])
    ) as under_way`;
  return row?.under_way === true;
}
