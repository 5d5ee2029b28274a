import * as v from 'valibot';
import { owes } from '../../ledger/terms/owes.ts';
import type { Sql } from '../../platform/db/sql.ts';
import type { Deps } from '../../publication/deps.ts';

const Along = v.object({ id: v.string(), owner: v.string() });
export type MovedAlong = v.InferOutput<typeof Along>;

/**
 * What went to another zone with what an order moved (`moveWhatCameSince`), is still to come, and was moved, or paid
 * for in a better way, by nothing since.
 */
export async function readMovedAlong(tx: Sql, { config }: Pick<Deps, 'config'>, order: string): Promise<MovedAlong[]> {
  const rows = await tx.$queryRaw<unknown[]>`
    select s.id, s.owner_id as owner
    from subscription_change c join subscription s on (s.publication_id, s.owner_id, s.id) = (c.publication_id, c.owner_id, c.subscription_id)
    where c.publication_id = ${config.publicationId} and c.order_id = ${order}::uuid and not c.paid and ${owes()}
      and (s.set_deliverable, s.level) = (c."to" ->> 'set', c."to" ->> 'level')
    order by s.cycle for update of s`;
  return v.parse(v.array(Along), rows);
}
