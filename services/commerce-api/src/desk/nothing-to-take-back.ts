import { heirOf } from '../readers/login/merged-owners.ts';
import type { Sql } from '../platform/db/sql.ts';

/**
 * Of these actions, which are taken back by nobody yet, those that left nothing of theirs any more: somebody else
 * changed it since, at the desk or as its reader, or it was done. Taking them back would be refused, so nobody is
 * offered it. One statement.
 */
export async function nothingToTakeBack(db: Sql, actions: readonly string[]): Promise<Set<string>> {
  if (actions.length === 0) return new Set();
  const rows = await db.$queryRaw<{ id: string }[]>`
    select a.id::text as id from (
      select s.*, ${heirOf} as owner from staff_action s where s.id = any(${[...actions]}::uuid[])
    ) a where not case a.verb
      when 'changeAddressFor' then exists (select from owner_address d where d.publication_id = a.publication_id and d.owner_id = a.owner
        and d.shipcode = a."to" ->> 'shipcode' and md5(d.address::text) = a."to" ->> 'version')
        -- Nor do its goods that wait go elsewhere by now, or what was posted there to another zone.
        and not exists (select from jsonb_array_elements_text(a."to" -> 'goods') g(id) left join order_post_to t on t.order_id = g.id::uuid
          where t.address is distinct from a."to" -> 'address'
            and exists (select from order_line l where l.order_id = g.id::uuid and l.held and l.sent + l.dropped < l.quantity))
        and not exists (select from subscription_change c join subscription s on (s.publication_id, s.owner_id, s.id) = (c.publication_id, c.owner_id, c.subscription_id)
          where c.publication_id = a.publication_id and c.owner_id = a.owner and c.created >= a.at
            and c."from" ->> 'set' = 'print-' || (a."to" ->> 'shipcode')
            and s.set_deliverable like 'print-%' and s.set_deliverable <> 'print-' || (a."to" ->> 'shipcode'))
      when 'switchAutorenewFor' then exists (select from account c where c.id = a.owner and (c.autorenew_since is not null) = (a."to" ->> 'on')::boolean)
      when 'cancelSubscription' then exists (select from subscription s where s.publication_id = a.publication_id and s.owner_id = a.owner
        and s.id::text = a."from" ->> 'subscription' and s.cancelled = (a."to" ->> 'cancelled')::timestamptz)
      when 'compSubscription' then exists (select from subscription s where s.publication_id = a.publication_id and s.owner_id = a.owner
        and s.id::text = a."to" ->> 'subscription' and s.cancelled is null and not exists (select from issue_token t
          where (t.publication_id, t.owner_id, t.subscription_id) = (s.publication_id, s.owner_id, s.id) and t.delivered is not null))
      when 'leaveListFor' then exists (select from list_signup l where l.publication_id = a.publication_id and l.id::text = a.subject
        and l."left" = (a."to" ->> 'left')::timestamptz)
      when 'writeNote' then exists (select from reader_note n where n.publication_id = a.publication_id and n.owner_id = a.owner and n.id = a.id)
      when 'sendCopy' then exists (select from order_line l where l.order_id = (a."to" ->> 'order')::uuid and l.sent + l.dropped = 0) or exists (select from post_copy c where c.publication_id = a.publication_id and c.owner_id = a.owner and c.id = a.id and c.part is null)
      when 'returnToSender' then exists (select from post_return r where r.publication_id = a.publication_id and r.owner_id = a.owner and r.id = a.id)
        and not exists (select from post_copy c where c.publication_id = a.publication_id and c.owner_id = a.owner and c.id = a.id and c.part is not null)
      -- What was counted since is so.
      when 'adjustStock' then not exists (
        select from stock_move m join stock_move c on (c.publication_id, c.type, c.ref) = (m.publication_id, m.type, m.ref)
        where m.publication_id = a.publication_id and m.type = a."to" ->> 'type' and m.ref = a."to" ->> 'ref' and m.action = a.id
          and c.why = 'count' and (c.at, c.id) > (m.at, m.id) and not exists (select from staff_action u where u.undoes = c.action))
      when 'uploadIssueFile' then exists (select from issue_upload u where u.publication_id = a.publication_id and u.action = a.id and u.replaced is null)
      else true end`;
  return new Set(rows.map(({ id }) => id));
}
