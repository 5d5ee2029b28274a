import { DeskPost, LabelsTaken, type PostListed } from '@newsstand/contracts/desk-post';
import { Shipcode } from '@newsstand/contracts/shipcode';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { labelsOf, readLabelsWithout } from '../../ledger/releases/post-labels.ts';
import { countWaiting, waitingOfIssue } from '../../ledger/releases/waiting-copies.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { HOUR } from '../../platform/duration.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { postedFrom } from '../../rules/subscriptions/postal-lines.ts';
import { nameOf } from '../known-reader.ts';
import type { Person } from '../staff/staff-session.ts';
import { NOT_WITHDRAWN } from '../../publication/withdrawn.ts';
import { addressed, unprintableOf, PRINTABLE } from './unprintable.ts';

type PostDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>;
/** How many of those without an address are named. */
const NAMED = 200;

const { lists, countries, missing } = DeskPost.entries;
const Lists = v.array(v.object({ ...lists.item.entries, frozen: v.date() }));

/** What is posted of an issue, and who is missing an address. Refuses (404) one that there is none of. */
export async function readPost(deps: PostDeps, person: Person, number: number): Promise<DeskPost> {
  const { db, config } = deps;
  const publication = config.publicationId;
  const issue = await db.issue.findFirst({ where: { publicationId: publication, number, ...NOT_WITHDRAWN } });
  if (!issue) throw new Refusal(404, deskText('no_such_issue'));
  const release = await db.release.findFirst({ where: { publicationId: publication, issue: number }, select: { completed: true } });
  const named = await db.$queryRaw`
    select distinct w.owner_id as owner, w.shipcode, d.undeliverable is not null as back, coalesce(nullif(a.name, ''), (${nameOf(publication, Prisma.sql`w.owner_id`)}), '') as name
    from (${waitingOfIssue(publication, number)}) w left join account a on a.id = w.owner_id
    left join owner_address d on d.publication_id = ${publication} and d.owner_id = w.owner_id and d.shipcode = w.shipcode
    where d.owner_id is null or d.undeliverable is not null order by 4, 1 limit ${NAMED}::int`;
  const owed = v.parse(missing, named);
  const shown = await withUnprintable(deps, number, await readLists(db, publication, number));
  const looked = [...owed, ...shown.flatMap(({ unprintable }) => unprintable?.first ?? [])];
  await noteLooks(
    deps,
    person,
    looked.flatMap(({ owner }) => owner ?? []),
  );
  return {
    number,
    title: issue.title,
    out: release?.completed != null,
    lists: shown,
    taken: await readTaken(db, publication, number),
    countries: v.parse(
      countries,
      await db.$queryRaw`
      select shipcode, address ->> 'country_name' as country, count(*)::int as labels, sum(copies)::int as copies
      from ${labelsOf(publication)} label where issue = ${number}::int group by 1, 2 order by 1, 4 desc, 2`,
    ),
    waiting: await countWaiting(db, deps, number),
    missing: owed,
  };
}

/** The lists of an issue as they were frozen, with how many labels each has, and the highest number of one. */
export async function readLists(sql: Sql, publication: string, issue: number): Promise<DeskPost['lists']> {
  const rows = await sql.$queryRaw`
    select p.shipcode, p.part, p.frozen, count(l.number)::int as labels, coalesce(max(l.number), 0)::int as last, coalesce(sum(l.copies), 0)::int as copies
    from post_list p left join ${labelsOf(publication)} l on (l.issue, l.shipcode, l.part) = (p.issue, p.shipcode, p.part)
    where p.publication_id = ${publication} and p.issue = ${issue}::int group by 1, 2, 3 order by 1, 2`;
  return v.parse(Lists, rows).map(({ frozen, ...list }) => ({ ...list, frozen: frozen.toISOString() }));
}

/** With those of their labels that sheets have without name and address. */
export async function withUnprintable<List extends Omit<PostListed, 'frozen'>>(
  { db, config, publication }: Pick<PostDeps, 'config' | 'publication'> & { db: Sql },
  issue: number,
  all: readonly List[],
): Promise<List[]> {
  const { zones } = await publication.now();
  const others = await readLabelsWithout(db, config.publicationId, issue, PRINTABLE);
  return all.map((list) => {
    const of = others.filter(({ shipcode, part }) => shipcode === list.shipcode && part === list.part);
    return { ...list, ...unprintableOf(of.map((label) => addressed(label, postedFrom(zones.a.countries)))) };
  });
}

const Taken = v.array(
  v.object({
    shipcode: Shipcode,
    part: v.number(),
    at: v.date(),
    who: v.string(),
    asked: v.omit(LabelsTaken, ['shipcode', 'part', 'at', 'who']),
  }),
);

/** Whose hands the labels of its lists are in, as the history has it. */
async function readTaken(sql: Sql, publication: string, issue: number): Promise<NonNullable<DeskPost['taken']>> {
  const rows = await sql.$queryRaw`
    select substring(a.subject from 'zone ([abc])') as shipcode, coalesce(substring(a.subject from '^[^,]*, zone [abc], late ([0-9]+)')::int, 0) + 1 as part, a.at,
      coalesce(s.name, '') as who, a."to" as asked
    from staff_action a left join staff s on s.id = a.staff_id
    where a.publication_id = ${publication} and a.verb = 'exportLabels' and a.subject ~ ${`^issue ${issue}, zone [abc]`} and a."to" is not null
    order by a.at desc, a.id desc limit 500`;
  return v.parse(Taken, rows).map(({ at, asked, ...taken }) => ({ ...taken, ...asked, at: at.toISOString() }));
}

/** Whose name is read is noted, a row for each reader and hour, as on their own pages. */
async function noteLooks({ db, clock, config }: PostDeps, person: Person, owners: readonly string[]): Promise<void> {
  const hour = new Date(Math.floor(clock().getTime() / HOUR) * HOUR);
  const looks = [...new Set(owners)].map((ownerId) => ({ publicationId: config.publicationId, ownerId, staffId: person.id, hour }));
  if (looks.length > 0) await db.staffLook.createMany({ data: looks, skipDuplicates: true });
}
