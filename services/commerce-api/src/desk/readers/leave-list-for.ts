import { ListLeft, type DeskReason } from '@newsstand/contracts/desk-verbs';
import * as v from 'valibot';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Sql } from '../../platform/db/sql.ts';
import type { Deps } from '../../publication/deps.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { act } from '../act.ts';
import type { Person } from '../staff/staff-session.ts';

/**
 * As an action keeps it: since when the address is off the list, by its tag. Which address it was stays with the
 * membership.
 */
export const KeptLeaving = v.object({ list: v.string(), left: v.string() });

type LeaveDeps = Pick<Deps, 'db' | 'clock' | 'config'>;
type Asked = { action: string; membership: string; network: string; dry: boolean };

/**
 * Takes an address off a mailing list, as its reader does by the link of a letter, whoever's it is; nobody is written
 * to, since that is what they asked for. Refuses (404) one that no list knows, and (409) one that is off it by now.
 */
export async function leaveListFor(
  deps: LeaveDeps,
  person: Person,
  { action: id, membership, reason, network, dry }: Asked & { reason: DeskReason },
): Promise<ListLeft> {
  const { publicationId } = deps.config;
  const owner = await ownerOf(deps.db, publicationId, membership);
  const action = { id, verb: 'leaveListFor', subject: membership, ...(owner !== null && { owner }), reason, network, dry };
  return act(deps, { person: person.id }, action, ListLeft, async (tx) => {
    const left = deps.clock();
    const [member] = await tx.$queryRaw<{ tag: string; created: Date }[]>`
      update list_signup set "left" = ${left} where publication_id = ${publicationId} and id = ${membership}::uuid and "left" is null returning tag, created`;
    if (!member) throw new Refusal(409, deskText('left_list'));
    return { to: { list: member.tag, left: left.toISOString() }, result: { list: member.tag, since: member.created.toISOString() } };
  });
}

/** Puts it on the list again, with the consent that it had. Refuses (409) where its reader has come or gone since. */
export async function takeBackLeaving(
  deps: LeaveDeps,
  person: Person,
  {
    action: id,
    membership,
    owner,
    undoes,
    list,
    left,
    network,
    dry,
  }: Asked & { owner: string | null; undoes: string } & v.InferOutput<typeof KeptLeaving>,
): Promise<void> {
  const { publicationId } = deps.config;
  const action = { id, verb: 'takeBackLeaving', subject: membership, ...(owner !== null && { owner }), undoes, network, dry };
  await act(deps, { person: person.id }, action, v.null(), async (tx) => {
    const { count } = await tx.listSignup.updateMany({
      where: { publicationId, id: membership, left: new Date(left) },
      data: { left: null },
    });
    if (count === 0) throw new Refusal(409, deskText('left_list_since'));
    return { to: { list }, result: null };
  });
}

/**
 * Whose history it stands in: the account's whose mailbox it is or was, or the guest's who ordered with it last; null
 * of an address that is on lists alone.
 */
async function ownerOf(sql: Sql, publicationId: string, membership: string): Promise<string | null> {
  const [row] = await sql.$queryRaw<{ owner: string | null }[]>`
    select coalesce(
      (select a.id from account a where a.publication_id = l.publication_id and a.email = l.email),
      (select a.id from earlier_email e join account a on a.id = e.account_id where e.email = l.email and a.publication_id = l.publication_id order by e.until desc limit 1),
      (select o.owner_id from "order" o where o.publication_id = l.publication_id and lower(normalize(o.email, nfkc)) = l.email and o.number is not null and o.kept_for is null
        order by o.created desc limit 1)
    )::text as owner from list_signup l where l.publication_id = ${publicationId} and l.id = ${membership}::uuid`;
  if (row === undefined) throw new Refusal(404, deskText('no_such_membership'));
  return row.owner;
}
