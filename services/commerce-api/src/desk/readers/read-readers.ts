import {
  ListedReader,
  type DeskReaders,
  type ReaderFilter,
  type ReaderFlag,
  type ReaderSegment,
  type ReaderSort,
} from '@newsstand/contracts/desk-readers';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Deps } from '../../publication/deps.ts';
import { PAGE, pageOf, readCursor } from '../page-cursor.ts';
import { owes, waitingOn } from '../today/work-lists.ts';
import { mailboxOfOwner, nameOf } from './known-reader.ts';

type ListDeps = Pick<Deps, 'db' | 'clock' | 'config'>;

/** Whoever had one of so many issues, the newest, and is owed nothing more, has lapsed; who had none of them left longer ago. */
const LAPSED_WITHIN = 4;
/** So many issues left, or fewer, are the end of a subscription. */
const LAST = 2;

/** SQL: how many issues each term still owes, all at once: a look for each term takes ten times as long among 100,000. In the order of the terms' own index. */
const openOf = (publication: string) => Prisma.sql`
  select t.publication_id, t.owner_id, t.subscription_id, count(*) as open from issue_token t
  where t.publication_id = ${publication} and t.delivered is null group by 1, 2, 3`;

/** SQL: the terms `s` that nobody cancelled, each with how many of its issues are `open`, null for none. */
const standing = (publication: string) => Prisma.sql`
  subscription s left join (${openOf(publication)}) o on (o.publication_id, o.owner_id, o.subscription_id) = (s.publication_id, s.owner_id, s.id)
  where s.publication_id = ${publication} and s.cancelled is null`;

/** SQL: the terms that run, as `owes` says of one. */
const running = (publication: string) =>
  Prisma.sql`select s.owner_id as owner, s.created as at from ${standing(publication)} and (s.term = 'lifetime' or o.open > 0)`;

const ofTerms = (publication: string, is: Prisma.Sql) =>
  Prisma.sql`select s.owner_id as owner, s.created as at from subscription s where s.publication_id = ${publication} and ${is}`;

/** SQL of each segment: an `owner`, and the moment `at` by which it is sorted; who has several is there as often. What is a list of work as well is that list's own. */
const SEGMENTS: Record<ReaderSegment, (publication: string, now: Date) => Prisma.Sql> = {
  running,
  expiring: (publication) => Prisma.sql`
    select s.owner_id as owner, max(s.created) as at from ${standing(publication)}
    group by s.owner_id having not bool_or(s.term = 'lifetime') and sum(o.open) between 1 and ${LAST}::int`,
  lapsed: (publication) => Prisma.sql`
    select s.owner_id as owner, s.created as at from subscription s
    where s.publication_id = ${publication} and s.source not like 'left:%' and s.owner_id in (
      select t.owner_id from issue_token t where t.publication_id = ${publication} and t.issue > coalesce((
        select max(r.issue) from release r where r.publication_id = ${publication}
      ), 0) - ${LAPSED_WITHIN}::int
    ) and not exists (select from (${running(publication)}) r where r.owner = s.owner_id)`,
  lifetime: (publication) => ofTerms(publication, Prisma.sql`s.cancelled is null and s.term = 'lifetime'`),
  free: (publication) => ofTerms(publication, Prisma.sql`s.source like 'comp:%' and ${owes}`),
  'no-address': (publication, now) => waitingOn('no-address', publication, now),
  undeliverable: (publication, now) => waitingOn('undeliverable', publication, now),
  'email-fails': (publication, now) => waitingOn('email-fails', publication, now),
  'card-fails': (publication, now) => waitingOn('charge-fails', publication, now),
  imported: (publication) => ofTerms(publication, Prisma.sql`s.source like 'import:%'`),
  listed: (publication) => Prisma.sql`
    select a.id as owner, l.created as at from list_signup l join account a on (a.publication_id, a.email) = (l.publication_id, l.email)
    where l.publication_id = ${publication} and l."left" is null`,
};

const Row = v.object({
  ...ListedReader.entries,
  id: v.string(),
  at: v.date(),
  key: v.string(),
  count: v.number(),
  tags: v.nullable(v.array(v.string())),
});

/** SQL of owners `g` with their accounts `a`: their names as they are sorted, whatever their capitals and accents, and cut to what a cursor has room for. */
const keyOf = (publication: string): Prisma.Sql =>
  Prisma.sql`left(lower(coalesce(nullif(a.name, ''), (${nameOf(publication, Prisma.sql`g.owner`)}), '')), 120) collate "und-x-icu"`;

/** Where a page ends that is sorted by name: the name, and whose it is. */
const readNameCursor = (after: string | undefined): { key: string; id: string } | null => {
  const [, id, key] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(.*)$/su.exec(after ?? '') ?? [];
  return id === undefined || key === undefined ? null : { id, key };
};

/** How a list is sorted, and what of it comes after a cursor. */
function sorted(sort: ReaderSort, after: string | undefined): { order: Prisma.Sql; rest: Prisma.Sql; isFirst: boolean } {
  const order = {
    newest: Prisma.sql`p.at desc, p.owner desc`,
    oldest: Prisma.sql`p.at, p.owner`,
    name: Prisma.sql`p.key, p.owner`,
  }[sort];
  if (sort === 'name') {
    const from = readNameCursor(after);
    const rest =
      from === null ? Prisma.sql`true` : Prisma.sql`(p.key, p.owner) > (${from.key}::text collate "und-x-icu", ${from.id}::uuid)`;
    return { order, rest, isFirst: from === null };
  }
  const from = readCursor(after);
  const side = sort === 'newest' ? Prisma.sql`<` : Prisma.sql`>`;
  const rest = from === null ? Prisma.sql`true` : Prisma.sql`(p.at, p.owner) ${side} (${from.at}, ${from.id}::uuid)`;
  return { order, rest, isFirst: from === null };
}

/** Readers of a segment, and how many there are with the first page: one statement. */
export async function readReaders(
  { db, clock, config }: ListDeps,
  { segment, after, sort = 'newest', ...filter }: ReaderFilter & { segment: ReaderSegment; sort?: ReaderSort; after?: string | undefined },
): Promise<DeskReaders> {
  const { publicationId } = config;
  const { order, rest, isFirst } = sorted(sort, after);
  const all = readersOf(segment, publicationId, clock(), filter);
  // Names are looked up for those who are shown, but where all are sorted by them.
  const keyed =
    sort === 'name'
      ? Prisma.sql`select g.owner, g.at, ${keyOf(publicationId)} as key from segment g left join account a on a.id = g.owner`
      : Prisma.sql`select owner, at, '' as key from segment`;
  const tags = isFirst
    ? Prisma.sql`(select array_agg(distinct l.tag order by l.tag) from list_signup l where l.publication_id = ${publicationId} and l."left" is null)`
    : Prisma.sql`null::text[]`;
  // Cut to what a cursor says, so that a row at the end of a page is not at the beginning of the next one.
  const rows = await db.$queryRaw<unknown[]>`
    with segment as materialized (${all})
    select p.owner, p.owner as id, p.at, p.key, (select count(*)::int from segment) as count, ${tags} as tags, ${listedColumns(publicationId)}, (
        select concat_ws(', ', d.address ->> 'city', nullif(d.address ->> 'state', '')) from owner_address d
        where d.publication_id = ${publicationId} and d.owner_id = p.owner order by d.updated desc limit 1
      ) as town
    from (
      select * from (${keyed}) p where ${rest} order by ${order} limit ${PAGE + 1}::int
    ) p left join account a on a.id = p.owner order by ${order}`;
  const { shown, next } = pageOf(v.parse(v.array(Row), rows));
  const last = shown.at(-1);
  const [first] = shown;
  return {
    readers: shown.map(({ id: _id, at: _at, key: _key, count: _count, tags: _tags, ...reader }) => reader),
    count: isFirst ? (first?.count ?? 0) : null,
    ...(first?.tags && { tags: first.tags }),
    next: next === null || sort !== 'name' || last === undefined ? next : `${last.id}.${last.key}`,
  };
}

/** SQL: who is in a segment, each `owner` once, and the moment `at` by which they are sorted, cut to what a cursor says. */
export const readersOf = (segment: ReaderSegment, publication: string, now: Date, filter: ReaderFilter): Prisma.Sql =>
  Prisma.sql`select owner, date_trunc('milliseconds', max(at)) as at from (${SEGMENTS[segment](publication, now)}) listed
    where ${runsAs(publication, filter)} and ${isMarked(publication, filter)} and ${isOnList(publication, filter)} group by owner`;

/** SQL: something runs for the owner of `listed` that comes so. */
function runsAs(publication: string, { zone, level }: ReaderFilter): Prisma.Sql {
  if (zone === undefined && level === undefined) return Prisma.sql`true`;
  const comes = zone === undefined ? Prisma.sql`true` : Prisma.sql`s.active_deliverable = ${zone === 'digital' ? zone : `print-${zone}`}`;
  const is = level === undefined ? Prisma.sql`true` : Prisma.sql`s.level = ${level}`;
  return Prisma.sql`exists (select from subscription s where s.publication_id = ${publication} and s.owner_id = listed.owner and ${comes} and ${is} and ${owes})`;
}

const ofAccount = (publication: string, is: Prisma.Sql) =>
  Prisma.sql`exists (select from account a where a.publication_id = ${publication} and a.id = listed.owner and ${is})`;
const FLAGS: Record<ReaderFlag, (publication: string) => Prisma.Sql> = {
  renews: (publication) => ofAccount(publication, Prisma.sql`a.autorenew_since is not null`),
  'does-not-renew': (publication) => Prisma.sql`not ${ofAccount(publication, Prisma.sql`a.autorenew_since is not null`)}`,
  'email-fails': (publication) => ofAccount(publication, Prisma.sql`a.email_failing is not null`),
  undeliverable: (publication) => Prisma.sql`exists (
    select from owner_address d where d.publication_id = ${publication} and d.owner_id = listed.owner and d.undeliverable is not null)`,
  noted: (publication) =>
    Prisma.sql`exists (select from reader_note n where n.publication_id = ${publication} and n.owner_id = listed.owner)`,
};
/** SQL: the owner of `listed` is marked so. */
const isMarked = (publication: string, { flag }: ReaderFilter): Prisma.Sql =>
  flag === undefined ? Prisma.sql`true` : FLAGS[flag](publication);

/** SQL: the mailbox of the owner of `listed` is on the list. */
const isOnList = (publication: string, { tag }: ReaderFilter): Prisma.Sql =>
  tag === undefined
    ? Prisma.sql`true`
    : Prisma.sql`exists (
        select from account a join list_signup l on (l.publication_id, l.email) = (a.publication_id, a.email)
        where a.publication_id = ${publication} and a.id = listed.owner and l.tag = ${tag} and l."left" is null)`;

/** SQL: of readers `p.owner`, with their accounts `a` where they have one, what a list says of each. */
export const listedColumns = (publication: string): Prisma.Sql => Prisma.sql`
  coalesce(nullif(a.name, ''), (${nameOf(publication, Prisma.sql`p.owner`)}), '') as name,
  ${mailboxOfOwner(publication, Prisma.sql`p.owner`)} as email, (
    select json_build_object('deliverable', s.active_deliverable, 'level', s.level, 'left', case when s.term <> 'lifetime' then (
      select count(*) from issue_token t join subscription x on (x.publication_id, x.owner_id, x.id) = (t.publication_id, t.owner_id, t.subscription_id)
      where x.publication_id = ${publication} and x.owner_id = p.owner and x.cancelled is null and t.delivered is null
    ) end)
    from subscription s where s.publication_id = ${publication} and s.owner_id = p.owner and ${owes} order by s.term = 'lifetime' desc, s.cycle limit 1
  ) as runs, a.autorenew_since is not null as renews, a.email_failing is not null as failing`;
