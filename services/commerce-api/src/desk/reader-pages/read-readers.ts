import {
  ListedReader,
  type DeskReaders,
  type ReaderFilter,
  type ReaderFlag,
  LAPSED_WITHIN,
  type ReaderSegment,
  type ReaderSort,
} from '@newsstand/contracts/desk-readers';
import { EXPIRING_ISSUES } from '@newsstand/contracts/subscription';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Deps } from '../../publication/deps.ts';
import { PAGE, pageOf, readCursor } from '../page-cursor.ts';
import { isMoreThanIssuesGiven } from '../../ledger/planned-charges/announce-end.ts';
import { waitingOn } from '../today/work-lists.ts';
import { mailboxOfOwner, nameOf } from '../known-reader.ts';
import { isFrom } from '../../ledger/terms/source-parts.ts';
import { isOwed, isTokenOf, owes } from '../../ledger/terms/owes.ts';

type ListDeps = Pick<Deps, 'db' | 'clock' | 'config'>;

/**
 * SQL: the terms `s` that nobody cancelled, once for each issue `t` that they still owe, or once where they owe none.
 * Both come out of their indexes in the order of the owners: whoever groups by them reads each once and sorts nothing,
 * however many there are.
 */
const standing = (publication: string) => Prisma.sql`
  subscription s left join issue_token t on ${isTokenOf()} and ${isOwed}
  where s.publication_id = ${publication} and s.cancelled is null`;

/** SQL: a term of `standing` runs, as `owes` says of one. */
const runs = Prisma.sql`(s.term = 'lifetime' or t.owner_id is not null)`;
const running = (publication: string) => Prisma.sql`
  select s.owner_id as owner, max(s.created) filter (where ${runs}) as at from ${standing(publication)} group by s.owner_id having bool_or(${runs})`;

const ofTerms = (publication: string, is: Prisma.Sql) =>
  Prisma.sql`select s.owner_id as owner, s.created as at from subscription s where s.publication_id = ${publication} and ${is}`;

/**
 * SQL of each segment: an `owner`, and the moment `at` by which it is sorted; who has several is there as often, but in
 * those of `ONCE`. What is a list of work as well is that list's own.
 */
const SEGMENTS: Record<ReaderSegment, (publication: string, now: Date) => Prisma.Sql> = {
  running,
  expiring: (publication) => Prisma.sql`
    select s.owner_id as owner, max(s.created) as at from ${standing(publication)}
    group by s.owner_id having not bool_or(s.term = 'lifetime') and count(t.owner_id) between 1 and ${EXPIRING_ISSUES}::int`,
  // Of whoever had an issue lately nothing runs for a few: their terms are looked up alone.
  lapsed: (publication) => Prisma.sql`
    select s.owner_id as owner, max(s.created) as at from (
      select distinct t.owner_id from issue_token t where t.publication_id = ${publication} and t.issue > coalesce((
        select max(r.issue) from release r where r.publication_id = ${publication}
      ), 0) - ${LAPSED_WITHIN}::int
    ) had join subscription s on s.publication_id = ${publication} and s.owner_id = had.owner_id and not ${isFrom('left')}
    where not exists (select from (${running(publication)}) r where r.owner = had.owner_id) group by s.owner_id`,
  lifetime: (publication) => ofTerms(publication, Prisma.sql`s.cancelled is null and s.term = 'lifetime'`),
  free: (publication) => ofTerms(publication, Prisma.sql`${isFrom('comp')} and ${owes()}`),
  'no-address': (publication, now) => waitingOn('no-address', publication, now),
  undeliverable: (publication, now) => waitingOn('undeliverable', publication, now),
  'email-fails': (publication, now) => waitingOn('email-fails', publication, now),
  'card-fails': (publication, now) => waitingOn('charge-fails', publication, now),
  imported: (publication) => ofTerms(publication, Prisma.sql`${isFrom('import')}`),
  listed: (publication) => Prisma.sql`
    select a.id as owner, l.created as at from list_signup l join account a on (a.publication_id, a.email) = (l.publication_id, l.email)
    where l.publication_id = ${publication} and l."left" is null`,
};

/** Whose owners are there once each, with a moment that a term was made at, which is of whole milliseconds. */
const ONCE: ReadonlySet<ReaderSegment> = new Set(['running', 'expiring', 'lapsed']);

const Row = v.object({
  ...ListedReader.entries,
  id: v.string(),
  at: v.date(),
  key: v.string(),
  count: v.number(),
  tags: v.nullable(v.array(v.string())),
});

/**
 * SQL of owners `g` with their accounts `a`: their names as they are sorted, whatever their capitals and accents, and
 * cut to what a cursor has room for.
 */
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
  const { all, page, count } =
    segment === 'running'
      ? runningPage(publicationId, { sort, order, rest, filter })
      : segmentPage(publicationId, { sort, order, rest, all: readersOf(segment, publicationId, clock(), filter) });
  const tags = isFirst
    ? Prisma.sql`(select array_agg(distinct l.tag order by l.tag) from list_signup l where l.publication_id = ${publicationId} and l."left" is null)`
    : Prisma.sql`null::text[]`;
  // Cut to what a cursor says, so that a row at the end of a page is not at the beginning of the next one.
  const rows = await db.$queryRaw<unknown[]>`
    ${all}
    select q.*, (
        select concat_ws(', ', d.address ->> 'city', nullif(d.address ->> 'state', '')) from owner_address d
        where d.publication_id = ${publicationId} and d.owner_id = q.owner order by ${whereCopiesGo} limit 1
      ) as town
    from (
      select p.owner, p.owner as id, p.at, p.key, (${isFirst ? count : Prisma.sql`select 0`})::int as count, ${tags} as tags, ${listedColumns(publicationId)}
      from (${page}) p left join account a on a.id = p.owner order by ${order} limit ${PAGE + 1}::int
    ) q`;
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

/** SQL of a page: what it is made of, its rows of `owner`, `at` and `key`, and how many there are in all. */
type PageSql = { all: Prisma.Sql; page: Prisma.Sql; count: Prisma.Sql };
type PageWish = { sort: ReaderSort; order: Prisma.Sql; rest: Prisma.Sql };

function segmentPage(publication: string, { sort, order, rest, all }: PageWish & { all: Prisma.Sql }): PageSql {
  // Names are looked up for those who are shown, but where all are sorted by them.
  const keyed =
    sort === 'name'
      ? Prisma.sql`select g.owner, g.at, ${keyOf(publication)} as key from segment g left join account a on a.id = g.owner`
      : Prisma.sql`select owner, at, '' as key from segment`;
  return {
    all: Prisma.sql`with segment as materialized (${all})`,
    page: Prisma.sql`select * from (${keyed}) p where ${rest} order by ${order} limit ${PAGE + 1}::int`,
    count: Prisma.sql`select count(*) from segment`,
  };
}

/**
 * The same of the longest list there is, who runs: its page is read along an index, whoever it meets that runs, until
 * it is full, and all of them are counted by two indexes alone. By name that is along the accounts' names; of whoever
 * has none the names are looked up.
 */
function runningPage(publication: string, { sort, order, rest, filter }: PageWish & { filter: ReaderFilter }): PageSql {
  const narrowed = Prisma.sql`${runsAs(publication, filter)} and ${isMarked(publication, filter)} and ${isOnList(publication, filter)}`;
  const ofPage = Prisma.sql`order by ${order} limit ${PAGE + 1}::int`;
  // A limit of its own: what is looked up for one row at a time is not worked out for all of them at once.
  const anyRuns = (owner: Prisma.Sql) =>
    Prisma.sql`cross join lateral (select from subscription s where s.publication_id = ${publication} and s.owner_id = ${owner} and ${owes()} limit 1) runs`;
  const byTerm = Prisma.sql`
    select p.owner, p.at, '' as key from (select s.owner_id as owner, s.created as at, s.id, s.term from subscription s where s.publication_id = ${publication} and s.cancelled is null) p
    cross join lateral (
      (select 1 where p.term = 'lifetime') union all (
        select 1 from issue_token t where t.publication_id = ${publication} and t.owner_id = p.owner and t.subscription_id = p.id and ${isOwed} limit 1
      ) limit 1
    ) runs cross join lateral (select p.owner) listed
    where ${rest} and ${narrowed} and not exists (
      select from subscription s
      where s.publication_id = ${publication} and s.owner_id = p.owner and (s.created, s.id) > (p.at, p.id) and ${owes()}
    ) ${ofPage}`;
  const ofName = Prisma.sql`left(lower(a.name), 120) collate "und-x-icu"`;
  const byName = Prisma.sql`
    select * from (
      (
        select p.owner, now() as at, p.key from (
          select a.id as owner, ${ofName} as key from account a where a.publication_id = ${publication} and a.name <> ''
        ) p ${anyRuns(Prisma.sql`p.owner`)} cross join lateral (select p.owner) listed
        where ${rest} and ${narrowed} ${ofPage}
      ) union all (
        select p.owner, now() as at, p.key from (
          select g.owner, ${keyOf(publication)} as key from (
            select distinct s.owner_id as owner from subscription s
            where s.publication_id = ${publication} and s.cancelled is null and not exists (select from account a where a.id = s.owner_id and a.name <> '')
          ) g left join account a on a.id = g.owner ${anyRuns(Prisma.sql`g.owner`)}
        ) p cross join lateral (select p.owner) listed
        where ${rest} and ${narrowed} ${ofPage}
      )
    ) p ${ofPage}`;
  const open = (owner: Prisma.Sql) => Prisma.sql`exists (
    select from issue_token t where t.publication_id = ${publication} and t.owner_id = ${owner} and t.subscription_id = s.id and ${isOwed})`;
  const counted = (is: Prisma.Sql) => Prisma.sql`(
    select count(distinct s.owner_id) from subscription s cross join lateral (select s.owner_id as owner) listed
    where s.publication_id = ${publication} and s.cancelled is null and ${is} and ${comesAs(filter)} and ${isMarked(publication, filter)} and ${isOnList(publication, filter)})`;
  const lifetimesAlone = Prisma.sql`s.term = 'lifetime' and not exists (
    select from subscription o join issue_token t on t.publication_id = ${publication} and t.owner_id = o.owner_id and t.subscription_id = o.id and ${isOwed}
    where o.publication_id = ${publication} and o.owner_id = s.owner_id and o.cancelled is null and ${comesAs(filter, Prisma.sql`o`)})`;
  return {
    all: Prisma.empty,
    page: sort === 'name' ? byName : byTerm,
    count: Prisma.sql`select ${counted(open(Prisma.sql`s.owner_id`))} + ${counted(lifetimesAlone)}`,
  };
}

/**
 * SQL: who is in a segment, each `owner` once, and the moment `at` by which they are sorted, cut to what a cursor says.
 */
export function readersOf(segment: ReaderSegment, publication: string, now: Date, filter: ReaderFilter): Prisma.Sql {
  const listed = Prisma.sql`(${SEGMENTS[segment](publication, now)}) listed
    where ${runsAs(publication, filter)} and ${isMarked(publication, filter)} and ${isOnList(publication, filter)}`;
  if (ONCE.has(segment)) return Prisma.sql`select owner, at from ${listed}`;
  return Prisma.sql`select owner, date_trunc('milliseconds', max(at)) as at from ${listed} group by owner`;
}

/** SQL: the term `s` comes so. */
function comesAs({ zone, level }: ReaderFilter, s = Prisma.sql`s`): Prisma.Sql {
  const comes =
    zone === undefined ? Prisma.sql`true` : Prisma.sql`${s}.active_deliverable = ${zone === 'digital' ? zone : `print-${zone}`}`;
  return level === undefined ? comes : Prisma.sql`${comes} and ${s}.level = ${level}`;
}

/** SQL: something runs for the owner of `listed` that comes so. */
function runsAs(publication: string, filter: ReaderFilter): Prisma.Sql {
  if (filter.zone === undefined && filter.level === undefined) return Prisma.sql`true`;
  return Prisma.sql`exists (
    select from subscription s where s.publication_id = ${publication} and s.owner_id = listed.owner and ${comesAs(filter)} and ${owes()})`;
}

const ofAccount = (publication: string, is: Prisma.Sql) =>
  Prisma.sql`exists (select from account a where a.publication_id = ${publication} and a.id = listed.owner and ${is})`;
/**
 * SQL: account `a` renews by itself: not where that was given up since it was switched on, and nothing came since but a
 * few issues that the desk gave (`mayRenew`, `isRenewalGivenUp`).
 */
const renews = (publication: string): Prisma.Sql => Prisma.sql`(a.autorenew_since is not null and not exists (
  select from charge c where c.publication_id = ${publication} and c.owner_id = a.id and c.kind = 'renewal' and c.state = 'stopped' and c.remind >= a.autorenew_since
    and not exists (select from charge n where (n.publication_id, n.owner_id, n.kind) = (c.publication_id, c.owner_id, c.kind)
      and (n.cycle > c.cycle or (n.cycle = c.cycle and n.state = 'open')))
    and not exists (select from subscription s where s.publication_id = ${publication} and s.owner_id = a.id and (s.cycle >= c.cycle or ${owes()})
      and ${isMoreThanIssuesGiven('s')})))`;
const FLAGS: Record<ReaderFlag, (publication: string) => Prisma.Sql> = {
  renews: (publication) => ofAccount(publication, renews(publication)),
  'does-not-renew': (publication) => Prisma.sql`not ${ofAccount(publication, renews(publication))}`,
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

/**
 * SQL: addresses `d` of a row `q` of the list, the one where what runs is posted to first, and then what was named
 * last.
 */
export const whereCopiesGo: Prisma.Sql = Prisma.sql`('print-' || d.shipcode = q.runs ->> 'deliverable') is true desc, d.updated desc`;

/** SQL: of readers `p.owner`, with their accounts `a` where they have one, what a list says of each. */
export const listedColumns = (publication: string): Prisma.Sql => Prisma.sql`
  coalesce(nullif(a.name, ''), (${nameOf(publication, Prisma.sql`p.owner`)}), '') as name,
  ${mailboxOfOwner(publication, Prisma.sql`p.owner`)} as email, (
    select json_build_object('deliverable', s.active_deliverable, 'level', s.level, 'copies', s.copies, 'left', case when s.term <> 'lifetime' then (
      select count(*) from issue_token t join subscription o on ${isTokenOf('o')}
      where o.publication_id = ${publication} and o.owner_id = p.owner and o.cancelled is null and ${isOwed}
    ) end)
    from subscription s where s.publication_id = ${publication} and s.owner_id = p.owner and ${owes()} order by s.term = 'lifetime' desc, s.cycle limit 1
  ) as runs, ${renews(publication)} as renews, a.email_failing is not null as failing`;
