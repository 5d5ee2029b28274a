import * as v from 'valibot';
import type { Prisma } from '../../generated/prisma/client.ts';
import { postLetter } from '../letters/post-letter.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { apiText } from '../platform/http/api-text.ts';
import { hashOf, newToken, tokenOf } from '../platform/secrets.ts';
import type { Deps } from '../publication/deps.ts';
import { ListTag } from '../publication/fields.ts';
import { DEFAULT_TAG, listTagsOf } from '../letters/list-names.ts';
import { LIST_ADDRESS, LIST_PAIR, spend } from './login/limits.ts';
import { LIFETIME } from './login/tickets.ts';

type ListDeps = Pick<Deps, 'db' | 'clock' | 'config'>;

/** What lists are called. */
export const ListTags = v.pipe(v.array(ListTag), v.maxLength(10));

/**
 * The list-tags of a request; throws a `Refusal` for what no page of ours sends. Where the publication names its lists,
 * there are no others: a mistyped or made-up tag counts as left out, lest a reader be on a list that nobody writes to.
 */
export function parseTags({ lists }: { lists: Readonly<Record<string, string>> }, tags: string | string[] | undefined): string[] {
  const result = v.safeParse(ListTags, tags === undefined ? [DEFAULT_TAG] : [tags].flat());
  if (!result.success) throw new Refusal(422, { general: apiText('no_list') });
  const known = listTagsOf(lists);
  const asked = result.output.filter((tag) => known === null || known.includes(tag));
  return asked.length === 0 ? [DEFAULT_TAG] : [...new Set(asked)];
}

/**
 * Sends the letter whose link puts its address on the lists: nobody is on one because somebody else typed their
 * address. Whether it is on them already is not looked up, so that neither words nor time can tell. One network's
 * letters to an address are counted before those of all (429).
 */
export async function askToJoin(deps: ListDeps, asked: { email: string; tags: string[]; network: string }): Promise<void> {
  const { db, clock, config } = deps;
  const { email, tags, network } = asked;
  await spend(deps, LIST_PAIR, `${email}|${network}`, (n) => apiText('too_many_letters', { n }));
  await spend(deps, LIST_ADDRESS, email, (n) => apiText('too_many_letters', { n }));
  const nonce = newToken();
  const tokenHash = hashOf(tokenOf(config.access.secret, nonce));
  const created = clock();
  const expires = new Date(created.getTime() + LIFETIME.list);
  await db.$transaction(async (tx) => {
    await tx.ticket.create({ data: { tokenHash, kind: 'list', email, data: { tags }, created, expires } });
    const payload = { nonce, expires: expires.toISOString(), tags };
    await postLetter(tx, deps, { kind: 'list-join', subject: tokenHash, recipient: email, payload });
  });
}

const ListTicket = v.object({ tags: ListTags });
type Asked = { email: string; tags: string[]; asked: Date };

/** What the link of a letter would do; null for one that is too old, or none of ours. */
export async function readJoining({ db, clock }: Pick<Deps, 'db' | 'clock'>, token: string): Promise<Asked | null> {
  const ticket = await db.ticket.findFirst({ where: { tokenHash: hashOf(token), kind: 'list', expires: { gt: clock() } } });
  if (ticket?.email == null) return null;
  return { email: ticket.email, tags: v.parse(ListTicket, ticket.data).tags, asked: ticket.created };
}

/** Puts the address on the lists, by the button behind the letter's link. Null as above. */
export async function joinLists(deps: ListDeps, token: string): Promise<Asked | null> {
  const joining = await readJoining(deps, token);
  if (joining !== null) await putOnLists(deps, joining);
  return joining;
}

/**
 * Twice is once; who left, or was on the list without having asked for it here, is on it from now on, by what they
 * asked.
 */
export async function putOnLists({ db, clock, config }: ListDeps, { email, tags, asked }: Asked): Promise<void> {
  await db.$executeRaw`
    insert into list_signup (publication_id, email, tag, created, asked)
    select ${config.publicationId}, ${email}, tag, ${clock()}, ${asked} from unnest(${tags}::text[]) tag
    on conflict (publication_id, email, tag) do update set created = excluded.created, asked = excluded.asked, "left" = null
    where list_signup."left" is not null or list_signup.asked is null`;
}

export type Membership = { id: string; tag: string };

/** The membership of a link, also one that ended; null where its account was deleted, and the membership with it. */
export async function readMembership(
  sql: Pick<Prisma.TransactionClient, 'listSignup'>,
  { config }: ListDeps,
  id: string,
): Promise<Membership | null> {
  return sql.listSignup.findFirst({ where: { id, publicationId: config.publicationId }, select: { id: true, tag: true } });
}

/**
 * Ends one membership of one list. That it ended stays known, so that nobody is put back on a list that they left;
 * asked again it is as of now, so that what the desk takes back is never what its reader asked for as well.
 */
export async function leaveList({ db, clock, config }: ListDeps, id: string): Promise<void> {
  await db.listSignup.updateMany({ where: { id, publicationId: config.publicationId }, data: { left: clock() } });
}
