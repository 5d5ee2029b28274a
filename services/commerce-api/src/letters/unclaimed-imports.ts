import type { Sql } from '../platform/db/sql.ts';
import type { Deps } from '../publication/deps.ts';

/**
 * Whether an import brought somebody without a mailbox who has no account yet: they bring what comes to them by post to
 * one by the number on their label (`claim-subscription.ts`), and need no purchase to have it. While there are such
 * readers, a code makes the account of a mailbox that has none.
 */
export async function awaitsClaim(sql: Sql, { config }: Pick<Deps, 'config'>): Promise<boolean> {
  const [found] = await sql.$queryRaw<{ awaits: boolean }[]>`
    select exists (
      select from legacy_reader r
      where r.publication_id = ${config.publicationId} and r.email is null and not r.made and not exists (select from account a where a.id = r.owner_id)
    ) as awaits`;
  return found?.awaits === true;
}
