import type { AccountName } from '@newsstand/contracts/account';
import type { Deps } from '../deps.ts';
import { conflict } from './conflict.ts';
import { firstName } from './subscriber-of.ts';

type Change = { accountId: string; name: string; version: string | undefined };

/**
 * Changes a reader's name, and with it the name on the addresses that carry the old one. Refuses (409) when the name is no longer the one of
 * `version`; the same change again is done.
 */
export async function changeName({ db, config }: Pick<Deps, 'db' | 'config'>, { accountId, name, version }: Change): Promise<AccountName> {
  const [changed] = await db.$queryRaw<{ name_version: string }[]>`
    with before as (
      select id, name from account where id = ${accountId}::uuid for update
    ),
    changed as (
      update account set name = ${name} from before
      where account.id = before.id and (${version ?? null}::text is null or md5(before.name) = ${version ?? null} or before.name = ${name})
      returning account.id, before.name as old, md5(account.name) as name_version
    ),
    labels as (
      update owner_address d set name = ${name} from changed
      where d.publication_id = ${config.publicationId} and d.owner_id = changed.id and d.name = changed.old
    )
    select name_version from changed`;
  if (!changed) throw conflict('Your name was');
  return { name, first_name: firstName(name), name_version: changed.name_version };
}
