import { Address } from '@newsstand/contracts/address';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import * as v from 'valibot';
import type { Deps } from '../deps.ts';
import { Refusal } from '../refusal.ts';
import { postCsv } from './post-list-rules.ts';

/** `without` counts the readers who are owed a copy and have no address of that zone. */
export type PostExport = { csv: string; copies: number; without: number };

/**
 * What must be posted of an issue to a zone, as CSV. The first export freezes it: the same list comes out ever after, whatever address changes
 * meanwhile, so that nobody is posted two copies or none. Refuses (409) an issue that is not released to everybody yet.
 */
export async function exportPostList(
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  issue: number,
  shipcode: Shipcode,
): Promise<PostExport> {
  const publicationId = config.publicationId;
  const released = await db.release.count({ where: { publicationId, issue, completed: { not: null } } });
  if (released === 0) throw new Refusal(409, `Issue ${issue} is not released to everybody yet.`);
  await db.$executeRaw`
    with frozen as (
      insert into post_list (publication_id, issue, shipcode, frozen) values (${publicationId}, ${issue}::int, ${shipcode}, ${clock()})
      on conflict (publication_id, issue, shipcode) do nothing
      returning publication_id, issue, shipcode
    )
    insert into post_line (publication_id, issue, shipcode, owner_id, name, address, copies)
    select f.publication_id, f.issue, f.shipcode, t.owner_id, a.name, a.address, s.copies
    from frozen f
      join issue_token t on t.publication_id = f.publication_id and t.issue = f.issue and t.deliverable = 'print-' || f.shipcode
      join subscription s on s.publication_id = t.publication_id and s.owner_id = t.owner_id and s.id = t.subscription_id
      join owner_address a on a.publication_id = t.publication_id and a.owner_id = t.owner_id and a.shipcode = f.shipcode`;
  const lines = await db.postLine.findMany({ where: { publicationId, issue, shipcode }, orderBy: [{ name: 'asc' }, { ownerId: 'asc' }] });
  const owed = await db.issueToken.count({ where: { publicationId, issue, deliverable: `print-${shipcode}` } });
  return {
    csv: postCsv(lines.map(({ name, address, copies }) => ({ name, address: v.parse(Address, address), copies }))),
    copies: lines.reduce((sum, { copies }) => sum + copies, 0),
    without: owed - lines.length,
  };
}
