import { Email } from '@newsstand/contracts/email';
import { DeskMember, type DeskMembers } from '@newsstand/contracts/desk-members';
import * as v from 'valibot';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Deps } from '../publication/deps.ts';
import { readHistory } from './read-history.ts';

/**
 * SQL: what the mailing lists know of the `mailboxes`, those that they are on first; of one that was given up (`until`)
 * what it joined until then.
 */
export const membersOf = (publication: string, mailboxes: Prisma.Sql): Prisma.Sql => Prisma.sql`
  select l.id, l.email, l.tag as list, l.created as since, l.asked, l.brought, l."left"
  from (${mailboxes}) m join list_signup l on l.publication_id = ${publication} and l.email = m.email and (m.until is null or l.created <= m.until)
  order by l."left" is not null, l.email, l.tag`;

/**
 * The same of the whole addresses among these words, with what was done to them at the desk; null where no list knows
 * one.
 */
export async function readMembers(deps: Pick<Deps, 'db' | 'config' | 'clock'>, words: readonly string[]): Promise<DeskMembers | null> {
  const emails = words.flatMap((word) => {
    const email = v.safeParse(Email, word);
    return email.success ? [email.output] : [];
  });
  if (emails.length === 0) return null;
  const mailboxes = Prisma.sql`select email, null::timestamptz as until from unnest(${emails}::text[]) email`;
  const rows = await deps.db.$queryRaw<{ member: unknown }[]>`
    select row_to_json(r) as member from (${membersOf(deps.config.publicationId, mailboxes)}) r`;
  const members = v.parse(
    v.array(DeskMember),
    rows.map(({ member }) => member),
  );
  if (members.length === 0) return null;
  const { actions } = await readHistory(deps, { where: { subject: { in: members.map(({ id }) => id) } } });
  return { members, history: actions };
}
