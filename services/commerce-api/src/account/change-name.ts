import { requireSession, type Login } from '../readers/login/require-session.ts';
import type { AccountName } from '@newsstand/contracts/account';
import type { Sql } from '../platform/db/sql.ts';
import { conflict } from '../platform/http/conflict.ts';
import type { Deps } from '../publication/deps.ts';
import { firstName } from './subscriber-of.ts';

type Change = { name: string; version: string | undefined };

/**
 * Changes a reader's name, and with it the name on the addresses that carry the old one. Refuses (409) when the name is
 * no longer the one of
 * `version`; the same change again is done.
 */
export async function changeName(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  login: Login,
  { name, version }: Change,
): Promise<AccountName> {
  const changed = await deps.db.$transaction(async (tx) => {
    await requireSession(tx, deps, login);
    return write(tx, deps, login.accountId, { name, version });
  });
  if (!changed) throw conflict('name');
  return { name, first_name: firstName(name), name_version: changed.name_version };
}

async function write(
  tx: Sql,
  { config }: Pick<Deps, 'config'>,
  accountId: string,
  { name, version }: Change,
): Promise<{ name_version: string } | undefined> {
  const [changed] = await tx.$queryRaw<{ name_version: string }[]>`
    with before as (
      select id, name from account where id = ${accountId}::uuid
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
  return changed;
}
